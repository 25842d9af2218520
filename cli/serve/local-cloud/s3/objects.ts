// Objects: put, get, copy and delete, and their tags.
import { xmlOf } from '../query-service.js';
import type { ServiceAnswer, ServiceRequest } from '../service.js';
import {
  contentOf,
  decoded,
  textIn,
  checkWrite,
  etagOf,
  findObject,
  invalidArgument,
  malformed,
  methodNotAllowed,
  names,
  noSuchBucket,
  noSuchKey,
  refused,
  removeObject,
  type StoredObject,
  storeObject,
  unmet,
  empty,
  iso,
  ownHeaders,
  type S3Call,
  type S3Operations,
  versionHeader,
  xml,
} from './bucket-store.js';
import { tell } from './notifications.js';
import { checksumHeader, readUploadBody } from './upload-body.js';

/** Headers that are stored and returned, in addition to `x-amz-meta-` headers. */
const KEPT: Readonly<Record<string, string>> = {
  'content-type': 'Content-Type',
  'content-encoding': 'Content-Encoding',
  'content-disposition': 'Content-Disposition',
  'content-language': 'Content-Language',
  'cache-control': 'Cache-Control',
  expires: 'Expires',
  'x-amz-storage-class': 'x-amz-storage-class',
  'x-amz-website-redirect-location': 'x-amz-website-redirect-location',
  'x-amz-server-side-encryption': 'x-amz-server-side-encryption',
};

/** 2 KB of metadata: docs.aws.amazon.com/AmazonS3/latest/userguide/UsingMetadata.html */
const MOST_METADATA = 2048;
const MOST_KEY_BYTES = 1024;

export function keptHeaders({ headers }: ServiceRequest): StoredObject['headers'] {
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (name.startsWith('x-amz-meta-')) return [[name, value]];
    const shown = KEPT[name];
    const own = name === 'content-encoding' ? withoutChunks(value) : value;
    return shown === undefined || own === '' ? [] : [[shown, own]];
  });
  const size = kept
    .filter(([name]) => name.startsWith('x-amz-meta-'))
    .reduce((sum, [name, value]) => sum + name.length - 11 + Buffer.byteLength(value), 0);
  if (size > MOST_METADATA)
    throw tooLarge(
      'MetadataTooLarge',
      'Your metadata headers exceed the maximum allowed metadata size',
      [size, MOST_METADATA],
    );
  return { 'Content-Type': 'application/octet-stream', ...Object.fromEntries(kept) };
}

function withoutChunks(encoding: string): string {
  const parts = encoding.split(',').map((one) => one.trim());
  return parts.filter((one) => one !== 'aws-chunked' && one !== '').join(',');
}

export function checkKey(key: string): void {
  const size = Buffer.byteLength(key);
  if (size > MOST_KEY_BYTES)
    throw tooLarge('KeyTooLongError', 'Your key is too long', [size, MOST_KEY_BYTES]);
}

function tooLarge(code: string, message: string, [size, most]: readonly [number, number]): Error {
  return refused([400, code], message, { Size: String(size), MaxSizeAllowed: String(most) });
}

/** Reads tags such as `a=1&b=2` from the header `x-amz-tagging`. */
export function headerTags({ headers }: ServiceRequest): ReadonlyMap<string, string> {
  return checkedTags(new Map(new URLSearchParams(headers['x-amz-tagging'] ?? '')));
}

function checkedTags(tags: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (tags.size > 10) throw refused([400, 'BadRequest'], 'Object tags cannot be greater than 10');
  for (const [key, value] of tags)
    if (key === '' || key.length > 128 || value.length > 256)
      throw refused([400, 'InvalidTag'], 'The TagKey you have provided is invalid');
  return tags;
}

export function checksumHeaders({
  checksum,
}: Pick<StoredObject, 'checksum'>): Readonly<Record<string, string>> {
  return checksum
    ? { [checksumHeader(checksum.algorithm)]: checksum.value, 'x-amz-checksum-type': checksum.type }
    : {};
}

function putObject({ request, store, bucket, key }: S3Call): ServiceAnswer {
  checkKey(key);
  checkWrite(request, bucket, key);
  const { body, checksum } = readUploadBody(request);
  const etag = etagOf(body);
  const headers = keptHeaders(request);
  const made = { key, body, etag, headers, checksum, tags: headerTags(request), parts: [] };
  const object = storeObject(bucket, made, store);
  tell(bucket, { object, name: 'ObjectCreated:Put' }, store);
  return empty(200, { ETag: etag, ...checksumHeaders(object), ...versionHeader(object) });
}

