// The generated policy of a role, with the project's additions. `gen-policy` prints it; `plan` and `deploy` use it.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { generatePolicy } from '../../../compiler/policy/generate-policy.js';
import type { GeneratedPolicy } from '../../../compiler/policy/generated-policy.js';
import type { SdkUses } from '../../../compiler/policy/sdk-use.js';
import type { Project } from '../../project/open-project.js';
import { readBasePolicy } from './base-policy.js';

export type RolePolicyRequest = {
  readonly project: Pick<Project, 'root' | 'files'>;
  readonly uses: SdkUses;
  /** The functions with this role; undefined for the whole application. */
  readonly functions: readonly string[] | undefined;
  readonly hasVpc: boolean;
  readonly hasTracing: boolean;
};

export type GeneratedRolePolicy = {
  readonly generated: GeneratedPolicy;
  /** Warnings of the policy, and errors of the base policy. */
  readonly diagnostics: readonly Diagnostic[];
};

export function generateRolePolicy(request: RolePolicyRequest): GeneratedRolePolicy {
  const { project, functions, uses, hasVpc, hasTracing } = request;
  const { base, diagnostics } = readBasePolicy(project, functions);
  const generated = generatePolicy({
    uses,
    functions,
    hasVpc,
    hasTracing,
    base,
    signingName: (packageName) => readSigningName(project, packageName),
  });
  return { generated, diagnostics: [...diagnostics, ...generated.diagnostics] };
}

// Reads the signing name of an SDK package from the project's node_modules, for packages that are newer than our data.
// The file is read as text and never executed.
const SCHEMES = 'dist-es/auth/httpAuthSchemeProvider.js';

/**
 * The signing name, such as `states` for `@aws-sdk/client-sfn`; undefined when the package is missing or does not say
 * it.
 */
function readSigningName(
  { root, files }: Pick<Project, 'root' | 'files'>,
  packageName: string,
): string | undefined {
  const text = files.readText(`${root}/node_modules/${packageName}/${SCHEMES}`);
  return /signingProperties:\s*\{\s*name:\s*"([a-z0-9-]+)"/.exec(text ?? '')?.[1];
}
