// The region of a role. IAM has no regions: all regions of an account share the names of roles. A tag on the role names its
// region (docs/decisions/role-regions.md). Roles of earlier versions lack the tag and belong to the region of the function
// that uses them.
import type { Tags } from '../../../cloud/cloud.js';
import { regionalRoleName } from '../../../config/cloud-names.js';
import { REGION_TAG, SHARED_TAG } from '../../../config/limits.js';
import { roleNameOf } from '../../stage/arn.js';
import { isOurs, regionTagOf } from '../../stage/own-tag.js';
import { byName, type Desired, type Observed, type Place } from '../../stage/states.js';
import type { ObservedRole } from './role-state.js';

/** The tags of a role: those of every resource, and the region. */
export function roleTags(own: Tags, region: string): Tags {
  return { ...own, [REGION_TAG]: region };
}

/**
 * The tags of an existing role. A role without a region tag gets a mark that it is shared and keeps it, because IAM does
 * not say which other regions use the role.
 */
export function keptRoleTags(wanted: Tags, found: Tags): Tags {
  return isShared(found) ? { ...wanted, [SHARED_TAG]: 'true' } : wanted;
}

/** True when functions of other regions may use the role. It is never deleted. */
export function isShared(tags: Tags): boolean {
  return regionTagOf(tags) === undefined || Object.hasOwn(tags, SHARED_TAG);
}

/**
 * True for a role of the stage in another region. A role without a region tag counts as such, unless a function in
 * `functions`, those of this region, uses it.
 */
export function isElsewhere(
  { name, role }: ObservedRole,
  place: Place,
  functions: Observed['functions'],
): boolean {
  if (!role || !isOurs(role, place)) return false;
  const region = regionTagOf(role.tags);
  if (region !== undefined) return region !== place.region;
  return !functions.some((one) => isOurs(one, place) && roleNameOf(one.role) === name);
}

/** Whether its tag names another region. */
export function isMarkedElsewhere({ role }: ObservedRole, place: Place): boolean {
  if (!role) return false;
  const region = regionTagOf(role.tags);
  return isOurs(role, place) && region !== undefined && region !== place.region;
}

/** The desired state with the names that its roles have in this region. */
export function withFoundRoles(
  desired: Desired,
  { roles, rolesElsewhere = [] }: Pick<Observed, 'roles' | 'rolesElsewhere'>,
): Desired {
  return renamed(desired, (name) => {
    const own = regionalRoleName(name, desired.region);
    const isHeld = rolesElsewhere.some((one) => one.name === name);
    return isHeld || roles.some((one) => one.name === own) ? own : name;
  });
}

/** As {@link withFoundRoles}, with the recorded names. */
export function withRecordedRoles(desired: Desired, recorded: readonly string[]): Desired {
  return renamed(desired, (name) => {
    const own = regionalRoleName(name, desired.region);
    return recorded.includes(own) ? own : name;
  });
}

function renamed(desired: Desired, nameOf: (name: string) => string): Desired {
  return {
    ...desired,
    roles: desired.roles.map((role) => ({ ...role, name: nameOf(role.name) })).toSorted(byName),
    functions: desired.functions.map(({ role, ...rest }) => ({
      ...rest,
      role: role.kind === 'given' ? role : { ...role, name: nameOf(role.name) },
    })),
  };
}
