// The resource type for notifications from S3 buckets to functions. The stage owns neither the bucket nor the bucket's other
// entries: one write for each bucket adds and removes only entries of the stage (docs/decisions/event-connections.md).
import { isDeepStrictEqual } from 'node:util';
import { type Diagnostic, diagnose } from '../../../../compiler/diagnostics/diagnostic.js';
import { isText } from '../../../../compiler/json-values.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { partitionOf } from '../../../cloud/regions.js';
import type { BucketEntry, BucketNotifications } from '../../../cloud/services/s3.js';
import { openName, baseName, functionNameOf } from '../../../config/cloud-names.js';
import { readSource, resolveSource } from '../../../config/event-sources.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import { listType } from '../../stage/list-type.js';
import type {
  ObservedResources,
  Planning,
  ResourceType,
  ResourceSearch,
} from '../../stage/resource-type.js';
import { arnPlace, type Ports, DeployProblem, NOTHING } from '../../stage/run-steps.js';
import {
  deletedIn,
  type Desired,
  namesOf,
  type Observed,
  type Owner,
  byName,
  type DesiredInput,
  functionArn,
  type ListChange,
} from '../../stage/states.js';
import { declaredId, findDeclared } from '../declared/declared-resources.js';
import {
  sourceArns,
  type InvokerService,
  type InvokerSource,
  type SourceDeclaration,
  sourceDeclaration,
  shortDigest,
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/invokers.js';
import { invokedIds } from '../function/function-state.js';
import { deadNotification, notExported, overlappingEntry } from './notification-catalogue.js';
import { type CloudError, isCloudError } from '../../../cloud/cloud-error.js';

type DesiredEntry = Omit<BucketEntry, 'functionArn' | 'kept'> & {
  readonly functionName: string;
};

export type DesiredBucket = {
  readonly name: string;
  readonly entries: readonly DesiredEntry[];
  /** True if a rule of the stage uses events from the bucket, so that the bucket must send them to EventBridge. */
  readonly usesEventBridge: boolean;
  /** The first declaration with a notification; otherwise, the first one that names the bucket. */
  readonly declared: SourceDeclaration | undefined;
};

/** `region` is undefined if S3 does not return it. */
export type BucketElsewhere = { readonly name: string; readonly region: string | undefined };

export type ObservedBucket = { readonly name: string; readonly notifications: BucketNotifications };

/** Returns an id derived from the stage and the entry's content. A changed entry gets a new id. */
function entryId({ app, stage }: Owner, entry: Omit<DesiredEntry, 'id'>): string {
  const { functionName, events, prefix, suffix } = entry;
  const text = JSON.stringify([functionName, events.toSorted(), prefix, suffix]);
  return `framework-${app}-${stage}-${shortDigest(text)}`;
}

function isOwnEntry({ id, functionArn }: BucketEntry, { app, stage }: Owner): boolean {
  const start = `framework-${app}-${stage}-`;
  return (
    id.startsWith(start) &&
    /^[0-9a-f]{12}$/.test(id.slice(start.length)) &&
    functionNameIn(functionArn).startsWith(`${app}-${stage}`)
  );
}

function functionNameIn(arn: string): string {
  return /:function:([^:]+)/.exec(arn)?.[1] ?? arn;
}

/** Returns, for example, `s3:ObjectCreated:* in/*.jpg`. */
function entryText({ events, prefix, suffix }: KeyFilter): string {
  const keys = prefix === '' && suffix === '' ? '' : ` ${prefix}*${suffix}`;
  return `${events.join(', ')}${keys}`;
}

type KeyFilter = Pick<BucketEntry, 'events' | 'prefix' | 'suffix'>;

/** True if an event for one key can match both entries. S3 sends an event to only one destination, and rejects such entries. */
export function overlap(one: KeyFilter, other: KeyFilter): boolean {
  return (
    one.events.some((event) => other.events.some((another) => isSameEvent(event, another))) &&
    (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)) &&
    (one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix))
  );
}

