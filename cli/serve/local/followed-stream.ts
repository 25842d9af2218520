// Sends a stream to the client, and collects the time of its first byte, its size and the beginning of its body.
import { isUtf8 } from 'node:buffer';
import type { HttpAnswer } from '../gateway/index.js';
import type { StreamedAnswer } from './application.js';
import type { Exchange } from './http-server.js';

export type StreamFacts = {
  /** The time in milliseconds from the request to the first chunk; undefined if none was sent. */
  readonly firstByte?: number;
  /** The size of the body in bytes. */
  readonly size: number;
};

export type FollowedStream = {
  readonly streamed: StreamFacts;
  /** The response with the beginning of its body. */
  readonly answer: HttpAnswer;
  /** Why the stream ended early. */
  readonly note?: string;
};

/** The number of bytes that are kept from the beginning of each stream. It is small because there may be a thousand streams. */
const KEPT = 16 * 1024;

/** Sends a stream and waits until it has ended. `began` is the time of the request, from `performance.now`. */
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
    // A copy, because a chunk is a view of the larger buffer that was read from the pipe.
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

/** Returns the complete response of a stream. Rejects if the stream is cut off. */
export async function wholeAnswer({ head, chunks }: StreamedAnswer): Promise<HttpAnswer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return { ...head, body: bodyOf(parts) };
}

/** Returns the bytes as text if they are text, as in a response that is not streamed. */
function bodyOf(parts: readonly Uint8Array[]): HttpAnswer['body'] {
  const bytes = Buffer.concat(parts);
  return isUtf8(bytes) ? bytes.toString() : bytes;
}
