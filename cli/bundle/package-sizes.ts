// Measures a package: on disk, `index.mjs` compressed, and the zip that is uploaded.
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { PackageFile } from './file-tree.js';

export type PackageSizes = {
  readonly files: number;
  /** The size of all files. */
  readonly bytes: number;
  /** The size of `index.mjs`. */
  readonly code: number;
  readonly gzippedCode: number;
  /** The estimated size of a zip of the package. */
  readonly zipped: number;
};

const deflate = promisify(deflateRaw);

/** The two headers of a file in a zip, without its name; the end of the archive is added once. */
const ZIP_ENTRY_BYTES = 30 + 46;
const ZIP_END_BYTES = 22;

/** The bytes that gzip adds to the compressed data. */
const GZIP_BYTES = 18;

export type PackageMeasure = {
  /** Begins to measure a file, beside other work. */
  readonly begin: (file: PackageFile) => void;
  /** Measures a package that is written or will be. */
  readonly finish: (files: readonly PackageFile[]) => Promise<PackageSizes>;
};

export function createPackageMeasure(): PackageMeasure {
  const begun = new WeakMap<PackageFile, Promise<MeasuredFile>>();
  return {
    begin: (file) => {
      begun.set(file, measureFile(file));
    },
    finish: async (files) =>
      sizesOf(await Promise.all(files.map((file) => begun.get(file) ?? measureFile(file)))),
  };
}

function sizesOf(measured: readonly MeasuredFile[]): PackageSizes {
  const code = measured.find(({ path }) => path === 'index.mjs');
  const sum = (of: (file: MeasuredFile) => number): number =>
    measured.reduce((total, file) => total + of(file), 0);
  return {
    files: measured.length,
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
