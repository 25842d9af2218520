// The states of a stage: the desired state, the observed state, the plan between them, what a deploy learns while it runs, and
// the record. This file contains the common properties; `cli/ship/resources/registry.ts` adds the properties of the resource
// types (docs/decisions/resource-types.md).
import { compareTexts } from '../../../compiler/groups.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Cloud, Tags } from '../../cloud/cloud.js';
import type { StageConfig } from '../../config/stage-config.js';
import type { FieldChange } from './plan-rows.js';
import type { RolePolicies } from '../policy/role-policies.js';

export type Owner = { readonly app: string; readonly stage: string };

export type RegionalStage = Owner & { readonly region: string };

export type DesiredRequest = {
  readonly manifest: Manifest;
  readonly config: StageConfig;
  readonly policies: RolePolicies;
  readonly package: DesiredPackage;
  readonly region: string;
  /** The account; undefined until it is known, and for an export. Only the names and ARNs of resources depend on it. */
  readonly account?: CloudAccount | undefined;
  /** The resource policy of the API, from `api_gateway_policy_file`. */
  readonly apiPolicy?: unknown;
  readonly version: string;
  /** The tag with a new expiry; undefined to keep the current expiry. */
  readonly expiry?: Tags | undefined;
};

export type DesiredInput = DesiredRequest & {
  readonly app: string;
  readonly ownTags: Tags;
};

/** The zip file that every function of the stage runs. */
type DesiredPackage = {
  readonly zip: Uint8Array;
  /** In base64, as Lambda reports it. */
  readonly sha256: string;
};

/** The lists of a stage, by property, with the types of their items in the desired and the observed state. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- because the resource types add all of it
export interface Lists {}
/** The lists of the record, by property. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- because the resource types add all of it
export interface RecordedLists {}

export type DesiredLists = { readonly [Name in keyof Lists]: readonly Lists[Name]['desired'][] };
export type ObservedLists = { readonly [Name in keyof Lists]: readonly Lists[Name]['observed'][] };
export type PlanLists = {
  readonly [Name in keyof Lists]: readonly ListChange<
    Lists[Name]['desired'],
    Lists[Name]['observed']
  >[];
};

export type ListChange<Wanted, Existing> =
  | WantedChange<Wanted, Existing>
  /** `keep`: the resource has data and is kept although it is no longer desired. */
  | { readonly action: 'delete' | 'keep'; readonly observed: Existing };

export type WantedChange<Wanted, Existing> = Required<Differences> & {
  readonly action: 'create' | 'update' | 'replace' | 'unchanged';
  readonly desired: Wanted;
  /** The existing resource; undefined if it does not exist yet. */
  readonly observed: Existing | undefined;
};

export type UpdateOf<Wanted, Existing> = WantedChange<Wanted, Existing> & {
  readonly observed: Existing;
};

export function isUpdate<Wanted, Existing>(
  change: ListChange<Wanted, Existing>,
): change is UpdateOf<Wanted, Existing> {
  return change.action === 'update' && change.observed !== undefined;
}

/** True for a resource that is no longer desired. */
export function isGone<Existing>(
  change: ListChange<unknown, Existing>,
): change is { readonly action: 'delete' | 'keep'; readonly observed: Existing } {
  return change.action === 'delete' || change.action === 'keep';
}

/** Returns the resources that the deploy deletes. */
export function deletedIn<Existing>(
  changes: readonly ListChange<unknown, Existing>[],
): readonly Existing[] {
  return changes.flatMap((change) => (change.action === 'delete' ? [change.observed] : []));
}

/** How an existing resource differs from the desired one. If all members are empty, it is unchanged. */
export type Differences = {
  readonly parts?: readonly string[];
  readonly fields?: readonly FieldChange[];
  /** Hints for the user, which are not changes. */
  readonly notes?: readonly string[];
};

/** The desired state of a stage, computed only from the manifest, configuration, policies and package. */
export interface Desired extends RegionalStage, DesiredLists {
  readonly package: DesiredPackage;
}

/** The resources that read calls found for the desired and recorded names. */
export interface Observed extends ObservedLists {
  /** The account; undefined until the stage has a resource whose ARN contains it. */
  readonly account: CloudAccount | undefined;
}

export interface Plan extends RegionalStage, PlanLists {
  /** True if no resource of the stage exists. */
  readonly isFirst: boolean;
}

/** What the steps of a deploy produce. A step may read what earlier steps produced. */
export interface StepResults {
  account: CloudAccount | undefined;
}

/** The current and earlier state of a stage, found by name and tag: another machine may have deployed since the last record. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- because the resource types add all of it
export interface StageHistory {}

/**
 * `.framework/deployed/<stage>.json`: the state in the cloud after the last deploy from this machine. It is a cache: without
 * it, a deploy makes more read calls, but never creates a second API (docs/decisions/deployed-state.md).
 */
