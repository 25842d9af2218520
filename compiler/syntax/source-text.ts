// The text of one module and the places in it. swc counts UTF-8 bytes from 1 and does not count a byte order mark
// (notes/toolchain.md, question 4); everything after this file counts UTF-16 units from 0.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { Span } from './tree.js';

export type SourceText = {
  /** Relative to the project directory. */
  readonly file: string;
  readonly text: string;
  /** The offset in `text` of a position of swc's. */
  readonly offsetOf: (position: number) => number;
  /** The place of a node. */
  readonly spanOf: (span: Span) => SourceSpan;
  /** The place between two offsets. */
  readonly spanBetween: (start: number, end: number) => SourceSpan;
  /** The source of a node. */
  readonly textOf: (span: Span) => string;
};

export function createSourceText(file: string, text: string): SourceText {
  const offsetOf = createOffsets(text);
  const placeOf = createPlaces(text);
  const spanBetween = (start: number, end: number): SourceSpan => {
    const from = placeOf(start);
    const line = from.line;
    const column = from.column;
    const to = placeOf(end);
    return { file, start, end, line, column, endLine: to.line, endColumn: to.column };
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

/** Byte positions are offsets already unless the text holds something beyond ASCII; only then is a table made. */
function createOffsets(text: string): (position: number) => number {
  const skipped = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const bytes = Buffer.byteLength(text) - 3 * skipped;
  if (bytes === text.length - skipped) return (position) => position - 1 + skipped;
  let table: Uint32Array | undefined;
  return (position) => {
    table ??= byteTable(text, skipped, bytes);
    return table[position - 1] ?? text.length;
  };
}

/** The offset of the character that each byte belongs to. */
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

type Place = { line: number; column: number };

/** Lines end at a line feed, a carriage return, or both. Places are asked for in order mostly, so the last line is tried first. */
function createPlaces(text: string): (offset: number) => Place {
  let starts: number[] | undefined;
  let last = 0;
  return (offset) => {
    starts ??= lineStarts(text);
    if (!isLineOf(starts, last, offset)) {
      last = isLineOf(starts, last + 1, offset) ? last + 1 : searchLine(starts, offset);
    }
    return { line: last + 1, column: offset - (starts[last] ?? 0) + 1 };
  };
}

function isLineOf(starts: readonly number[], line: number, offset: number): boolean {
  return offset >= (starts[line] ?? Infinity) && offset < (starts[line + 1] ?? Infinity);
}

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

function lineStarts(text: string): number[] {
  const starts = [0];
  if (text.includes('\r')) {
    for (const match of text.matchAll(/\r\n?|\n/g)) starts.push(match.index + match[0].length);
    return starts;
  }
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
