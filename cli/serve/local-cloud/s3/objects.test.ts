// S3 objects with the SDK's own client, and with presigned URLs.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { GetObjectCommandInput, PutObjectCommandInput } from '@aws-sdk/client-s3';
import { SignatureV4 } from '@smithy/signature-v4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Sha256 } from '../../gateway/authorizers/signature.js';
import { type Clients, createClients, refusalOf } from '../clients.fixture.js';
import { rawCall } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let clients: Clients;
beforeAll(async () => {
  cloud = await startTestCloud({ timeScale: 0 });
  clients = createClients(cloud);
  for (const Bucket of ['photos', 'kept', 'pages']) await clients.s3.createBucket({ Bucket });
});
afterAll(() => cloud.close());

const Bucket = 'photos';

async function put(
  Key: string,
  Body: PutObjectCommandInput['Body'] = 'text',
  more: Partial<PutObjectCommandInput> = {},
) {
  return clients.s3.putObject({ Bucket, Key, Body, ...more });
}

async function textOf(Key: string, more: Partial<GetObjectCommandInput> = {}): Promise<string> {
  const { Body } = await clients.s3.getObject({ Bucket, Key, ...more });
  return (await Body?.transformToString()) ?? '';
}

test('an object comes back with its bytes, headers, metadata, tags and checksum', async () => {
  const Key = 'in/Zürich & more+1.txt';
  const given = {
    ContentType: 'text/plain',
    CacheControl: 'no-cache',
    ContentEncoding: 'gzip',
    Metadata: { owner: 'anna' },
    Tagging: 'a=1&b=2',
  };
  const { ETag, ChecksumCRC32 } = await put(Key, 'hello', given);
  expect([ETag, ChecksumCRC32]).toEqual([
    `"${createHash('md5').update('hello').digest('hex')}"`,
    'NhCmhg==',
  ]);
  const { Tagging: _, ...shown } = given;
  const found = await clients.s3.getObject({ Bucket, Key, ChecksumMode: 'ENABLED' });
  expect(found).toMatchObject({
    ...shown,
    ETag,
    ContentLength: 5,
    ChecksumCRC32,
    TagCount: 2,
    AcceptRanges: 'bytes',
  });
  expect(await found.Body?.transformToString()).toBe('hello');
  expect(await clients.s3.headObject({ Bucket, Key })).toMatchObject({
    ...shown,
    ContentLength: 5,
  });
  const tagging = await clients.s3.getObjectTagging({ Bucket, Key });
  expect(tagging.TagSet).toEqual([
    { Key: 'a', Value: '1' },
    { Key: 'b', Value: '2' },
  ]);
  await clients.s3.putObjectTagging({
    Bucket,
    Key,
    Tagging: { TagSet: [{ Key: 'c', Value: '<3' }] },
  });
  const changed = await clients.s3.getObjectTagging({ Bucket, Key });
  expect(changed.TagSet).toEqual([{ Key: 'c', Value: '<3' }]);
});

