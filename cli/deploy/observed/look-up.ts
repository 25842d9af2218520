// Looks for everything of a stage by name and tag: when there is no record of it, or the record was wrong.
import { baseName } from '../../config/cloud-names.js';
import { roleNameOf } from './account-of.js';
import { findApi } from './find-api.js';
import type { ObservedFunction, ObservedRole } from './observed.js';
import { byName, type Found, isOurs, type Sought } from './sought.js';

/** Reads only. */
export async function lookUp(sought: Sought): Promise<Found> {
  const [functions, roles, apis] = await Promise.all([
    readFunctions(sought, sought.functions),
    readRoles(sought, sought.roles),
    findApi(sought),
  ]);
  const isFound = functions.length + roles.length > 0 || apis.api !== undefined;
  const hasLists = sought.lists === 'always' || isFound;
  const others = hasLists ? await readOthers(sought, functions) : { functions: [], roles: [] };
  return {
    functions: [...functions, ...others.functions].toSorted(byName),
    roles: [...roles, ...others.roles].toSorted(byName),
    ...apis,
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

function readRoles({ cloud }: Sought, names: readonly string[]): Promise<readonly ObservedRole[]> {
  return each(names, async (name) => {
    const role = await cloud.iam.getRole(name);
    return role && { name, role, policy: await cloud.iam.getRolePolicy(name, name) };
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
    lists === 'always' ? cloud.iam.listRoles(base) : [],
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
    .filter((name) => name.startsWith(base));
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
