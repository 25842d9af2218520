// Reads roles. With a record, this takes one call for each policy; otherwise roles are found by name, by tag, and by the
// functions that use them.
import type { Tags } from '../../../cloud/cloud.js';
import type { RoleUse } from '../../../cloud/services/iam.js';
import {
  baseName,
  ownRoleNameOf,
  regionalRoleName,
  rolePrefix,
} from '../../../config/cloud-names.js';
import { isOurs, regionTagOf } from '../../stage/own-tag.js';
import type {
  ObservedResources,
  NameSearch,
  RecordReading,
  ResourceSearch,
} from '../../stage/resource-type.js';
import {
  byName,
  type DeployedState,
  type Desired,
  namesOf,
  type Observed,
  type RegionalStage,
  roleNameOf,
} from '../../stage/states.js';
import { type InvokerSource, sourceArns } from '../event-source/invokers.js';
import type { ObservedRole } from './policy-changes.js';
import { API_HANDLER } from '../../../config/stage-config.js';
import { FORMER_TAG, REGION_TAG, SHARED_TAG } from '../../../config/limits.js';

// IAM has no regions: all regions of an account share the names of roles. A tag on a role contains its region
// (docs/decisions/role-regions.md). A role from an earlier version has no tag and belongs to the region of the function that
// uses it.

export function roleTags(own: Tags, region: string): Tags {
  return { ...own, [REGION_TAG]: region };
}

/** A role without a region tag is permanently marked as shared, because IAM does not say which other regions use it. */
export function keptRoleTags(wanted: Tags, found: Tags | undefined): Tags {
  return found && isShared(found) ? { ...wanted, [SHARED_TAG]: 'true' } : wanted;
}

/** True if functions in other regions may use the role. Such a role is never deleted. */
export function isShared(tags: Tags): boolean {
  return regionTagOf(tags) === undefined || Object.hasOwn(tags, SHARED_TAG);
}

/** Returns the desired state with the names that its roles have in this region. */
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

/** Like {@link withFoundRoles}, with the recorded names. */
export function withRecordedRoles(desired: Desired, recorded: readonly string[]): Desired {
  return renamed(desired, (name) => {
    const own = regionalRoleName(name, desired.region);
    return recorded.includes(own) ? own : name;
  });
}

/** False if the tags of the recorded roles must be read before a deletion: regions may share roles from earlier versions. */
export function isEnough(record: DeployedState, desired: Desired | undefined): boolean {
  const { hasRegions, hasShared, roles } = record;
  if (hasRegions !== true) return false;
  if (!hasShared) return true;
  const wanted = desired && withRecordedRoles(desired, roles).roles;
  return wanted !== undefined && roles.every((name) => wanted.some((role) => role.name === name));
}

/** Reads only the policies of the roles, which also proves that the roles exist. */
export async function readRecordedRoles(reading: RecordReading): Promise<FoundRoles | undefined> {
  const { cloud, desired, record } = reading;
  if (desired.roles.some(({ name }) => hasOtherUser(name, desired, record))) return undefined;
  const added = namesOf(desired.roles).filter((name) => !record.roles.includes(name));
  const [policies, unexpected] = await Promise.all([
    Promise.all(record.roles.map((name) => cloud.iam.getRolePolicy(name, name))),
    Promise.all(added.map((name) => cloud.iam.getRole(name))),
  ]);
  if (policies.includes(undefined) || unexpected.some(Boolean)) return undefined;
  const roles = record.roles.map((name, at) => ({ name, role: undefined, policy: policies[at] }));
  const roleUse = await readRoleUse({ cloud, desired }, roles);
  return { roles: roles.toSorted(byName), rolesElsewhere: [], roleUse };
}

/** Reads the number of roles in the account, which is needed only if a deploy with `role_per_function` creates roles. */
async function readRoleUse(
  { cloud, desired }: Pick<NameSearch, 'cloud' | 'desired'>,
  found: readonly { readonly name: string }[],
): Promise<RoleUse | undefined> {
  const isThere = ({ name }: { readonly name: string }): boolean =>
    found.some((one) => [name, regionalRoleName(name, cloud.region)].includes(one.name));
  if (!desired?.hasRolePerFunction || desired.roles.every(isThere)) return undefined;
  return cloud.iam.readRoleUse();
}

/** True if a role moved between a function and a service. The record lacks its trust policy, which must be read and changed. */
function hasOtherUser(name: string, desired: Desired, record: DeployedState): boolean {
  const base = baseName(desired.app, desired.stage);
  const [owner = name] = name.split('@');
  if (owner === base || !record.roles.includes(name)) return false;
  const isOfFunction = desired.functions.some(
    ({ role }) => role.kind === 'managed' && role.name === name,
  );
  const isBase = (one: string): boolean => one.split('@')[0] === base;
  // Before `role_per_function`, a service may have had a role with the name that the function's role has now.
  const isDividedNow = record.roles.some(isBase) && !desired.roles.some((one) => isBase(one.name));
  if (isOfFunction && isDividedNow) return true;
  const former = owner === ownRoleNameOf(base, API_HANDLER) ? base : owner;
  return isOfFunction !== record.functions.includes(former);
}