/** Finds the object to read. Without permission to list the bucket, a missing object results in a denial. */
function readObject({ request, bucket, key }: S3Call): StoredObject {
  const version = request.query.get('versionId');
  const found = findObject(bucket, key, version);
  if (found && !found.isMarker) return found;
  if (found && version !== null) throw methodNotAllowed();
  const denial = request.caller?.denial({
    action: 's3:ListBucket',
    resource: `arn:aws:s3:::${bucket.name}`,
    resourcePolicy: bucket.documents.get('policy'),
  });
  if (denial !== undefined) throw refused([403, 'AccessDenied'], denial);
  if (version !== null && version !== 'null')
    throw refused([404, 'NoSuchVersion'], 'The specified version does not exist.', {
      Key: key,
      VersionId: version,
    });
  throw noSuchKey(key);
}

function getObject(call: S3Call): ServiceAnswer {
  const { request } = call;
  const object = readObject(call);
  const isHead = request.method === 'HEAD';
  const { headers, etag, at, size, tags, parts } = object;
  const seen = {
    ...ownHeaders(),
    ETag: etag,
    'Last-Modified': new Date(at).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...versionHeader(object),
  };
  if (isUnchanged(request, object)) return { status: 304, headers: seen, body: '' };
  const number = request.query.get('partNumber');
  const range = number === null ? rangeIn(request, size) : partRange(parts, Number(number), size);
  const [start, end] = range ?? [0, size];
  const isChecked = request.headers['x-amz-checksum-mode'] === 'ENABLED' && range === undefined;
  const answerHeaders = {
    ...seen,
    'Content-Length': String(end - start),
    'x-amz-server-side-encryption': 'AES256',
    ...headers,
    ...overrides(request),
    ...(tags.size > 0 && { 'x-amz-tagging-count': String(tags.size) }),
    ...(range && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
    ...(number !== null && parts.length > 0 && { 'x-amz-mp-parts-count': String(parts.length) }),
    ...(isChecked && checksumHeaders(object)),
  };
  const status = range ? 206 : 200;
  return { status, headers: answerHeaders, body: isHead ? '' : slice(object.body, start, end) };
}

/** Returns true if the client already has the object, so that the response is a 304. Throws if another condition is not met. */
function isUnchanged({ headers }: ServiceRequest, { etag, at }: StoredObject): boolean {
  const { 'if-match': wanted, 'if-none-match': known } = headers;
  const second = Math.floor(at / 1000) * 1000;
  const since = (name: string): number => Date.parse(headers[name] ?? '');
  if (wanted !== undefined && !names(wanted, etag)) throw unmet('If-Match');
  if (wanted === undefined && second > since('if-unmodified-since'))
    throw unmet('If-Unmodified-Since');
  if (known !== undefined) return names(known, etag);
  return second <= since('if-modified-since');
}

type Range = readonly [start: number, end: number];

/** Reads the range; undefined for the whole object. S3 ignores multiple ranges. */
function rangeIn({ headers }: ServiceRequest, size: number): Range | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers['range'] ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(size, Number(last) + 1);
  if (start < size && start < end) return [start, end];
  throw refused([416, 'InvalidRange'], 'The requested range is not satisfiable', {
    RangeRequested: headers['range'] ?? '',
    ActualObjectSize: String(size),
  });
}

function partRange(parts: readonly number[], number: number, size: number): Range {
  const lengths = parts.length > 0 ? parts : [size];
  const length = lengths[number - 1];
  if (length === undefined)
    throw refused([416, 'InvalidPartNumber'], 'The requested partnumber is not satisfiable');
  const start = lengths.slice(0, number - 1).reduce((sum, one) => sum + one, 0);
  return [start, start + length];
}

export function slice(body: readonly Buffer[], start: number, end: number): readonly Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  for (const part of body) {
    if (at < end && at + part.length > start)
      found.push(part.subarray(Math.max(0, start - at), Math.min(part.length, end - at)));
    at += part.length;
  }
  return found;
}

/**
 * Reads the response headers that query parameters such as `response-content-type` override, for example in a presigned URL.
 */
function overrides({ query }: ServiceRequest): Readonly<Record<string, string>> {
  const given = [...query].filter(([name]) => name.startsWith('response-'));
  return Object.fromEntries(
    given.map(([name, value]) => [KEPT[name.slice('response-'.length)] ?? name, value]),
  );
}

