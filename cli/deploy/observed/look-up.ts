// Looks for everything of a stage by name and tag: when there is no record of it, or the record was wrong.
import { baseName, regionalRoleName, rolePrefix } from '../../config/cloud-names.js';
import { roleNameOf } from './account-of.js';
import { findApi } from './find-api.js';
import type { ObservedFunction, ObservedRole } from './observed.js';
import { isElsewhere, isMarkedElsewhere } from './role-regions.js';
import { byName, type Found, isOurs, type Sought } from './sought.js';

/** Reads only. */
export async function lookUp(sought: Sought): Promise<Found> {
  const [functions, roles, apis] = await Promise.all([
    readFunctions(sought, sought.functions),
    readRoles(sought, sought.roles),
    findApi(sought),
  ]);
  const isFound =
    functions.length > 0 || apis.api !== undefined || roles.some((one) => !isOther(one, sought));
  const hasLists = sought.lists === 'always' || isFound;
  const others = hasLists ? await readOthers(sought, functions) : { functions: [], roles: [] };
  const allFunctions = [...functions, ...others.functions].toSorted(byName);
  return {
    functions: allFunctions,
    ...(await partRoles([...roles, ...others.roles], allFunctions, sought)),
    ...apis,
  };
}

function isOther({ role }: ObservedRole, sought: Sought): boolean {
  return role !== undefined && isMarkedElsewhere(role, sought);
}

/** Where another region holds a name, there may be a role with the name of this region. */
async function partRoles(
  read: readonly ObservedRole[],
  functions: readonly ObservedFunction[],
  sought: Sought,
): Promise<Pick<Found, 'roles' | 'rolesElsewhere'>> {
  const rolesElsewhere = read.filter((one) => isElsewhere(one, sought, functions));
  const here = read.filter((one) => !rolesElsewhere.includes(one));
  const names = rolesElsewhere
    .filter(({ name }) => sought.roles.includes(name))
    .map(({ name }) => regionalRoleName(name, sought.cloud.region))
    .filter((name) => !read.some((one) => one.name === name));
  const own = await readRoles(sought, names);
  return {
    roles: [...here, ...own.filter((one) => !isOther(one, sought))].toSorted(byName),
    rolesElsewhere,
  };
}

function readFunctions(
  sought: Sought,
  names: readonly string[],
): Promise<readonly ObservedFunction[]> {
  const { lambda } = sought.cloud;
  return each(names, async (name) => {
    const found = await lambda.getFunction(name);
    if (!found) return undefined;
    const isCalled = isOurs(found, sought) && sought.calledFunctions.includes(name);
    return { ...found, permissions: isCalled ? await lambda.getPermissions(name) : undefined };
  });
}

function readRoles(sought: Sought, names: readonly string[]): Promise<readonly ObservedRole[]> {
  const { iam } = sought.cloud;
  return each(names, async (name) => {
    const role = await iam.getRole(name);
    if (!role) return undefined;
    // What another region may do is not compared.
    const policy = isMarkedElsewhere(role, sought)
      ? undefined
      : await iam.getRolePolicy(name, name);
    return { name, role, policy };
  });
}

/** Ours under other names. Another application may be called `<app>-<stage>-x`: the tag decides. */
async function readOthers(
  sought: Sought,
  known: readonly ObservedFunction[],
): Promise<Pick<Found, 'functions' | 'roles'>> {
  const { cloud, lists } = sought;
  const base = baseName(sought.app, sought.stage);
  const [listedFunctions, listedRoles] = await Promise.all([
    cloud.lambda.listFunctions(base),
    lists === 'always' ? cloud.iam.listRoles(rolePrefix(base, cloud.region)) : [],
  ]);
  const functions = (
    await readFunctions(
      sought,
      listedFunctions.filter((name) => !sought.functions.includes(name)),
    )
  ).filter((one) => isOurs(one, sought));
  // A function leads to its role, which saves a list that is as long as the account is old.
  const usedRoles = [...known, ...functions]
    .map(({ role }) => roleNameOf(role) ?? '')
    .filter((name) => name.startsWith(rolePrefix(base, cloud.region)));
  const roles = await readRoles(
    sought,
    [...listedRoles, ...usedRoles].filter((name) => !sought.roles.includes(name)),
  );
  return { functions, roles: roles.filter(({ role }) => role && isOurs(role, sought)) };
}

async function each<Resource>(
  names: readonly string[],
  read: (name: string) => Promise<Resource | undefined>,
): Promise<readonly Resource[]> {
  const found = await Promise.all([...new Set(names)].map(read));
  return found.flatMap((one) => (one === undefined ? [] : [one]));
}
