// Functions in the states of a stage. They all run the same zip.
import type { Tags } from '../../../cloud/cloud.js';
import type {
  CloudFunction,
  FunctionHistory,
  FunctionVpc,
  PublishedFunction,
} from '../../../cloud/lambda-calls.js';
import type { Session } from '../../stage/session.js';
import type { FieldChange } from '../../stage/plan-rows.js';
import type { FunctionRole } from '../role/role-state.js';
import type { CodeHistory } from './code-history.js';
import type { CarriedSettings } from './function-settings.js';

declare module '../../stage/states.js' {
  interface Desired {
    /** By name. */
    readonly functions: readonly DesiredFunction[];
  }
  interface Observed {
    /** Functions of the stage, also those that are not desired any more. By name. */
    readonly functions: readonly CloudFunction[];
  }
  interface Plan {
    readonly functions: readonly FunctionChange[];
  }
  interface Learned {
    /** Each function after its step, by name. */
    readonly functions: Map<string, CloudFunction>;
    /** Names of functions that somebody else has changed meanwhile, so that their permissions are not known. */
    readonly unsure: Set<string>;
    /** The version that a function has published, by name. */
    readonly versions: Map<string, string>;
  }
  interface StageHistory {
    readonly functions: readonly CloudFunction[];
    /** Undefined without a function. */
    readonly code: RunningCode | undefined;
  }
  interface DeployedState {
    /**
     * base64 SHA-256 of the zip that every function runs; empty while a deploy is under way. Other code is another deploy's.
     */
    readonly code: string;
    /** The code that ran when the deploy began that is under way; absent when it was the first. */
    readonly codeBefore?: string;
    /** Names. While a deploy is under way, also those that it may create. */
    readonly functions: readonly string[];
  }
}

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

/** What happens to a permission to call a function. An allowed one may replace an earlier one. */
export type PermissionChange = {
  readonly kind: 'allowed' | 'taken back';
  readonly of: 'api' | 'sources';
  /** `API Gateway` */
  readonly callers: string;
};

export type FunctionChange =
  | { readonly action: 'create'; readonly function: DesiredFunction }
  | FunctionUpdate
  /** Lambda could not make it, or cannot run it any more: it is deleted and made again. */
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

/** A function that is made or changed. */
export type ChangedFunction = Exclude<FunctionChange, { readonly action: 'delete' | 'unchanged' }>;

/** The name of a function that is in the plan. */
export function functionNameIn(change: FunctionChange): string {
  return change.action === 'delete' ? change.name : change.function.name;
}

/** The step that makes or changes a function. */
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

/** The steps that a source of events waits for: the function may then be called, and it is ready. */
export function invokedIds(name: string): readonly string[] {
  return [functionId(name), invokerId(name), awaitId(name)];
}

/** The step that waits for a new function. */
export function awaitId(name: string): string {
  return `await ${functionId(name)}`;
}

/** True when API Gateway is to be allowed to call the function that is made or changed. */
export function isCalled(
  change: FunctionChange,
  { plan, desired }: Session,
): change is ChangedFunction {
  if (!mayBeAllowed(change, 'api')) return false;
  const { name } = change.function;
  const hasApi = plan.api !== undefined && plan.api.action !== 'delete';
  return hasApi && desired.permissions.some((one) => one.name === name);
}

/** True when sources of events are to be allowed to call the function that is made or changed. */
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

/** The code that all functions of a stage run, and what ran before. */
export type RunningCode = CodeHistory & {
  /** The function whose versions tell what ran: the one that serves the API; without an API the first. */
  readonly leader: CloudFunction;
  readonly leaderHistory: FunctionHistory;
  /** Of every function, by name. */
  readonly histories: ReadonlyMap<string, FunctionHistory>;
};
