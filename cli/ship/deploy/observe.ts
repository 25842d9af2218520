// Reads a stage in the cloud. The record of the last deploy is a cache of names and ids: it is used only if the cloud confirms
// it (docs/decisions/deployed-state.md).
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import type { Cloud } from '../../cloud/cloud.js';
import { RESOURCE_TYPES, REVERSED_TYPES } from '../resources/registry.js';
import {
  makeState,
  mergeParts,
  type DeployedState,
  type Desired,
  isStateOf,
  type Observed,
  type Owner,
  accountOf,
  callerAccount,
  type CloudAccount,
} from '../stage/states.js';
import { isOurTag, onlyOwnTags, readOwnTag } from '../stage/own-tag.js';
import type {
  ObservedResources,
  PromisesOf,
  ReadRequest,
  RecordReading,
  ResourceReads,
  ResourceSearch,
  Deletion,
  DeleteOptions,
  KeptResource,
  ResourceDeletions,
} from '../stage/resource-type.js';
import { foreignResource } from '../stage/repeated-calls.js';

export type ObserveRequest = {
  readonly cloud: Cloud;
  readonly desired: Desired;
  readonly state: DeployedState | undefined;
  /** `--delete-data` */
  readonly deletesData?: boolean;
};

export type Observation =
  | {
      readonly kind: 'observed';
      readonly observed: Observed;
      /** The desired state with the names that the resources have in this region. */
      readonly desired: Desired;
      readonly warnings: readonly Diagnostic[];
    }
  /** A resource that is not managed by this stage already uses a desired name, or an event source does not exist. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

const READS: readonly ResourceReads[] = RESOURCE_TYPES.flatMap(({ read }) => read ?? []);

export async function observe({ state, ...asked }: ObserveRequest): Promise<Observation> {
  const record = isStateOf(state, asked.desired, asked.cloud) ? state : undefined;
  const request = { ...asked, record };
  // The record does not contain resources that were removed from the source before the record was written.
  const recorded = asked.deletesData ? undefined : await readByRecord(request);
  const { observed, desired } = recorded ?? (await readByName(request));
  const problems = READS.flatMap((reads) => reads.problems?.(desired, observed) ?? []);
  const diagnostics = [...checkOwnership(desired, observed), ...problems];
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const more = await readMore(observed, request);
  return { kind: 'observed', observed: more, desired, warnings: unreadIn(observed) };
}

function unreadIn(found: ObservedResources): readonly Diagnostic[] {
  return READS.flatMap(({ unread }) => unread?.(found) ?? []);
}

/** An application whose desired state may depend on the account. */
export type ObservedApp = {
  readonly manifest: Pick<Manifest, 'resources'>;
  readonly desired: Desired;
  readonly desiredIn: (region: string, account?: CloudAccount) => Desired;
};

/**
 * Takes the account, on which names and ARNs of declared resources depend, from the record or the caller, and calls `observe`.
 */
export async function observeApp(
  { manifest, desired, desiredIn }: ObservedApp,
  request: Omit<ObserveRequest, 'desired'>,
): Promise<Observation> {
  const { cloud, state } = request;
  if (!manifest.resources) return observe({ ...request, desired });
  const observeIn = (account: CloudAccount, by: DeployedState | undefined) =>
    observe({ ...request, desired: desiredIn(cloud.region, account), state: by });
  if (!isStateOf(state, desired, cloud) || state.account === '') {
    return observeIn(await callerAccount(cloud), state);
  }
  const recorded = { id: state.account, partition: state.partition };
  const first = await observeIn(recorded, state);
  const arns = first.kind === 'observed' ? first.observed.functions.map(({ arn }) => arn) : [];
  if (arns.some((arn) => accountOf(arn)?.id === recorded.id)) return first;
  // If nothing was found, the record may belong to another account.
  const own = await callerAccount(cloud);
  return own.id === recorded.id ? first : observeIn(own, undefined);
}

/** True if the record names every resource that the stage may have. */
function isRecordEnough(record: DeployedState, desired?: Desired): boolean {
  return record.isComplete && READS.every(({ isEnough }) => isEnough?.(record, desired) !== false);
}

type StageRead = { readonly observed: Observed; readonly desired: Desired };

/** Returns undefined if the cloud differs from the record. */
async function readByRecord(request: ReadRequest): Promise<StageRead | undefined> {
  const { cloud, desired, record } = request;
  if (!record || !isRecordEnough(record, desired)) return undefined;
  const named = READS.reduce(
    (all, { nameRecorded }) => nameRecorded?.(all, record) ?? all,
    desired,
  );
  const readings = readEach<RecordReading['observed']>((reads, observed) =>
    reads.recorded({ cloud, desired: named, record, observed }),
  );
  const found = await completedReads(readings);
  if (found.length < READS.length) return undefined;
  const account = { id: record.account, partition: record.partition };
  return { observed: { ...mergeParts<ObservedResources>(found), account }, desired: named };
}

async function readByName(
  request: ReadRequest & Pick<ResourceSearch, 'deletesData'>,
): Promise<StageRead> {
  const { desired } = request;
  const { app, stage } = desired;
  const found = await searchStage({ ...request, app, stage });
  const arns = READS.flatMap((reads) => reads.arns?.(found) ?? []);
  const account = arns.map(accountOf).find((one) => one !== undefined);
  const observed = { ...found, account };
  const named = READS.reduce((all, { nameFound }) => nameFound?.(all, observed) ?? all, desired);
  return { observed, desired: named };
}

export type StageSearch = Owner &
  Pick<ResourceSearch, 'cloud' | 'desired' | 'record' | 'deletesData'>;

