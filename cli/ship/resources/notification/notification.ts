// The resource type of notifications from S3 buckets to functions. The stage owns neither the bucket nor other entries: one
// write for each bucket adds and removes only entries of the stage (docs/decisions/event-connections.md).
import { isDeepStrictEqual } from 'node:util';
import { diagnose } from '../../../../compiler/diagnostics/diagnose.js';
import type { Diagnostic } from '../../../../compiler/diagnostics/diagnostic.js';
import { isListOf, isText } from '../../../../compiler/json-values.js';
import type { Cloud } from '../../../cloud/cloud.js';
import { partitionOf } from '../../../cloud/regions.js';
import { readSource } from '../../../config/event-sources.js';
import { functionArn } from '../../stage/arn.js';
import type { DeployerScope } from '../../stage/deployer-scope.js';
import { type Desired, listField, namesOf, type Observed, type Owner } from '../../stage/states.js';
import { changeRows, type PlanRow } from '../../stage/plan-rows.js';
import { disconnection, sourcesOf } from '../event-source/invokers.js';
import type { Deletion, Found, Planning, ResourceType, Search } from '../../stage/resource-type.js';
import { placeIn, type Session } from '../../stage/session.js';
import { NOTHING, type Step } from '../../stage/step.js';
import { invokedIds } from '../function/function-state.js';
import { missingSource, sourceElsewhere } from '../event-source/source-catalogue.js';
import type { SourceWords } from '../event-source/source-catalogue.js';
import { desiredBuckets, S3 } from './desired-notifications.js';
import { mergeNotifications } from './merge-notifications.js';
import { notExported, overlappingEntry } from './notification-catalogue.js';
import { entryText, functionNameIn, isOwnEntry, overlap } from './notification-state.js';
import type { BucketChange, DesiredBucket } from './notification-state.js';

const WORDS: SourceWords = {
  kind: 'bucket',
  make: 'aws s3 mb s3://NAME',
  move: 'Name a bucket of the region of the stage, for each stage by a variable, or deploy the stage there (`--region`).',
};

export const notification: ResourceType = {
  desired: { buckets: desiredBuckets },
  read: {
    properties: ['buckets', 'missingBuckets', 'bucketsElsewhere'],
    recorded: ({ cloud, desired, record }) =>
      readBuckets(cloud, namesOf(desired.buckets, record.buckets)),
    named: () => Promise.resolve({ buckets: [], missingBuckets: [], bucketsElsewhere: [] }),
    all: readAllBuckets,
    isThere: () => false,
    problems: (desired, observed) => [
      ...bucketProblems(desired, observed),
      ...overlapProblems(desired, observed),
    ],
  },
  plan: { buckets: planBuckets },
  show: {
    changes: ({ buckets }) => buckets.map(({ action, bucket }) => ({ action, name: bucket.name })),
    rows: ({ buckets }) => buckets.flatMap(bucketRows),
    document: ({ buckets }) => listField('notifications', buckets.map(documentOf)),
  },
  steps: (session) => ({
    make: session.plan.buckets.flatMap((change) => bucketSteps(change, session)),
  }),
  deletions: {
    planned: ({ buckets, app, stage }) =>
      buckets.flatMap(({ action, bucket }) =>
        action === 'delete' ? [deletionOf(bucket.name, { app, stage })] : [],
      ),
    recorded: ({ buckets = [], app, stage }) =>
      buckets.map((bucket) => deletionOf(bucket, { app, stage })),
    found: ({ buckets }, owner) =>
      buckets
        .filter(({ notifications }) => notifications.entries.some((one) => isOwnEntry(one, owner)))
        .map(({ name }) => deletionOf(name, owner)),
  },
  record: {
    isValid: ({ buckets }) => buckets === undefined || isListOf(buckets, isText),
    begin: ({ desired, observed, previous }) =>
      listField('buckets', namesOf(withEntries(desired), observed.buckets, previous?.buckets)),
    finish: ({ desired }) => listField('buckets', namesOf(withEntries(desired))),
  },
  exported: {
    resources: ({ buckets }) => ({
      resources: [],
      problems: buckets
        .filter(({ entries }) => entries.length > 0)
        .map(({ name, declared }) => ({
          diagnostic: diagnose(notExported, { bucket: name }),
          from: declared,
        })),
    }),
  },
  deployer: { statements: [{ resource: 'bucket', sid: 'Buckets', arns: bucketArns }] },
};

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