test('a stream is taken apart from its chunks, and a large one comes back byte for byte', async () => {
  const block = Buffer.alloc(1024 * 1024, 'abcdefghij');
  const Body = Readable.from(Array.from({ length: 40 }, () => block));
  const sent = await put('large', Body, { ContentLength: 40 * block.length });
  expect(sent.ChecksumCRC32).toBeDefined();
  const response = await fetch(await presigned('GET', '/photos/large'));
  const hash = createHash('md5');
  for await (const chunk of response.body ?? []) hash.update(chunk as Uint8Array); // because fetch returns bytes
  expect(`"${hash.digest('hex')}"`).toBe(sent.ETag);
  const headers = { 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' };
  const bad = {
    service: 's3',
    method: 'PUT',
    path: '/photos/bad',
    headers,
    body: '-6\r\n',
  } as const;
  expect(await rawCall(cloud, bad)).toContain('<Code>IncompleteBody</Code>');
});

test.each([
  ['bytes=0-1', 'he', 'bytes 0-1/5'],
  ['bytes=3-', 'lo', 'bytes 3-4/5'],
  ['bytes=-2', 'lo', 'bytes 3-4/5'],
  ['bytes=1-99', 'ello', 'bytes 1-4/5'],
])('the range %s is %s', async (Range, text, ContentRange) => {
  await put('range', 'hello');
  const found = await clients.s3.getObject({ Bucket, Key: 'range', Range });
  expect([await found.Body?.transformToString(), found.ContentRange]).toEqual([text, ContentRange]);
});

test('what is refused, in the words of S3', async () => {
  const { ETag = '' } = await put('there', 'hello');
  const old = new Date(0);
  const get = (more: Partial<GetObjectCommandInput>) =>
    clients.s3.getObject({ Bucket, Key: 'there', ...more });
  const rows: Readonly<Record<string, Promise<unknown>>> = {
    key: get({ Key: 'nowhere' }),
    bucket: get({ Bucket: 'nowhere' }),
    range: get({ Range: 'bytes=9-' }),
    match: get({ IfMatch: '"other"' }),
    known: get({ IfNoneMatch: ETag }),
    since: get({ IfUnmodifiedSince: old }),
    create: put('there', 'again', { IfNoneMatch: '*' }),
    change: put('there', 'again', { IfMatch: '"other"' }),
    changeNothing: put('nowhere', 'again', { IfMatch: ETag }),
    digest: put('bad', 'text', { ContentMD5: 'AAAAAAAAAAAAAAAAAAAAAA==' }),
    checksum: put('bad', 'text', { ChecksumCRC32: 'AAAAAA==' }),
    key1025: put('k'.repeat(1025)),
    metadata: put('bad', 'text', { Metadata: { long: 'x'.repeat(2049) } }),
    upload: clients.s3.abortMultipartUpload({ Bucket, Key: 'a', UploadId: 'none' }),
    version: get({ VersionId: 'none' }),
    rules: clients.s3.getBucketCors({ Bucket }),
    tags: clients.s3.getBucketTagging({ Bucket }),
    policy: clients.s3.getBucketPolicy({ Bucket }),
    grants: clients.s3.getBucketAcl({ Bucket }),
  };
  const found = await Promise.all(
    Object.entries(rows).map(async ([name, call]) => [name, await refusalOf(call)]),
  );
  expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
    {
      "bucket": "NoSuchBucket 404 The specified bucket does not exist",
      "change": "PreconditionFailed 412 At least one of the pre-conditions you specified did not hold",
      "changeNothing": "NoSuchKey 404 The specified key does not exist.",
      "checksum": "BadDigest 400 The CRC32 you specified did not match the calculated checksum.",
      "create": "PreconditionFailed 412 At least one of the pre-conditions you specified did not hold",
      "digest": "BadDigest 400 The Content-MD5 you specified did not match what we received.",
      "grants": "InvalidAction 400 The local cloud does not support the operation GET /photos/?acl of s3. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account.",
      "key": "NoSuchKey 404 The specified key does not exist.",
      "key1025": "KeyTooLongError 400 Your key is too long",
      "known": "Unknown 304 UnknownError",
      "match": "PreconditionFailed 412 At least one of the pre-conditions you specified did not hold",
      "metadata": "MetadataTooLarge 400 Your metadata headers exceed the maximum allowed metadata size",
      "policy": "NoSuchBucketPolicy 404 The bucket policy does not exist",
      "range": "InvalidRange 416 The requested range is not satisfiable",
      "rules": "NoSuchCORSConfiguration 404 The CORS configuration does not exist",
      "since": "PreconditionFailed 412 At least one of the pre-conditions you specified did not hold",
      "tags": "NoSuchTagSet 404 The TagSet does not exist",
      "upload": "NoSuchUpload 404 The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.",
      "version": "NoSuchVersion 404 The specified version does not exist.",
    }
  `);
  expect(await put('there', 'again', { IfMatch: ETag })).toBeDefined();
  expect(await refusalOf(get({ IfModifiedSince: old }))).toBe('accepted');
});

test('a list without an encoding keeps a carriage return in a key', async () => {
  const Key = 'lines/a\rb';
  await clients.s3.putObject({ Bucket, Key, Body: '' });
  const { Contents } = await clients.s3.listObjectsV2({ Bucket, Prefix: 'lines/' });
  expect(Contents?.map((one) => one.Key)).toEqual([Key]);
});

test('lists have prefixes, delimiters, pages, and keys of any sign', async () => {
  const keys = ['a/1', 'a/2', 'b/1', 'c', 'd e&f', 'ä\u0001'];
  for (const Key of keys) await clients.s3.putObject({ Bucket: 'pages', Key, Body: '' });
  const all: string[] = [];
  const prefixes: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const input = {
      Bucket: 'pages',
      Delimiter: '/',
      MaxKeys: 2,
      EncodingType: 'url' as const,
      ContinuationToken,
    };
    const page = await clients.s3.listObjectsV2(input);
    expect(page.KeyCount).toBeLessThanOrEqual(2);
    all.push(
      ...(page.Contents ?? []).map(({ Key = '' }) => decodeURIComponent(Key.replaceAll('+', ' '))),
    );
    prefixes.push(...(page.CommonPrefixes ?? []).map(({ Prefix = '' }) => Prefix));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
  const none = await clients.s3.listObjectsV2({ Bucket: 'pages', MaxKeys: 0 });
  expect([none.KeyCount, none.IsTruncated, none.NextContinuationToken]).toEqual([
    0,
    false,
    undefined,
  ]);
  expect([all, prefixes]).toEqual([
    ['c', 'd e&f', 'ä\u0001'],
    ['a/', 'b/'],
  ]);
  const page = await clients.s3.listObjectsV2({ Bucket: 'pages', Prefix: 'a/', StartAfter: 'a/1' });
  expect(page.Contents?.map(({ Key }) => Key)).toEqual(['a/2']);
  const first = await clients.s3.listObjects({ Bucket: 'pages', MaxKeys: 3, Delimiter: '/' });
  expect([first.IsTruncated, first.NextMarker]).toEqual([true, 'c']);
  const { Deleted, Errors } = await clients.s3.deleteObjects({
    Bucket: 'pages',
    Delete: { Objects: ['c', 'd e&f', 'none'].map((Key) => ({ Key })) },
  });
  expect([Deleted?.map(({ Key }) => Key), Errors]).toEqual([['c', 'd e&f', 'none'], undefined]);
});

test('a copy keeps or replaces what is said of the object', async () => {
  await put('from', 'hello', { ContentType: 'text/plain', Metadata: { a: '1' } });
  // Both notations are in use: the slash after the bucket can be literal or encoded.
  const CopySource = encodeURIComponent('photos/from');
  await clients.s3.copyObject({ Bucket, Key: 'to', CopySource });
  expect(await clients.s3.headObject({ Bucket, Key: 'to' })).toMatchObject({
    ContentType: 'text/plain',
    Metadata: { a: '1' },
  });
  const replaced = {
    Bucket,
    Key: 'to',
    CopySource: 'photos/from',
    MetadataDirective: 'REPLACE' as const,
    Metadata: { b: '2' },
  };
  await clients.s3.copyObject(replaced);
  expect((await clients.s3.headObject({ Bucket, Key: 'to' })).Metadata).toEqual({ b: '2' });
  expect(
    await refusalOf(clients.s3.copyObject({ Bucket, Key: 'to', CopySource: 'photos/to' })),
  ).toContain('InvalidRequest 400 This copy request is illegal');
});

test('versions are kept, marked and deleted', async () => {
  const { s3 } = clients;
  await s3.putBucketVersioning({ Bucket: 'kept', VersioningConfiguration: { Status: 'Enabled' } });
  const write = (Body: string) => s3.putObject({ Bucket: 'kept', Key: 'a', Body });
  const { VersionId: one } = await write('one');
  await write('two');
  const removed = await s3.deleteObject({ Bucket: 'kept', Key: 'a' });
  expect(removed.DeleteMarker).toBe(true);
  expect(await refusalOf(s3.getObject({ Bucket: 'kept', Key: 'a' }))).toContain('NoSuchKey 404');
  const list = await s3.listObjectVersions({ Bucket: 'kept', Delimiter: '/' });
  expect(list.Delimiter).toBe('/');
  expect([list.Versions?.length, list.DeleteMarkers?.map(({ IsLatest }) => IsLatest)]).toEqual([
    2,
    [true],
  ]);
  const page = await s3.listObjectVersions({ Bucket: 'kept', MaxKeys: 1 });
  const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page;
  const rest = await s3.listObjectVersions({ Bucket: 'kept', KeyMarker, VersionIdMarker });
  expect(rest.Versions).toHaveLength(2);
  await s3.deleteObject({ Bucket: 'kept', Key: 'a', VersionId: removed.VersionId });
  expect(await textOf('a', { Bucket: 'kept' })).toBe('two');
  expect(await textOf('a', { Bucket: 'kept', VersionId: one })).toBe('one');
});

test('an upload in parts is listed, completed and aborted', async () => {
  const { s3 } = clients;
  const Key = 'parts';
  const begin = async () =>
    (
      await s3.createMultipartUpload({
        Bucket,
        Key,
        ContentType: 'text/plain',
        ChecksumAlgorithm: 'CRC32',
      })
    ).UploadId;
  const UploadId = await begin();
  const bodies = [Buffer.alloc(5 * 1024 * 1024, 'a'), Buffer.from('end')];
  const parts = [];
  for (const [index, Body] of bodies.entries()) {
    const PartNumber = index + 1;
    const { ETag, ChecksumCRC32 } = await s3.uploadPart({
      Bucket,
      Key,
      UploadId,
      PartNumber,
      Body,
    });
    parts.push({ PartNumber, ETag, ChecksumCRC32 });
  }
  const listed = await s3.listParts({ Bucket, Key, UploadId });
  expect(listed.Parts?.map(({ Size }) => Size)).toEqual(bodies.map(({ length }) => length));
  const complete = (Parts: object[], IfMatch?: string) => {
    const input = { Bucket, Key, UploadId, IfMatch, MultipartUpload: { Parts } };
    return s3.completeMultipartUpload(input);
  };
  expect(await refusalOf(complete([...parts].reverse()))).toContain('InvalidPartOrder 400');
  expect(await refusalOf(complete([{ PartNumber: 7, ETag: '"x"' }]))).toContain('InvalidPart 400');
  await expect(complete(parts, '"x"')).rejects.toMatchObject({ name: 'NoSuchKey', Key });
  const { ETag, ChecksumCRC32 } = await complete(parts);
  expect([ETag, ChecksumCRC32]).toEqual([
    expect.stringMatching(/-2"$/),
    expect.stringMatching(/-2$/),
  ]);
  expect(await s3.headObject({ Bucket, Key, PartNumber: 2 })).toMatchObject({
    ContentLength: 3,
    PartsCount: 2,
    ContentType: 'text/plain',
  });
  expect(await textOf(Key, { Range: 'bytes=-4' })).toBe('aend');
  const other = await begin();
  const uploads = async () =>
    (await s3.listMultipartUploads({ Bucket })).Uploads?.map((one) => one.UploadId);
  expect(await uploads()).toEqual([other]);
  await s3.abortMultipartUpload({ Bucket, Key, UploadId: other });
  expect(await uploads()).toBeUndefined();
});

async function presigned(
  method: string,
  path: string,
  { expiresIn = 60, signedAgo = 0, query = {} } = {},
): Promise<string> {
  const signer = new SignatureV4({
    ...{ service: 's3', region: 'us-east-1', sha256: Sha256, uriEscapePath: false },
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { hostname, port, host } = new URL(cloud.url);
  const request = {
    method,
    protocol: 'http:',
    hostname,
    port: Number(port),
    path,
    query,
    headers: { host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
  };
  const options = {
    expiresIn,
    signingDate: new Date(Date.now() - signedAgo),
    unsignableHeaders: new Set(['content-type']),
  };
  const { query: signed } = await signer.presign({ ...request, body: undefined }, options);
  const pairs = Object.entries(signed ?? {}).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`,
  );
  return `${cloud.url}${path}?${pairs.join('&')}`;
}

test('a presigned URL holds for its time and for what it was made for', async () => {
  const url = await presigned('PUT', '/photos/by-url');
  expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).toBe(200);
  const get = await presigned('GET', '/photos/by-url', {
    query: { 'response-content-type': 'text/x' },
  });
  const found = await fetch(get);
  expect([found.status, await found.text(), found.headers.get('content-type')]).toEqual([
    200,
    'hello',
    'text/x',
  ]);
  const codeOf = async (address: string, init?: RequestInit) => {
    const answer = await fetch(address, init);
    return `${answer.status} ${
      /<Code>(.*?)<\/Code><Message>(.*?)<\/Message>/
        .exec(await answer.text())
        ?.slice(1)
        .join(' ') ?? ''
    }`;
  };
  expect(await codeOf(get.replace('by-url', 'large'))).toContain('403 SignatureDoesNotMatch');
  expect(await codeOf(get, { method: 'DELETE' })).toContain('403 SignatureDoesNotMatch');
  const late = await presigned('GET', '/photos/by-url', { expiresIn: 60, signedAgo: 61_000 });
  expect(await codeOf(late)).toBe('403 AccessDenied Request has expired');
  expect(await codeOf(`${cloud.url}/photos/by-url`)).toBe('403 AccessDenied Access Denied');
});

