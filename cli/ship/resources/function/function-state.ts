// Functions in the states of a stage. They all run the same zip.
import type { Tags, Cloud } from '../../../cloud/cloud.js';
import type {
  CloudFunction,
  FunctionHistory,
  FunctionVpc,
  PublishedFunction,
} from '../../../cloud/services/lambda-function.js';
import type { Session } from '../../stage/session.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { FunctionRole } from '../role/policy-changes.js';
import type { CodeHistory } from './code-history.js';
import type { CarriedSettings } from './function-settings.js';
import { baseName, rolePrefix } from '../../../config/cloud-names.js';
import { isOurs, ownTagOf } from '../../stage/own-tag.js';
import type { Found, NameSearch, RecordReading, Search } from '../../stage/resource-type.js';
import {
  byName,
  type DeployedState,
  type Desired,
  namesOf,
  accountOf,
  roleNameOf,
} from '../../stage/states.js';

export type DesiredFunction = CarriedSettings & {
  /** `api_handler`, or the name of the lambda function in the source. */
  readonly key: string;
  /** `<app>-<stage>`, or `<app>-<stage>-<key>`. */
  readonly name: string;
  readonly handler: string;
  readonly vpc: FunctionVpc | undefined;
  readonly role: FunctionRole;
  /** The user's and our own. */
  readonly tags: Tags;
};

/** `code`: other bytes. `permissions`: who may call it. */
export type FunctionPart = 'code' | 'configuration' | 'concurrency' | 'tags' | 'permissions';

/** A change of the permissions to call a function. An allowed one may replace an earlier statement. */
export type PermissionChange = {
  readonly kind: 'allowed' | 'taken back';
  readonly of: 'api' | 'sources';
  /** `API Gateway` */
  readonly callers: string;
};

export type FunctionChange =
  | { readonly action: 'create'; readonly function: DesiredFunction }
  | FunctionUpdate
  /** Lambda could not create the function, or can no longer run it. It is deleted and created again. */
  | {
      readonly action: 'replace';
      readonly function: DesiredFunction;
      readonly observed: CloudFunction;
      readonly reason: string;
    }
  | {
      readonly action: 'unchanged';
      readonly function: DesiredFunction;
      readonly observed: CloudFunction;
    }
  | { readonly action: 'delete'; readonly name: string };

export type FunctionUpdate = {
  readonly action: 'update';
  readonly function: DesiredFunction;
  readonly observed: CloudFunction;
  readonly parts: readonly FunctionPart[];
  readonly fields: readonly FieldChange[];
  /** Empty without the part `permissions`. */
  readonly permissions: readonly PermissionChange[];
};

export type ChangedFunction = Exclude<FunctionChange, { readonly action: 'delete' | 'unchanged' }>;

export function functionNameIn(change: FunctionChange): string {
  return change.action === 'delete' ? change.name : change.function.name;
}

/** The step that creates or changes a function. */
export function functionId(name: string): string {
  return `function ${name}`;
}

/** The step that permits API Gateway to call a function. */
export function permissionId(name: string): string {
  return `permission ${name}`;
}

/** The step that permits sources of events to call a function. */
export function invokerId(name: string): string {
  return `permission of sources ${name}`;
}

/** The steps that an event source waits for: the function exists, is ready, and permits the call. */
export function invokedIds(name: string): readonly string[] {
  return [functionId(name), invokerId(name), awaitId(name)];
}

/** The step that waits for a new function. */
export function awaitId(name: string): string {
  return `await ${functionId(name)}`;
}

/** Whether the deploy permits API Gateway to call the function. */
export function isCalled(
  change: FunctionChange,
  { plan, desired }: Session,
): change is ChangedFunction {
  if (!mayBeAllowed(change, 'api')) return false;
  const { name } = change.function;
  const hasApi = plan.api !== undefined && plan.api.action !== 'delete';
  return hasApi && desired.permissions.some((one) => one.name === name);
}

/** Whether the deploy permits event sources to call the function. */
export function isInvoked(change: FunctionChange, { desired }: Session): change is ChangedFunction {
  if (!mayBeAllowed(change, 'sources')) return false;
  const { name } = change.function;
  return desired.invokers.some(({ functionName }) => functionName === name);
}

function mayBeAllowed(
  change: FunctionChange,
  callers: PermissionChange['of'],
): change is ChangedFunction {
  if (change.action === 'delete' || change.action === 'unchanged') return false;
  return change.action !== 'update' || change.permissions.some(({ of }) => of === callers);
}

/** Keeps the number of a version. */
export function noteVersion({ learned }: Session, { name, version }: PublishedFunction): void {
  if (version !== undefined) learned.versions.set(name, version);
}

/** The code that all functions of a stage run, and the code before it. */
export type RunningCode = CodeHistory & {
  /** The function whose versions are the history: the API's, or the first one of a stage without an API. */
  readonly leader: CloudFunction;
  readonly leaderHistory: FunctionHistory;
  /** The history of every function, by name. */
  readonly histories: ReadonlyMap<string, FunctionHistory>;
};

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