function planBuckets({ desired, observed }: Planning): readonly BucketChange[] {
  const names = namesOf(desired.buckets, observed.buckets);
  return names.flatMap((name): BucketChange[] => {
    const bucket = desired.buckets.find((one) => one.name === name) ?? nothingIn(name);
    const found = observed.buckets.find((one) => one.name === name)?.notifications;
    const own = found?.entries.filter((one) => isOwnEntry(one, desired)) ?? [];
    // An entry of ours is written again when somebody has changed it.
    const isIn = (id: string): boolean =>
      own.some((one) => {
        const wanted = bucket.entries.find((entry) => entry.id === id);
        return one.id === id && wanted !== undefined && isSameEntry(one, wanted);
      });
    const added = bucket.entries.filter(({ id }) => !isIn(id));
    const removed = own.filter(({ id }) => !bucket.entries.some((one) => one.id === id));
    const switchesOn = bucket.usesEventBridge && found?.hasEventBridge !== true;
    const isSame = added.length + removed.length === 0 && !switchesOn;
    if (isSame && bucket.entries.length === 0 && !bucket.usesEventBridge) return [];
    const isGone = bucket.entries.length === 0 && !switchesOn;
    const action = isSame ? 'unchanged' : isGone ? 'delete' : own.length > 0 ? 'update' : 'create';
    return [{ action, bucket, added, removed, switchesOn }];
  });
}

type EntryParts = Pick<DesiredBucket['entries'][number], 'events' | 'prefix' | 'suffix'>;

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

function nothingIn(name: string): DesiredBucket {
  return { name, entries: [], usesEventBridge: false, declared: undefined };
}

function bucketRows({
  action,
  bucket,
  added,
  removed,
  switchesOn,
}: BucketChange): readonly PlanRow[] {
  const details = [
    ...added.map((one) => `${one.functionName} is told ${entryText(one)}`),
    ...removed.map(
      (one) => `${functionNameIn(one.functionArn)} is no longer told ${entryText(one)}`,
    ),
    ...(switchesOn ? ['tells EventBridge'] : []),
  ];
  return changeRows(action, ['notifications', bucket.name], details);
}

function documentOf({ action, bucket, added, removed }: BucketChange): object {
  return {
    action,
    bucket: bucket.name,
    added: added.map(({ functionName }) => functionName),
    removed: removed.map(({ functionArn }) => functionNameIn(functionArn)),
  };
}

/**
 * One write removes old entries and adds new ones. So a renamed function misses no event, and S3 never sees two overlapping
 * entries.
 */
function bucketSteps({ action, bucket }: BucketChange, session: Session): readonly Step[] {
  if (action === 'unchanged' || action === 'delete') return [];
  const object = `notifications of ${bucket.name}`;
  return [
    {
      id: object,
      label: { verb: action, object },
      dependsOn: bucket.entries.flatMap(({ functionName }) => invokedIds(functionName)),
      run: async () => {
        const { app, stage } = session.desired;
        const entries = bucket.entries.map(({ functionName, ...entry }) => ({
          ...entry,
          functionArn: functionArn(functionName, placeIn(session)),
        }));
        const { name, usesEventBridge } = bucket;
        await mergeNotifications({ app, stage, bucket: name, entries, usesEventBridge }, session);
      },
    },
  ];
}

function deletionOf(bucket: string, { app, stage }: Owner): Deletion {
  const merge = { app, stage, bucket, entries: [], usesEventBridge: false };
  return disconnection('notifications', `of ${bucket}`, async (ports) =>
    (await mergeNotifications(merge, ports)) ? undefined : NOTHING,
  );
}

function withEntries({ buckets }: Desired): readonly DesiredBucket[] {
  return buckets.filter(({ entries }) => entries.length > 0);
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
