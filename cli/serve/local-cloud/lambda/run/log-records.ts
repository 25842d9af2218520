// Splits the output of a process into log events: each line of standard output or error is one, and so is each record that the
// runtime interface client writes for a call of `console`, even if it has several lines.
import type { Readable } from 'node:stream';

/** Takes a log event; the timestamp defaults to now. */
export type LogSink = (message: string, timestamp?: number) => void;

const MARK = Buffer.from([0xa5, 0x5a]);
const LINE_END = 0x0a;
/** Type and length of 4 bytes each, time of 8 bytes in microseconds. */
const HEADER = 16;

/** Reads lines and records, which may alternate; the returned function emits an incomplete last line. */
export function readOutput(stream: Readable, sink: LogSink): () => void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let piece = nextPiece(rest); piece; piece = nextPiece(rest)) {
      rest = rest.subarray(piece.length);
      sink(piece.message, piece.timestamp);
    }
  });
  return () => {
    if (rest.length > 0) sink(rest.toString());
    rest = Buffer.alloc(0);
  };
}

type Piece = {
  readonly length: number;
  readonly message: string;
  readonly timestamp?: number;
};

/** Returns undefined if more bytes are needed first. */
function nextPiece(bytes: Buffer): Piece | undefined {
  const mark = bytes.indexOf(MARK);
  if (mark === 0) return nextRecord(bytes);
  const lineEnd = bytes.indexOf(LINE_END) + 1;
  const isLineFirst = lineEnd > 0 && (mark === -1 || lineEnd <= mark);
  const length = isLineFirst ? lineEnd : mark;
  return length > 0 ? { length, message: bytes.subarray(0, length).toString() } : undefined;
}

function nextRecord(bytes: Buffer): Piece | undefined {
  if (bytes.length < HEADER) return undefined;
  const length = HEADER + bytes.readUInt32BE(4);
  if (bytes.length < length) return undefined;
  const text = bytes.subarray(HEADER, length).toString();
  return {
    length,
    message: text.endsWith('\n') ? text : `${text}\n`,
    timestamp: Math.floor(Number(bytes.readBigUInt64BE(8)) / 1000),
  };
}