/** True if an event can match both names. `s3:ObjectCreated:*` includes `s3:ObjectCreated:Put`. */
function isSameEvent(one: string, other: string): boolean {
  const [first, second] = [one.replace(/\*$/, ''), other.replace(/\*$/, '')];
  return (
    one === other ||
    (one.endsWith('*') && second.startsWith(first)) ||
    (other.endsWith('*') && first.startsWith(second))
  );
}

type Row = {
  readonly bucket: string;
  readonly entry: DesiredEntry | undefined;
  readonly declared: SourceDeclaration;
};

function desiredBuckets(input: DesiredInput): readonly DesiredBucket[] {
  const rows = rowsOf(input);
  return [...new Set(rows.map(({ bucket }) => bucket))]
    .map((name) => {
      const own = rows.filter(({ bucket }) => bucket === name);
      const entries = own.flatMap(({ entry }) => entry ?? []);
      const first = own.find(({ entry }) => entry) ?? own[0];
      const usesEventBridge = entries.length < own.length;
      return { name, entries, usesEventBridge, declared: first?.declared };
    })
    .toSorted(byName);
}

function rowsOf({ manifest, config, app }: DesiredInput): readonly Row[] {
  const owner = { app, stage: config.stage };
  const base = baseName(app, config.stage);
  return (manifest.events ?? []).flatMap((source): Row[] => {
    if (source.kind !== 's3') return [];
    const { events, prefix = '', suffix = '' } = source;
    const reference = { kind: 'bucket', name: source.bucket } as const;
    const bucket = resolveSource(reference, source.function, config).name;
    const declared = sourceDeclaration(source);
    if (source.delivery === 'eventbridge') return [{ bucket, entry: undefined, declared }];
    const functionName = functionNameOf(base, source.function);
    const entry = { functionName, events, prefix, suffix };
    return [{ bucket, entry: { ...entry, id: entryId(owner, entry) }, declared }];
  });
}

const S3: InvokerService = {
  kind: 's3',
  principal: 's3.amazonaws.com',
  name: 'S3',
  service: 's3',
  isGlobal: true,
};

export const notificationInvokers: InvokerSource = {
  by: S3,
  desired: (input) =>
    rowsOf(input).flatMap(({ bucket, entry }) =>
      entry ? [{ by: S3, functionName: entry.functionName, source: bucket }] : [],
    ),
  ends: ({ buckets }) => deletedIn(buckets).map(({ name }) => `delete notifications of ${name}`),
};

const WORDS: SourceWords = {
  kind: 'bucket',
  make: 'aws s3 mb s3://NAME',
  move: 'Use a bucket in the region of the stage, with a variable if each stage has its own, or deploy the stage to that region (`--region`).',
};

