// What has to happen to the roles.
import type { Tags } from '../../cloud/cloud.js';
import type { Desired, DesiredRole } from '../desired/desired.js';
import { isOurTag, isShared, keptRoleTags, ownTagOf, regionTagOf } from '../desired/own-tag.js';
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
      .filter((role) => !wanted.has(role.name) && isDoomed(role, desired))
      .map(({ name }) => ({ action: 'delete' as const, name })),
  ];
}

/** One that was not asked for stands in the deployed state. One that was made without a region may be another's too. */
function isDoomed({ role }: ObservedRole, { app, stage, region }: Desired): boolean {
  if (!role) return true;
  const { tags } = role;
  return isOurTag(ownTagOf(tags), app, stage) && regionTagOf(tags) === region && !isShared(tags);
}

function planRole(wanted: DesiredRole, observed: ObservedRole | undefined): RoleChange {
  if (!observed) return { action: 'create', role: wanted };
  const role = observed.role
    ? { ...wanted, tags: keptRoleTags(wanted.tags, observed.role.tags) }
    : wanted;
  const parts = [
    ...(observed.role && !saysTheSame(observed.role.trust, role.trust) ? (['trust'] as const) : []),
    ...(saysTheSame(observed.policy, role.policy) ? [] : (['policy'] as const)),
    ...(observed.role && hasOtherTags(observed.role.tags, role.tags) ? (['tags'] as const) : []),
  ];
  if (parts.length === 0) return { action: 'unchanged', role, observed };
  return { action: 'update', role, observed, parts };
}

function hasOtherTags(found: Tags, wanted: Tags): boolean {
  return [ownTagOf, regionTagOf].some((read) => read(found) !== read(wanted));
}
