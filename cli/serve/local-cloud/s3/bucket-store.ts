// The stored buckets and objects, their addresses, and the responses and errors of S3.
import { createHash, randomUUID } from 'node:crypto';
import type { Deliveries, Sending } from '../deliveries.js';
import type { EventStore } from '../events/event-store.js';
import { RefusedCall, type Place, type ServiceAnswer, type ServiceRequest } from '../service.js';
import { matchesWildcards } from '../../gateway/authorizers/policy.js';

export type Checksum = {
  /** For example `CRC32`. */
  readonly algorithm: string;
  /** In base64. A composite checksum ends with the number of parts, such as `-2`. */
  readonly value: string;
  readonly type: 'FULL_OBJECT' | 'COMPOSITE';
};

export type BucketStore = Place & {
  readonly deliveries: Deliveries;
  readonly events: EventStore;
  readonly buckets: Map<string, Bucket>;
  /** The regions of all buckets, because bucket names are global. */
  readonly regions: Map<string, string>;
  readonly maySend: (sending: Omit<Sending, 'event'>) => boolean;
};

export type Bucket = {
  readonly name: string;
  readonly createdAt: number;
  /** The content of each configuration document, as sent by the client. */
  readonly documents: Map<string, string>;
  /** By key: the versions of an object, newest last. */
  readonly objects: Map<string, readonly StoredObject[]>;
  readonly uploads: Map<string, Upload>;
};

export type StoredObject = {
  readonly key: string;
  readonly version: string;
  /** True for a delete marker. */
  readonly isMarker: boolean;
  readonly at: number;
  /** The content as consecutive buffers, because a large upload is stored in the chunks in which it arrived. */
  readonly body: readonly Buffer[];
  readonly size: number;
  /** Includes the quotation marks. */
  readonly etag: string;
  /** Headers that the response repeats unchanged: `Content-Type`, `x-amz-meta-…`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | undefined;
  readonly tags: ReadonlyMap<string, string>;
  /** The lengths of the parts of a multipart upload. */
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
  readonly parts: Map<number, UploadedPart>;
};

export type UploadedPart = Pick<StoredObject, 'body' | 'size' | 'etag' | 'checksum' | 'at'>;

/** Finds the newest version of an object, or the given version. */
export function findObject(
  bucket: Bucket,
  key: string,
  version: string | null,
): StoredObject | undefined {
  const versions = bucket.objects.get(key) ?? [];
  return version === null ? versions.at(-1) : versions.find((one) => one.version === version);
}

type New = Omit<StoredObject, 'version' | 'isMarker' | 'at' | 'size'>;

/** Stores an object as the newest version, or replaces the version with the same id. */
export function storeObject(bucket: Bucket, made: New, { clock }: BucketStore): StoredObject {
  const size = made.body.reduce((sum, { length }) => sum + length, 0);
  const version = newVersion(bucket);
  const stored = { ...made, version, isMarker: false, at: clock.now(), size };
  keep(bucket, stored);
  return stored;
}

/** Deletes a version of an object. Without `version`, deletes the object, or adds a delete marker if the bucket has versioning. */
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

/**
 * Checks `If-Match` and `If-None-Match` for a write: docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-requests.html
 */
export function checkWrite({ headers }: ServiceRequest, bucket: Bucket, key: string): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  const found = findObject(bucket, key, null);
  if (!found || found.isMarker) {
    if (wanted !== undefined) throw noSuchKey(key);
    return;
  }
  if (wanted !== undefined && !names(wanted, found.etag)) throw unmet('If-Match');
  if (unwanted !== undefined && names(unwanted, found.etag)) throw unmet('If-None-Match');
}