export const notification: ResourceType = listType({
  property: 'buckets',
  noun: 'notifications',
  nameOf: (one) => (typeof one === 'string' ? one : one.name),
  stepName: (bucket) => `of ${bucket}`,
  desired: desiredBuckets,
  isOwn: ({ notifications }, owner) => notifications.entries.some((one) => isOwnEntry(one, owner)),
  read: {
    none: { buckets: [], missingBuckets: [], bucketsElsewhere: [] },
    recorded: ({ cloud, desired, record }) =>
      readBuckets(cloud, namesOf(desired.buckets, record.buckets)),
    all: readAllBuckets,
    problems: (desired, observed) => [
      ...bucketProblems(desired, observed),
      ...overlapProblems(desired, observed),
    ],
  },
  plan: { buckets: planBuckets },
  details: ({ desired, observed }, owner) => detailsOf(changeOf(desired, observed, owner)),
  removalDetails: (existing, owner) => detailsOf(changeOf(undefined, existing, owner)),
  documentProperty: 'notifications',
  document: ({ name }, _, { change, plan }) => {
    const desired = 'desired' in change ? change.desired : undefined;
    const { added, removed } = changeOf(desired, change.observed, plan);
    return {
      bucket: name,
      added: added.map(({ functionName }) => functionName),
      removed: removed.map((one) => functionNameIn(one.functionArn)),
    };
  },
  /** Makes one write, so that a renamed function misses no events and S3 never sees two overlapping entries. */
  step: ({ desired: { name, entries, usesEventBridge } }, session) => ({
    dependsOn: [
      declaredId({ type: 'bucket', name }),
      ...entries.flatMap(({ functionName }) => invokedIds(functionName)),
    ],
    run: () => {
      const { app, stage } = session.desired;
      const wanted = entries.map(({ functionName, ...entry }) => {
        return { ...entry, functionArn: functionArn(functionName, arnPlace(session)) };
      });
      const merge = { app, stage, bucket: name, entries: wanted, usesEventBridge };
      return mergeNotifications(merge, session);
    },
  }),
  remove: async (one, ports, { app, stage }) => {
    const bucket = typeof one === 'string' ? one : one.name;
    const merge = { app, stage, bucket, entries: [], usesEventBridge: false };
    return (await mergeNotifications(merge, ports)) ? undefined : NOTHING;
  },
  record: {
    property: 'buckets',
    of: (one) => {
      if (typeof one === 'string') return one;
      return 'entries' in one && one.entries.length === 0 ? undefined : one.name;
    },
    isValid: isText,
  },
  exportProblems: ({ name: bucket, entries, declared }) =>
    entries.length === 0 ? [] : [{ diagnostic: diagnose(notExported, { bucket }), from: declared }],
  deployer: { statements: [{ resource: 'bucket', sid: 'Buckets', arns: bucketArns }] },
});

type FoundBuckets = Pick<ObservedResources, 'buckets' | 'missingBuckets' | 'bucketsElsewhere'>;

async function readBuckets({ s3 }: Cloud, names: readonly string[]): Promise<FoundBuckets> {
  const rows = await Promise.all(
    names.map(async (name) => ({ name, found: await s3.getNotifications(name) })),
  );
  return {
    buckets: rows.flatMap(({ name, found }) =>
      found?.kind === 'found' ? [{ name, notifications: found.notifications }] : [],
    ),
    missingBuckets: rows.flatMap(({ name, found }) => (found ? [] : [name])),
    bucketsElsewhere: rows.flatMap(({ name, found }) =>
      found?.kind === 'elsewhere' ? [{ name, region: found.region }] : [],
    ),
  };
}

/** Without a record, finds the buckets in the policies of the functions. */
async function readAllBuckets(search: ResourceSearch): Promise<FoundBuckets> {
  const { cloud, desired, record, all } = search;
  const statements = [...(await all.permissions).values()].flat();
  const permitted = sourceArns(statements, S3, desired === undefined).map((arn) =>
    arn.slice(arn.lastIndexOf(':') + 1),
  );
  return readBuckets(cloud, namesOf(desired?.buckets, record?.buckets, permitted));
}

/** Reports buckets that do not exist or are in another region, before anything is created. */
function bucketProblems(
  desired: Desired,
  { missingBuckets, bucketsElsewhere }: Observed,
): readonly Diagnostic[] {
  const { buckets, region } = desired;
  return buckets.flatMap(({ name, declared }) => {
    if (!declared || findDeclared(desired, 'bucket', name)) return [];
    const data = { words: WORDS, name, declared };
    if (missingBuckets.includes(name)) return [diagnose(missingSource, { ...data, region })];
    const other = bucketsElsewhere.find((one) => one.name === name);
    if (!other) return [];
    const place = other.region === undefined ? 'another region' : `the region ${other.region}`;
    const places = { place, own: `the region ${region}` };
    return [diagnose(sourceElsewhere, { ...data, ...places })];
  });
}

