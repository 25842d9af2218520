// Functions in the states of a stage. They all run the same zip.
import type { Tags } from '../../../cloud/cloud.js';
import type {
  CloudFunction,
  FunctionHistory,
  FunctionVpc,
  PublishedFunction,
} from '../../../cloud/services/lambda-function.js';
import type { Session } from '../../stage/session.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { FunctionRole } from '../role/role-state.js';
import type { CodeHistory } from './code-history.js';
import type { CarriedSettings } from './function-settings.js';

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
