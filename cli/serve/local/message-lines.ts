// Writes messages between the server and the application's process as lines of JSON, which costs less than half of V8's
// serialization. Bytes are in base64.
import type { AnswerRow, FromWorker, InvocationRow, ToWorker } from './messages.js';

type Bytes = { readonly bytes: string };
type Row = readonly unknown[];

const BODY_OF_INVOCATION = 12;
const BODY_OF_ANSWER = 4;

/** Returns the line of a message, with its line end. */
export function lineOf(message: ToWorker | FromWorker): string {
  return `${JSON.stringify(withoutBytes(message))}\n`;
}

function withoutBytes(message: ToWorker | FromWorker): unknown {
  switch (message.kind) {
    case 'invoke':
      return withPacked(message, BODY_OF_INVOCATION);
    case 'answers':
      return withPacked(message, BODY_OF_ANSWER);
    default:
      return message;
  }
}

function withPacked(message: { readonly rows: readonly Row[] }, index: number): unknown {
  // Most messages have no bytes, so that they need no copy.
  if (!message.rows.some((row) => row[index] instanceof Uint8Array)) return message;
  return { ...message, rows: message.rows.map((row) => packed(row, index)) };
}

/** Parses a line that the server wrote. */
export function toWorker(line: string): ToWorker {
  const message = JSON.parse(line) as ToWorker; // because `lineOf` wrote it
  if (message.kind !== 'invoke') return message;
  const rows = message.rows.map((row) => unpacked(row, BODY_OF_INVOCATION) as InvocationRow); // because it was one
  return { ...message, rows };
}

/** Parses a line that a worker wrote. */
export function fromWorker(line: string): FromWorker {
  const message = JSON.parse(line) as FromWorker; // because `lineOf` wrote it
  if (message.kind !== 'answers') return message;
  // An answer has no undefined elements.
  if (message.rows.every((row) => typeof row[BODY_OF_ANSWER] !== 'object')) return message;
  const rows = message.rows.map((row) => unpacked(row, BODY_OF_ANSWER) as AnswerRow); // because it was one
  return { ...message, rows };
}

function packed(row: Row, index: number): Row {
  const body = row[index];
  if (!(body instanceof Uint8Array)) return row;
  const { buffer, byteOffset, byteLength } = body;
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return row.with(index, { bytes } satisfies Bytes);
}

/** Restores a row. JSON writes null for undefined elements. */
function unpacked(row: Row, index: number): Row {
  return row.map((value, place) => {
    if (value === null) return undefined;
    if (place !== index || typeof value !== 'object') return value;
    const { bytes } = value as Bytes; // because `packed` made it
    return Buffer.from(bytes, 'base64');
  });
}

/** Splits a stream of text into lines, without their ends. */
export function createLineReader(onLine: (line: string) => void): (text: string) => void {
  let parts: string[] = [];
  return (text) => {
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const last = text.slice(start, end);
      const line = parts.length === 0 ? last : parts.join('') + last;
      parts = [];
      start = end + 1;
      onLine(line);
    }
    if (start < text.length) parts.push(text.slice(start));
  };
}
