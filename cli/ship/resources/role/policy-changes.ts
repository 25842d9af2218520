// The permissions that roles gain and lose (specification 2.7): a plan shows the list, and `deploy` asks about it.
import type { PolicyReason } from '../../../../compiler/policy/generated-policy.js';
import { type PlanLook, type PlanRow, renderRows } from '../../stage/plan-rows.js';
import { type Grants, grantsOf } from './policy-grants.js';
import type { DesiredRole, PolicyChange, PolicyGrant, RoleChange } from './role-state.js';

/** One entry for each role whose policy grants something else than before. */
export function planPolicies(roles: readonly RoleChange[]): readonly PolicyChange[] {
  return roles.flatMap((change) => {
    if (change.action === 'create') return compare(change.role, grantsOf(undefined));
    if (change.action !== 'update' || !change.parts.includes('policy')) return [];
    return compare(change.role, grantsOf(change.observed.policy));
  });
}

function compare(role: DesiredRole, before: Grants): PolicyChange[] {
  const after = grantsOf(role.policy);
  const added = [...after].filter(([action]) => !before.has(action));
  const removed = [...before].filter(([action]) => !after.has(action));
  const changed = [...after].flatMap(([action, to]) => {
    const from = before.get(action);
    return from && from.join() !== to.join() ? [{ action, from, to }] : [];
  });
  if (added.length + removed.length + changed.length === 0) return [];
  const reasons = role.generated?.reasons ?? [];
  return [
    {
      role: role.name,
      added: added.map(([action, resources]) => ({
        action,
        resources,
        because: becauseOf(action, reasons),
      })),
      removed: removed.map(([action, resources]): PolicyGrant => {
        return { action, resources, because: undefined };
      }),
      changed,
    },
  ].map((change) => ({
    ...change,
    added: change.added.toSorted(byAction),
    removed: change.removed.toSorted(byAction),
    changed: change.changed.toSorted(byAction),
  }));
}

function byAction(left: { readonly action: string }, right: { readonly action: string }): number {
  return left.action < right.action ? -1 : 1;
}

/** The first reason that the generated policy gives for an action. */
function becauseOf(action: string, reasons: readonly PolicyReason[]): string | undefined {
  const because = reasons.find((reason) => reason.action === action)?.because;
  switch (because?.kind) {
    case undefined:
      return undefined;
    case 'use':
    case 'event':
      return `${because.at.file}:${because.at.line} ${because.text}`;
    case 'logs':
      return 'logs of the functions';
    case 'vpc':
      return 'subnet_ids and security_group_ids';
    case 'xray':
      return 'xray';
    case 'base':
      return 'the policy that is written by hand';
  }
}

/** A list for each role; nothing when no policy changes. */
export function renderPolicyChanges(policies: readonly PolicyChange[], look: PlanLook): string {
  return policies
    .map((change) => renderRows(`Policy of ${change.role}`, policyRows(change), look))
    .join('');
}

function policyRows({ added, removed, changed }: PolicyChange): readonly PlanRow[] {
  return [
    ...added.map((grant) => grantRow('+', grant)),
    ...removed.map((grant) => grantRow('-', grant)),
    ...changed.map(({ action, from, to }): PlanRow => {
      const resources = [
        ...to.filter((one) => !from.includes(one)).map((one) => `+ ${one}`),
        ...from.filter((one) => !to.includes(one)).map((one) => `- ${one}`),
      ];
      return { sign: '~', cells: [action, resources.join(', ')] };
    }),
  ];
}

function grantRow(sign: '+' | '-', { action, resources, because }: PolicyGrant): PlanRow {
  return {
    sign,
    cells: [action, resources.join(', '), ...(because === undefined ? [] : [because])],
  };
}
