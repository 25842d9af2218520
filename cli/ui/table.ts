// A plain table: columns as wide as their widest cell on the screen, two spaces between, no lines.
import colors from 'picocolors';
import stringWidth from 'fast-string-width';
import { printable } from './printable.js';

export type TableColumn = { readonly title: string; readonly align?: 'left' | 'right' };

/** Renders rows under their titles; nothing for no rows. A column without any text is left out. */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  { hasColor }: { readonly hasColor: boolean },
): string {
  if (rows.length === 0) return '';
  const cells = rows.map((row) => row.map(printable));
  const shown = columns
    .map((column, index) => ({ column, texts: cells.map((row) => row[index] ?? '') }))
    .filter(({ texts }) => texts.some((text) => text !== ''))
    .map(({ column, texts }) => ({
      column,
      texts,
      width: Math.max(...[column.title, ...texts].map(widthOf)),
    }));
  const line = (textOf: (column: (typeof shown)[number]) => string): string =>
    shown
      .map((column) => pad(textOf(column), column.width, column.column.align))
      .join('  ')
      .trimEnd();
  const head = colors.createColors(hasColor).bold(line(({ column }) => column.title));
  return [head, ...rows.map((_, row) => line(({ texts }) => texts[row] ?? '')), ''].join('\n');
}

function widthOf(text: string): number {
  return stringWidth(text);
}

function pad(text: string, width: number, align: TableColumn['align']): string {
  const space = ' '.repeat(width - widthOf(text));
  return align === 'right' ? space + text : text + space;
}
