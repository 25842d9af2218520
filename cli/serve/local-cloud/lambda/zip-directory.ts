// Reads the directory at the end of a zip, for the checksums that the unpacker does not verify.
// pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT 4.3.12 and 4.3.16
import { crc32 } from 'node:zlib';

const END_MARK = 0x06054b50;
const END_SIZE = 22;
const ENTRY_MARK = 0x02014b50;
const ENTRY_SIZE = 46;

/** True if every file has the checksum of its directory entry. */
export function hasRightSums(zip: Buffer, files: Readonly<Record<string, Uint8Array>>): boolean {
  const sums = readSums(zip);
  return (
    sums !== undefined &&
    Object.entries(files).every(([name, bytes]) => sums.get(name) === crc32(bytes))
  );
}

/** Returns checksums by name; undefined if there is no directory at the expected position. */
function readSums(zip: Buffer): ReadonlyMap<string, number> | undefined {
  const end = findEnd(zip);
  if (end === undefined) return undefined;
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

/** Finds the end record, which a comment may follow. */
function findEnd(zip: Buffer): number | undefined {
  for (let at = zip.length - END_SIZE; at >= 0; at -= 1)
    if (zip.readUInt32LE(at) === END_MARK) return at;
  return undefined;
}
