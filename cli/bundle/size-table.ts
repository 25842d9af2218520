// Renders the size table for `framework build`.
import { formatBytes, plural } from '../terminal/printable.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import type { SizeKind, SizeRow } from './sizes.js';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { PackageFile } from './file-tree.js';

/**
 * The maximum number of rows for packages. The remaining packages share one row, because an SDK client adds dozens of small
 * ones.
 */
const SHOWN_PACKAGES = 12;

export type SizeTable = {
  readonly rows: readonly SizeRow[];
  readonly sizes: PackageSizes;
};

/** Renders one row for each part with its share of the total, followed by the totals. */
export function renderSizes({ rows, sizes }: SizeTable, look: TableLook): string {
  const cells = foldPackages(rows).map(({ kind, name, bytes }) => [
    `${name}${REMARKS[kind]}`,
    formatBytes(bytes),
    formatShare(bytes / sizes.bytes),
  ]);
  const columns = [
    { title: 'PART' },
    { title: 'SIZE', align: 'right' as const },
    { title: 'SHARE', align: 'right' as const },
  ];
  return [
    renderTable(columns, cells, look),
    `index.mjs   ${formatBytes(sizes.code)}, ${formatBytes(sizes.gzippedCode)} gzipped`,
    `package     ${formatBytes(sizes.bytes)} in ${plural(sizes.files, 'file')}, about ${formatBytes(sizes.zipped)} zipped`,
    '',
  ].join('\n');
}

const REMARKS: Readonly<Record<SizeKind, string>> = {
  app: '',
  framework: '',
  package: '',
  glue: '',
  library: '/',
  copied: ' (copied)',
  map: '',
};

// Measures a package: its size on disk, the compressed `index.mjs`, and the zip file to upload.

export type PackageSizes = {
  readonly files: number;
  /** The total size of all files. */
  readonly bytes: number;
  /** The size of `index.mjs`. */
  readonly code: number;
  readonly gzippedCode: number;
  /** The estimated size of the zip file. */
  readonly zipped: number;
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

function foldPackages(rows: readonly SizeRow[]): readonly SizeRow[] {
  const packages = rows.filter(({ kind }) => kind === 'package');
  const folded = new Set(packages.slice(SHOWN_PACKAGES));
  if (folded.size < 2) return rows;
  const bytes = [...folded].reduce((sum, row) => sum + row.bytes, 0);
  const rest: SizeRow = { kind: 'package', name: `${folded.size} more packages`, bytes };
  const [first] = folded;
  return rows.flatMap((row) => (row === first ? [rest] : folded.has(row) ? [] : [row]));
}

function formatShare(share: number): string {
  return share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
}

const deflate = promisify(deflateRaw);

/** The size of the two headers for each file in a zip, without the file's name. The end of the archive is added once. */
const ZIP_ENTRY_BYTES = 30 + 46;

const ZIP_END_BYTES = 22;

/** The bytes that gzip adds to the compressed data. */
const GZIP_BYTES = 18;

type PackageMeasure = {
  /** Starts measuring a file, concurrently with other work. */
  readonly begin: (file: PackageFile) => void;
  /** Measures a package before or after it is written. */
  readonly finish: (files: readonly PackageFile[]) => Promise<PackageSizes>;
};

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
