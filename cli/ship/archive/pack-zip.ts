// Makes the zip for Lambda. Equal input gives equal bytes on every machine and version of Node.js, so that an unchanged
// package is not uploaded again. fflate compresses in JavaScript; the output of Node's zlib depends on its version.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type ZipAttributes, type Zippable, zipSync } from 'fflate';
import type { Diagnostic } from '../../../compiler/diagnostics/diagnostic.js';
import { compareTexts } from '../../../compiler/text-order.js';
import { type PackageFile, fileSize } from '../../bundle/file-tree.js';
import type { SizeRow } from '../../bundle/sizes.js';
import { checkUnzipped, checkZipped } from './package-limits.js';

export type PackedZip =
  | {
      readonly kind: 'packed';
      readonly zip: Uint8Array;
      /** The SHA-256 in base64, as Lambda reports it. */
      readonly sha256: string;
      /** The paths in the zip, in order. */
      readonly entries: readonly string[];
    }
  | { readonly kind: 'too-large'; readonly diagnostics: readonly Diagnostic[] };

/** Packs the files of a bundle. `sizes` are listed in the message when they are too large. */
export async function packZip({
  files,
  sizes,
}: {
  readonly files: readonly PackageFile[];
  readonly sizes: readonly SizeRow[];
}): Promise<PackedZip> {
  const unzipped = files.reduce((sum, file) => sum + fileSize(file), 0);
  const early = checkUnzipped(unzipped, sizes);
  if (early.length > 0) return { kind: 'too-large', diagnostics: early };
  const sorted = files.toSorted((a, b) => compareTexts(a.path, b.path));
  const zippable: Zippable = {};
  for (const file of sorted) zippable[file.path] = [await bytesOf(file), attributesOf(file)];
  const zip = zipSync(zippable);
  const late = checkZipped(zip.byteLength, sizes);
  if (late.length > 0) return { kind: 'too-large', diagnostics: late };
  return {
    kind: 'packed',
    zip,
    sha256: createHash('sha256').update(zip).digest('base64'),
    entries: sorted.map(({ path }) => path),
  };
}

async function bytesOf({ content }: PackageFile): Promise<Uint8Array> {
  return content.kind === 'bytes' ? content.bytes : new Uint8Array(await readFile(content.from));
}

const UNIX = 3;
const REGULAR_FILE = 0o100_000;

function attributesOf({ isExecutable }: PackageFile): ZipAttributes & { level: 6; mem: 8 } {
  const mode = REGULAR_FILE + (isExecutable ? 0o755 : 0o644);
  // The earliest time that a zip can hold. Zip times have no time zone, so the local time gives the same bytes everywhere.
  const mtime = new Date(1980, 0, 1);
  // `mem` is fixed, because its default is computed from the size with a logarithm.
  return { mtime, os: UNIX, attrs: mode * 0x1_0000, level: 6, mem: 8 };
}