/** Reports entries that S3 rejects because an entry that is not managed by this stage covers the same keys. */
function overlapProblems(desired: Desired, observed: Observed): readonly Diagnostic[] {
  return desired.buckets.flatMap(({ name: bucket, entries }) => {
    const found = observed.buckets.find(({ name }) => name === bucket)?.notifications.entries ?? [];
    const foreign = found.filter((one) => !isOwnEntry(one, desired));
    return entries.flatMap((entry) => {
      const other = foreign.find((one) => overlap(entry, one));
      if (!other) return [];
      const data = {
        bucket,
        entry: entryText(entry),
        functionName: entry.functionName,
        other: other.functionArn === '' ? other.id : functionNameIn(other.functionArn),
        owner: /^framework-(.+)-[0-9a-f]{12}$/.exec(other.id)?.[1],
      };
      return [diagnose(overlappingEntry, data)];
    });
  });
}

type BucketChange = ListChange<DesiredBucket, ObservedBucket>;

type EntryChanges = {
  readonly added: readonly DesiredEntry[];
  readonly removed: readonly BucketEntry[];
  readonly switchesOn: boolean;
};

function changeOf(
  desired: DesiredBucket | undefined,
  observed: ObservedBucket | undefined,
  owner: Owner,
): EntryChanges {
  const { entries = [], usesEventBridge = false } = desired ?? {};
  const own = ownEntries(observed, owner);
  // An entry of the stage that was changed manually is written again.
  const isIn = (wanted: DesiredEntry): boolean =>
    own.some((one) => one.id === wanted.id && isSameEntry(one, wanted));
  return {
    added: entries.filter((one) => !isIn(one)),
    removed: own.filter(({ id }) => !entries.some((one) => one.id === id)),
    switchesOn: usesEventBridge && observed?.notifications.hasEventBridge !== true,
  };
}

function ownEntries(observed: ObservedBucket | undefined, owner: Owner): readonly BucketEntry[] {
  return observed?.notifications.entries.filter((one) => isOwnEntry(one, owner)) ?? [];
}

/** A bucket without a desired entry loses the stage's entries, even if the stage uses it in other ways. */
function planBuckets({ desired, observed }: Planning): readonly BucketChange[] {
  return namesOf(desired.buckets, observed.buckets).flatMap((name): BucketChange[] => {
    const bucket = desired.buckets.find((one) => one.name === name);
    const existing = observed.buckets.find((one) => one.name === name);
    const { added, removed, switchesOn } = changeOf(bucket, existing, desired);
    const isSame = added.length + removed.length === 0 && !switchesOn;
    const isUsed = bucket !== undefined && (bucket.entries.length > 0 || bucket.usesEventBridge);
    if (isSame && !isUsed) return [];
    const isGone = !isSame && !switchesOn && (bucket?.entries.length ?? 0) === 0;
    if (existing && isGone) return [{ action: 'delete', observed: existing }];
    if (!bucket) return [];
    const isKnown = ownEntries(existing, desired).length > 0;
    const action = isSame ? 'unchanged' : isKnown ? 'update' : 'create';
    return [{ action, desired: bucket, observed: existing, parts: [], fields: [], notes: [] }];
  });
}

function isSameEntry(one: BucketEntry, wanted: DesiredEntry): boolean {
  return (
    functionNameIn(one.functionArn) === wanted.functionName &&
    isDeepStrictEqual(one.events.toSorted(), wanted.events.toSorted()) &&
    one.prefix === wanted.prefix &&
    one.suffix === wanted.suffix
  );
}

function detailsOf({ added, removed, switchesOn }: EntryChanges): readonly string[] {
  return [
    ...added.map((one) => `${one.functionName} is told ${entryText(one)}`),
    ...removed.map(
      (one) => `${functionNameIn(one.functionArn)} no longer receives ${entryText(one)}`,
    ),
    ...(switchesOn ? ['tells EventBridge'] : []),
  ];
}

