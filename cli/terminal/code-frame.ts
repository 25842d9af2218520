// Renders the lines of source around a location, and underlines it. Columns are those of the screen: tabs are expanded and wide
// characters count twice. A line that is too long is cut around the location.
import stringWidth from 'fast-string-width';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { printable } from '../../runtime/contract/printable.js';

/** A line of a frame: a line of source, or the marks below one. */
export type FrameLine =
  | { readonly kind: 'source'; readonly number: number; readonly text: string }
  | { readonly kind: 'marks'; readonly indent: number; readonly length: number };

export type FrameOptions = {
  /** Columns that a line of source may take. */
  readonly width: number;
  /** Replaces text that is cut off. */
  readonly ellipsis: string;
};

/** The frame: the line before the location when it is not empty, at most four lines of the location, and marks. */
export function frameOf(text: string, at: SourceSpan, options: FrameOptions): FrameLine[] {
  const lines = text.split(/\r?\n/);
  const last = Math.min(at.endLine, at.line + MOST_LINES - 1, lines.length);
  const frame: FrameLine[] = [];
  const before = lines[at.line - 2];
  if (before !== undefined && before.trim() !== '') {
    frame.push({
      kind: 'source',
      number: at.line - 1,
      text: cut(cellsOf(before), 0, options).text,
    });
  }
  for (let number = at.line; number <= last; number += 1) {
    frame.push(...markedLine(lines[number - 1] ?? '', number, { at, options }));
  }
  return frame;
}

const MOST_LINES = 4;
const TAB_WIDTH = 4;

function markedLine(
  line: string,
  number: number,
  { at, options }: { readonly at: SourceSpan; readonly options: FrameOptions },
): FrameLine[] {
  const start = number === at.line ? at.column - 1 : line.length - line.trimStart().length;
  const end = Math.max(number === at.endLine ? at.endColumn - 1 : line.length, start);
  const cells = cellsOf(line);
  const from = columnOf(cells, start);
  const to = Math.max(columnOf(cells, end), from + 1);
  const visible = cut(cells, from, options);
  const indent = from - visible.offset + visible.lead;
  const length = Math.max(1, Math.min(to - from, options.width - indent));
  return [
    { kind: 'source', number, text: visible.text },
    { kind: 'marks', indent, length },
  ];
}

/** A character on the screen and how many columns and UTF-16 units it takes. */
type Cell = { readonly text: string; readonly columns: number; readonly units: number };

let characters: Intl.Segmenter | undefined;

function cellsOf(line: string): Cell[] {
  // Made when there is something to show: that takes longer than most checks of small applications.
  characters ??= new Intl.Segmenter();
  let column = 0;
  return Array.from(characters.segment(line), ({ segment }) => {
    const text =
      segment === '\t' ? ' '.repeat(TAB_WIDTH - (column % TAB_WIDTH)) : printable(segment);
    const columns = stringWidth(text);
    column += columns;
    return { text, columns, units: segment.length };
  });
}

function columnOf(cells: readonly Cell[], unit: number): number {
  let units = 0;
  let column = 0;
  for (const cell of cells) {
    if (units + cell.units > unit) return column;
    units += cell.units;
    column += cell.columns;
  }
  return column;
}

/** The part of a line that fits and contains `column`. `offset` is the first column of the part. */
function cut(
  cells: readonly Cell[],
  column: number,
  { width, ellipsis }: FrameOptions,
): { readonly text: string; readonly offset: number; readonly lead: number } {
  const total = cells.reduce((sum, cell) => sum + cell.columns, 0);
  if (total <= width) return { text: cells.map((cell) => cell.text).join(''), offset: 0, lead: 0 };
  const sign = stringWidth(ellipsis);
  const first = column < width - sign - 1 ? 0 : Math.max(0, column - Math.floor(width / 3));
  let position = 0;
  let offset: number | undefined;
  let text = '';
  const lead = first > 0 ? sign : 0;
  for (const cell of cells) {
    if (position >= first) {
      offset ??= position;
      if (position - offset + cell.columns > width - lead - sign) {
        return { text: `${lead > 0 ? ellipsis : ''}${text}${ellipsis}`, offset, lead };
      }
      text += cell.text;
    }
    position += cell.columns;
  }
  return { text: `${lead > 0 ? ellipsis : ''}${text}`, offset: offset ?? 0, lead };
}
