// Renders diagnostics for a screen: the message, the source with the location underlined, the next step, and the page.
import colors from 'picocolors';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { type FrameLine, frameOf } from './code-frame.js';
import { type DiagnosticSources, summarize, renderPlain } from './plain-diagnostics.js';
import { printable } from '../../runtime/contract/printable.js';
import type { Terminal } from './terminal.js';

/** What the screen can show. */
export type Look = {
  readonly hasColor: boolean;
  readonly hasUnicode: boolean;
  /** Columns; undefined when unknown. */
  readonly width: number | undefined;
};

/** Renders the diagnostics in order, and a summary. */
export function renderPretty(
  diagnostics: readonly Diagnostic[],
  sources: DiagnosticSources,
  look: Look,
): string {
  const style = styleOf(look);
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

function styleOf(look: Look): Style {
  return {
    paint: colors.createColors(look.hasColor),
    signs: look.hasUnicode ? UNICODE : ASCII,
    width: look.width ?? DEFAULT_WIDTH,
  };
}

function renderOne(diagnostic: Diagnostic, sources: DiagnosticSources, style: Style): string {
  const { code, severity, message, at, related = [], hint } = diagnostic;
  const { paint, signs } = style;
  const color = severity === 'error' ? paint.red : paint.yellow;
  const places = [at, ...related.map((note) => note.at)].filter((place) => place !== undefined);
  const digits = Math.max(1, ...places.map((place) => String(place.endLine).length));
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
  if (line.kind === 'source') {
    return `${paint.dim(String(line.number).padStart(digits))} ${bar} ${line.text}`.trimEnd();
  }
  const marks = color(signs.mark.repeat(line.length));
  return `${' '.repeat(digits)} ${bar} ${' '.repeat(line.indent)}${marks}`;
}

// Prints diagnostics: with colour and source on a screen, one line each in a pipe.

type PrintOptions = DiagnosticSources & {
  /** `out` when the diagnostics are the output (as for `check`), `err` (the default) when they accompany it. */
  readonly stream?: 'out' | 'err';
};

/** Prints the diagnostics in order and a summary; nothing when there are none. */
export function printDiagnostics(
  terminal: Terminal,
  diagnostics: readonly Diagnostic[],
  options: PrintOptions,
): void {
  if (diagnostics.length === 0) return;
  const stream = terminal[options.stream ?? 'err'];
  stream.write(
    stream.isTty ? renderPretty(diagnostics, options, stream) : renderPlain(diagnostics, options),
  );
}
