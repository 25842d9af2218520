// Which region a role belongs to. IAM is one for the account, so the names of roles are shared by all regions, and the tag
// of a role says whose it is. Roles of earlier versions do not say it: the function that has one does.
import { regionalRoleName } from '../../config/cloud-names.js';
import type { Desired } from '../desired/desired.js';
import { regionTagOf } from '../desired/own-tag.js';
import { roleNameOf } from './account-of.js';
import type { ObservedFunction, ObservedRole } from './observed.js';
import { type Found, isOurs, type Sought } from './sought.js';

type Place = Pick<Sought, 'cloud' | 'app' | 'stage'>;

/** True when it is of the stage, and of another region for all that can be told. `functions`: those of this region. */
export function isElsewhere(
  { name, role }: ObservedRole,
  place: Place,
  functions: readonly ObservedFunction[],
): boolean {
  if (!role || !isOurs(role, place)) return false;
  const region = regionTagOf(role.tags);
  if (region !== undefined) return region !== place.cloud.region;
  return !functions.some((one) => isOurs(one, place) && roleNameOf(one.role) === name);
}

/** True when its tag says that it is of the stage in another region. */
export function isMarkedElsewhere(role: NonNullable<ObservedRole['role']>, place: Place): boolean {
  const region = regionTagOf(role.tags);
  return isOurs(role, place) && region !== undefined && region !== place.cloud.region;
}

/** The desired state with the names that its roles have in this region. */
export function withFoundRoles(
  desired: Desired,
  { roles, rolesElsewhere }: Pick<Found, 'roles' | 'rolesElsewhere'>,
): Desired {
  return renamed(desired, (name) => {
    const own = regionalRoleName(name, desired.region);
    const isHeld = rolesElsewhere.some((one) => one.name === name);
    return isHeld || roles.some((one) => one.name === own) ? own : name;
  });
}

/** As {@link withFoundRoles}, by the names that are on record. */
export function withRecordedRoles(desired: Desired, recorded: readonly string[]): Desired {
  return renamed(desired, (name) => {
    const own = regionalRoleName(name, desired.region);
    return recorded.includes(own) ? own : name;
  });
}

function renamed(desired: Desired, nameOf: (name: string) => string): Desired {
  return {
    ...desired,
    roles: desired.roles
      .map((role) => ({ ...role, name: nameOf(role.name) }))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1)),
    functions: desired.functions.map(({ role, ...rest }) => ({
      ...rest,
      role: role.kind === 'given' ? role : { ...role, name: nameOf(role.name) },
    })),
  };
}
