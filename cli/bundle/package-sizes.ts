// What a written package weighs as a whole: on disk, as `index.mjs` over the wire, and in the zip file that is uploaded.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { PackageFile } from './package-file.js';

export type PackageSizes = {
  readonly files: number;
  /** All files. */
  readonly bytes: number;
  /** `index.mjs`. */
  readonly code: number;
  readonly gzippedCode: number;
  /** An estimate: what a zip file of it takes. */
  readonly zipped: number;
};

const deflate = promisify(deflateRaw);

/** Two headers a file in a zip archive, without the name, and the end of the archive. */
const ZIP_ENTRY_BYTES = 30 + 46;
const ZIP_END_BYTES = 22;

/** What gzip puts around the same compressed bytes. */
const GZIP_BYTES = 18;

/** Measures a package that is written, or about to be. */
export async function measurePackage(files: readonly PackageFile[]): Promise<PackageSizes> {
  const measured = await Promise.all(files.map(measureFile));
  const code = measured.find(({ path }) => path === 'index.mjs');
  const sum = (of: (file: MeasuredFile) => number): number =>
    measured.reduce((total, file) => total + of(file), 0);
  return {
    files: files.length,
    bytes: sum(({ bytes }) => bytes),
    code: code?.bytes ?? 0,
    gzippedCode: (code?.compressed ?? 0) + GZIP_BYTES,
    zipped:
      ZIP_END_BYTES +
      sum(({ path, bytes, compressed }) => {
        return Math.min(bytes, compressed) + ZIP_ENTRY_BYTES + 2 * Buffer.byteLength(path);
      }),
  };
}

type MeasuredFile = { readonly path: string; readonly bytes: number; readonly compressed: number };

async function measureFile({ path, content }: PackageFile): Promise<MeasuredFile> {
  const bytes = content.kind === 'bytes' ? content.bytes : await readFile(content.from);
  const { length } = await deflate(bytes);
  return { path, bytes: bytes.byteLength, compressed: length };
}
