// Reads functions: one call for each that is desired or on record, and a list for those of earlier deploys.
import type { Cloud } from '../../../cloud/cloud.js';
import type { CloudFunction } from '../../../cloud/lambda-calls.js';
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

/** With another version in the tag of a function, roles and API have to be read for theirs. */
function hasTagOf({ functions }: Desired, { name, tags }: CloudFunction): boolean {
  const wanted = functions.find((one) => one.name === name);
  return !wanted || ownTagOf(wanted.tags) === ownTagOf(tags);
}

/** Costs a read for each function, but finds every function and role that another machine has deployed. */
export async function areStillRecorded({ lambda }: Cloud, record: DeployedState): Promise<boolean> {
  const functions = await Promise.all(
    record.functions.map((name) => lambda.getFunctionConfiguration(name)),
  );
  return functions.every((one) => one !== undefined && isAsRecorded(one, record));
}

/**
 * Whether a function is as the last deploy from here left it. If not, another machine has deployed since, and may have made
 * what the record does not name: a new function comes with other code, a new role with a function that has it.
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

/** Also our functions with other names. The tag decides, because another application may be called `<app>-<stage>-x`. */
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

/** Those that exist, in the order of their names. */
export async function readFunctions(
  { lambda }: Cloud,
  names: readonly string[],
): Promise<readonly CloudFunction[]> {
  const found = await Promise.all(names.map((name) => lambda.getFunction(name)));
  return found.filter((one) => one !== undefined);
}