test('a browser hears of CORS as the bucket says, and the bucket may stand in the host', async () => {
  const CORSRules = [
    {
      AllowedOrigins: ['https://*.shop.test'],
      AllowedMethods: ['GET', 'PUT'],
      AllowedHeaders: ['x-*'],
      ExposeHeaders: ['ETag'],
      MaxAgeSeconds: 60,
    },
  ];
  await clients.s3.putBucketCors({ Bucket, CORSConfiguration: { CORSRules } });
  const ask = (Origin: string, asked: string) =>
    fetch(`${cloud.url}/photos/a`, {
      method: 'OPTIONS',
      headers: {
        Origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': asked,
      },
    });
  const allowed = await ask('https://www.shop.test', 'x-amz-acl');
  expect([
    allowed.status,
    allowed.headers.get('access-control-allow-origin'),
    allowed.headers.get('access-control-max-age'),
  ]).toEqual([200, 'https://www.shop.test', '60']);
  expect([
    (await ask('https://other.test', 'x-a')).status,
    (await ask('https://www.shop.test', 'content-type')).status,
  ]).toEqual([403, 403]);
  await put('cors');
  const found = await fetch(await presigned('GET', '/photos/cors'), {
    headers: { Origin: 'https://www.shop.test' },
  });
  expect([found.status, found.headers.get('access-control-expose-headers')]).toEqual([200, 'ETag']);
});
