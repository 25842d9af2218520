// Renders a table. Columns are separated by two spaces, without lines between cells.
import colors from 'picocolors';
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';
import { printable } from '../../runtime/contract/printable.js';

export type TableLook = {
  readonly hasColor: boolean;
  /** The width of the screen; undefined for no limit. */
  readonly width?: number | undefined;
};

/** Renders rows below their column titles. Returns an empty text if there are no rows. Omits empty columns. */
export function renderTable(
  columns: readonly { readonly title: string; readonly align?: 'left' | 'right' }[],
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

// Lays out text. This code needs no colors, so the help of the program can use it. If the screen is too narrow, the widest
// columns shrink, and a cell that does not fit continues on the next line of its column.

export const GAP = '  ';

/** In a narrower column, every word would be broken. */
const NARROWEST = 8;

type ColumnOptions = {
  /** The total width of columns and gaps; undefined for no limit. */
  readonly width: number | undefined;
  /** The alignment of each column; defaults to left. */
  readonly align?: readonly ('left' | 'right' | undefined)[];
};

/** Returns each row as lines of cells, padded to the width of their column. */
export function layOut(
  rows: readonly (readonly string[])[],
  { width, align = [] }: ColumnOptions,
): readonly (readonly (readonly string[])[])[] {
  const widths = fitted(naturalWidths(rows), width);
  return rows.map((row) => {
    const cells = row.map((text, column) => wrapped(text, widths[column] ?? 0));
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      cells.map((lines, column) => pad(lines[line] ?? '', widths[column] ?? 0, align[column])),
    );
  });
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => stringWidth(row[column] ?? ''))),
  );
}

/** Returns column widths that fit: shrinks the widest column until all columns fit. */
function fitted(natural: readonly number[], width: number | undefined): readonly number[] {
  if (width === undefined) return natural;
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1)) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    const next = Math.max(NARROWEST, ...widths.filter((each) => each < widest));
    if (widest <= NARROWEST) break;
    const equals = widths.filter((each) => each === widest).length;
    const step = Math.min(widest - next, Math.ceil(excess / equals)) || 1;
    for (const [column, each] of widths.entries()) {
      if (each !== widest || excess <= 0) continue;
      widths[column] = each - Math.min(step, excess);
      excess -= Math.min(step, excess);
    }
  }
  return widths;
}

/** Breaks running text into lines. Lines after the first are indented. */
export function wrapWords(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === undefined) lines.push(word);
    else if (stringWidth(line) + stringWidth(word) + 1 > width) lines.push(indent + word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

function wrapped(text: string, width: number): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

function pad(text: string, width: number, align: 'left' | 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}
