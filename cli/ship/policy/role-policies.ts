// Finds the policy of each role of a stage (specification 2.6, 2.7): generated from the source, or read from a file.
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import type { SdkUses, GeneratedPolicy, PolicyDocument } from '../../../compiler/policy/sdk-use.js';
import type { Project } from '../../project/open-project.js';
import { generateRolePolicy } from './generate-role-policy.js';
import { readPolicyFile } from './policy-file.js';
import type { PolicySource, RoleNeed } from './role-need.js';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { indentedJson } from '../../../compiler/json-values.js';
import { refuseLinks } from '../../project/disk.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { resourceArn, type ResourceStage } from '../../../runtime/contract/resources.js';

export type PolicyRequest = {
  readonly project: Pick<Project, 'root' | 'files'>;
  readonly needs: readonly RoleNeed[];
  readonly uses: SdkUses;
  /** False for `--no-autogen-policy`, which uses `.framework/policy.json` instead of the stage's configured policy. */
  readonly autogenPolicy: boolean;
};

export type FoundPolicies = {
  /** The policies, except those that could not be read; `diagnostics` contains an error for each of them. */
  readonly policies: RolePolicies;
  /** The content of `.framework/policy.json`; undefined if no policy is generated. */
  readonly generated: GeneratedFile | undefined;
  readonly diagnostics: readonly Diagnostic[];
};

export function findRolePolicies(request: PolicyRequest): FoundPolicies {
  const { needs } = request;
  const diagnostics: Diagnostic[] = [];
  const policies: Record<string, RolePolicy> = {};
  for (const need of needs) {
    const found = findPolicy(need, request);
    diagnostics.push(...found.diagnostics);
    if (found.policy) policies[need.name] = found.policy;
  }
  return { policies, generated: generatedFile(request, policies), diagnostics };
}

function generatedFile(
  { project, needs, uses }: PolicyRequest,
  policies: RolePolicies,
): GeneratedFile | undefined {
  const members: Record<string, PolicyDocument> = {};
  let isGenerated = false;
  for (const { name, only } of needs) {
    const policy = policies[name];
    if (policy?.kind !== 'generated') continue;
    isGenerated = true;
    if (only) members[only.key] = policy.generated.document;
  }
  if (!isGenerated) return undefined;
  if (Object.keys(members).length > 0) return members;
  const hasVpc = needs.some((need) => need.hasVpc);
  const hasTracing = needs.some((need) => need.hasTracing);
  const whole = { project, uses, functions: undefined, hasVpc, hasTracing };
  return generateRolePolicy(whole).generated.document;
}

type FoundPolicy = { readonly policy?: RolePolicy; readonly diagnostics: readonly Diagnostic[] };

function findPolicy(need: RoleNeed, request: PolicyRequest): FoundPolicy {
  const source = policySource(need, request);
  if (source.kind === 'generated') {
    const { project, uses } = request;
    const { generated, diagnostics } = generateRolePolicy({ ...need, project, uses });
    return { policy: { kind: 'generated', generated }, diagnostics };
  }
  const read = readPolicyFile(request.project, source.path, { member: source.member });
  if (read.kind === 'wrong') return read;
  const { document } = read;
  return { policy: { kind: 'file', path: source.path, document }, diagnostics: [] };
}

function policySource({ source, only }: RoleNeed, { autogenPolicy }: PolicyRequest): PolicySource {
  if (autogenPolicy || (source.kind === 'file' && source.isOwn)) return source;
  const file = { kind: 'file', path: GENERATED_POLICY_FILE, isOwn: false } as const;
  return only ? { ...file, member: only.key } : file;
}

export type RolePolicy =
  | { readonly kind: 'generated'; readonly generated: GeneratedPolicy }
  /** `path` is relative to the project directory. `document` is the content of the file. */
  | { readonly kind: 'file'; readonly path: string; readonly document: unknown };

export type RolePolicies = Readonly<Record<string, RolePolicy>>;

/** The policy of the whole application, or, with `role_per_function`, one policy for each function, by key. */
export type GeneratedFile = PolicyDocument | Readonly<Record<string, PolicyDocument>>;

/** The generated policy of the last deploy, which `--no-autogen-policy` reads (specification 2.7). */
const GENERATED_POLICY_FILE = '.framework/policy.json';

/** Writes the file, unless it already has the same content. */
export async function writeGeneratedPolicy(root: string, document: GeneratedFile): Promise<void> {
  const path = join(root, GENERATED_POLICY_FILE);
  const text = indentedJson(document);
  if ((await readFile(path, 'utf8').catch(() => undefined)) === text) return;
  refuseLinks(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

// Completes the ARNs of declared resources in the policies of roles. The source contains only names: the account and region
// come from the deploy.

export function withExactArns(
  policies: RolePolicies,
  { resources = [] }: Pick<Manifest, 'resources'>,
  stage: ResourceStage,
): RolePolicies {
  if (resources.length === 0) return policies;
  const open = { ...stage, account: '*', region: '*', partition: '*' };
  const rows = resources.map((entry) => ({
    tail: tailOf(resourceArn(entry, open)),
    whole: resourceArn(entry, stage),
  }));
  const exact = (arn: string): string => {
    const own = tailOf(arn);
    const parts = arn.split(':');
    const found = rows.find(({ tail, whole }) => {
      const ours = whole.split(':');
      // The source may name a resource in another account or region.
      const isHere = [1, 3, 4].every((at) => parts[at] === '*' || parts[at] === ours[at]);
      return isHere && (own === tail || own.startsWith(`${tail}/`));
    });
    return found ? found.whole + own.slice(found.tail.length) : arn;
  };
  return Object.fromEntries(
    Object.entries(policies).map(([name, policy]): [string, RolePolicy] => {
      if (policy.kind !== 'generated') return [name, policy];
      const { generated } = policy;
      const document: PolicyDocument = {
        ...generated.document,
        Statement: generated.document.Statement.map((statement) => ({
          ...statement,
          ...(statement.Resource && { Resource: statement.Resource.map(exact) }),
        })),
      };
      return [name, { ...policy, generated: { ...generated, document } }];
    }),
  );
}

/** Returns the service and the end of an ARN: `sqs:shop-dev-arrivals`. */
function tailOf(arn: string): string {
  const [, , service = '', , , ...rest] = arn.split(':');
  return `${service}:${rest.join(':')}`;
}
