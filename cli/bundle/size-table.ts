// Renders the size table of `framework build`.
import { plural } from '../terminal/printable.js';
import { renderTable, type TableLook } from '../terminal/table.js';
import type { SizeKind, SizeRow } from './sizes.js';
import type { PackageSizes } from './package-sizes.js';

/** The most rows of packages; the others are one row, because a client of the SDK brings dozens of small ones. */
const SHOWN_PACKAGES = 12;

export type SizeTable = {
  readonly rows: readonly SizeRow[];
  readonly sizes: PackageSizes;
};

/** Renders one row for each part with its share, and the totals below. */
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

function foldPackages(rows: readonly SizeRow[]): readonly SizeRow[] {
  const packages = rows.filter(({ kind }) => kind === 'package');
  const folded = new Set(packages.slice(SHOWN_PACKAGES));
  if (folded.size < 2) return rows;
  const bytes = [...folded].reduce((sum, row) => sum + row.bytes, 0);
  const rest: SizeRow = { kind: 'package', name: `${folded.size} more packages`, bytes };
  const [first] = folded;
  return rows.flatMap((row) => (row === first ? [rest] : folded.has(row) ? [] : [row]));
}

/** Decimal units, as the limits of Lambda's pages and of npm are read: `812 B`, `15.4 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function formatShare(share: number): string {
  return share < 0.01 ? '<1 %' : `${Math.round(share * 100)} %`;
}
