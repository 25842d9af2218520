// The roles of the account, and Lambda's view of them. A new role cannot be assumed immediately, and a new policy does not
// apply immediately, because both take seconds to reach other services.
import { randomBytes } from 'node:crypto';
import { evaluatePolicies, resourceVerdict } from '../policy/evaluate-policies.js';
import type { CloudClock, RoleBook } from '../service.js';

export type InlinePolicy = {
  /** The document from the request. */
  readonly text: string;
  readonly since: number;
  /** The document that applies until the new one has reached other services. */
  readonly before: string | undefined;
};

export type Role = {
  readonly name: string;
  readonly path: string;
  readonly id: string;
  readonly arn: string;
  readonly createdAt: number;
  trust: string;
  description: string | undefined;
  readonly maxSessionDuration: number;
  readonly tags: Map<string, string>;
  readonly policies: Map<string, InlinePolicy>;
  /** ARNs of managed policies. */
  readonly attached: Set<string>;
};

export type Roles = {
  readonly account: string;
  readonly clock: CloudClock;
  readonly byName: Map<string, Role>;
  /** The maximum number of roles in the account. */
  readonly quota: number;
  readonly book: RoleBook;
  /** Returns true if reads return the role. */
  readonly isVisible: (role: Role) => boolean;
};

/** Milliseconds until Lambda can assume a new role. */
const ROLE_SPREADS = 8_000;
/** Milliseconds until a policy change takes effect. */
const POLICY_SPREADS = 4_000;

export function createRoles({
  account,
  clock,
  readsLag,
  roleQuota: quota,
  byName,
}: {
  readonly account: string;
  readonly clock: CloudClock;
  readonly readsLag: number;
  readonly roleQuota: number;
  readonly byName: Roles['byName'];
}): Roles {
  const byArn = (arn: string): Role | undefined =>
    [...byName.values()].find((role) => role.arn === arn);
  const hasSpread = (since: number, milliseconds: number): boolean =>
    clock.now() - since >= clock.scaled(milliseconds);
  const effective = (policy: InlinePolicy): string | undefined =>
    hasSpread(policy.since, POLICY_SPREADS) ? policy.text : policy.before;
  const policiesOf = (arn: string): readonly unknown[] =>
    [...(byArn(arn)?.policies.values() ?? [])]
      .map(effective)
      .filter((text) => text !== undefined)
      .map((text): unknown => JSON.parse(text));
  return {
    account,
    clock,
    byName,
    quota,
    isVisible: ({ createdAt }) => hasSpread(createdAt, readsLag),
    book: {
      assume: (arn, service = 'lambda.amazonaws.com') => {
        const role = byArn(arn);
        if (!role || !trusts(role, [service])) return 'missing';
        return hasSpread(role.createdAt, ROLE_SPREADS) ? 'ready' : 'new';
      },
      allows: (arn, action, resource) =>
        evaluatePolicies(policiesOf(arn), { action, resource }) === 'allowed',
      policiesOf,
      trustsAccount: (arn) => {
        const role = byArn(arn);
        const root = `arn:aws:iam::${account}:root`;
        return role !== undefined && trusts(role, [account, root]);
      },
    },
  };
}

export function newRoleId(): string {
  return `AROA${randomBytes(9).toString('hex').toUpperCase().slice(0, 17)}`;
}

/** Returns true if the role trusts the principals. A trust policy has no Resource, because it applies to its own role. */
function trusts(role: Role, principals: readonly string[]): boolean {
  const document = JSON.parse(role.trust) as { Statement: object | readonly object[] }; // because it was validated when it was stored
  const rows = [document.Statement].flat().map((statement) => ({ ...statement, Resource: '*' }));
  const question = { action: 'sts:AssumeRole', resource: '*', principals };
  return resourceVerdict(JSON.stringify({ Statement: rows }), question) === 'allowed';
}
