// The notifications of S3 buckets to functions, in the states of a stage. S3 keeps all entries of a bucket in one document.
import type { BucketEntry, BucketNotifications } from '../../../cloud/s3/s3-calls.js';
import type { Declared } from '../event-source/declared.js';
import type { Owner } from '../../stage/states.js';
import { shortDigest } from '../event-source/source-names.js';

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

export type BucketChange = {
  /** `delete`: the bucket loses all entries of the stage. */
  readonly action: 'create' | 'update' | 'delete' | 'unchanged';
  readonly bucket: DesiredBucket;
  readonly added: readonly DesiredEntry[];
  readonly removed: readonly BucketEntry[];
  readonly switchesOn: boolean;
};

/** An id made of the stage and the entry's content. A changed entry gets another id. */
export function entryId({ app, stage }: Owner, entry: Omit<DesiredEntry, 'id'>): string {
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

type Part = Pick<BucketEntry, 'events' | 'prefix' | 'suffix'>;

/** True when an event and key match both. S3 sends an event to one destination only, and refuses such entries. */
export function overlap(one: Part, other: Part): boolean {
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