export interface DeployedState
  extends
    RegionalStage,
    Partial<{ readonly [Key in keyof RecordedLists]: readonly RecordedLists[Key][] }> {
  readonly version: 1;
  readonly account: string;
  readonly partition: string;
  /** The endpoint of an emulator; null for AWS. */
  readonly endpoint: string | null;
  /** False while a deploy writes, and after an interrupted one; everything is then read from the cloud. */
  readonly isComplete: boolean;
}

/** True if the record belongs to this stage and cloud. The account is compared once the first ARN is known. */
export function isStateOf(
  state: DeployedState | undefined,
  { app, stage }: Owner,
  { region, endpoint }: Pick<Cloud, 'region' | 'endpoint'>,
): state is DeployedState {
  return (
    state !== undefined &&
    state.app === app &&
    state.stage === stage &&
    state.region === region &&
    state.endpoint === (endpoint ?? null)
  );
}

export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareTexts(left.name, right.name);
}

/** Returns the sorted names without duplicates. */
export function namesOf(
  ...lists: readonly (readonly ({ readonly name: string } | string)[] | undefined)[]
): readonly string[] {
  const all = lists.flatMap((list) => list ?? []);
  return [...new Set(all.map((one) => (typeof one === 'string' ? one : one.name)))].toSorted();
}

/** Returns the list as a property, for a plan's document or the record; an empty object if the list is empty. */
export function listField<Name extends string, Item>(
  name: Name,
  list: readonly Item[],
): { readonly [Key in Name]?: readonly Item[] } {
  const field: { [Key in Name]?: readonly Item[] } = {};
  if (list.length > 0) field[name] = list;
  return field;
}

export type CloudAccount = { readonly id: string; readonly partition: string };

export type ArnPlace = { readonly account: CloudAccount; readonly region: string };

/** Returns the account in an ARN; undefined for a string that is not an ARN with an account. */
export function accountOf(arn: string): CloudAccount | undefined {
  const [, partition, id] = /^arn:([^:]+):[^:]*:[^:]*:([^:]+):/.exec(arn) ?? [];
  return partition === undefined || id === undefined ? undefined : { id, partition };
}

export async function callerAccount({ sts }: Cloud): Promise<CloudAccount> {
  const account = accountOf(await sts.getCallerArn());
  if (!account) throw new Error('The ARN of the caller has no account');
  return account;
}

/** Returns the name of a role, without its path. */
export function roleNameOf(arn: string): string | undefined {
  return /:role\/(?:[^/]+\/)*([^/]+)$/.exec(arn)?.[1];
}

export function functionArn(name: string, { account, region }: ArnPlace): string {
  return `arn:${account.partition}:lambda:${region}:${account.id}:function:${name}`;
}

// Creates a state from the functions of all resource types. A property is computed on first read, so that properties can depend
// on each other regardless of the order of the types.

export type Makers<Input, State> = {
  readonly [Key in keyof State]?: (input: Input) => State[Key];
};

type Maker<Input> = ((input: Input) => unknown) | undefined;

/** Throws if two resource types compute the same property, or if a property depends on itself; both are bugs. */
export function makeState<Input, State extends object>(
  lists: readonly Readonly<Record<string, Maker<Input>>>[],
  inputOf: (state: State) => Input,
): State {
  const state: object = {};
  const names: string[] = [];
  const begun = new Set<string>();
  for (const list of lists) {
    for (const [name, make] of Object.entries(list)) {
      if (!make) continue;
      checkNew(state, name);
      names.push(name);
      const get = (): unknown => {
        if (begun.has(name)) throw new Error(`${name} depends on itself`);
        begun.add(name);
        const value = make(input);
        define(state, name, { value, writable: true });
        return value;
      };
      define(state, name, { get });
    }
  }
  // Every registered type computes all properties that it declares, as registry.test.ts checks.
  const isWhole = (value: object): value is State => hasAll(value, names);
  if (!isWhole(state)) throw new Error('A property of the state is missing');
  const input = inputOf(state);
  for (const name of names) Reflect.get(state, name);
  return state;
}

export function mergeParts<State extends object>(parts: readonly Partial<State>[]): State {
  const state: object = {};
  for (const part of parts) {
    for (const name of Object.keys(part)) checkNew(state, name);
    Object.assign(state, part);
  }
  const isWhole = (value: object): value is State =>
    hasAll(
      value,
      parts.flatMap((part) => Object.keys(part)),
    );
  if (!isWhole(state)) throw new Error('A part of the state is missing');
  return state;
}

function checkNew(state: object, name: string): void {
  if (Object.hasOwn(state, name)) throw new Error(`Two resource types create ${name}`);
}

function define(state: object, name: string, property: PropertyDescriptor): void {
  Object.defineProperty(state, name, { configurable: true, enumerable: true, ...property });
}

function hasAll(state: object, names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(state, name));
}

/** Returns the id of the step that creates or changes a function. */
export function functionId(name: string): string {
  return `function ${name}`;
}
