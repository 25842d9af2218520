// Calls the streaming handler of an application as AWS's runtime client does, and reads its output.
import { Writable } from 'node:stream';
import type { AnswerHead, MalformedResult } from '../gateway/proxy-result.js';
import { createStreamReader } from '../gateway/stream-result.js';
import { createChunkQueue } from './chunk-queue.js';
import { Streamed } from './rpc.js';

/**
 * Calls a handler. Rejects with the handler's error if it fails before it has written the head. If it fails later, reading the
 * chunks fails. If the reader of the chunks stops, the handler's stream is closed, and the stop completes when the handler has
 * ended.
 */
export function callStreaming(
  asked: Parameters<typeof createStreamReader>[0],
  handle: (responseStream: Writable) => unknown,
): Promise<Streamed<AnswerHead> | MalformedResult> {
  return new Promise((resolve, reject) => {
    const reader = createStreamReader(asked);
    let failure: Error | undefined;
    const chunks = createChunkQueue(async () => {
      responseStream.destroy();
      await handled;
    });
    /** Ends the result. Has no effect if it has already been called, or if the reader has stopped. */
    const finish = (): void => {
      if (failure) reject(failure);
      const malformed = reader.end();
      if (malformed) resolve(malformed);
      chunks.end(failure);
    };
    const responseStream = new Writable({
      write: (chunk: Buffer, _encoding, callback) => {
        const part = reader.read(chunk);
        if ('kind' in part) {
          resolve(part);
          callback(new Error(part.reason));
          return;
        }
        const head = reader.head();
        if (head) resolve(new Streamed(head, chunks));
        if (part.length === 0) callback();
        else {
          chunks.push(part, () => callback());
        }
      },
      final: (callback) => {
        finish();
        callback();
      },
      destroy: (error, callback) => {
        if (!responseStream.writableFinished) {
          failure ??= error ?? new Error('The function closed its stream before the end.');
        }
        finish();
        callback(null);
      },
    });
    const handled = Promise.resolve()
      .then(() => handle(responseStream))
      .then(
        () => undefined,
        (error: unknown) => {
          failure ??= error instanceof Error ? error : new Error(String(error));
          // The chunks that were written before the failure are read first.
          if (responseStream.writable) responseStream.end();
          else finish();
        },
      );
  });
}
