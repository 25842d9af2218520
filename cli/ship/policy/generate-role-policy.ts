// The generated policy of a role, with what the project adds to it: `gen-policy` prints it, `plan` and `deploy` use it.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { generatePolicy } from '../../../compiler/policy/generate-policy.js';
import type { GeneratedPolicy } from '../../../compiler/policy/generated-policy.js';
import type { SdkUses } from '../../../compiler/policy/sdk-use.js';
import type { Project } from '../../project/open-project.js';
import { readBasePolicy } from './base-policy.js';
import { readSigningName } from './signing-name.js';

export type RolePolicyRequest = {
  readonly project: Pick<Project, 'root' | 'files'>;
  readonly uses: SdkUses;
  /** Undefined: the whole application. */
  readonly functions: readonly string[] | undefined;
  readonly hasVpc: boolean;
};

export type GeneratedRolePolicy = {
  readonly generated: GeneratedPolicy;
  /** Warnings of the policy, and errors of the base policy. */
  readonly diagnostics: readonly Diagnostic[];
};

export function generateRolePolicy(request: RolePolicyRequest): GeneratedRolePolicy {
  const { project, functions, uses, hasVpc } = request;
  const { base, diagnostics } = readBasePolicy(project, functions);
  const generated = generatePolicy({
    uses,
    functions,
    hasVpc,
    base,
    signingName: (packageName) => readSigningName(project, packageName),
  });
  return { generated, diagnostics: [...diagnostics, ...generated.diagnostics] };
}