/** Includes buckets that the stage used when it was deployed, and all buckets if an environment variable contains a name. */
function bucketArns({ events = [], region, record }: DeployerScope): readonly string[] {
  const names = events.flatMap((entry) => {
    if (entry.kind !== 's3') return [];
    const source = 'text' in entry.bucket ? readSource('bucket', entry.bucket.text) : undefined;
    return [openName(source?.name ?? '*')];
  });
  return namesOf(names, record?.buckets).map((name) => `arn:${partitionOf(region)}:s3:::${name}`);
}

// Writes the entries of a stage to the notifications of a bucket and keeps all other entries. S3 provides no version to
// compare, so each write is verified by a read, and repeated if another write happened at the same time.

type Merge = Owner & {
  readonly bucket: string;
  /** All desired entries. Other entries of the stage are removed. */
  readonly entries: readonly BucketEntry[];
  readonly usesEventBridge: boolean;
};

const ATTEMPTS = 12;
const PAUSE = 1000;

async function mergeNotifications(merge: Merge, { cloud, wait }: Ports): Promise<boolean> {
  const { bucket } = merge;
  let last: unknown;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const read = await cloud.s3.getNotifications(bucket);
    const found = read?.kind === 'found' ? read.notifications : undefined;
    // A deleted bucket has no notifications.
    if (!found && merge.entries.length === 0) return attempt > 1;
    if (found && isMerged(found, merge)) return attempt > 1;
    const wanted = merged(found ?? EMPTY, merge);
    try {
      await cloud.s3.putNotifications(bucket, wanted);
    } catch (error) {
      if (!mayPass(error)) throw error;
      last = error;
      await wait(PAUSE);
    }
  }
  throw problemOf(last, merge);
}

const EMPTY: BucketNotifications = { entries: [], hasEventBridge: false, others: {} };

function merged(found: BucketNotifications, merge: Merge): BucketNotifications {
  const foreign = found.entries.filter((one) => !isOwnEntry(one, merge));
  return {
    ...found,
    entries: [...foreign, ...merge.entries],
    hasEventBridge: found.hasEventBridge || merge.usesEventBridge,
  };
}

/** True if the bucket has all desired entries, no other entry of the stage, and EventBridge if it is needed. */
function isMerged(found: BucketNotifications, merge: Merge): boolean {
  const own = found.entries.filter((one) => isOwnEntry(one, merge));
  return (
    isDeepStrictEqual(keysOf(own), keysOf(merge.entries)) &&
    (found.hasEventBridge || !merge.usesEventBridge)
  );
}

function keysOf(entries: readonly BucketEntry[]): readonly string[] {
  return entries
    .map(({ id, functionArn, events, prefix, suffix }) =>
      JSON.stringify([id, functionArn, events.toSorted(), prefix, suffix]),
    )
    .toSorted();
}

/** True for temporary errors: another change is in progress, or S3 does not see a new permission yet. */
function mayPass(error: unknown): boolean {
  if (isCloudError(error, 'busy')) return true;
  if (!isCloudError(error, 'rejected')) return false;
  const isAmbiguous = error.facts.message.startsWith('Configuration is ambiguously defined');
  return isAmbiguous || isUnreachable(error);
}

function isUnreachable({ facts }: CloudError): boolean {
  return facts.message.startsWith('Unable to validate the following destination configurations');
}

/** S3 checks the destinations of all entries, and one that is not managed by this stage may no longer exist. */
function problemOf(error: unknown, { bucket, entries }: Merge): unknown {
  if (!isCloudError(error, 'rejected') || !isUnreachable(error)) {
    return error ?? new Error(`The notifications of ${bucket} keep changing`);
  }
  const named = /arn:[^\s,\]]+:function:[^\s,\]]+/.exec(error.facts.message)?.[0];
  if (named === undefined || entries.some(({ functionArn }) => functionArn === named)) return error;
  return new DeployProblem(diagnose(deadNotification, { bucket, destination: named }));
}
