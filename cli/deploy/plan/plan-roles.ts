// What has to happen to the roles.
import type { Desired, DesiredRole } from '../desired/desired.js';
import { isOurTag, ownTagOf } from '../desired/own-tag.js';
import type { Observed, ObservedRole } from '../observed/observed.js';
import type { RoleChange } from './plan.js';
import { saysTheSame } from './same-json.js';

/** By name; what is to be deleted stands last. */
export function planRoles(desired: Desired, observed: Observed): readonly RoleChange[] {
  const wanted = new Set(desired.roles.map(({ name }) => name));
  return [
    ...desired.roles.map((role) =>
      planRole(
        role,
        observed.roles.find(({ name }) => name === role.name),
      ),
    ),
    ...observed.roles
      .filter((role) => !wanted.has(role.name) && isOurs(role, desired))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
}

/** One that was not asked for stands in the deployed state. */
function isOurs({ role }: ObservedRole, { app, stage }: Desired): boolean {
  return role === undefined || isOurTag(ownTagOf(role.tags), app, stage);
}

function planRole(role: DesiredRole, observed: ObservedRole | undefined): RoleChange {
  if (!observed) return { action: 'create', role };
  const parts = [
    ...(observed.role && !saysTheSame(observed.role.trust, role.trust) ? (['trust'] as const) : []),
    ...(saysTheSame(observed.policy, role.policy) ? [] : (['policy'] as const)),
    ...(observed.role && ownTagOf(observed.role.tags) !== ownTagOf(role.tags)
      ? (['tags'] as const)
      : []),
  ];
  if (parts.length === 0) return { action: 'unchanged', role, observed };
  return { action: 'update', role, observed, parts };
}
