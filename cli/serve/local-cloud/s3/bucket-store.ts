// Buckets and their objects as they are kept, and the words in which S3 refuses.
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
  /** The region of every bucket: their names are the same everywhere. */
  readonly regions: Map<string, string>;
  readonly maySend: (sending: Omit<Sending, 'event'>) => boolean;
};

export type Bucket = {
  readonly name: string;
  readonly createdAt: number;
  /** The content of each document, as it was put. */
  readonly documents: Map<string, string>;
  /** By key: the versions of an object, newest last. */
  readonly objects: Map<string, readonly StoredObject[]>;
  /** Multipart uploads that go on, by their id. */
  readonly uploads: Map<string, Upload>;
};

export type StoredObject = {
  readonly key: string;
  readonly version: string;
  /** Of a marker, which says that the object was deleted. */
  readonly isMarker: boolean;
  readonly at: number;
  /** One after the other; a large upload is kept as it came. */
  readonly body: readonly Buffer[];
  readonly size: number;
  /** With its quotation marks. */
  readonly etag: string;
  /** What the answer has as it was given: `Content-Type`, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | undefined;
  readonly tags: ReadonlyMap<string, string>;
  /** Of a multipart upload: how long each part is. */
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

/** The object that a call means: the newest one, or the version that it names. */
export function findObject(
  bucket: Bucket,
  key: string,
  version: string | null,
): StoredObject | undefined {
  const versions = bucket.objects.get(key) ?? [];
  return version === null ? versions.at(-1) : versions.find((one) => one.version === version);
}

type New = Omit<StoredObject, 'version' | 'isMarker' | 'at' | 'size'>;

/** Stores an object as the newest, in place of the one of the same version. */
export function storeObject(bucket: Bucket, made: New, { clock }: BucketStore): StoredObject {
  const size = made.body.reduce((sum, { length }) => sum + length, 0);
  const version = newVersion(bucket);
  const stored = { ...made, version, isMarker: false, at: clock.now(), size };
  keep(bucket, stored);
  return stored;
}

/** Deletes an object, or a version of it for good; what is then there instead of the newest. */
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

/** `Enabled`, `Suspended`, or empty for a bucket that never had versions. */
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

/** `If-Match` and `If-None-Match` of a call that writes: AmazonS3/latest/userguide/conditional-requests.html */
export function checkWrite({ headers }: ServiceRequest, found: StoredObject | undefined): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  const isThere = found !== undefined && !found.isMarker;
  if (wanted !== undefined && !isThere) throw noSuchKey(found?.key ?? '');
  if (wanted !== undefined && isThere && !names(wanted, found.etag)) throw unmet('If-Match');
  if (unwanted !== undefined && isThere && names(unwanted, found.etag))
    throw unmet('If-None-Match');
}

/** Whether a list of entity tags, or `*`, names one; quotation marks may be missing. */
export function names(list: string, etag: string): boolean {
  const tags = list.split(',').map((one) => one.trim().replace(/^W\//, '').replaceAll('"', ''));
  return tags.includes('*') || tags.includes(etag.replaceAll('"', ''));
}

type Details = Readonly<Record<string, string>>;

/** `details` are further elements of the error. */
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