/** Finds all resources of a stage by name and tag. Used if there is no usable record. */
async function searchStage(request: StageSearch): Promise<ObservedResources> {
  const named = readEach<PromisesOf<ObservedResources>>((reads, found) =>
    reads.named({ ...request, named: found }),
  );
  const hasMore = async (): Promise<boolean> => {
    const found = mergeParts<ObservedResources>(await completedReads(named));
    return request.desired === undefined || READS.some(({ isThere }) => isThere(found));
  };
  const all = readEach<PromisesOf<ObservedResources>>((reads, found) => {
    const search = { ...request, named: named.promises, all: found, hasMore };
    return reads.all ? reads.all(search) : named.parts.get(reads);
  });
  return mergeParts<ObservedResources>(await completedReads(all));
}

type PartialRead = Promise<Partial<ObservedResources> | undefined>;

type TypeReads<Promises> = {
  /** The properties of the state. Each promise resolves when its resource type has been read. */
  readonly promises: Promises;
  readonly parts: ReadonlyMap<ResourceReads, PartialRead>;
};

/** Starts the reads of all types. The read of one type may wait for a property of another type. */
function readEach<Promises extends object>(
  read: (reads: ResourceReads, promises: Promises) => PartialRead | undefined,
): TypeReads<Promises> {
  const parts = new Map<ResourceReads, PartialRead>();
  const start = (reads: ResourceReads, promises: Promises): PartialRead => {
    const part = parts.get(reads) ?? read(reads, promises) ?? Promise.resolve({});
    parts.set(reads, part);
    return part;
  };
  const lists = READS.map((reads) => {
    const makers = reads.properties.map((name) => {
      const make = (promises: Promises): Promise<unknown> =>
        quiet(start(reads, promises).then((found) => found?.[name]));
      return [name, make] as const;
    });
    return Object.fromEntries(makers);
  });
  return { promises: makeState<Promises, Promises>(lists, (state) => state), parts };
}

async function completedReads({
  parts,
}: TypeReads<object>): Promise<readonly Partial<ObservedResources>[]> {
  return (await Promise.all(parts.values())).flatMap((part) => part ?? []);
}

/** Prevents an unhandled rejection: another read awaits the same promise and reports its failure. */
function quiet<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}

async function readMore(observed: Observed, request: ReadRequest): Promise<Observed> {
  const parts = await Promise.all(
    READS.map(async ({ more }) => (await more?.(observed, request)) ?? {}),
  );
  return parts.reduce<Observed>((all, part) => ({ ...all, ...part }), observed);
}

/** Reports each resource that has a desired name but not our tag. Such a resource is never changed. */
function checkOwnership(desired: Desired, observed: Observed): readonly Diagnostic[] {
  const claims = READS.flatMap((reads) => reads.claims?.(desired, observed) ?? []);
  return claims
    .filter(({ tag }) => !isOurTag(tag, desired.app, desired.stage))
    .map(({ kind, name, tag, wanted }) => {
      const data = { kind, name, owner: readOwnTag(tag), tags: onlyOwnTags(wanted) };
      return diagnose(foreignResource, data);
    });
}

type StageDeletions = {
  /** The deletions; those that the confirmation prompt names come first. */
  readonly deletions: readonly Deletion[];
  /** Resources with user data, which are kept without `--delete-data`. */
  readonly kept: readonly KeptResource[];
  /** Why a resource is not deleted, and which resources could not be looked up. */
  readonly diagnostics: readonly Diagnostic[];
};

type DeletionRequest = {
  readonly cloud: Cloud;
  readonly owner: Owner;
  readonly record: DeployedState | undefined;
  readonly options: DeleteOptions;
};

export async function findDeletions(request: DeletionRequest): Promise<StageDeletions> {
  const { cloud, owner, record, options } = request;
  // The record does not contain resources that were removed from the source before the record was written.
  const isEnough = record && !options.deletesData && isRecordEnough(record);
  if (isEnough && (await isStillSo(cloud, record))) {
    const all = deletionsOf((type) => type.recorded(record, options));
    const kept = RESOURCE_TYPES.map(
      ({ deletions }) => deletions?.keptOfRecord?.(cloud, record) ?? Promise.resolve([]),
    );
    return { ...split(all, options), diagnostics: (await Promise.all(kept)).flat() };
  }
  const { app, stage } = owner;
  const { deletesData } = options;
  const found = await searchStage({ cloud, app, stage, desired: undefined, record, deletesData });
  const all = deletionsOf((type) => type.found(found, owner, options));
  const kept = RESOURCE_TYPES.flatMap((type) => type.deletions?.kept?.(found, owner) ?? []);
  return { ...split(all, options), diagnostics: [...kept, ...unreadIn(found)] };
}

function split(
  all: readonly Deletion[],
  { deletesData = false }: DeleteOptions,
): Pick<StageDeletions, 'deletions' | 'kept'> {
  if (deletesData) return { deletions: all, kept: [] };
  return {
    deletions: all.filter(({ hasData }) => !hasData),
    kept: all.filter(({ hasData }) => hasData),
  };
}

async function isStillSo(cloud: Cloud, record: DeployedState): Promise<boolean> {
  const answers = RESOURCE_TYPES.map(
    async ({ read }) => (await read?.isStillSo?.(cloud, record)) ?? true,
  );
  return (await Promise.all(answers)).every(Boolean);
}

function deletionsOf(of: (type: ResourceDeletions) => readonly Deletion[]): readonly Deletion[] {
  const all = REVERSED_TYPES.flatMap(({ deletions }) => (deletions ? of(deletions) : []));
  return [...all.filter((one) => !one.isUnasked), ...all.filter((one) => one.isUnasked)];
}
