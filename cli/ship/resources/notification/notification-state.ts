// The notifications of S3 buckets to functions as data: the desired ones, and the statements that they need. S3 keeps all
// entries of a bucket in one document.
import type { BucketEntry, BucketNotifications } from '../../../cloud/services/s3.js';
import { baseName, functionNameOf } from '../../../config/cloud-names.js';
import { resolveSource } from '../../../config/event-sources.js';
import { byName, type DesiredInput, type Owner } from '../../stage/states.js';
import { type Declared, declaredBy, shortDigest } from '../event-source/event-source.js';
import type { InvokerService, InvokerSource } from '../event-source/invokers.js';

export type DesiredEntry = Omit<BucketEntry, 'functionArn' | 'kept'> & {
  readonly functionName: string;
};

export type DesiredBucket = {
  readonly name: string;
  readonly entries: readonly DesiredEntry[];
  /** True when a rule of the stage uses events of the bucket, so that the bucket must send them to EventBridge. */
  readonly usesEventBridge: boolean;
  /** The first source that it notifies; without one, the first that names it. */
  readonly declared: Declared | undefined;
};

/** `region`: undefined when S3 does not say which. */
export type BucketElsewhere = { readonly name: string; readonly region: string | undefined };

export type ObservedBucket = { readonly name: string; readonly notifications: BucketNotifications };

/** An id derived from the stage and the entry's content. A changed entry gets another id. */
function entryId({ app, stage }: Owner, entry: Omit<DesiredEntry, 'id'>): string {
  const { functionName, events, prefix, suffix } = entry;
  const text = JSON.stringify([functionName, [...events].toSorted(), prefix, suffix]);
  const hash = shortDigest(text);
  return `framework-${app}-${stage}-${hash}`;
}

/** Whether a deploy of the stage has written the entry. */
export function isOwnEntry({ id, functionArn }: BucketEntry, { app, stage }: Owner): boolean {
  const start = `framework-${app}-${stage}-`;
  return (
    id.startsWith(start) &&
    /^[0-9a-f]{12}$/.test(id.slice(start.length)) &&
    functionNameIn(functionArn).startsWith(`${app}-${stage}`)
  );
}

export function functionNameIn(arn: string): string {
  return /:function:([^:]+)/.exec(arn)?.[1] ?? arn;
}

/** `s3:ObjectCreated:* in/*.jpg`. */
export function entryText({
  events,
  prefix,
  suffix,
}: Omit<DesiredEntry, 'id' | 'functionName'>): string {
  const keys = prefix === '' && suffix === '' ? '' : ` ${prefix}*${suffix}`;
  return `${events.join(', ')}${keys}`;
}

type KeyFilter = Pick<BucketEntry, 'events' | 'prefix' | 'suffix'>;

/** True when an event and key match both. S3 sends an event to one destination only, and refuses such entries. */
export function overlap(one: KeyFilter, other: KeyFilter): boolean {
  return (
    one.events.some((event) => other.events.some((another) => isSameEvent(event, another))) &&
    (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)) &&
    (one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix))
  );
}

/** Whether an event can match both. `s3:ObjectCreated:*` includes `s3:ObjectCreated:Put`. */
function isSameEvent(one: string, other: string): boolean {
  const stems = [one, other].map((event) => event.replace(/\*$/, ''));
  const [first = '', second = ''] = stems;
  if (one === other) return true;
  return (
    (one.endsWith('*') && second.startsWith(first)) ||
    (other.endsWith('*') && first.startsWith(second))
  );
}

type Row = {
  readonly bucket: string;
  readonly entry: DesiredEntry | undefined;
  readonly declared: Declared;
};

export function desiredBuckets(input: DesiredInput): readonly DesiredBucket[] {
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
    const declared = declaredBy(source);
    if (source.delivery === 'eventbridge') return [{ bucket, entry: undefined, declared }];
    const functionName = functionNameOf(base, source.function);
    const entry = { functionName, events, prefix, suffix };
    return [{ bucket, entry: { ...entry, id: entryId(owner, entry) }, declared }];
  });
}

export const S3: InvokerService = {
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
  ends: ({ buckets }) =>
    buckets.flatMap((one) =>
      one.action === 'delete' ? [`delete notifications of ${one.observed.name}`] : [],
    ),
};
