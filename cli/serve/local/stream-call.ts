// Calls the streaming handler of an application like AWS's runtime client, and reads what it writes.
import { Writable } from 'node:stream';
import type { AnswerHead, MalformedResult } from '../gateway/proxy-result.js';
import { createStreamReader } from '../gateway/stream-result.js';
import { createChunkQueue } from './chunk-queue.js';
import { Streamed } from './rpc.js';

type Asked = Parameters<typeof createStreamReader>[0];

/**
 * Calls a handler. Rejects with the handler's error if it fails before it has written the head. A later error makes reading the
 * chunks fail. If the reader of the chunks stops, the stream of the handler is closed, and the call waits until the handler has
 * ended.
 */
export function callStreaming(
  asked: Asked,
  handle: (responseStream: Writable) => unknown,
): Promise<Streamed<AnswerHead> | MalformedResult> {
  return new Promise((resolve, reject) => {
    const reader = createStreamReader(asked);
    let failure: Error | undefined;
    const chunks = createChunkQueue(async () => {
      responseStream.destroy();
      await handled;
    });
    /** Has no effect if it has already been called, or if the reader has stopped. */
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
          chunks.push(part, () => {
            callback();
          });
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
          // Everything that was written before a failure is read first.
          if (responseStream.writable) responseStream.end();
          else finish();
        },
      );
  });
}
