// The text of one module and its locations. swc counts UTF-8 bytes from 1 and does not count a byte order mark. Everything
// after this file counts UTF-16 units from 0.
import type { SourceSpan } from '../diagnostics/diagnostic.js';
import type { Span } from './tree.js';

export type SourceText = {
  /** Relative to the project directory. */
  readonly file: string;
  readonly text: string;
  /** The offset in `text` of a position from swc. */
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
  const lines = createLines(text);
  const spanBetween = (start: number, end: number): SourceSpan => {
    const first = lines.lineOf(start);
    const column = start - lines.startOf(first) + 1;
    const last = end === start ? first : lines.lineOf(end);
    const endColumn = end - lines.startOf(last) + 1;
    return { file, start, end, line: first + 1, column, endLine: last + 1, endColumn };
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

/** Byte positions are offsets when the text is ASCII. Only other texts need a table. */
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

/** The character offset of each byte. */
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

type Lines = {
  /** The line of an offset, from 0. */
  readonly lineOf: (offset: number) => number;
  /** The offset at which a line begins. */
  readonly startOf: (line: number) => number;
};

/**
 * Finds lines, which end at a line feed, a carriage return, or both. Lookups mostly come in order, so the search begins at the
 * last result.
 */
function createLines(text: string): Lines {
  let starts: number[] | undefined;
  let low = 0;
  let high = -1;
  return {
    lineOf: (offset) => {
      starts ??= lineStarts(text);
      const from = starts[low] ?? 0;
      if (offset >= from && offset < high) return low;
      low = searchLine(starts, offset, offset < from ? 0 : low);
      high = starts[low + 1] ?? Infinity;
      return low;
    },
    startOf: (line) => starts?.[line] ?? 0,
  };
}

function searchLine(starts: readonly number[], offset: number, first: number): number {
  let low = first;
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
