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
  /** Stand behind the cells, each on a line of its own. */
  readonly details?: readonly string[];
};

/** The rows under their title, with an empty line behind; nothing for no rows. */
export function renderRows(title: string, rows: readonly PlanRow[], look: PlanLook): string {
  if (rows.length === 0) return '';
  const paint = colors.createColors(look.hasColor);
  const signs = { '+': paint.green, '-': paint.red, '~': paint.yellow };
  const widths = columnWidths(rows);
  const lines = rows.flatMap(({ sign, cells, warning, details = [] }) => {
    const line = (mark: string, texts: readonly string[], end: string): string => {
      const columns = texts.map((text, index) => padded(printable(text), widths[index] ?? 0));
      return `  ${[mark, ...columns, end].join('  ').trimEnd()}`;
    };
    const [first = '', ...others] = details.map(printable);
    const end = warning === undefined ? first : paint.red(printable(warning));
    const empty = cells.map(() => '');
    return [line(signs[sign](sign), cells, end), ...others.map((text) => line(' ', empty, text))];
  });
  return `${[paint.bold(printable(title)), ...lines].join('\n')}\n\n`;
}

function columnWidths(rows: readonly PlanRow[]): readonly number[] {
  const count = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, index) =>
    Math.max(...rows.map(({ cells }) => stringWidth(printable(cells[index] ?? '')))),
  );
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}
