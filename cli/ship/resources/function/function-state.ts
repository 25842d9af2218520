// The functions of a stage, as desired and as observed. All of them run the same zip file.
import type { Cloud } from '../../../cloud/cloud.js';
import type {
  CloudFunction,
  FunctionHistory,
  PublishedFunction,
  DescribedVersion,
} from '../../../cloud/services/lambda-function.js';
import type { Session } from '../../stage/run-steps.js';
import type { DesiredFunction } from './function-settings.js';
import { baseName, rolePrefix } from '../../../config/cloud-names.js';
import { isOurs, ownTagOf, ownDescription } from '../../stage/own-tag.js';
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
  accountOf,
  roleNameOf,
  functionId,
  isGone,
  type ListChange,
  type Owner,
  type Plan,
  type UpdateOf,
  type WantedChange,
} from '../../stage/states.js';

/** A change to the permissions to call a function. A new permission may replace an earlier statement. */
export type PermissionChange = {
  readonly kind: 'allowed' | 'taken back';
  readonly of: 'api' | 'sources';
  /** `API Gateway` */
  readonly callers: string;
};

export type FunctionChange = ListChange<DesiredFunction, CloudFunction>;
export type ChangedFunction = WantedChange<DesiredFunction, CloudFunction>;
export type FunctionUpdate = UpdateOf<DesiredFunction, CloudFunction>;

/** Returns the id of the step that allows API Gateway to call a function. */
export function permissionId(name: string): string {
  return `permission ${name}`;
}

/** Returns the id of the step that allows event sources to call a function. */
export function invokerId(name: string): string {
  return `permission of sources ${name}`;
}

/** Returns the ids of the steps that an event source waits for: the function exists, is ready, and allows the call. */
export function invokedIds(name: string): readonly string[] {
  return [functionId(name), invokerId(name), awaitId(name)];
}

export function awaitId(name: string): string {
  return `await ${functionId(name)}`;
}

export function isCalled(
  change: FunctionChange,
  { plan, desired }: Session,
): change is ChangedFunction {
  if (!mayBeAllowed(change, plan, 'api')) return false;
  const { name } = change.desired;
  const hasApi = plan.api !== undefined && plan.api.action !== 'delete';
  return hasApi && desired.permissions.some((one) => one.name === name);
}

export function isInvoked(
  change: FunctionChange,
  { plan, desired }: Session,
): change is ChangedFunction {
  if (!mayBeAllowed(change, plan, 'sources')) return false;
  const { name } = change.desired;
  return desired.invokers.some(({ functionName }) => functionName === name);
}

function mayBeAllowed(
  change: FunctionChange,
  plan: Plan,
  callers: PermissionChange['of'],
): change is ChangedFunction {
  if (isGone(change) || change.action === 'unchanged') return false;
  return change.action !== 'update' || permissionsIn(change, plan).some(({ of }) => of === callers);
}

export function permissionsIn(
  { desired }: ChangedFunction,
  { permissions }: Plan,
): readonly PermissionChange[] {
  return permissions.get(desired.name) ?? [];
}

export function noteVersion({ learned }: Session, { name, version }: PublishedFunction): void {
  if (version !== undefined) learned.versions.set(name, version);
}

export type RunningCode = CodeHistory & {
  /** The function whose versions serve as the history: that of the API, or the first one of a stage without an API. */
  readonly leader: CloudFunction;
  readonly leaderHistory: FunctionHistory;
  readonly histories: ReadonlyMap<string, FunctionHistory>;
};

type FoundFunctions = Pick<ObservedResources, 'functions'>;

