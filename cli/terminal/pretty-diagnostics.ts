// Renders diagnostics for a screen: message, source with the location underlined, next step, and documentation page.
import { basename } from 'node:path';
import colors from 'picocolors';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { type DiagnosticSources, summarize, renderPlain } from './plain-diagnostics.js';
import { printable } from '../../runtime/contract/printable.js';
import type { Terminal } from './terminal.js';
import stringWidth from 'fast-string-width';

export type Look = {
  readonly hasColor: boolean;
  readonly hasUnicode: boolean;
  /** The width in columns; undefined if it is unknown. */
  readonly width: number | undefined;
};

export function renderPretty(
  diagnostics: readonly Diagnostic[],
  sources: DiagnosticSources,
  look: Look,
): string {
  const style: Style = {
    paint: colors.createColors(look.hasColor),
    signs: look.hasUnicode ? UNICODE : ASCII,
    width: look.width ?? DEFAULT_WIDTH,
  };
  const blocks = diagnostics.map((diagnostic) => renderOne(diagnostic, sources, style));
  return `${blocks.join('\n\n')}\n\n${style.paint.bold(summarize(diagnostics))}\n`;
}

type Style = {
  readonly paint: ReturnType<typeof colors.createColors>;
  readonly signs: typeof UNICODE;
  readonly width: number;
};

const UNICODE = {
  arrow: '╭─▶',
  bar: '│',
  note: '├─▶',
  branch: '├─',
  end: '╰─',
  mark: '━',
  ellipsis: '…',
};
const ASCII: typeof UNICODE = {
  arrow: '-->',
  bar: '|',
  note: '-->',
  branch: '=',
  end: '=',
  mark: '^',
  ellipsis: '...',
};
const DEFAULT_WIDTH = 100;
const SMALLEST_WIDTH = 20;

function renderOne(diagnostic: Diagnostic, sources: DiagnosticSources, style: Style): string {
  const { code, severity, message, at, related = [], hint } = diagnostic;
  const { paint, signs } = style;
  const color = severity === 'error' ? paint.red : paint.yellow;
  const places = [at, ...related.map((note) => note.at)].filter(
    (location) => location !== undefined,
  );
  const digits = Math.max(1, ...places.map((location) => String(location.endLine).length));
  const gutter = ' '.repeat(digits);
  const draw = { sources, style, digits };
  return [
    `${color(paint.bold(`${severity} ${code}`))}${paint.bold(`: ${printable(message)}`)}`,
    ...(at ? renderPlace(at, { ...draw, sign: signs.arrow, color, note: '' }) : []),
    ...related.flatMap((note) =>
      renderPlace(note.at, {
        ...draw,
        sign: signs.note,
        color: paint.blue,
        note: printable(note.message),
      }),
    ),
    ...(hint === undefined
      ? []
      : [`${gutter} ${paint.dim(signs.branch)} ${paint.cyan('hint')}: ${printable(hint)}`]),
    `${gutter} ${paint.dim(`${signs.end} framework explain ${code}`)}`,
  ].join('\n');
}

type PlaceOptions = {
  readonly sources: DiagnosticSources;
  readonly style: Style;
  readonly digits: number;
  readonly sign: string;
  readonly color: (text: string) => string;
  readonly note: string;
};

function renderPlace(at: SourceSpan, options: PlaceOptions): string[] {
  const { sources, style, digits, sign, note } = options;
  const { paint, signs } = style;
  const path = printable(sources.showPath?.(at.file) ?? at.file);
  const gutter = ' '.repeat(digits);
  const head = `${gutter} ${paint.dim(sign)} ${path}:${at.line}:${at.column}${note === '' ? '' : ` ${note}`}`;
  const text = sources.readText(at.file);
  if (text === undefined) return [head];
  const width = Math.max(SMALLEST_WIDTH, style.width - digits - 4);
  const frame = frameOf(text, at, { width, ellipsis: signs.ellipsis });
  return [head, ...frame.map((line) => renderLine(line, options))];
}

function renderLine(line: FrameLine, { style, digits, color }: PlaceOptions): string {
  const { paint, signs } = style;
  const bar = paint.dim(signs.bar);
  if (line.kind === 'source')
    return `${paint.dim(String(line.number).padStart(digits))} ${bar} ${line.text}`.trimEnd();
  const marks = color(signs.mark.repeat(line.length));
  return `${' '.repeat(digits)} ${bar} ${' '.repeat(line.indent)}${marks}`;
}

// Prints diagnostics: with color and source on a screen, one line each in a pipe.

/** `stream` is `out` if the diagnostics are the command's output, as for `check`; defaults to `err`. */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  options: DiagnosticSources & { readonly stream?: 'out' | 'err' },
): void {
  if (diagnostics.length === 0) return;
  const stream = terminal[options.stream ?? 'err'];
  stream.write(
    stream.isTty ? renderPretty(diagnostics, options, stream) : renderPlain(diagnostics, options),
  );
}

type FrameLine =
  | { readonly kind: 'source'; readonly number: number; readonly text: string }
  | { readonly kind: 'marks'; readonly indent: number; readonly length: number };

type FrameOptions = {
  /** The maximum width of a source line in columns. */
  readonly width: number;
  readonly ellipsis: string;
};

/** Returns the line before the location unless it is empty, at most four lines of the location, and the marks. */
function frameOf(text: string, at: SourceSpan, options: FrameOptions): FrameLine[] {
  const lines = text.split(/\r?\n/);
  const last = Math.min(at.endLine, at.line + MOST_LINES - 1, lines.length);
  const frame: FrameLine[] = [];
  const before = lines[at.line - 2];
  if (before !== undefined && before.trim() !== '') {
    const { text: shown } = cut(cellsOf(before), 0, options);
    frame.push({ kind: 'source', number: at.line - 1, text: shown });
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

/** A character on the screen, with the number of columns and UTF-16 units that it takes. */
type Cell = { readonly text: string; readonly columns: number; readonly units: number };

let characters: Intl.Segmenter | undefined;

function cellsOf(line: string): Cell[] {
  // Created on first use, because creating a segmenter takes longer than most checks of small applications.
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

/** Cuts a line to a section that fits and contains `column`. `offset` is the section's first column. */
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
      if (position - offset + cell.columns > width - lead - sign)
        return { text: `${lead > 0 ? ellipsis : ''}${text}${ellipsis}`, offset, lead };
      text += cell.text;
    }
    position += cell.columns;
  }
  return { text: `${lead > 0 ? ellipsis : ''}${text}`, offset: offset ?? 0, lead };
}

/** Renders the errors of an application for the message of a failing test, like `framework check` without colors. */
export function showProblems(
  directory: string,
  diagnostics: readonly Diagnostic[],
  sources: DiagnosticSources,
): string {
  const look = { hasColor: false, hasUnicode: true, width: undefined };
  const shown = renderPretty(diagnostics, sources, look);
  return `${basename(directory)} cannot be built:\n\n${shown}`;
}
