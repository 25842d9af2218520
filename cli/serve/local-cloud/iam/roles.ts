// The roles of the account, and Lambda's view of them. A new role cannot be assumed at once, and a new policy does not
// count at once, because both take seconds to reach other services.
import { randomBytes } from 'node:crypto';
import { evaluatePolicies } from '../policy/evaluate-policies.js';
import type { CloudClock, RoleBook } from '../service.js';

export type InlinePolicy = {
  /** The text of the document, as given. */
  readonly text: string;
  readonly since: number;
  /** The document that counts until the new one has reached other services. */
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
  /** How many roles the account may have. */
  readonly quota: number;
  readonly book: RoleBook;
  /** True when reads return the role. */
  readonly isVisible: (role: Role) => boolean;
};

/** Milliseconds until Lambda can assume a new role. */
const ROLE_SPREADS = 8_000;
/** Milliseconds until a changed policy counts. */
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
  return {
    account,
    clock,
    byName,
    quota,
    isVisible: ({ createdAt }) => hasSpread(createdAt, readsLag),
    book: {
      assume: (arn, service = 'lambda.amazonaws.com') => {
        const role = byArn(arn);
        if (!role || !trusts(role, service)) return 'missing';
        return hasSpread(role.createdAt, ROLE_SPREADS) ? 'ready' : 'new';
      },
      allows: (arn, action, resource) => {
        const texts = [...(byArn(arn)?.policies.values() ?? [])]
          .map(effective)
          .filter((text) => text !== undefined);
        const documents = texts.map((text): unknown => JSON.parse(text));
        return evaluatePolicies(documents, { action, resource }) === 'allowed';
      },
    },
  };
}

export function newRoleId(): string {
  return `AROA${randomBytes(9).toString('hex').toUpperCase().slice(0, 17)}`;
}

function trusts(role: Role, service: string): boolean {
  // A trust policy has a Principal and no Resource, so the question is about the principal.
  const document = JSON.parse(role.trust) as { Statement?: unknown }; // because it was checked when it was put
  const statements = [document.Statement].flat() as readonly Trust[]; // because it was checked when it was put
  const asked = statements.filter(({ Principal }) => namesService(Principal, service));
  const question = { action: 'sts:AssumeRole', resource: '*' };
  const rows = asked.map((statement) => ({ ...statement, Resource: '*' }));
  return evaluatePolicies([{ Statement: rows }], question) === 'allowed';
}

type Trust = { readonly Principal?: unknown };

function namesService(principal: unknown, service: string): boolean {
  if (typeof principal !== 'object' || principal === null || !('Service' in principal))
    return false;
  return [principal.Service].flat().includes(service);
}
