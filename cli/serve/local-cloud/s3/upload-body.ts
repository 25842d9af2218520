// The body of an upload: decodes `aws-chunked` chunks and verifies checksums.
// docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html,
// docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity.html
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ServiceRequest } from '../service.js';
import { type UploadedPart, refused, type Checksum } from './bucket-store.js';

type Sum = { readonly update: (part: Buffer) => void; readonly digest: () => Buffer };

/** CRC64NVME checksums are not verified: Node.js cannot compute them, and clients send them only if configured to. */
const SUMS: Readonly<Record<string, (() => Sum) | undefined>> = {
  CRC32: () => crcSum(crc32),
  CRC32C: () => crcSum(crc32c),
  SHA1: () => hashSum(createHash('sha1')),
  SHA256: () => hashSum(createHash('sha256')),
  CRC64NVME: undefined,
};

export function readUploadBody({
  body,
  headers,
}: ServiceRequest): Pick<UploadedPart, 'body' | 'checksum'> {
  const isChunked =
    (headers['x-amz-content-sha256'] ?? '').startsWith('STREAMING-') ||
    (headers['content-encoding'] ?? '').includes('aws-chunked');
  const { parts, trailers } = isChunked ? decodeChunks(body) : { parts: [body], trailers: {} };
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const announced = headers['x-amz-decoded-content-length'];
  if (announced !== undefined && Number(announced) !== length)
    throw refused(
      [400, 'IncompleteBody'],
      'You did not provide the number of bytes specified by the Content-Length HTTP header',
    );
  const md5 = headers['content-md5'];
  if (md5 !== undefined && sumOf(parts, hashSum(createHash('md5'))) !== md5)
    throw refused(
      [400, 'BadDigest'],
      'The Content-MD5 you specified did not match what we received.',
    );
  return { body: parts, checksum: checkedSum(parts, { ...headers, ...trailers }) };
}

function checkedSum(
  parts: readonly Buffer[],
  headers: Readonly<Record<string, string>>,
): Checksum | undefined {
  const given = Object.keys(SUMS).find((name) => checksumHeader(name) in headers);
  const asked = (headers['x-amz-sdk-checksum-algorithm'] ?? '').toUpperCase();
  const algorithm = given ?? (asked in SUMS ? asked : undefined);
  if (algorithm === undefined) return undefined;
  const value = checksumOf(parts, algorithm) ?? headers[checksumHeader(algorithm)];
  checkClaim(headers, algorithm, value);
  return value === undefined ? undefined : { algorithm, value, type: 'FULL_OBJECT' };
}

/** Rejects a checksum in the headers that differs from the calculated one. */
export function checkClaim(
  headers: Readonly<Record<string, string>>,
  algorithm: string,
  value: string | undefined,
): void {
  const claimed = headers[checksumHeader(algorithm)];
  if (claimed !== undefined && claimed !== value)
    throw refused(
      [400, 'BadDigest'],
      `The ${algorithm} you specified did not match the calculated checksum.`,
    );
}

export function checksumHeader(algorithm: string): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`;
}

/** Computes a checksum in base64; undefined for an unsupported algorithm. */
export function checksumOf(parts: readonly Buffer[], algorithm: string): string | undefined {
  const sum = SUMS[algorithm]?.();
  return sum && sumOf(parts, sum);
}

/** Computes the checksum of a multipart upload, either from its bytes or from the checksums of its parts. */
export function checksumOfParts(
  parts: readonly UploadedPart[],
  algorithm: string,
  isWhole: boolean,
): Checksum | undefined {
  const sums = parts.map(({ checksum }) => Buffer.from(checksum?.value ?? '', 'base64'));
  const value = checksumOf(isWhole ? parts.flatMap(({ body }) => body) : sums, algorithm);
  if (value === undefined) return undefined;
  return isWhole
    ? { algorithm, value, type: 'FULL_OBJECT' }
    : { algorithm, value: `${value}-${parts.length}`, type: 'COMPOSITE' };
}

function sumOf(parts: readonly Buffer[], sum: Sum): string {
  for (const part of parts) sum.update(part);
  return sum.digest().toString('base64');
}

function hashSum(hash: Hash): Sum {
  return { update: (part) => void hash.update(part), digest: () => hash.digest() };
}

function crcSum(next: (part: Buffer, value: number) => number): Sum {
  let value = 0;
  return {
    update: (part) => {
      value = next(part, value);
    },
    digest: () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    },
  };
}

/** The bit-reversed polynomial of CRC-32C: RFC 9260, appendix A. */
const TABLE: readonly number[] = Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});

function crc32c(part: Buffer, before: number): number {
  let value = ~before >>> 0;
  for (const byte of part) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  return ~value >>> 0;
}

type Decoded = {
  /** Views of the body as it was sent. */
  readonly parts: readonly Buffer[];
  readonly trailers: Readonly<Record<string, string>>;
};

/** Decodes chunks: `SIZE;chunk-signature=…\r\n`, bytes, `\r\n`. A chunk of size 0 ends them; trailers follow. */
function decodeChunks(body: Buffer): Decoded {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf('\r\n', at);
    const [text = ''] = body.subarray(at, end).toString('latin1').split(';');
    const size = /^[\da-f]+$/i.test(text) ? Number.parseInt(text, 16) : NaN;
    if (end === -1 || Number.isNaN(size) || end + 2 + size > body.length)
      throw refused([400, 'IncompleteBody'], 'The request body terminated unexpectedly');
    at = end + 2;
    if (size === 0) break;
    parts.push(body.subarray(at, at + size));
    at += size + 2;
  }
  const lines = body.subarray(at).toString('latin1').split(/\r?\n/);
  const trailers = lines.flatMap((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined
      ? []
      : [[name.trim().toLowerCase(), value.trim()]];
  });
  return { parts, trailers: Object.fromEntries(trailers) as Decoded['trailers'] }; // because each is a pair of texts
}
