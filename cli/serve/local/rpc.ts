// Requests between two threads or processes, which each side handles by name. Messages are structured clones, sent through the
// port of a thread or the pipes of a process.
import { deserialize, serialize } from 'node:v8';
import { type ChunkQueue, createChunkQueue } from './chunk-queue.js';

export type Methods = Readonly<Record<string, (...values: never[]) => unknown>>;

/** An error as plain data, because a structured clone would lose the class and name of the error. */
export type ErrorData = {
  readonly name: string;
  readonly message: string;
  /** The stack; undefined if it would not help. */
  readonly stack?: string | undefined;
};

/** The return value of a method that sends chunks after its result. Sending waits for a slow reader. */
export class Streamed<Head> {
  readonly head: Head;
  readonly chunks: AsyncIterableIterator<Uint8Array>;

  constructor(head: Head, chunks: AsyncIterableIterator<Uint8Array>) {
    this.head = head;
    this.chunks = chunks;
  }
}

/** A {@link Streamed}, as received by the side that requested it. */
export type Received<Head> = {
  readonly head: Head;
  /** `return` resolves when the other side has stopped. */
  readonly chunks: AsyncIterableIterator<Uint8Array>;
  /** Resolves when the other side has ended, regardless of the reason and of whether all chunks have been read. */
  readonly ended: Promise<void>;
  /** Makes reading fail after the chunks received so far, and tells the other side to stop. */
  readonly cut: (reason: Error) => void;
  /** Returns when the last chunk or the head was received, from `performance.now`. */
  readonly lastTime: () => number;
};

export type Message =
  | NamedMessage<'request'>
  /** If `isStreamed` is true, the result is the head of a {@link Streamed}, followed by its chunks and its end. */
  | {
      readonly kind: 'response';
      readonly id: number;
      readonly value: unknown;
      readonly isStreamed?: true;
    }
  | { readonly kind: 'failure'; readonly id: number; readonly error: ErrorData }
  | { readonly kind: 'chunk'; readonly id: number; readonly chunk: Uint8Array }
  | { readonly kind: 'end'; readonly id: number }
  /** Sent by the reader after it has read `size` more bytes. */
  | { readonly kind: 'taken'; readonly id: number; readonly size: number }
  | { readonly kind: 'stop'; readonly id: number }
  /** A request without a response. */
  | NamedMessage<'notice'>;

type NamedMessage<Kind> = {
  readonly kind: Kind;
  /** Identifies the response to a request. */
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
};

type ResultOf<Method extends (...values: never[]) => unknown> = Here<Awaited<ReturnType<Method>>>;

type Here<Value> = Value extends Streamed<infer Head> ? Received<Head> : Value;

export type Rpc<Theirs extends Methods> = {
  /** Resolves to the response. Rejects with the error of the other side, or if the channel is closed. */
  readonly request: <Name extends keyof Theirs & string>(
    name: Name,
    ...values: Parameters<Theirs[Name]>
  ) => Promise<ResultOf<Theirs[Name]>>;
  readonly notify: <Name extends keyof Theirs & string>(
    name: Name,
    ...values: Parameters<Theirs[Name]>
  ) => void;
  readonly receive: (message: unknown) => void;
  /** Rejects pending and later requests. */
  readonly close: (reason: Error) => void;
};

type OpenRequest = {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
};

type Outgoing = {
  unread: number;
  stopped: Promise<unknown> | undefined;
  readonly stop: () => void;
  resume: () => void;
};

type Incoming = {
  readonly queue: ChunkQueue;
  readonly onChunk: (chunk: Uint8Array) => void;
  readonly onEnd: () => void;
};

/** The maximum number of bytes that the sender sends before the reader has read them. */
const WINDOW = 64 * 1024;

