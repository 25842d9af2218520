// Messages between the server and a process of the application: one line of JSON each, which costs less than half of what
// V8's own serialization does. Bytes are base64 in it.
import type { AnswerRow, FromWorker, InvocationRow, ToWorker } from './messages.js';

type Bytes = { readonly bytes: string };

const BODY_OF_INVOCATION = 12;
const BODY_OF_ANSWER = 4;

/** The line of a message, with its end. */
export function lineOf(message: ToWorker | FromWorker): string {
  return `${JSON.stringify(withoutBytes(message))}\n`;
}

function withoutBytes(message: ToWorker | FromWorker): unknown {
  switch (message.kind) {
    case 'invoke':
      return { ...message, rows: message.rows.map((row) => packed(row, BODY_OF_INVOCATION)) };
    case 'answers':
      return { ...message, rows: message.rows.map((row) => packed(row, BODY_OF_ANSWER)) };
    default:
      return message;
  }
}

/** The message of a line that the server wrote. */
export function toWorker(line: string): ToWorker {
  const message = JSON.parse(line) as ToWorker; // because `lineOf` wrote it
  if (message.kind !== 'invoke') return message;
  const rows = message.rows.map((row) => unpacked(row, BODY_OF_INVOCATION) as InvocationRow); // because it was one
  return { ...message, rows };
}

/** The message of a line that a worker wrote. */
export function fromWorker(line: string): FromWorker {
  const message = JSON.parse(line) as FromWorker; // because `lineOf` wrote it
  if (message.kind !== 'answers') return message;
  const rows = message.rows.map((row) => unpacked(row, BODY_OF_ANSWER) as AnswerRow); // because it was one
  return { ...message, rows };
}

function packed(row: readonly unknown[], index: number): readonly unknown[] {
  const body = row[index];
  if (!(body instanceof Uint8Array)) return row;
  const { buffer, byteOffset, byteLength } = body;
  const bytes = Buffer.from(buffer, byteOffset, byteLength).toString('base64');
  return row.with(index, { bytes } satisfies Bytes);
}

/** The row as it was: JSON has null for what a list does not have. */
function unpacked(row: readonly unknown[], index: number): readonly unknown[] {
  return row.map((value, place) => {
    if (value === null) return undefined;
    if (place !== index || typeof value !== 'object') return value;
    const { bytes } = value as Bytes; // because `packed` made it
    return Buffer.from(bytes, 'base64');
  });
}

/** Takes text as it comes and gives it by lines, without their ends. */
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
