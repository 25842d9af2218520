// Creates the zip file for Lambda. The same input produces the same bytes on every machine and with every version of Node.js,
// so that an unchanged package is not uploaded again. It is compressed with fflate, which is written in JavaScript, because the
// output of Node's zlib depends on its version.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ZipAttributes, type Zippable, zipSync } from 'fflate';
import {
  type Diagnostic,
  diagnose,
  code,
  type CatalogueEntry,
} from '../../../compiler/diagnostics/diagnostic.js';
import { compareTexts } from '../../../compiler/groups.js';
import { fileSize, type PackageFile } from '../../bundle/file-tree.js';
import type { SizeRow } from '../../bundle/sizes.js';
import { formatBytes } from '../../terminal/printable.js';

type TooLarge = { readonly bytes: number; readonly largest: readonly SizeRow[] };

export const zipTooLarge: CatalogueEntry<TooLarge> = {
  code: 'FW6101',
  severity: 'error',
  title: 'The zip file is larger than Lambda accepts',
  message: ({ bytes }) =>
    `The zip file of the package is ${formatBytes(bytes)}; Lambda accepts at most 52.4 MB.`,
  hint: ({ largest }) => leaveOut(largest),
};

export const unzippedTooLarge: CatalogueEntry<TooLarge> = {
  code: 'FW6102',
  severity: 'error',
  title: 'The unzipped package is larger than Lambda accepts',
  message: ({ bytes }) =>
    `The files in the package total ${formatBytes(bytes)}; Lambda accepts at most 262.1 MB, unzipped.`,
  hint: ({ largest }) => leaveOut(largest),
};

export const zipGrew: CatalogueEntry<TooLarge & { readonly before: number }> = {
  code: 'FW6105',
  severity: 'warning',
  title: 'The zip file is more than ten times as large as the deployed one',
  message: ({ bytes, before }) =>
    `The zip file of the package is ${formatBytes(bytes)}; the deployed one is ${formatBytes(before)}.`,
  hint: ({ largest }) => leaveOut(largest),
};

function leaveOut(largest: readonly SizeRow[]): string {
  const parts = largest.map(({ name, bytes }) => `${code(name)} ${formatBytes(bytes)}`);
  return `The largest parts, unzipped: ${parts.join(', ')}. Remove what no function needs; \`framework build\` lists all parts.`;
}

export type PackedZip =
  | {
      readonly kind: 'packed';
      readonly zip: Uint8Array;
      /** The SHA-256 hash in base64, as Lambda reports it. */
      readonly sha256: string;
      /** The paths in the zip, in order. */
      readonly entries: readonly string[];
    }
  | { readonly kind: 'too-large'; readonly diagnostics: readonly Diagnostic[] };

type Package = { readonly files: readonly PackageFile[]; readonly sizes: readonly SizeRow[] };

/** Packs the files of a bundle. If the package is too large, the message lists `sizes`. */
export async function packZip({ files, sizes }: Package): Promise<PackedZip> {
  const tooLarge = (entry: CatalogueEntry<TooLarge>, bytes: number): PackedZip => {
    return {
      kind: 'too-large',
      diagnostics: [diagnose(entry, { bytes, largest: largestOf(sizes) })],
    };
  };
  const unzipped = files.reduce((sum, file) => sum + fileSize(file), 0);
  if (unzipped > UNZIPPED_LIMIT) return tooLarge(unzippedTooLarge, unzipped);
  const sorted = files.toSorted((a, b) => compareTexts(a.path, b.path));
  const zippable: Zippable = {};
  for (const file of sorted) zippable[file.path] = [await bytesOf(file), attributesOf(file)];
  const zip = zipSync(zippable);
  if (zip.byteLength > ZIPPED_LIMIT) return tooLarge(zipTooLarge, zip.byteLength);
  return {
    kind: 'packed',
    zip,
    sha256: createHash('sha256').update(zip).digest('base64'),
    entries: sorted.map(({ path }) => path),
  };
}

/** The maximum total size of the unzipped files, in bytes. */
export const UNZIPPED_LIMIT = 262_144_000;

/** Warns if a zip file is more than ten times as large as the deployed one. `before` is 0 if nothing is deployed. */
export function checkGrowth(
  { bytes, before }: { readonly bytes: number; readonly before: number },
  parts: readonly SizeRow[],
): Diagnostic[] {
  if (before === 0 || bytes <= NOTED_GROWTH || bytes <= before * 10) return [];
  return [diagnose(zipGrew, { bytes, before, largest: largestOf(parts) })];
}

async function bytesOf({ content }: PackageFile): Promise<Uint8Array> {
  return content.kind === 'bytes' ? content.bytes : new Uint8Array(await readFile(content.from));
}

const UNIX = 3;
const REGULAR_FILE = 0o100_000;

function attributesOf({ isExecutable }: PackageFile): ZipAttributes & { level: 6; mem: 8 } {
  const mode = REGULAR_FILE + (isExecutable ? 0o755 : 0o644);
  // The earliest time that a zip file can store. Zip times have no time zone, so this local time produces the same bytes
  // everywhere.
  const mtime = new Date(1980, 0, 1);
  // `mem` is fixed, because fflate derives its default from a logarithm of the size.
  return { mtime, os: UNIX, attrs: mode * 0x1_0000, level: 6, mem: 8 };
}

// Lambda's size limits for a package: docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html

/** The largest zip file that one call can upload, in bytes. */
const ZIPPED_LIMIT = 52_428_800;

const LISTED = 5;

/** A zip file smaller than this never causes a warning, however small the deployed one is. */
const NOTED_GROWTH = 5_000_000;

function largestOf(parts: readonly SizeRow[]): readonly SizeRow[] {
  return parts.toSorted((a, b) => b.bytes - a.bytes).slice(0, LISTED);
}
