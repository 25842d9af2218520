// Lists objects and versions, with prefix, delimiter and pages. docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
import { type XmlValue, xmlOf } from '../query-service.js';
import type { ServiceAnswer } from '../service.js';
import {
  type Bucket,
  type BucketStore,
  invalidArgument,
  type StoredObject,
  iso,
  type S3Call,
  type S3Operations,
  xml,
} from './bucket-store.js';

const PAGE = 1000;

type Row = { readonly key: string; readonly versions: readonly StoredObject[] };
type Group =
  | { readonly kind: 'object'; readonly row: Row }
  | { readonly kind: 'prefix'; readonly text: string };

type Wish = {
  readonly prefix: string;
  readonly delimiter: string;
  /** Keys and prefixes up to and including this one are skipped. */
  readonly after: string;
  readonly most: number;
};

function groupsIn(rows: readonly Row[], { prefix, delimiter, after, most }: Wish) {
  const groups: Group[] = [];
  let last = '';
  if (most === 0) return { groups, next: undefined };
  for (const row of rows) {
    const { key } = row;
    if (!key.startsWith(prefix)) continue;
    const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length);
    const text = end === -1 ? key : key.slice(0, end + delimiter.length);
    if (text <= after || (end !== -1 && text === last)) continue;
    if (groups.length === most) return { groups, next: last };
    groups.push(end === -1 ? { kind: 'object', row } : { kind: 'prefix', text });
    last = text;
  }
  return { groups, next: undefined };
}

