// What has to happen to the roles.
import { compareTexts } from '../../../../compiler/text-order.js';
import type { Tags } from '../../../cloud/cloud.js';
import { isOurs, ownTagOf, regionTagOf } from '../../stage/own-tag.js';
import type { Planning } from '../../stage/resource-type.js';
import type { Desired } from '../../stage/states.js';
import { isShared, keptRoleTags } from './role-regions.js';
import type { DesiredRole, ObservedRole, RoleChange } from './role-state.js';

/** By name; what is to be deleted stands last. */
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

/** A role that was not read is on record, so it is ours. A role without a region tag may be used in other regions and stays. */
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

/**
 * True when two policies say the same, as IAM means them: the order of keys does not matter, nor the order of a list, nor
 * whether a list of one is written as a list.
 */
function saysTheSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    if (items.length === 1) return items[0];
    return items.toSorted((left, right) =>
      compareTexts(JSON.stringify(left), JSON.stringify(right)),
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => compareTexts(left, right))
      .map(([key, entry]) => [key, canonical(entry)]),
  );
}