/** `post` sends a message, and throws for a value that cannot be cloned. */
export function createRpc<Theirs extends Methods>(
  post: (message: Message) => void,
  methods: Methods,
): Rpc<Theirs> {
  const open = new Map<number, OpenRequest>();
  const outgoing = new Map<number, Outgoing>();
  const incoming = new Map<number, Incoming>();
  let lastId = 0;
  let closed: Error | undefined;

  const call = ({ name, values }: NamedMessage<unknown>): unknown => {
    const method = methods[name];
    if (!method) throw new TypeError(`There is no request ${name}.`);
    return Reflect.apply(method, undefined, values);
  };
  const respond = async (request: NamedMessage<'request'>): Promise<void> => {
    const { id } = request;
    try {
      const value = await call(request);
      if (value instanceof Streamed) await send(id, value);
      else post({ kind: 'response', id, value });
    } catch (error) {
      post({ kind: 'failure', id, error: dataOf(error) });
    }
  };
  const send = async (id: number, { head, chunks }: Streamed<unknown>): Promise<void> => {
    const stream: Outgoing = {
      unread: 0,
      stopped: undefined,
      stop: () => {
        stream.stopped ??= chunks.return?.();
        stream.resume();
      },
      resume: () => undefined,
    };
    outgoing.set(id, stream);
    try {
      post({ kind: 'response', id, value: head, isStreamed: true });
      for await (const chunk of chunks) {
        stream.unread += chunk.length;
        // A copy, because sending a view to a thread would send the whole underlying buffer.
        post({ kind: 'chunk', id, chunk: new Uint8Array(chunk) });
        while (stream.unread >= WINDOW && !stream.stopped) {
          await new Promise<void>((resolve) => (stream.resume = resolve));
        }
      }
      await stream.stopped;
      post({ kind: 'end', id });
    } finally {
      outgoing.delete(id);
    }
  };
  const take = (id: number, head: unknown): Received<unknown> => {
    let lastTime = performance.now();
    let taken = 0;
    let onEnd = (): void => undefined;
    const ended = new Promise<void>((resolve) => (onEnd = resolve));
    const tell = (message: Message): void => {
      if (!closed && incoming.has(id)) post(message);
    };
    const queue = createChunkQueue(() => {
      tell({ kind: 'stop', id });
      return ended;
    });
    const onChunk = (chunk: Uint8Array): void => {
      lastTime = performance.now();
      queue.push(chunk, () => {
        taken += chunk.length;
        if (taken < WINDOW / 4) return;
        tell({ kind: 'taken', id, size: taken });
        taken = 0;
      });
    };
    incoming.set(id, { queue, onChunk, onEnd });
    const cut = (reason: Error): void => {
      queue.end(reason);
      tell({ kind: 'stop', id });
    };
    return { head, chunks: queue, ended, cut, lastTime: () => lastTime };
  };
  /** Ends a stream that this side reads. Returns false if there is none with this id. */
  const end = (id: number, error?: Error): boolean => {
    const stream = incoming.get(id);
    incoming.delete(id);
    stream?.queue.end(error);
    stream?.onEnd();
    return stream !== undefined;
  };
  const settle = (id: number, how: (request: OpenRequest) => void): void => {
    const request = open.get(id);
    open.delete(id);
    if (request) how(request);
  };
  return {
    request: (name, ...values) =>
      new Promise((resolve, reject) => {
        if (closed) throw closed;
        lastId += 1;
        const id = lastId;
        open.set(id, { resolve, reject });
        try {
          post({ kind: 'request', id, name, values });
        } catch (error) {
          open.delete(id);
          throw error;
        }
      }),
    notify: (name, ...values) => {
      if (!closed) post({ kind: 'notice', id: 0, name, values });
    },
    receive: (received) => {
      const message = received as Message; // because the other side also uses this file
      switch (message.kind) {
        case 'request':
          void respond(message);
          return;
        case 'notice':
          call(message);
          return;
        case 'response':
          settle(message.id, ({ resolve }) => {
            const { id, value } = message;
            resolve((message.isStreamed ? take(id, value) : value) as never); // because the method of this name returned it
          });
          return;
        case 'chunk':
          incoming.get(message.id)?.onChunk(message.chunk);
          return;
        case 'end':
          end(message.id);
          return;
        case 'taken': {
          const stream = outgoing.get(message.id);
          if (!stream) return;
          stream.unread -= message.size;
          stream.resume();
          return;
        }
        case 'stop':
          outgoing.get(message.id)?.stop();
          return;
        case 'failure':
          if (end(message.id, errorOf(message.error))) return;
          settle(message.id, ({ reject }) => reject(errorOf(message.error)));
      }
    },
    close: (reason) => {
      closed ??= reason;
      for (const { reject } of open.values()) reject(reason);
      open.clear();
      for (const id of incoming.keys()) end(id, reason);
      for (const stream of outgoing.values()) stream.stop();
    },
  };
}

/** Creates an error with the stack from the other side, or without a stack, because one from this file would not help. */
export function errorOf({ name, message, stack }: ErrorData): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? headOf(error);
  return error;
}

export function headOf({ name, message }: ErrorData): string {
  return `${name}: ${message}`;
}

function dataOf(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack };
}

const HEAD = 4;

/** Encodes a message for a pipe: its length, followed by its clone. */
export function toBytes(message: Message): Buffer {
  const clone = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(clone.length);
  return Buffer.concat([head, clone]);
}

/** Reads messages from the chunks of a pipe. */
export function createReader(onMessage: (message: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = HEAD;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      // The rest of a chunk is not copied, because most chunks contain many messages, and copying would take most of the time.
      const bytes = chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? chunk);
      chunks = [bytes];
      wanted = HEAD + bytes.readUInt32LE(0);
      if (size < wanted) return;
      const message: unknown = deserialize(bytes.subarray(HEAD, wanted));
      chunks = [bytes.subarray(wanted)];
      size -= wanted;
      wanted = HEAD;
      onMessage(message);
    }
  };
}
