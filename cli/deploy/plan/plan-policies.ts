// What roles gain and lose (spec 2.7): the list that `deploy` asks about.
import type { PolicyReason } from '../../../compiler/policy/generated-policy.js';
import type { DesiredRole } from '../desired/desired.js';
import type { PolicyChange, PolicyGrant, RoleChange } from './plan.js';
import { type Grants, grantsOf } from './policy-grants.js';

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

/** The first reason that the generator gives for an action. */
function becauseOf(action: string, reasons: readonly PolicyReason[]): string | undefined {
  const because = reasons.find((reason) => reason.action === action)?.because;
  switch (because?.kind) {
    case undefined:
      return undefined;
    case 'use':
      return `${because.at.file}:${because.at.line} ${because.text}`;
    case 'logs':
      return 'logs of the functions';
    case 'vpc':
      return 'subnet_ids and security_group_ids';
    case 'base':
      return 'the policy that is written by hand';
  }
}
