// Whole ARNs of declared resources in the policies of roles. The source tells names alone: account and region are those of a
// deploy.
import type { PolicyDocument } from '../../../compiler/policy/sdk-use.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { resourceArn, type ResourceStage } from '../../../runtime/contract/resources.js';
import type { RolePolicies, RolePolicy } from './role-policies.js';

export function withExactArns(
  policies: RolePolicies,
  { resources = [] }: Pick<Manifest, 'resources'>,
  stage: ResourceStage,
): RolePolicies {
  if (resources.length === 0) return policies;
  const open = { ...stage, account: '*', region: '*', partition: '*' };
  const rows = resources.map((entry) => [
    tailOf(resourceArn(entry, open)),
    resourceArn(entry, stage),
  ]);
  const exact = (arn: string): string => {
    for (const [tail = '', whole = ''] of rows) {
      const own = tailOf(arn);
      const [parts, ours] = [arn.split(':'), whole.split(':')];
      // The source may name a resource of another account or region.
      const isHere = [1, 3, 4].every((at) => parts[at] === '*' || parts[at] === ours[at]);
      if (!isHere) continue;
      if (own === tail || own.startsWith(`${tail}/`)) return whole + own.slice(tail.length);
    }
    return arn;
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

/** `sqs:shop-dev-arrivals`: the service and the end of an ARN. */
function tailOf(arn: string): string {
  const [, , service = '', , , ...rest] = arn.split(':');
  return `${service}:${rest.join(':')}`;
}