/** Reads the roles by name. Roles whose tag names another region are returned in a separate list. */
export async function readNamedRoles(search: NameSearch): Promise<FoundRoles> {
  const read = await readRoles(search, namesOf(search.desired?.roles, search.record?.roles));
  const stage = regionalStage(search);
  return {
    roles: read.filter((one) => !isMarkedElsewhere(one, stage)),
    rolesElsewhere: read.filter((one) => isMarkedElsewhere(one, stage)),
  };
}

/** If another region uses a name, there may be a role with the name for this region. */
export async function readAllRoles(
  search: ResourceSearch,
  callers: readonly InvokerSource[],
): Promise<FoundRoles> {
  const stage = regionalStage(search);
  const expected = namesOf(search.desired?.roles, search.record?.roles);
  const named = [...(await search.named.roles), ...((await search.named.rolesElsewhere) ?? [])];
  const others = (await search.hasMore()) ? await readOtherRoles(search, expected, callers) : [];
  const functions = await search.all.functions;
  const read = [...named, ...others];
  const rolesElsewhere = read.filter((one) => isElsewhere(one, stage, functions));
  const regional = rolesElsewhere
    .filter(({ name }) => expected.includes(name))
    .map(({ name }) => regionalRoleName(name, stage.region))
    .filter((name) => !read.some((one) => one.name === name));
  const own = await readRoles(search, regional);
  const here = [
    ...read.filter((one) => !rolesElsewhere.includes(one)),
    ...own.filter((one) => !isMarkedElsewhere(one, stage)),
  ];
  const roleUse = await readRoleUse(search, here);
  return { roles: here.toSorted(byName), rolesElsewhere, roleUse };
}

/** True for a role of the stage in another region, and for one without a region tag that none of the `functions` here uses. */
function isElsewhere(
  { name, role }: ObservedRole,
  stage: RegionalStage,
  functions: Observed['functions'],
): boolean {
  if (!role || !isOurs(role, stage)) return false;
  const region = regionTagOf(role.tags);
  if (region !== undefined) return region !== stage.region;
  return !functions.some((one) => isOurs(one, stage) && roleNameOf(one.role) === name);
}

function isMarkedElsewhere({ role }: ObservedRole, stage: RegionalStage): boolean {
  if (!role) return false;
  const region = regionTagOf(role.tags);
  return isOurs(role, stage) && region !== undefined && region !== stage.region;
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

type FoundRoles = Required<Pick<ObservedResources, 'roles' | 'rolesElsewhere'>> &
  Pick<ObservedResources, 'roleUse'>;

/** Finds our roles with other names, by tag: another application may have the same prefix, as in `<app>-<stage>-x`. */
async function readOtherRoles(
  search: ResourceSearch,
  expected: readonly string[],
  callers: readonly InvokerSource[],
): Promise<readonly ObservedRole[]> {
  const { cloud, app, stage, desired } = search;
  const prefix = rolePrefix(baseName(app, stage), cloud.region);
  // The functions contain the names of their roles, so it is often unnecessary to list all roles in the account. After an
  // interrupted switch between one role per function and a shared role, the former roles still exist, but no function names
  // them.
  const hasFormer =
    desired?.hasRolePerFunction !== false ||
    (await search.named.roles).some(({ role }) => role?.tags[FORMER_TAG] !== undefined);
  const [functions, listed] = await Promise.all([
    search.all.functions,
    hasFormer ? cloud.iam.listRoles(prefix) : [],
  ]);
  const used = functions
    .map(({ role }) => roleNameOf(role) ?? '')
    .filter((name) => name.startsWith(prefix));
  const calling = await Promise.all(callers.map((one) => callingRoles(one, search)));
  const names = [...listed, ...used, ...calling.flat()].filter((name) => !expected.includes(name));
  const roles = await readRoles(search, names);
  return roles.filter(({ role }) => role && isOurs(role, search));
}

/** Returns the possible names of a service's role, unless one was found or the service never called a function. */
async function callingRoles(
  { by, role }: InvokerSource,
  { app, stage, cloud, all, named }: ResourceSearch,
): Promise<readonly string[]> {
  if (!role) return [];
  const statements = [...(await all.permissions).values()].flat();
  if (sourceArns(statements, by, true).length === 0) return [];
  const names = role
    .names(baseName(app, stage))
    .flatMap((name) => [name, regionalRoleName(name, cloud.region)]);
  const found = await named.roles;
  return found.some(({ name }) => names.includes(name)) ? [] : names;
}

async function readRoles(
  search: NameSearch,
  names: readonly string[],
): Promise<readonly ObservedRole[]> {
  const { iam } = search.cloud;
  const read = async (name: string): Promise<ObservedRole[]> => {
    const role = await iam.getRole(name);
    if (!role) return [];
    const found = { name, role, policy: undefined };
    // The policies of roles in other regions are not compared.
    if (isMarkedElsewhere(found, regionalStage(search))) return [found];
    return [{ ...found, policy: await iam.getRolePolicy(name, name) }];
  };
  return (await Promise.all([...new Set(names)].map(read))).flat();
}

function regionalStage({ app, stage, cloud }: NameSearch): RegionalStage {
  return { app, stage, region: cloud.region };
}