export async function readRecordedFunctions(
  reading: RecordReading,
): Promise<FoundFunctions | undefined> {
  const { cloud, desired, record } = reading;
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

/** False if our tag names another version of the framework: the tags of the roles and the API must then also be read. */
function hasTagOf({ functions }: Desired, { name, tags }: CloudFunction): boolean {
  const wanted = functions.find((one) => one.name === name);
  return !wanted || ownTagOf(wanted.tags) === ownTagOf(tags);
}

/** Reads every function, to find out whether another machine has deployed other functions or roles. */
export async function areStillRecorded({ lambda }: Cloud, record: DeployedState): Promise<boolean> {
  const reads = record.functions.map((name) => lambda.getFunctionConfiguration(name));
  return (await Promise.all(reads)).every((one) => one && isAsRecorded(one, record));
}

/**
 * False if another machine has deployed since. It may have created resources that are not in the record: a new function comes
 * with new code, and a new role with a function that uses it.
 */
function isAsRecorded(
  { arn, codeSha256, role }: CloudFunction,
  { app, stage, region, account, code, roles }: DeployedState,
): boolean {
  const roleName = roleNameOf(role) ?? '';
  // A given role with another name is also accepted.
  const isKnownRole =
    roles.includes(roleName) || !roleName.startsWith(rolePrefix(baseName(app, stage), region));
  return accountOf(arn)?.id === account && codeSha256 === code && isKnownRole;
}

export async function readNamedFunctions(search: NameSearch): Promise<FoundFunctions> {
  const names = namesOf(search.desired?.functions, search.record?.functions);
  return { functions: await readFunctions(search.cloud, names) };
}

/** Also finds our functions with other names, by tag: another application may have the same prefix, as in `<app>-<stage>-x`. */
export async function readAllFunctions(search: ResourceSearch): Promise<FoundFunctions> {
  const named = await search.named.functions;
  if (!(await search.hasMore())) return { functions: named };
  const { cloud, app, stage, desired, record } = search;
  const expected = namesOf(desired?.functions, record?.functions);
  const listed = await cloud.lambda.listFunctions(baseName(app, stage));
  const others = listed.filter((name) => !expected.includes(name));
  const ours = (await readFunctions(cloud, others)).filter((one) => isOurs(one, search));
  return { functions: [...named, ...ours].toSorted(byName) };
}

/** Returns the functions that exist, in the order of `names`. */
export async function readFunctions(
  { lambda }: Cloud,
  names: readonly string[],
): Promise<readonly CloudFunction[]> {
  const found = await Promise.all(names.map((name) => lambda.getFunction(name)));
  return found.filter((one) => one !== undefined);
}

type CodeHistory = {
  /** The deploy whose code is running; undefined for code that was never published. */
  readonly current: DescribedVersion | undefined;
  /** The previous deploy; undefined if there is none, or if it is unknown. */
  readonly before: DescribedVersion | undefined;
  readonly newest: string | undefined;
  /** The deploy that an interrupted rollback was restoring. That rollback must be completed before another one starts. */
  readonly unfinished: DescribedVersion | undefined;
};

export function readCodeHistory({ latest, versions }: FunctionHistory): CodeHistory {
  const [newest] = versions;
  const running = latest && versions.find((one) => isSameCode(one, latest));
  const current = running && deployOf(running, versions);
  return {
    current,
    // Manually uploaded code is newer than any version.
    before: running
      ? current && deployBefore(current, versions)
      : newest && heldBy(newest, versions),
    newest: newest?.version,
    unfinished:
      newest && newest.description === latest?.description && isReturn(newest, versions)
        ? (deployOf(newest, versions) ?? targetOf(newest, versions))
        : undefined,
  };
}

/** Returns the deploy whose code is in the version with this number. */
export function deployOfNumber(
  number: string,
  { versions }: FunctionHistory,
): DescribedVersion | undefined {
  const found = versions.find(({ version }) => version === number);
  return found && deployOf(found, versions);
}

type Versions = readonly DescribedVersion[];

/** Returns the version or, if a rollback published it, the restored deploy; undefined if that deploy's version was deleted. */
function deployOf(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  if (!isReturn(one, versions)) return one;
  const target = targetOf(one, versions);
  return target && deployOf(target, versions);
}

function targetOf(
  { description }: DescribedVersion,
  versions: Versions,
): DescribedVersion | undefined {
  const to = readReturnRecord(description)?.to;
  return versions.find(({ version }) => version === to);
}

/** Returns the deploy whose code is in a version, or the version itself if the version of that deploy was deleted. */
function heldBy(one: DescribedVersion, versions: Versions): DescribedVersion {
  return deployOf(one, versions) ?? one;
}

/** True if a rollback published the version. A later version may inherit the description, but does not follow `after`. */
function isReturn(one: DescribedVersion, versions: Versions): boolean {
  const record = readReturnRecord(one.description);
  if (!record || Number(record.to) >= Number(one.version)) return false;
  if (record.after !== versionBefore(one, versions)?.version) return false;
  const to = targetOf(one, versions);
  // The code differs if a rollback was interrupted before it changed the code, and other code was deployed afterwards.
  return !to || isSameCode(to, one);
}

function deployBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  const previous = versionBefore(one, versions);
  if (!previous) return undefined;
  if (!isSameCode(previous, one)) return heldBy(previous, versions);
  // The same code was uploaded again, for example after an update that Lambda could not finish.
  const deploy = deployOf(previous, versions);
  return deploy && deployBefore(deploy, versions);
}

type Code = Pick<DescribedVersion, 'codeSha256' | 'architecture'>;

/** True for the same code. The same package for another architecture is different code. */
function isSameCode(one: Code, other: Code): boolean {
  return one.codeSha256 === other.codeSha256 && one.architecture === other.architecture;
}

function versionBefore(one: DescribedVersion, versions: Versions): DescribedVersion | undefined {
  return versions.find(({ version }) => Number(version) < Number(one.version));
}

/** The record of a rollback, in a function's description. It is written before the code, so the published version has both. */
export type ReturnRecord = {
  readonly to: string;
  /** The newest version before the rollback. */
  readonly after: string;
};

export function writeReturnRecord({ to, after }: ReturnRecord): string {
  return `Back to version ${to} after version ${after}, by framework`;
}

/** Returns undefined for any other description. */
function readReturnRecord(description: string): ReturnRecord | undefined {
  const [, to, after] = /^Back to version (\d+) after version (\d+), by /.exec(description) ?? [];
  return to === undefined || after === undefined ? undefined : { to, after };
}

export function isOnRecord(description: string, owner: Owner): boolean {
  return description === ownDescription(owner) || readReturnRecord(description) !== undefined;
}
