// The resource type of notifications from S3 buckets to functions. The stage owns neither the bucket nor other entries: one
// write for each bucket adds and removes only entries of the stage (docs/decisions/event-connections.md).
import { isDeepStrictEqual } from 'node:util';
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { isText } from '../../../../compiler/json-values.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { partitionOf } from '../../../cloud/regions.js';
import type { BucketEntry } from '../../../cloud/services/s3.js';
import { readSource } from '../../../config/event-sources.js';
import { functionArn } from '../../stage/arn.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import { type ListChange, listType } from '../../stage/list-type.js';
import type { Found, Planning, ResourceType, Search } from '../../stage/resource-type.js';
import { placeIn } from '../../stage/session.js';
import { type Desired, namesOf, type Observed, type Owner } from '../../stage/states.js';
import { NOTHING } from '../../stage/step.js';
import { sourcesOf } from '../event-source/invokers.js';
import {
  missingSource,
  sourceElsewhere,
  type SourceWords,
} from '../event-source/source-catalogue.js';
import { invokedIds } from '../function/function-state.js';
import { mergeNotifications } from './merge-notifications.js';
import { notExported, overlappingEntry } from './notification-catalogue.js';
import {
  type DesiredBucket,
  type DesiredEntry,
  desiredBuckets,
  entryText,
  functionNameIn,
  isOwnEntry,
  type ObservedBucket,
  overlap,
  S3,
} from './notification-state.js';

const WORDS: SourceWords = {
  kind: 'bucket',
  make: 'aws s3 mb s3://NAME',
  move: 'Name a bucket of the region of the stage, for each stage by a variable, or deploy the stage there (`--region`).',
};

export const notification: ResourceType = listType({
  property: 'buckets',
  noun: 'notifications',
  nameOf: (one) => (typeof one === 'string' ? one : one.name),
  stepName: (bucket) => `of ${bucket}`,
  desired: desiredBuckets,
  isSame: (bucket, existing) => bucket.name === existing.name,
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
    const desired = change.action === 'delete' ? undefined : change.desired;
    const { added, removed } = changeOf(desired, change.observed, plan);
    return {
      bucket: name,
      added: added.map(({ functionName }) => functionName),
      removed: removed.map((one) => functionNameIn(one.functionArn)),
    };
  },
  /**
   * One write removes old entries and adds new ones. So a renamed function misses no event, and S3 never sees two
   * overlapping entries.
   */
  step: ({ desired: { name, entries, usesEventBridge } }, session) => ({
    dependsOn: entries.flatMap(({ functionName }) => invokedIds(functionName)),
    run: async () => {
      const { app, stage } = session.desired;
      const wanted = entries.map(({ functionName, ...entry }) => ({
        ...entry,
        functionArn: functionArn(functionName, placeIn(session)),
      }));
      const merge = { app, stage, bucket: name, entries: wanted, usesEventBridge };
      await mergeNotifications(merge, session);
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

type FoundBuckets = Pick<Found, 'buckets' | 'missingBuckets' | 'bucketsElsewhere'>;

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

/** Without the record, finds the buckets in the policies of the functions. */
async function readAllBuckets({ cloud, desired, record, all }: Search): Promise<FoundBuckets> {
  const statements = [...(await all.permissions).values()].flat();
  const permitted = sourcesOf(statements, S3, desired === undefined).map((arn) =>
    arn.slice(arn.lastIndexOf(':') + 1),
  );
  return readBuckets(cloud, namesOf(desired?.buckets, record?.buckets, permitted));
}

/** Reports buckets that do not exist or are in another region, before anything is created. */
function bucketProblems(
  { buckets, region }: Desired,
  { missingBuckets, bucketsElsewhere }: Observed,
): readonly Diagnostic[] {
  return buckets.flatMap(({ name, declared }) => {
    if (!declared) return [];
    const data = { words: WORDS, name, declared };
    if (missingBuckets.includes(name)) {
      return [diagnose(missingSource, { ...data, region })];
    }
    const other = bucketsElsewhere.find((one) => one.name === name);
    if (!other) return [];
    const place = other.region === undefined ? 'another region' : `the region ${other.region}`;
    const places = { place, own: `the region ${region}` };
    return [diagnose(sourceElsewhere, { ...data, ...places })];
  });
}

/** Reports entries that S3 refuses, because somebody else's entry covers the same keys. */
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

/** What the stage adds to the notifications of a bucket and removes from them. */
function changeOf(
  desired: DesiredBucket | undefined,
  observed: ObservedBucket | undefined,
  owner: Owner,
): EntryChanges {
  const { entries = [], usesEventBridge = false } = desired ?? {};
  const own = ownEntries(observed, owner);
  // An entry of ours is written again when somebody has changed it.
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

/** By name. A bucket without a desired entry loses its entries, also when the stage uses it otherwise. */
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

type EntryParts = Pick<DesiredEntry, 'events' | 'prefix' | 'suffix'>;

function isSameEntry(
  one: EntryParts & { readonly functionArn: string },
  wanted: EntryParts & { readonly functionName: string },
): boolean {
  return (
    functionNameIn(one.functionArn) === wanted.functionName &&
    isDeepStrictEqual([...one.events].toSorted(), [...wanted.events].toSorted()) &&
    one.prefix === wanted.prefix &&
    one.suffix === wanted.suffix
  );
}

function detailsOf({ added, removed, switchesOn }: EntryChanges): readonly string[] {
  return [
    ...added.map((one) => `${one.functionName} is told ${entryText(one)}`),
    ...removed.map(
      (one) => `${functionNameIn(one.functionArn)} is no longer told ${entryText(one)}`,
    ),
    ...(switchesOn ? ['tells EventBridge'] : []),
  ];
}

/**
 * The ARNs of the buckets that the stage may use, or used when it was deployed. It is any bucket when an environment
 * variable gives the name. Removing an entry writes the remaining ones, so it needs the same permission.
 */
function bucketArns({ events = [], region, record }: DeployerScope): readonly string[] {
  const names = events.flatMap((entry) => {
    if (entry.kind !== 's3') return [];
    const source = 'text' in entry.bucket ? readSource('bucket', entry.bucket.text) : undefined;
    return [source?.name ?? '*'];
  });
  return namesOf(names, record?.buckets).map((name) => `arn:${partitionOf(region)}:s3:::${name}`);
}
