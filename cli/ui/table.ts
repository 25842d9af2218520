// A plain table: columns, two spaces between, no lines.
import colors from 'picocolors';
import { GAP, layOut } from './columns.js';
import { printable } from './printable.js';

export type TableColumn = { readonly title: string; readonly align?: 'left' | 'right' };

export type TableLook = {
  readonly hasColor: boolean;
  /** Columns of the screen; undefined where lines may be as long as they are. */
  readonly width?: number | undefined;
};

/** Renders rows under their titles; nothing for no rows. A column without any text is left out. */
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
