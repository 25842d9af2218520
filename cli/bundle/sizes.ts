// Computes the rows of the size table: where the bytes of a package come from.
import type { Metafile } from 'esbuild';
import { HELPERS, NAMESPACE } from '../../transformers/esbuild.js';
import { type PackageFile, fileSize } from './file-tree.js';
import { formatBytes, plural } from '../terminal/printable.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';

/** The origins of bytes, in the order of their rows. */
const KINDS = ['app', 'framework', 'package', 'glue', 'library', 'copied', 'map'] as const;

type SizeKind = (typeof KINDS)[number];

export type SizeRow = {
  readonly kind: SizeKind;
  /** The name of the package if the kind is `package` or `copied`; otherwise a description. */
  readonly name: string;
  readonly bytes: number;
};

type Output = Metafile['outputs'][string];

const NAMES: Readonly<Record<Exclude<SizeKind, 'package' | 'copied'>, string>> = {
  app: 'your code',
  framework: 'framework',
  glue: 'module glue',
  map: 'source map',
  library: 'frameworklib',
};

/** Returns the rows for the bundle and for the files next to it, largest first in each group. */
export function sizeRows(
  output: Output | undefined,
  files: readonly PackageFile[],
): readonly SizeRow[] {
  const rows = new Map<string, SizeRow>();
  const add = (kind: SizeKind, name: string, bytes: number): void => {
    const key = `${kind} ${name}`;
    rows.set(key, { kind, name, bytes: bytes + (rows.get(key)?.bytes ?? 0) });
  };
  const inputs = Object.entries(output?.inputs ?? {});
  for (const [path, { bytesInOutput }] of inputs) {
    const { kind, name } = originOf(path);
    add(kind, name, bytesInOutput);
  }
  for (const file of files) {
    const { kind, name } = fileOrigin(file.path);
    const counted =
      kind === 'glue' ? inputs.reduce((sum, [, input]) => sum + input.bytesInOutput, 0) : 0;
    add(kind, name, fileSize(file) - counted);
  }
  return [...rows.values()]
    .filter(({ bytes }) => bytes > 0)
    .sort(
      (a, b) =>
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        b.bytes - a.bytes ||
        (a.name < b.name ? -1 : 1),
    );
}

type Origin = { readonly kind: SizeKind; readonly name: string };

function originOf(path: string): Origin {
  if (path === `${NAMESPACE}:entry`) return { kind: 'glue', name: NAMES.glue };
  if (path.startsWith(`${NAMESPACE}:${HELPERS}`)) return { kind: 'package', name: '@swc/helpers' };
  if (path.startsWith(`${NAMESPACE}:`)) return { kind: 'framework', name: NAMES.framework };
  const name = /^.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return name === undefined ? { kind: 'app', name: NAMES.app } : { kind: 'package', name };
}

/** Returns the origin of a file in the package. Bytes of index.mjs that come from no input are the glue between modules. */
function fileOrigin(path: string): Origin {
  if (path === 'index.mjs') return { kind: 'glue', name: NAMES.glue };
  if (path === 'index.mjs.map') return { kind: 'map', name: NAMES.map };
  const name = /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return name === undefined ? { kind: 'library', name: NAMES.library } : { kind: 'copied', name };
}

/** An SDK client adds dozens of small packages, so the remaining packages share one row. */
const SHOWN_PACKAGES = 12;

export function renderSizes(
  rows: readonly SizeRow[],
  sizes: PackageSizes,
  look: TableLook,
): string {
  const cells = foldPackages(rows).map(({ kind, name, bytes }) => [
    `${name}${REMARKS[kind] ?? ''}`,
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

const REMARKS: Partial<Record<SizeKind, string>> = { library: '/', copied: ' (copied)' };

// Measures a package: its size on disk, the compressed `index.mjs`, and the zip file to upload.

export type PackageSizes = {
  readonly files: number;
  readonly bytes: number;
  readonly code: number;
  readonly gzippedCode: number;
  readonly zipped: number;
};

export function createPackageMeasure(): PackageMeasure {
  const begun = new WeakMap<PackageFile, Promise<MeasuredFile>>();
  return {
    begin: (file) => begun.set(file, measureFile(file)),
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

/** The size of the two headers for each file, without the name. The end of the archive is added once. */
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
      sum(
        ({ path, bytes, compressed }) =>
          Math.min(bytes, compressed) + ZIP_ENTRY_BYTES + 2 * Buffer.byteLength(path),
      ),
  };
}

type MeasuredFile = { readonly path: string; readonly bytes: number; readonly compressed: number };

async function measureFile({ path, content }: PackageFile): Promise<MeasuredFile> {
  const bytes = content.kind === 'bytes' ? content.bytes : await readFile(content.from);
  const { length } = await deflate(bytes);
  return { path, bytes: bytes.byteLength, compressed: length };
}