/** Returns the object that `x-amz-copy-source` names, after checking its conditions. */
export function copySource({ request, store }: S3Call): StoredObject {
  const { headers } = request;
  const [path = '', query = ''] = (headers['x-amz-copy-source'] ?? '')
    .replace(/^\//, '')
    .split('?');
  // Clients may also encode the slash after the bucket.
  const [name = '', ...rest] = decoded(path).replace(/^\//, '').split('/');
  const key = rest.join('/');
  const version = new URLSearchParams(query).get('versionId');
  const bucket = store.buckets.get(name);
  const denial = request.caller?.denial({
    action: version === null ? 's3:GetObject' : 's3:GetObjectVersion',
    resource: `arn:aws:s3:::${name}/${key}`,
    resourcePolicy: bucket?.documents.get('policy'),
  });
  if (denial !== undefined) throw refused([403, 'AccessDenied'], denial);
  if (!bucket) throw noSuchBucket(name);
  const found = findObject(bucket, key, version);
  if (!found || found.isMarker) throw noSuchKey(key);
  const { 'x-amz-copy-source-if-match': wanted, 'x-amz-copy-source-if-none-match': unwanted } =
    headers;
  if (wanted !== undefined && !names(wanted, found.etag)) throw unmet('x-amz-copy-source-If-Match');
  if (unwanted !== undefined && names(unwanted, found.etag))
    throw unmet('x-amz-copy-source-If-None-Match');
  return found;
}

function copyObject(call: S3Call): ServiceAnswer {
  const { request, store, bucket, key } = call;
  checkKey(key);
  const source = copySource(call);
  const isReplaced = request.headers['x-amz-metadata-directive'] === 'REPLACE';
  const isTagged = request.headers['x-amz-tagging-directive'] === 'REPLACE';
  const isItself = findObject(bucket, key, null) === source;
  if (isItself && !isReplaced && request.headers['x-amz-storage-class'] === undefined)
    throw refused(
      [400, 'InvalidRequest'],
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  const headers = isReplaced ? keptHeaders(request) : source.headers;
  const tags = isTagged ? headerTags(request) : source.tags;
  const { body, checksum } = source;
  const made = { key, body, etag: etagOf(body), headers, checksum, tags, parts: [] };
  const object = storeObject(bucket, made, store);
  tell(bucket, { object, name: 'ObjectCreated:Copy' }, store);
  const from = source.version === 'null' ? {} : { 'x-amz-copy-source-version-id': source.version };
  const content = xmlOf({ LastModified: iso(object.at), ETag: object.etag });
  return xml('CopyObjectResult', content, { ...versionHeader(object), ...from });
}

type Removal = { readonly key: string; readonly version: string | null };

function removeOne({ store, bucket }: S3Call, removal: Removal) {
  const { removed, marker } = removeObject(bucket, removal, store);
  const object = marker ?? removed;
  const name = marker ? 'ObjectRemoved:DeleteMarkerCreated' : 'ObjectRemoved:Delete';
  if (object) tell(bucket, { object, name }, store);
  return { removed, marker };
}

function deleteObject(call: S3Call): ServiceAnswer {
  const { request, bucket, key } = call;
  const version = request.query.get('versionId');
  const found = findObject(bucket, key, version);
  const wanted = request.headers['if-match'];
  if (wanted !== undefined && found && !names(wanted, found.etag)) throw unmet('If-Match');
  const { removed, marker } = removeOne(call, { key, version });
  const object = marker ?? (version === null ? undefined : removed);
  return empty(204, {
    ...(object && versionHeader(object)),
    ...(object?.isMarker && { 'x-amz-delete-marker': 'true' }),
  });
}

const MOST_DELETED = 1000;

function deleteObjects(call: S3Call): ServiceAnswer {
  const { request, bucket } = call;
  const removals = contentOf(call.text(), 'Object').map((one) => ({
    key: textIn(one, 'Key') ?? '',
    version: textIn(one, 'VersionId') ?? null,
  }));
  if (removals.length > MOST_DELETED || removals.length === 0) throw malformed();
  const isQuiet = textIn(call.text(), 'Quiet') === 'true';
  const rows = removals.map((removal) => {
    const { key: Key, version } = removal;
    const action = version === null ? 's3:DeleteObject' : 's3:DeleteObjectVersion';
    const denial = request.caller?.denial({
      action,
      resource: `arn:aws:s3:::${bucket.name}/${Key}`,
      resourcePolicy: bucket.documents.get('policy'),
    });
    if (denial !== undefined)
      return xmlOf({ Error: { Key, Code: 'AccessDenied', Message: denial } });
    const { marker } = removeOne(call, removal);
    if (isQuiet) return '';
    const made = marker && { DeleteMarker: true, DeleteMarkerVersionId: marker.version };
    return xmlOf({ Deleted: { Key, VersionId: version ?? undefined, ...made } });
  });
  return xml('DeleteResult', rows.join(''));
}

function putTags(call: S3Call): ServiceAnswer {
  const object = readObject(call);
  const pairs = contentOf(call.text(), 'Tag').map((one): [string, string] => [
    textIn(one, 'Key') ?? '',
    textIn(one, 'Value') ?? '',
  ]);
  return retagged(call, object, checkedTags(new Map(pairs)));
}

function retagged(
  { bucket, request, key }: S3Call,
  object: StoredObject,
  tags: StoredObject['tags'],
): ServiceAnswer {
  const versions = bucket.objects.get(key) ?? [];
  bucket.objects.set(
    key,
    versions.map((one) => (one === object ? { ...one, tags } : one)),
  );
  return empty(request.method === 'DELETE' ? 204 : 200, versionHeader(object));
}

/** Returns the supported attributes: docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html */
function attributes(call: S3Call): ServiceAnswer {
  const object = readObject(call);
  const wanted = (call.request.headers['x-amz-object-attributes'] ?? '')
    .split(',')
    .map((one) => one.trim());
  if (wanted.join('') === '')
    throw invalidArgument('The x-amz-object-attributes header is required');
  const { etag, size, checksum, parts, headers } = object;
  const all: Readonly<Record<string, string>> = {
    ETag: xmlOf({ ETag: etag.replaceAll('"', '') }),
    Checksum: checksum
      ? xmlOf({
          Checksum: {
            [`Checksum${checksum.algorithm}`]: checksum.value,
            ChecksumType: checksum.type,
          },
        })
      : '',
    ObjectParts: parts.length > 0 ? xmlOf({ ObjectParts: { PartsCount: parts.length } }) : '',
    StorageClass: xmlOf({ StorageClass: headers['x-amz-storage-class'] ?? 'STANDARD' }),
    ObjectSize: xmlOf({ ObjectSize: size }),
  };
  const content = Object.entries(all).filter(([name]) => wanted.includes(name));
  const shown = { 'Last-Modified': new Date(object.at).toUTCString(), ...versionHeader(object) };
  return xml('GetObjectAttributesResponse', content.map(([, text]) => text).join(''), shown);
}

export const OBJECT_OPERATIONS: S3Operations = {
  GetObjectTagging: {
    on: 'GET object?tagging',
    versionAction: 's3:GetObjectVersionTagging',
    run: (call) => {
      const object = readObject(call);
      const tags = [...object.tags].map(([Key, Value]) => xmlOf({ Tag: { Key, Value } }));
      return xml('Tagging', `<TagSet>${tags.join('')}</TagSet>`, versionHeader(object));
    },
  },
  PutObjectTagging: {
    on: 'PUT object?tagging',
    versionAction: 's3:PutObjectVersionTagging',
    run: putTags,
  },
  DeleteObjectTagging: {
    on: 'DELETE object?tagging',
    versionAction: 's3:DeleteObjectVersionTagging',
    run: (call) => retagged(call, readObject(call), new Map()),
  },
  GetObjectAttributes: {
    on: 'GET object?attributes',
    action: 's3:GetObject',
    versionAction: 's3:GetObjectVersion',
    run: attributes,
  },
  CopyObject: {
    on: 'PUT object',
    header: 'x-amz-copy-source',
    action: 's3:PutObject',
    run: copyObject,
  },
  PutObject: { on: 'PUT object', run: putObject },
  GetObject: { on: 'GET object', versionAction: 's3:GetObjectVersion', run: getObject },
  HeadObject: {
    on: 'HEAD object',
    action: 's3:GetObject',
    versionAction: 's3:GetObjectVersion',
    run: getObject,
  },
  DeleteObject: {
    on: 'DELETE object',
    versionAction: 's3:DeleteObjectVersion',
    run: deleteObject,
  },
  DeleteObjects: {
    on: 'POST bucket?delete',
    // The permission is checked for each object when it is deleted.
    action: 's3:DeleteObject',
    isFree: true,
    run: deleteObjects,
  },
};
