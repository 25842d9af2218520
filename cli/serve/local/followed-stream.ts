// What the server knows of a stream when it is over.
import { isUtf8 } from 'node:buffer';
import type { HttpAnswer } from '../gateway/index.js';
import type { StreamedAnswer } from './application.js';
import type { Exchange } from './http-server.js';

export type StreamFacts = {
  /** Milliseconds from the request to the first chunk; undefined when none was sent. */
  readonly firstByte?: number;
  /** Bytes of the body. */
  readonly size: number;
};

export type FollowedStream = {
  readonly streamed: StreamFacts;
  /** The answer with the beginning of its body. */
  readonly answer: HttpAnswer;
  /** Why it ended early. */
  readonly note?: string;
};

/** Bytes of the beginning that are kept, of each of perhaps a thousand streams. */
const KEPT = 16 * 1024;

/** Sends a stream and waits until it is over. `began` is the time of the request, by `performance.now`. */
export async function followStream(
  send: Exchange['stream'],
  answer: StreamedAnswer,
  began: number,
): Promise<FollowedStream> {
  let firstByte: number | undefined;
  let size = 0;
  const kept: Uint8Array[] = [];
  const end = await send(answer, (chunk) => {
    firstByte ??= performance.now() - began;
    // A copy, because a chunk is a view of what the pipe has brought.
    if (size < KEPT) kept.push(new Uint8Array(chunk.subarray(0, KEPT - size)));
    size += chunk.length;
  });
  return {
    streamed: { size, ...(firstByte !== undefined && { firstByte }) },
    answer: { ...answer.head, body: bodyOf(kept) },
    ...(end !== 'done' && {
      note: end === 'gone' ? 'the client left' : `cut: ${end.message}`,
    }),
  };
}

/** The whole answer of a stream. Rejects when it is cut. */
export async function wholeAnswer({ head, chunks }: StreamedAnswer): Promise<HttpAnswer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { ...head, body: bodyOf(parts) };
}

/** A text where the bytes are one, as in an answer that is not streamed. */
function bodyOf(parts: readonly Uint8Array[]): HttpAnswer['body'] {
  const bytes = Buffer.concat(parts);
  return isUtf8(bytes) ? bytes.toString() : bytes;
}