/** Returns rows in key order. Includes deleted objects if `isEvery` is true. */
function rowsOf({ objects }: Bucket, isEvery = false): readonly Row[] {
  return [...objects]
    .filter(([, versions]) => isEvery || versions.at(-1)?.isMarker === false)
    .map(([key, versions]) => ({ key, versions }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function readWish({ request: { query } }: S3Call, after: string): Wish {
  const most = Number(query.get('max-keys') ?? PAGE);
  if (!(Number.isInteger(most) && most >= 0))
    throw invalidArgument('Argument maxKeys must be an integer between 0 and 2147483647', {
      ArgumentName: 'maxKeys',
      ArgumentValue: query.get('max-keys') ?? '',
    });
  return {
    prefix: query.get('prefix') ?? '',
    delimiter: query.get('delimiter') ?? '',
    after,
    most: Math.min(most, PAGE),
  };
}

/**
 * Returns a function that encodes keys if the call requests it, because a key may contain characters that XML does not allow.
 */
function writer({ request: { query } }: S3Call): (text: string) => string {
  if (query.get('encoding-type') !== 'url') return (text) => text;
  return (text) => encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+');
}

function objectXml(
  { key, at, etag, size, headers, checksum }: StoredObject,
  write: (text: string) => string,
): string {
  return xmlOf({
    Key: write(key),
    LastModified: iso(at),
    ETag: etag,
    ChecksumAlgorithm: checksum?.algorithm,
    ChecksumType: checksum?.type,
    Size: size,
    StorageClass: headers['x-amz-storage-class'] ?? 'STANDARD',
  });
}

function contentsXml(
  groups: readonly Group[],
  write: (text: string) => string,
  owner: string,
): string {
  return groups
    .map((group) => {
      if (group.kind === 'prefix') return prefixXml(group.text, write);
      const newest = group.row.versions.at(-1);
      return newest ? `<Contents>${objectXml(newest, write)}${owner}</Contents>` : '';
    })
    .join('');
}

function prefixXml(text: string, write: (text: string) => string): string {
  return xmlOf({ CommonPrefixes: { Prefix: write(text) } });
}

export function ownerXml({ account }: BucketStore): string {
  return xmlOf({ Owner: { ID: account, DisplayName: 'tester' } });
}

function listV2(call: S3Call): ServiceAnswer {
  const { request, bucket, store } = call;
  const { query } = request;
  const token = query.get('continuation-token');
  const start = query.get('start-after') ?? undefined;
  const wish = readWish(call, token === null ? (start ?? '') : decodeToken(token));
  const { groups, next } = groupsIn(rowsOf(bucket), wish);
  const write = writer(call);
  const owner = query.get('fetch-owner') === 'true' ? ownerXml(store) : '';
  const head = headXml(call, wish, {
    KeyCount: groups.length,
    IsTruncated: next !== undefined,
    ContinuationToken: token ?? undefined,
    StartAfter: start && write(start),
    NextContinuationToken: next === undefined ? undefined : Buffer.from(next).toString('base64'),
  });
  return xml('ListBucketResult', head + contentsXml(groups, write, owner));
}

function headXml(
  call: S3Call,
  { prefix, delimiter, most }: Wish,
  more: Readonly<Record<string, XmlValue>>,
): string {
  const write = writer(call);
  return xmlOf({
    Name: call.bucket.name,
    Prefix: write(prefix),
    MaxKeys: most,
    Delimiter: delimiter === '' ? undefined : write(delimiter),
    EncodingType: call.request.query.get('encoding-type') ?? undefined,
    ...more,
  });
}

function decodeToken(token: string): string {
  const text = Buffer.from(token, 'base64').toString();
  if (text !== '' && Buffer.from(text).toString('base64') === token) return text;
  throw invalidArgument('The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}

function listV1(call: S3Call): ServiceAnswer {
  const { request, bucket, store } = call;
  const marker = request.query.get('marker') ?? '';
  const wish = readWish(call, marker);
  const { groups, next } = groupsIn(rowsOf(bucket), wish);
  const write = writer(call);
  const head = headXml(call, wish, {
    Marker: write(marker),
    IsTruncated: next !== undefined,
    // Without a delimiter, S3 omits `NextMarker`, because the last key is the marker.
    NextMarker: next === undefined || wish.delimiter === '' ? undefined : write(next),
  });
  return xml('ListBucketResult', head + contentsXml(groups, write, ownerXml(store)));
}

function listVersions(call: S3Call): ServiceAnswer {
  const { request, bucket, store } = call;
  const { query } = request;
  const marker = query.get('key-marker') ?? '';
  const versionMarker = query.get('version-id-marker');
  const wish = readWish(call, '');
  const { groups } = groupsIn(rowsOf(bucket, true), { ...wish, most: Infinity });
  const write = writer(call);
  const all = groups.flatMap((group): Listed[] =>
    group.kind === 'prefix'
      ? [{ key: group.text, version: '', text: prefixXml(group.text, write) }]
      : group.row.versions.toReversed().map((one, index) => {
          const tag = one.isMarker ? 'DeleteMarker' : 'Version';
          const own = xmlOf({ VersionId: one.version, IsLatest: index === 0 });
          const rest = one.isMarker
            ? xmlOf({ Key: write(one.key), LastModified: iso(one.at) })
            : objectXml(one, write);
          const text = `<${tag}>${own}${rest}${ownerXml(store)}</${tag}>`;
          return { key: one.key, version: one.version, text };
        }),
  );
  const found = all.findIndex(({ key, version }) =>
    versionMarker === null ? key > marker : key === marker && version === versionMarker,
  );
  const start =
    marker === '' ? 0 : found === -1 ? all.length : versionMarker === null ? found : found + 1;
  const shown = all.slice(start, start + wish.most);
  const isMore = start + wish.most < all.length;
  const last = isMore ? shown.at(-1) : undefined;
  const head = headXml(call, wish, {
    KeyMarker: write(marker),
    IsTruncated: isMore,
    NextKeyMarker: last && write(last.key),
    NextVersionIdMarker: last?.version,
  });
  return xml('ListVersionsResult', head + shown.map(({ text }) => text).join(''));
}

type Listed = { readonly key: string; readonly version: string; readonly text: string };

export const LISTINGS: S3Operations = {
  ListObjectVersions: {
    on: 'GET bucket?versions',
    action: 's3:ListBucketVersions',
    run: listVersions,
  },
  ListObjectsV2: { on: 'GET bucket?list-type', action: 's3:ListBucket', run: listV2 },
  ListObjects: { on: 'GET bucket', action: 's3:ListBucket', run: listV1 },
};
