// Plans the changes of roles.
import type { Tags } from '../../../cloud/cloud.js';
import { isSamePolicy } from '../../policy/same-policy.js';
import { isOurs, ownTagOf, regionTagOf } from '../../stage/own-tag.js';
import type { Planning } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { isShared, keptRoleTags } from './role-regions.js';
import type { DesiredRole, ObservedRole, RoleChange } from './role-state.js';

/** By name; deletions last. */
export function planRoles({ desired, observed }: Planning): readonly RoleChange[] {
  const wanted = new Set(desired.roles.map(({ name }) => name));
  return [
    ...desired.roles.map((role) =>
      planRole(
        role,
        observed.roles.find(({ name }) => name === role.name),
      ),
    ),
    ...observed.roles
      .filter((role) => !wanted.has(role.name) && isToGo(role, desired))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
}

/**
 * Whether the role is deleted. A recorded role is ours although its tags were not read. A role without a region tag may be
 * used in other regions and is kept.
 */
function isToGo({ role }: ObservedRole, desired: Desired): boolean {
  if (!role) return true;
  const { tags } = role;
  return isOurs(role, desired) && regionTagOf(tags) === desired.region && !isShared(tags);
}

function planRole(wanted: DesiredRole, observed: ObservedRole | undefined): RoleChange {
  if (!observed) return { action: 'create', role: wanted };
  const role = observed.role
    ? { ...wanted, tags: keptRoleTags(wanted.tags, observed.role.tags) }
    : wanted;
  const parts = [
    ...(observed.role && !isSamePolicy(observed.role.trust, role.trust)
      ? (['trust'] as const)
      : []),
    ...(isSamePolicy(observed.policy, role.policy) ? [] : (['policy'] as const)),
    ...(observed.role && hasOtherTags(observed.role.tags, role.tags) ? (['tags'] as const) : []),
  ];
  if (parts.length === 0) return { action: 'unchanged', role, observed };
  return { action: 'update', role, observed, parts };
}

function hasOtherTags(found: Tags, wanted: Tags): boolean {
  return [ownTagOf, regionTagOf].some((read) => read(found) !== read(wanted));
}
