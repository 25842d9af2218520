// Renders a table: columns separated by two spaces, without lines.
import colors from 'picocolors';
import { GAP, layOut } from './columns.js';
import { printable } from '../../runtime/contract/printable.js';

type TableColumn = { readonly title: string; readonly align?: 'left' | 'right' };

export type TableLook = {
  readonly hasColor: boolean;
  /** The width of the screen; undefined for no limit. */
  readonly width?: number | undefined;
};

/** Renders rows below their titles; returns an empty text if there are no rows. An empty column is omitted. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { hasColor, width }: TableLook,
): string {
  if (rows.length === 0) return '';
  const shown = columns
    .map((column, index) => ({ column, texts: rows.map((row) => printable(row[index] ?? '')) }))
    .filter(({ texts }) => texts.some((text) => text !== ''));
  const table = [
    shown.map(({ column }) => column.title),
    ...rows.map((_, row) => shown.map(({ texts }) => texts[row] ?? '')),
  ];
  const align = shown.map(({ column }) => column.align);
  const { bold } = colors.createColors(hasColor);
  const lines = layOut(table, { width, align }).flatMap((cells, row) =>
    cells.map((line) => {
      const text = line.join(GAP).trimEnd();
      return row === 0 ? bold(text) : text;
    }),
  );
  return [...lines, ''].join('\n');
}
