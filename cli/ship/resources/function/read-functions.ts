// Reads functions: one call for each desired or recorded function, and a list for those of earlier deploys.
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudFunction } from '../../../cloud/services/lambda-function.js';
import { baseName, rolePrefix } from '../../../config/cloud-names.js';
import { accountOf, roleNameOf } from '../../stage/arn.js';
import { isOurs, ownTagOf } from '../../stage/own-tag.js';
import type { Found, NameSearch, RecordReading, Search } from '../../stage/resource-type.js';
import { byName, type DeployedState, type Desired, namesOf } from '../../stage/states.js';

type FoundFunctions = Pick<Found, 'functions'>;

export async function readRecordedFunctions({
  cloud,
  desired,
  record,
}: RecordReading): Promise<FoundFunctions | undefined> {
  const names = namesOf(desired.functions, record.functions);
  const found = await Promise.all(names.map((name) => cloud.lambda.getFunction(name)));
  const areAsRecorded = found.every((one, index) => {
    const isRecorded = record.functions.includes(names[index] ?? '');
    if (!one || !isRecorded) return !one && !isRecorded;
    return isOurs(one, desired) && isAsRecorded(one, record) && hasTagOf(desired, one);
  });
  if (!areAsRecorded) return undefined;
  return { functions: found.filter((one) => one !== undefined).toSorted(byName) };
}

/** Whether the function's tag has this version. With another version, the tags of roles and API must be read too. */
function hasTagOf({ functions }: Desired, { name, tags }: CloudFunction): boolean {
  const wanted = functions.find((one) => one.name === name);
  return !wanted || ownTagOf(wanted.tags) === ownTagOf(tags);
}

/**
 * Whether the functions are as recorded. It reads every function, but so finds out whether another machine has deployed
 * other functions or roles.
 */
export async function areStillRecorded({ lambda }: Cloud, record: DeployedState): Promise<boolean> {
  const functions = await Promise.all(
    record.functions.map((name) => lambda.getFunctionConfiguration(name)),
  );
  return functions.every((one) => one !== undefined && isAsRecorded(one, record));
}

/**
 * Whether a function is as the last deploy from this machine left it. If not, another machine has deployed and may have
 * created resources that the record lacks: a new function comes with new code, and a new role with a function that uses it.
 */
function isAsRecorded(
  { arn, codeSha256, role }: CloudFunction,
  { app, stage, region, account, code, roles }: DeployedState,
): boolean {
  const roleName = roleNameOf(role) ?? '';
  // Or a role of another name was given.
  const isKnownRole =
    roles.includes(roleName) || !roleName.startsWith(rolePrefix(baseName(app, stage), region));
  return accountOf(arn)?.id === account && codeSha256 === code && isKnownRole;
}

export async function readNamedFunctions(search: NameSearch): Promise<FoundFunctions> {
  const names = namesOf(search.desired?.functions, search.record?.functions);
  return { functions: await readFunctions(search.cloud, names) };
}

/** Also finds our functions with other names. The tag decides, because another application may be called `<app>-<stage>-x`. */
export async function readAllFunctions(search: Search): Promise<FoundFunctions> {
  const named = await search.named.functions;
  if (!(await search.hasMore())) return { functions: named };
  const { cloud, app, stage, desired, record } = search;
  const expected = namesOf(desired?.functions, record?.functions);
  const listed = await cloud.lambda.listFunctions(baseName(app, stage));
  const others = await readFunctions(
    cloud,
    listed.filter((name) => !expected.includes(name)),
  );
  const ours = others.filter((one) => isOurs(one, search));
  return { functions: [...named, ...ours].toSorted(byName) };
}

/** The functions that exist, sorted by name. */
export async function readFunctions(
  { lambda }: Cloud,
  names: readonly string[],
): Promise<readonly CloudFunction[]> {
  const found = await Promise.all(names.map((name) => lambda.getFunction(name)));
  return found.filter((one) => one !== undefined);
}
