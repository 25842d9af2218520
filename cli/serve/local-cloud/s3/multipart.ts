// Multipart uploads: docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
import { createHash, randomUUID } from 'node:crypto';
import { xmlOf } from '../query-service.js';
import type { ServiceAnswer } from '../service.js';
import {
  contentOf,
  textIn,
  checkWrite,
  etagOf,
  invalidArgument,
  malformed,
  type UploadedPart,
  refused,
  storeObject,
  type Upload,
  empty,
  iso,
  type S3Call,
  type S3Operations,
  versionHeader,
  xml,
} from './bucket-store.js';
import { tell } from './notifications.js';
import {
  checkKey,
  checksumHeaders,
  copySource,
  headerTags,
  keptHeaders,
  slice,
} from './objects.js';
import { checkClaim, checksumOf, checksumOfParts, readUploadBody } from './upload-body.js';

/** Applies to every part except the last: docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const LEAST_PART = 5 * 1024 * 1024;
const MOST_PARTS = 10_000;
const PAGE = 1000;

function create({ request, store, bucket, key }: S3Call): ServiceAnswer {
  checkKey(key);
  const { headers } = request;
  const algorithm = headers['x-amz-checksum-algorithm']?.toUpperCase();
  const id = randomUUID().replaceAll('-', '');
  const isWhole =
    headers['x-amz-checksum-type'] === 'FULL_OBJECT' ||
    (headers['x-amz-checksum-type'] === undefined && algorithm === 'CRC64NVME');
  const upload: Upload = {
    ...{ id, key, at: store.clock.now(), algorithm, isWhole, parts: new Map() },
    headers: keptHeaders(request),
    tags: headerTags(request),
  };
  bucket.uploads.set(id, upload);
  const content = xmlOf({ Bucket: bucket.name, Key: key, UploadId: id });
  const shown = algorithm !== undefined && {
    'x-amz-checksum-algorithm': algorithm,
    'x-amz-checksum-type': isWhole ? 'FULL_OBJECT' : 'COMPOSITE',
  };
  return xml('InitiateMultipartUploadResult', content, { ...shown });
}

function uploadOf({ request, bucket, key }: S3Call): Upload {
  const id = request.query.get('uploadId') ?? '';
  const found = bucket.uploads.get(id);
  if (found?.key === key) return found;
  const message =
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.';
  throw refused([404, 'NoSuchUpload'], message, { UploadId: id });
}

function partNumber({ request }: S3Call): number {
  const number = Number(request.query.get('partNumber'));
  if (Number.isInteger(number) && number >= 1 && number <= MOST_PARTS) return number;
  throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', {
    ArgumentName: 'partNumber',
  });
}

function keepPart(
  call: S3Call,
  body: readonly Buffer[],
  given: UploadedPart['checksum'],
): UploadedPart {
  const upload = uploadOf(call);
  const { algorithm } = upload;
  const value = algorithm === undefined || given ? undefined : checksumOf(body, algorithm);
  const own =
    value === undefined || algorithm === undefined
      ? given
      : { algorithm, value, type: 'FULL_OBJECT' as const };
  const size = body.reduce((sum, { length }) => sum + length, 0);
  const part = { body, size, etag: etagOf(body), checksum: own, at: call.store.clock.now() };
  upload.parts.set(partNumber(call), part);
  return part;
}

function uploadPart(call: S3Call): ServiceAnswer {
  const { body, checksum } = readUploadBody(call.request);
  const part = keepPart(call, body, checksum);
  const { 'x-amz-checksum-type': _type, ...sums } = checksumHeaders(part);
  return empty(200, { ETag: part.etag, ...sums });
}

function uploadPartCopy(call: S3Call): ServiceAnswer {
  const source = copySource(call);
  const range = call.request.headers['x-amz-copy-source-range'];
  const [, first = '0', last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  const end = last === undefined ? source.size : Number(last) + 1;
  if (end > source.size)
    throw invalidArgument(`Range specified is not valid for source object of size: ${source.size}`);
  const part = keepPart(call, slice(source.body, Number(first), end), undefined);
  return xml('CopyPartResult', xmlOf({ LastModified: iso(part.at), ETag: part.etag }));
}

function complete(call: S3Call): ServiceAnswer {
  const { request, store, bucket, key } = call;
  const upload = uploadOf(call);
  const listed = contentOf(call.text(), 'Part').map((one) => ({
    number: Number(textIn(one, 'PartNumber')),
    etag: textIn(one, 'ETag') ?? '',
  }));
  if (listed.length === 0) throw malformed();
  if (listed.some(({ number }, index) => index > 0 && number <= (listed[index - 1]?.number ?? 0)))
    throw refused(
      [400, 'InvalidPartOrder'],
      'The list of parts was not in ascending order. Parts must be ordered by part number.',
    );
  const parts = listed.map(({ number, etag }): UploadedPart => {
    const part = upload.parts.get(number);
    if (part && part.etag.replaceAll('"', '') === etag.replaceAll('"', '')) return part;
    const message =
      "One or more of the specified parts could not be found.  The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.";
    throw refused([400, 'InvalidPart'], message, {
      UploadId: upload.id,
      PartNumber: String(number),
      ETag: etag,
    });
  });
  const small = parts.slice(0, -1).find(({ size }) => size < LEAST_PART);
  if (small)
    throw refused(
      [400, 'EntityTooSmall'],
      'Your proposed upload is smaller than the minimum allowed size',
      {
        ProposedSize: String(small.size),
        MinSizeAllowed: String(LEAST_PART),
        ETag: small.etag.replaceAll('"', ''),
      },
    );
  checkWrite(request, bucket, key);
  const sums = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag.replaceAll('"', ''), 'hex')));
  const etag = `"${createHash('md5').update(sums).digest('hex')}-${parts.length}"`;
  const { algorithm, isWhole, headers, tags } = upload;
  const checksum = algorithm === undefined ? undefined : checksumOfParts(parts, algorithm, isWhole);
  if (checksum) checkClaim(request.headers, checksum.algorithm, checksum.value);
  const made = {
    ...{ key, etag, checksum, headers, tags, parts: parts.map(({ size }) => size) },
    body: parts.flatMap(({ body }) => body),
  };
  const object = storeObject(bucket, made, store);
  bucket.uploads.delete(upload.id);
  tell(bucket, { object, name: 'ObjectCreated:CompleteMultipartUpload' }, store);
  const content = xmlOf({
    Location: `http://${request.headers['host'] ?? 'localhost'}/${bucket.name}/${encodeURI(key)}`,
    Bucket: bucket.name,
    Key: key,
    ETag: etag,
    ...(checksum && {
      [`Checksum${checksum.algorithm}`]: checksum.value,
      ChecksumType: checksum.type,
    }),
  });
  return xml('CompleteMultipartUploadResult', content, versionHeader(object));
}

function listParts(call: S3Call): ServiceAnswer {
  const upload = uploadOf(call);
  const { query } = call.request;
  const after = Number(query.get('part-number-marker') ?? 0);
  const size = Math.min(Number(query.get('max-parts') ?? PAGE), PAGE);
  const rest = [...upload.parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
  const shown = rest.slice(0, size);
  const rows = shown.map(([PartNumber, { etag, size: Size, at, checksum }]) => {
    const sum = checksum && { [`Checksum${checksum.algorithm}`]: checksum.value };
    return xmlOf({ Part: { PartNumber, LastModified: iso(at), ETag: etag, Size, ...sum } });
  });
  const head = xmlOf({
    ...{ Bucket: call.bucket.name, Key: call.key, UploadId: upload.id, PartNumberMarker: after },
    NextPartNumberMarker: shown.at(-1)?.[0] ?? 0,
    ...{ MaxParts: size, IsTruncated: rest.length > size, ChecksumAlgorithm: upload.algorithm },
  });
  return xml('ListPartsResult', head + rows.join(''));
}

function listUploads({ request, bucket }: S3Call): ServiceAnswer {
  const { query } = request;
  const prefix = query.get('prefix') ?? '';
  const marker = query.get('upload-id-marker');
  const size = Math.min(Number(query.get('max-uploads') ?? PAGE), PAGE);
  const all = [...bucket.uploads.values()]
    .filter(({ key }) => key.startsWith(prefix))
    .sort((a, b) => (a.key < b.key || (a.key === b.key && a.at < b.at) ? -1 : 1));
  const start = all.findIndex(({ id }) => id === marker) + 1;
  const shown = all.slice(start, start + size);
  const rows = shown.map(({ id, key, at }) =>
    xmlOf({ Upload: { Key: key, UploadId: id, StorageClass: 'STANDARD', Initiated: iso(at) } }),
  );
  const isMore = start + size < all.length;
  const last = isMore ? shown.at(-1) : undefined;
  const head = xmlOf({
    ...{ Bucket: bucket.name, Prefix: prefix, MaxUploads: size, IsTruncated: isMore },
    ...{ NextKeyMarker: last?.key, NextUploadIdMarker: last?.id },
  });
  return xml('ListMultipartUploadsResult', head + rows.join(''));
}

const ACTION = 's3:PutObject';

export const MULTIPART_OPERATIONS: S3Operations = {
  ListMultipartUploads: {
    on: 'GET bucket?uploads',
    action: 's3:ListBucketMultipartUploads',
    run: listUploads,
  },
  CreateMultipartUpload: { on: 'POST object?uploads', action: ACTION, run: create },
  UploadPartCopy: {
    on: 'PUT object?uploadId',
    header: 'x-amz-copy-source',
    action: ACTION,
    run: uploadPartCopy,
  },
  UploadPart: { on: 'PUT object?uploadId', action: ACTION, run: uploadPart },
  CompleteMultipartUpload: { on: 'POST object?uploadId', action: ACTION, run: complete },
  ListParts: {
    on: 'GET object?uploadId',
    action: 's3:ListMultipartUploadParts',
    run: listParts,
  },
  AbortMultipartUpload: {
    on: 'DELETE object?uploadId',
    run: (call) => {
      call.bucket.uploads.delete(uploadOf(call).id);
      return empty(204);
    },
  },
};
