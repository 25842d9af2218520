// Cells in columns as wide as their widest cell on the screen. Where the screen is narrower the widest columns give way, and
// a cell that does not fit goes on below, in its column: nothing of it is lost.
import stringWidth from 'fast-string-width';
import { wrapAnsi } from 'fast-wrap-ansi';

/** Between two columns. */
export const GAP = '  ';

/** A column gives way only so far: below, every word would be broken. */
const NARROWEST = 8;

export type ColumnOptions = {
  /** What the columns and the gaps between them may take; undefined where nothing is too wide. */
  readonly width: number | undefined;
  /** By column; left unless given. */
  readonly align?: readonly ('left' | 'right' | undefined)[];
};

/** Each row as lines of cells, which are padded to the width of their column. */
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

/** Takes from the widest column until the rest fits. */
function fitted(natural: readonly number[], width: number | undefined): readonly number[] {
  if (width === undefined) return natural;
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1)) - width;
  while (excess > 0) {
    const widest = Math.max(...widths);
    const next = Math.max(NARROWEST, ...widths.filter((each) => each < widest));
    if (widest <= NARROWEST) break;
    // All of the widest give way together, so that equals stay equal.
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

function wrapped(text: string, width: number): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  return wrapAnsi(text, width, { hard: true }).split('\n');
}

function pad(text: string, width: number, align: 'left' | 'right' | undefined): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'right' ? space + text : text + space;
}
