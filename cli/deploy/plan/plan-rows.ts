// Rows of a plan on the terminal: a sign for what happens, then columns that are as wide as their widest cell.
import stringWidth from 'fast-string-width';
import colors from 'picocolors';
import { printable } from '../../ui/printable.js';
import type { TextStream } from '../../ui/terminal.js';

export type PlanLook = Pick<TextStream, 'hasColor'>;

export type PlanRow = {
  readonly sign: '+' | '-' | '~';
  readonly cells: readonly string[];
  /** Stands behind the cells, and is meant to be noticed. */
  readonly warning?: string;
};

/** The rows under their title, with an empty line behind; nothing for no rows. */
export function renderRows(title: string, rows: readonly PlanRow[], look: PlanLook): string {
  if (rows.length === 0) return '';
  const paint = colors.createColors(look.hasColor);
  const signs = { '+': paint.green, '-': paint.red, '~': paint.yellow };
  const widths = columnWidths(rows);
  const lines = rows.map(({ sign, cells, warning }) => {
    const texts = cells.map((cell, index) => padded(printable(cell), widths[index] ?? 0));
    const end = warning === undefined ? [] : [paint.red(printable(warning))];
    return `  ${[signs[sign](sign), ...texts, ...end].join('  ').trimEnd()}`;
  });
  return `${[paint.bold(printable(title)), ...lines].join('\n')}\n\n`;
}

/** The last cell is as long as it is, unless something stands behind it. */
function columnWidths(rows: readonly PlanRow[]): readonly number[] {
  const count = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map(({ cells }) => stringWidth(printable(cells[index] ?? '')))),
  );
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
