// The zip with the code of a function: its limits, its files and the URLs that serve it.
// docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unzipSync } from 'fflate';
import type { Code } from './function-book.js';
import { type Members, textOf } from '../members.js';
import { invalidParameter, serialization, tooLarge } from './members.js';
import type { CloudClock } from '../service.js';

/** The maximum size of a request, which contains the zip as base64, in bytes. */
const REQUEST_LIMIT = 70_167_211;
const ZIPPED_LIMIT = 52_428_800;
const UNZIPPED_LIMIT = 262_144_000;

export function checkRequestSize(body: Buffer, operation: string): void {
  if (body.length >= REQUEST_LIMIT)
    throw tooLarge(
      `Request must be smaller than ${REQUEST_LIMIT} bytes for the ${operation} operation`,
    );
}

/** Reads the code from `ZipFile`. This cloud does not support code in S3. */
export function readCode(members: Members): Code {
  if (members['S3Bucket'] !== undefined)
    throw invalidParameter(
      'Error occurred while GetObject. S3 Error Code: NoSuchBucket. S3 Error Message: The specified bucket does not exist',
    );
  const text = textOf(members, 'ZipFile');
  if (text === undefined) throw invalidParameter('Please provide a source for function code.');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw serialization('The value of ZipFile is not valid base64.');
  const zip = Buffer.from(text, 'base64');
  checkZip(zip);
  return { zip, sha256: createHash('sha256').update(zip).digest('base64') };
}

function checkZip(zip: Buffer): void {
  if (zip.length === 0) throw invalidParameter('Uploaded file must be a non-empty zip');
  if (zip.length > ZIPPED_LIMIT)
    throw tooLarge(`Zipped size must be smaller than ${ZIPPED_LIMIT} bytes`);
  let size = 0;
  const names: string[] = [];
  try {
    // Checks the sizes before unpacking, because a small zip can expand to a huge one.
    unzipSync(zip, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        names.push(name);
        return false;
      },
    });
    if (size < UNZIPPED_LIMIT && !hasRightSums(zip, unzipSync(zip))) throw unreadable();
  } catch {
    throw unreadable();
  }
  if (size >= UNZIPPED_LIMIT)
    throw invalidParameter(`Unzipped size must be smaller than ${UNZIPPED_LIMIT} bytes`);
  const isOutside = (name: string): boolean =>
    name.startsWith('/') || name.split('/').includes('..') || name.includes('\\');
  if (names.some(isOutside)) throw unreadable();
  if (names.every((name) => name.endsWith('/')))
    throw invalidParameter('Uploaded file must be a non-empty zip');
}

function unreadable(): Error {
  return invalidParameter(
    'Could not unzip uploaded file. Please check your file, then try to upload again.',
  );
}

export function filesOf({ zip }: Code): Readonly<Record<string, Uint8Array>> {
  const isFile = ({ name }: { readonly name: string }): boolean => !name.endsWith('/');
  return unzipSync(zip, { filter: isFile });
}

// Reads the directory at the end of a zip, for the checksums that the unpacker does not verify.
// pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12 and 4.3.16

const END_MARK = 'PK\u0005\u0006';
const END_SIZE = 22;
const ENTRY_MARK = 0x02014b50;
const ENTRY_SIZE = 46;

/** Returns true if every file has the checksum in its directory entry. */
function hasRightSums(zip: Buffer, files: Readonly<Record<string, Uint8Array>>): boolean {
  const sums = readSums(zip);
  return (
    sums !== undefined &&
    Object.entries(files).every(([name, bytes]) => sums.get(name) === crc32(bytes))
  );
}

/** Returns checksums by name; undefined if there is no directory at the expected position. */
function readSums(zip: Buffer): ReadonlyMap<string, number> | undefined {
  // A comment may follow the end record.
  const end = zip.lastIndexOf(END_MARK, zip.length - END_SIZE, 'latin1');
  if (end === -1) return undefined;
  const sums = new Map<string, number>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + ENTRY_SIZE > zip.length || zip.readUInt32LE(at) !== ENTRY_MARK) return undefined;
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + ENTRY_SIZE, at + ENTRY_SIZE + nameLength);
    sums.set(name, zip.readUInt32LE(at + 16));
    at += ENTRY_SIZE + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return sums;
}

const TEN_MINUTES = 600_000;
const DOWNLOADS = '/_code/';

export type CodeDownloads = {
  /** Offers a zip, and returns the path of a new URL. */
  readonly offer: (zip: Buffer) => string;
  /** Responds to a request for such a URL. Returns false for any other request. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => boolean;
};

export function createCodeDownloads(clock: CloudClock): CodeDownloads {
  const offers = new Map<string, { readonly zip: Buffer; readonly until: number }>();
  return {
    offer: (zip) => {
      const path = `${DOWNLOADS}${randomUUID()}`;
      for (const [old, { until }] of offers) if (until <= clock.now()) offers.delete(old);
      // This time is not scaled, because a download runs in real time.
      offers.set(path, { zip, until: clock.now() + TEN_MINUTES });
      return path;
    },
    serve: (request, response) => {
      const { url = '' } = request;
      if (!url.startsWith(DOWNLOADS)) return false;
      const offer = offers.get(url);
      if (offer && offer.until > clock.now())
        response.writeHead(200, { 'Content-Type': 'application/zip' }).end(offer.zip);
      else response.writeHead(403).end('Request has expired');
      return true;
    },
  };
}