/** Returns true if a list of entity tags includes this tag or is `*`. Quotation marks are optional. */
export function names(list: string, etag: string): boolean {
  const tags = list.split(',').map((one) => one.trim().replace(/^W\//, '').replaceAll('"', ''));
  return tags.includes('*') || tags.includes(etag.replaceAll('"', ''));
}

type Details = Readonly<Record<string, string>>;

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

export function methodNotAllowed(): RefusedCall {
  const message = 'The specified method is not allowed against this resource.';
  return refused([405, 'MethodNotAllowed'], message);
}

export function noSuchBucket(BucketName: string): RefusedCall {
  return refused([404, 'NoSuchBucket'], 'The specified bucket does not exist', { BucketName });
}

export function malformed(): RefusedCall {
  const message =
    'The XML you provided was not well-formed or did not validate against our published schema';
  return refused([400, 'MalformedXML'], message);
}

export function invalidArgument(message: string, details: Details = {}): RefusedCall {
  return refused([400, 'InvalidArgument'], message, details);
}

type ObjectAddress = {
  /** The name of the bucket; empty for the list of buckets. */
  readonly bucket: string;
  /** The key of the object; empty for the bucket itself. */
  readonly key: string;
};

/** Finds the bucket in the host (`photos.localhost:4566`, `photos.s3.eu-west-1.amazonaws.com`) or at the start of the path. */
export function bucketOf({
  path,
  headers,
}: Pick<ServiceRequest, 'path' | 'headers'>): ObjectAddress {
  const host = (headers['host'] ?? '').replace(/:\d+$/, '');
  const [, inHost] =
    /^(.+?)\.(?:localhost|127\.0\.0\.1|s3[.-](?:[a-z0-9-]+\.)?(?:localhost|amazonaws\.com))$/.exec(
      host,
    ) ?? [];
  const [, first = '', ...rest] = path.split('/');
  return inHost === undefined || inHost === 's3'
    ? { bucket: decoded(first), key: decoded(rest.join('/')) }
    : { bucket: inHost, key: decoded(path.slice(1)) };
}

/** Decodes percent-encoded text. Returns it unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function contentOf(xml: string, name: string): readonly string[] {
  const pattern = new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g');
  return [...xml.matchAll(pattern)].map(([, content = '']) => content);
}

/** Returns the unescaped text of the first element with the given name. */
export function textIn(xml: string, name: string): string | undefined {
  const [found] = contentOf(xml, name);
  return found
    ?.replaceAll(/&#(x?)([0-9a-fA-F]+);/g, (_, hex: string, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, hex === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

type Headers = Readonly<Record<string, string>>;

/**
 * Returns the CORS headers; undefined if no rule allows the request. docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html
 */
export function corsHeaders(
  configuration: string,
  { method, headers }: Pick<ServiceRequest, 'method' | 'headers'>,
): Headers | undefined {
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const isPreflight = method === 'OPTIONS';
  const wanted = isPreflight ? headers['access-control-request-method'] : method;
  const asked = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  for (const rule of contentOf(configuration, 'CORSRule')) {
    const allowed = contentOf(rule, 'AllowedOrigin').find((one) => matchesWildcards(one, origin));
    const names = contentOf(rule, 'AllowedHeader').map((name) => name.toLowerCase());
    const methods = contentOf(rule, 'AllowedMethod');
    if (allowed === undefined || wanted === undefined || !methods.includes(wanted)) continue;
    if (!asked.every((name) => names.some((one) => matchesWildcards(one, name)))) continue;
    const exposed = contentOf(rule, 'ExposeHeader');
    const [age] = contentOf(rule, 'MaxAgeSeconds');
    return {
      'Access-Control-Allow-Origin': allowed === '*' ? '*' : origin,
      'Access-Control-Allow-Methods': methods.join(', '),
      ...(allowed !== '*' && { 'Access-Control-Allow-Credentials': 'true' }),
      ...(asked.length > 0 && { 'Access-Control-Allow-Headers': asked.join(', ') }),
      ...(exposed.length > 0 && { 'Access-Control-Expose-Headers': exposed.join(', ') }),
      ...(age !== undefined && { 'Access-Control-Max-Age': age }),
      Vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
    };
  }
  return undefined;
}

export type S3Call = {
  readonly request: ServiceRequest;
  readonly store: BucketStore;
  readonly bucket: Bucket;
  /** The key of the object; empty for the bucket itself. */
  readonly key: string;
  /** Returns the body as text, for operations that take a document. */
  readonly text: () => string;
};

export type S3Operation = {
  /** The method, the kind of resource, and the required query parameters, for example `GET object?tagging`. */
  readonly on: `${'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD'} ${'bucket' | 'object'}${string}`;
  /** A header that the request must have. */
  readonly header?: string;
  /** The permission that the caller needs; defaults to `s3:` and the name of the operation. */
  readonly action?: string;
  /** The required permission if the request names a version. */
  readonly versionAction?: string;
  /** True if the operation checks permissions itself. */
  readonly isFree?: true;
  readonly run: (call: S3Call) => ServiceAnswer;
};

/** By name, for example `GetObject`. The first operation that matches a request is used. */
export type S3Operations = Readonly<Record<string, S3Operation>>;

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export function xml(element: string, content: string, headers: Headers = {}): ServiceAnswer {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${element} xmlns="${NAMESPACE}">${content}</${element}>`;
  return {
    status: 200,
    headers: { ...ownHeaders(), 'Content-Type': 'application/xml', ...headers },
    body,
  };
}

export function empty(status = 200, headers: Headers = {}): ServiceAnswer {
  return { status, headers: { ...ownHeaders(), ...headers }, body: '' };
}

export function ownHeaders(): Headers {
  return {
    'x-amz-request-id': randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(),
    'x-amz-id-2': 'local',
  };
}

export function iso(time: number): string {
  return new Date(time).toISOString();
}

export function versionHeader({ version }: StoredObject): Headers {
  return version === 'null' ? {} : { 'x-amz-version-id': version };
}
