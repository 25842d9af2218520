// What a process writes, cut into log events: a line of standard output or error is one, and so is a record of the file
// that the runtime interface client writes `console` to, however many lines it has.
import type { Readable } from 'node:stream';
import type { LogLine } from '../../logs/log-store.js';

export type LogSink = (line: LogLine) => void;

/** Reads lines; the returned function gives out what stands after the last line end. */
export function readLines(stream: Readable, sink: LogSink): () => void {
  let rest = '';
  const give = (message: string): void => sink({ timestamp: Date.now(), message });
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) give(`${line}\n`);
  });
  return () => {
    if (rest !== '') give(rest);
    rest = '';
  };
}

const HEADER = 16;

/** Frames of the client: type and length of 4 bytes, time of 8 bytes in microseconds, then the text. */
export function readRecords(stream: Readable, sink: LogSink): void {
  let rest = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER) {
      const end = HEADER + rest.readUInt32BE(4);
      if (rest.length < end) return;
      const timestamp = Math.floor(Number(rest.readBigUInt64BE(8)) / 1000);
      const message = rest.subarray(HEADER, end).toString();
      sink({ timestamp, message: message.endsWith('\n') ? message : `${message}\n` });
      rest = rest.subarray(end);
    }
  });
}
