// The text of one module and its locations. swc counts UTF-8 bytes from 1 and skips a byte order mark. All code outside this
// file counts UTF-16 code units from 0.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import { once, wordSet } from '../groups.js';
import type { Span } from './tree.js';

export type SourceText = {
  /** Relative to the project directory. */
  readonly file: string;
  readonly text: string;
  /** Converts a position from swc to an offset in `text`. */
  readonly offsetOf: (position: number) => number;
  readonly spanOf: (span: Span) => SourceSpan;
  readonly spanBetween: (start: number, end: number) => SourceSpan;
  readonly textOf: (span: Span) => string;
};

export function createSourceText(file: string, text: string): SourceText {
  const offsetOf = createOffsets(text);
  const starts = once(() => lineStarts(text));
  const placeOf = (offset: number): readonly [line: number, column: number] => {
    const line = searchLine(starts(), offset);
    return [line + 1, offset - (starts()[line] ?? 0) + 1];
  };
  const spanBetween = (start: number, end: number): SourceSpan => {
    const [line, column] = placeOf(start);
    const [endLine, endColumn] = end === start ? [line, column] : placeOf(end);
    return { file, start, end, line, column, endLine, endColumn };
  };
  return {
    file,
    text,
    offsetOf,
    spanBetween,
    spanOf: (span) => spanBetween(offsetOf(span.start), offsetOf(span.end)),
    textOf: (span) => text.slice(offsetOf(span.start), offsetOf(span.end)),
  };
}

const BYTE_ORDER_MARK = 0xfeff;

/** Converts byte positions to offsets. In ASCII text, they differ only by a constant; any other text needs a table. */
function createOffsets(text: string): (position: number) => number {
  const skipped = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const bytes = Buffer.byteLength(text) - 3 * skipped;
  if (bytes === text.length - skipped) return (position) => position - 1 + skipped;
  const table = once(() => byteTable(text, skipped, bytes));
  return (position) => table()[position - 1] ?? text.length;
}

function byteTable(text: string, start: number, bytes: number): Uint32Array {
  const table = new Uint32Array(bytes + 1);
  let byte = 0;
  for (let offset = start; offset < text.length;) {
    const code = text.codePointAt(offset) ?? 0;
    const width = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    table.fill(offset, byte, byte + width);
    byte += width;
    offset += code < 0x10000 ? 1 : 2;
  }
  table[bytes] = text.length;
  return table;
}

/** Returns the index of the line that contains an offset. */
function searchLine(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line ends with a line feed, a carriage return, or both. */
function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export type DocComment = {
  /** The first sentence, the rest of the text, and the text of `@deprecated`. Each is present only if it is not empty. */
  readonly documentation: {
    readonly summary?: string;
    readonly description?: string;
    readonly deprecated?: string;
  };
  readonly tags: readonly DocTag[];
  readonly tagged: (name: string) => readonly string[];
};

export type DocTag = { readonly name: string; readonly text: string };

type WrittenComment = { readonly comment: string; readonly start: number };

/** Returns the comment directly before a parser position. Modifiers such as `export` may be between them. */
export function commentBefore(source: SourceText, position: number): WrittenComment | undefined {
  const { text } = source;
  const end = behindComment(text, source.offsetOf(position));
  if (!text.startsWith('*/', end - 2)) return undefined;
  const start = text.lastIndexOf('/*', end - 4);
  if (start < 0 || !text.startsWith('/**', start)) return undefined;
  return { comment: text.slice(start, end), start };
}

/** Words that may occur between a comment and its declaration. */
const MODIFIERS = wordSet(
  'export default declare abstract public protected override static readonly async',
);

/** Skips spaces and modifiers backwards. It does not copy text, because files can be large. */
function behindComment(text: string, offset: number): number {
  let end = offset;
  for (;;) {
    while (end > 0 && isSpace(text, end - 1)) end -= 1;
    let start = end;
    while (start > 0 && isLetter(text, start - 1)) start -= 1;
    if (!MODIFIERS.has(text.slice(start, end))) return end;
    end = start;
  }
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (
    code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code > 0x7f && /\s/.test(text[at] ?? ''))
  );
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x61 && code <= 0x7a;
}

export function readDocComment(comment: string): DocComment {
  const lines = comment
    .slice(3, -2)
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^[ \t]*\*? ?/, '').trimEnd());
  const blocks: { name: string; lines: string[] }[] = [{ name: '', lines: [] }];
  let isCode = false;
  for (const line of lines) {
    if (line.startsWith('```')) isCode = !isCode;
    const parts = isCode ? [line] : tagParts(line);
    for (const [index, part] of parts.entries()) {
      const tag = isCode ? undefined : /^@(?<name>[A-Za-z]+)\s*(?<rest>.*)$/.exec(part)?.groups;
      if (tag) blocks.push({ name: tag['name'] ?? '', lines: [tag['rest'] ?? ''] });
      else if (index === 0) blocks.at(-1)?.lines.push(part);
    }
  }
  const [first, ...tags] = blocks.map(({ name, lines: body }) => ({ name, text: joined(body) }));
  const tagged = (wanted: string): readonly string[] =>
    tags.filter(({ name }) => name === wanted).map(({ text }) => text);
  const [deprecated] = tagged('deprecated');
  const { summary, description } = splitSummary(first?.text ?? '');
  const documentation = {
    ...(summary !== '' && { summary }),
    ...(description !== '' && { description }),
    ...(deprecated !== undefined && { deprecated }),
  };
  return { documentation, tags, tagged };
}

/** Splits a line at its tags. In `Lists the cities. @tag cities`, the tag is on the same line as the text. */
function tagParts(line: string): readonly string[] {
  return line.split(/(?:^|\s+)(?=@[A-Za-z])/).filter((part, index) => index === 0 || part !== '');
}

/** Joins the lines of each paragraph. Blank lines separate paragraphs; the line breaks in lists and code are kept. */
function joined(lines: readonly string[]): string {
  const paragraphs = lines
    .join('\n')
    .trim()
    .split(/\n\s*\n/);
  return paragraphs
    .map((part) =>
      /^(?:[-*+>#|]|\d+\.|```)|\n(?:[-*+]|\d+\.|```)/.test(part) ? part : unlined(part),
    )
    .join('\n\n');
}

function unlined(paragraph: string): string {
  return paragraph.replace(/\s*\n\s*/g, ' ').replace(/\{@link\s+([^}|\s]+)[^}]*\}/g, '`$1`');
}

function splitSummary(text: string): { readonly summary: string; readonly description: string } {
  const end = /[.!?](?=\s+[^a-z\s])|\n\n/.exec(text);
  if (!end) return { summary: text, description: '' };
  const at = end[0] === '\n\n' ? end.index : end.index + 1;
  return { summary: text.slice(0, at).trim(), description: text.slice(at).trim() };
}
