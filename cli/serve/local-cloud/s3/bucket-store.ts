// The stored buckets and objects, and the errors of S3.
import { createHash, randomUUID } from 'node:crypto';
import type { Deliveries, Sending } from '../deliveries.js';
import type { EventStore } from '../events/event-store.js';
import { RefusedCall } from '../refused-call.js';
import type { CloudClock, ServiceRequest } from '../service.js';
import { contentOf } from './bucket-address.js';
import type { Checksum } from './upload-body.js';

export type BucketStore = {
  readonly region: string;
  readonly account: string;
  readonly clock: CloudClock;
  readonly deliveries: Deliveries;
  readonly events: EventStore;
  readonly buckets: Map<string, Bucket>;
  /** The region of every bucket: bucket names are global. */
  readonly regions: Map<string, string>;
  readonly maySend: (sending: Omit<Sending, 'event'>) => boolean;
};

export type Bucket = {
  readonly name: string;
  readonly createdAt: number;
  /** The content of each configuration document, as it was put. */
  readonly documents: Map<string, string>;
  /** By key: the versions of an object, newest last. */
  readonly objects: Map<string, readonly StoredObject[]>;
  /** Unfinished multipart uploads, by id. */
  readonly uploads: Map<string, Upload>;
};

export type StoredObject = {
  readonly key: string;
  readonly version: string;
  /** True for a delete marker. */
  readonly isMarker: boolean;
  readonly at: number;
  /** Consecutive buffers; a large upload is stored in the chunks in which it arrived. */
  readonly body: readonly Buffer[];
  readonly size: number;
  /** Includes the quotation marks. */
  readonly etag: string;
  /** Headers that the response repeats as given: `Content-Type`, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | undefined;
  readonly tags: ReadonlyMap<string, string>;
  /** The length of each part of a multipart upload. */
  readonly parts: readonly number[];
};

export type Upload = {
  readonly id: string;
  readonly key: string;
  readonly at: number;
  readonly headers: StoredObject['headers'];
  readonly tags: StoredObject['tags'];
  readonly algorithm: string | undefined;
  readonly isWhole: boolean;
  readonly parts: Map<number, Part>;
};

export type Part = Pick<StoredObject, 'body' | 'size' | 'etag' | 'checksum' | 'at'>;

/** Finds the object of a call: the newest version, or the one that the call names. */
export function findObject(
  bucket: Bucket,
  key: string,
  version: string | null,
): StoredObject | undefined {
  const versions = bucket.objects.get(key) ?? [];
  return version === null ? versions.at(-1) : versions.find((one) => one.version === version);
}

type New = Omit<StoredObject, 'version' | 'isMarker' | 'at' | 'size'>;

/** Stores an object as the newest version, or replaces the one with the same version id. */
export function storeObject(bucket: Bucket, made: New, { clock }: BucketStore): StoredObject {
  const size = made.body.reduce((sum, { length }) => sum + length, 0);
  const version = newVersion(bucket);
  const stored = { ...made, version, isMarker: false, at: clock.now(), size };
  keep(bucket, stored);
  return stored;
}

/** Deletes an object, or one of its versions permanently; returns the version that is newest then. */
export function removeObject(
  bucket: Bucket,
  { key, version }: { readonly key: string; readonly version: string | null },
  { clock }: BucketStore,
): { readonly removed: StoredObject | undefined; readonly marker: StoredObject | undefined } {
  const versions = bucket.objects.get(key) ?? [];
  const isKept = versioningOf(bucket) !== '';
  if (version === null && isKept) {
    const marker: StoredObject = {
      ...{ key, version: newVersion(bucket), isMarker: true, at: clock.now(), body: [], size: 0 },
      ...{ etag: '', headers: {}, checksum: undefined, tags: new Map(), parts: [] },
    };
    keep(bucket, marker);
    return { removed: undefined, marker };
  }
  const removed = findObject(bucket, key, version);
  const rest = versions.filter((one) => one !== removed);
  if (rest.length > 0) bucket.objects.set(key, rest);
  else bucket.objects.delete(key);
  return { removed, marker: undefined };
}

function keep(bucket: Bucket, stored: StoredObject): void {
  const others = (bucket.objects.get(stored.key) ?? []).filter(
    ({ version }) => version !== stored.version,
  );
  bucket.objects.set(stored.key, [...others, stored]);
}

/** Returns `Enabled` or `Suspended`; empty for a bucket that never had versioning. */
function versioningOf({ documents }: Bucket): string {
  return contentOf(documents.get('versioning') ?? '', 'Status')[0] ?? '';
}

function newVersion(bucket: Bucket): string {
  return versioningOf(bucket) === 'Enabled' ? randomUUID().replaceAll('-', '') : 'null';
}

export function etagOf(body: readonly Buffer[]): string {
  const hash = createHash('md5');
  for (const part of body) hash.update(part);
  return `"${hash.digest('hex')}"`;
}

/** Checks `If-Match` and `If-None-Match` of a write: AmazonS3/latest/userguide/conditional-requests.html */
export function checkWrite({ headers }: ServiceRequest, found: StoredObject | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  const isThere = found !== undefined && !found.isMarker;
  if (wanted !== undefined && !isThere) throw noSuchKey(found?.key ?? '');
  if (wanted !== undefined && isThere && !names(wanted, found.etag)) throw unmet('If-Match');
  if (unwanted !== undefined && isThere && names(unwanted, found.etag))
    throw unmet('If-None-Match');
}

/** Returns true if a list of entity tags, or `*`, includes one; quotation marks are optional. */
export function names(list: string, etag: string): boolean {
  const tags = list.split(',').map((one) => one.trim().replace(/^W\//, '').replaceAll('"', ''));
  return tags.includes('*') || tags.includes(etag.replaceAll('"', ''));
}

type Details = Readonly<Record<string, string>>;

/** Creates an error. `details` are additional elements of it. */
export function refused(
  [status, code]: readonly [status: number, code: string],
  message: string,
  details: Details = {},
): RefusedCall {
  return new RefusedCall({
    ...{ status, code, message },
    headers: { 'x-details': JSON.stringify(details) },
  });
}

export function unmet(Condition: string): RefusedCall {
  const message = 'At least one of the pre-conditions you specified did not hold';
  return refused([412, 'PreconditionFailed'], message, { Condition });
}

export function noSuchKey(Key: string): RefusedCall {
  return refused([404, 'NoSuchKey'], 'The specified key does not exist.', { Key });
}

export function malformed(): RefusedCall {
  const message =
    'The XML you provided was not well-formed or did not validate against our published schema';
  return refused([400, 'MalformedXML'], message);
}

export function invalidArgument(message: string, details: Details = {}): RefusedCall {
  return refused([400, 'InvalidArgument'], message, details);
}
