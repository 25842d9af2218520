// A queue of chunks between a writer and a reader. The writer is notified when each chunk is read, so that it can wait for a
// slow reader. Unlike in Node.js streams, chunks that were written before a failure can still be read.

export type ChunkQueue = AsyncIterableIterator<Uint8Array> & {
  /** `onTaken` is called when the chunk has been read, or when it is certain that it will never be read. */
  readonly push: (chunk: Uint8Array, onTaken?: () => void) => void;
  /** Ends the stream after the chunks pushed so far, either normally or with an error. Later calls have no effect. */
  readonly end: (error?: Error) => void;
  /** Stops reading: discards unread chunks, and resolves when the writer has been notified. */
  readonly return: () => Promise<IteratorReturnResult<undefined>>;
};

type Waiting = {
  readonly resolve: (result: IteratorResult<Uint8Array, undefined>) => void;
  readonly reject: (error: Error) => void;
};

/** `onReturn` is called once if the reader stops before the end. */
export function createChunkQueue(onReturn: () => void | Promise<void>): ChunkQueue {
  const chunks: { readonly chunk: Uint8Array; readonly onTaken: (() => void) | undefined }[] = [];
  const waiting: Waiting[] = [];
  let end: { readonly error: Error | undefined } | undefined;
  let isLeft = false;
  const done = { done: true, value: undefined } as const;
  const settle = ({ resolve, reject }: Waiting): void => {
    const error = end?.error;
    end = { error: undefined };
    if (error) reject(error);
    else resolve(done);
  };
  const queue: ChunkQueue = {
    push: (chunk, onTaken) => {
      if (end) {
        onTaken?.();
        return;
      }
      const reader = waiting.shift();
      if (!reader) {
        chunks.push({ chunk, onTaken });
        return;
      }
      reader.resolve({ done: false, value: chunk });
      onTaken?.();
    },
    end: (error) => {
      if (end) return;
      end = { error };
      for (const reader of waiting.splice(0)) settle(reader);
    },
    next: () =>
      new Promise((resolve, reject) => {
        const next = chunks.shift();
        if (next) {
          resolve({ done: false, value: next.chunk });
          next.onTaken?.();
        } else if (end) settle({ resolve, reject });
        else waiting.push({ resolve, reject });
      }),
    return: async () => {
      const isEarly = !end && !isLeft;
      isLeft = true;
      end = { error: undefined };
      for (const reader of waiting.splice(0)) settle(reader);
      const unread = chunks.splice(0);
      const stopped = isEarly ? onReturn() : undefined;
      // The writer may wait for these callbacks before it can stop.
      for (const { onTaken } of unread) onTaken?.();
      await stopped;
      return done;
    },
    [Symbol.asyncIterator]: () => queue,
  };
  return queue;
}
