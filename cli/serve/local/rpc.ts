// Requests between two programs: `framework local` and the process of the application, or a test and the engine of
// `framework/testing`. Both sides handle the other's requests by name. Messages are structured clones over a channel: the port
// of a thread or the pipes of a process.
import { deserialize, serialize } from 'node:v8';

/** The requests that a side handles, by name. */
export type Methods = Readonly<Record<string, (...values: never[]) => unknown>>;

/** An error as data, because a clone of an error loses its class and name. */
export type ErrorData = {
  readonly name: string;
  readonly message: string;
  /** Undefined when a stack would not help. */
  readonly stack?: string | undefined;
};

export type Message =
  | Named<'request'>
  | { readonly kind: 'response'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly id: number; readonly error: ErrorData }
  /** A request without a response. */
  | Named<'notice'>;

type Named<Kind> = {
  readonly kind: Kind;
  /** Identifies the response to a request. */
  readonly id: number;
  readonly name: string;
  readonly values: readonly unknown[];
};

type ResultOf<Method extends (...values: never[]) => unknown> = Awaited<ReturnType<Method>>;

export type Rpc<Theirs extends Methods> = {
  /** Resolves with the response; rejects with the error of the other side, or when the channel is closed. */
  readonly request: <Name extends keyof Theirs & string>(
    name: Name,
    ...values: Parameters<Theirs[Name]>
  ) => Promise<ResultOf<Theirs[Name]>>;
  readonly notify: <Name extends keyof Theirs & string>(
    name: Name,
    ...values: Parameters<Theirs[Name]>
  ) => void;
  /** Takes a message from the channel. */
  readonly receive: (message: unknown) => void;
  /** Rejects open and later requests, after the channel was closed. */
  readonly close: (reason: Error) => void;
};

type OpenRequest = {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
};

/** Opens one side. `post` sends a message; it throws for a value that cannot be cloned. */
export function createRpc<Theirs extends Methods>(
  post: (message: Message) => void,
  methods: Methods,
): Rpc<Theirs> {
  const open = new Map<number, OpenRequest>();
  let lastId = 0;
  let closed: Error | undefined;

  const call = ({ name, values }: Named<unknown>): unknown => {
    const method = methods[name];
    if (!method) throw new TypeError(`There is no request ${name}.`);
    return Reflect.apply(method, undefined, values);
  };
  const respond = async (request: Named<'request'>): Promise<void> => {
    const { id } = request;
    try {
      post({ kind: 'response', id, value: await call(request) });
    } catch (error) {
      post({ kind: 'failure', id, error: dataOf(error) });
    }
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
      const message = received as Message; // because the other side is this file too
      switch (message.kind) {
        case 'request':
          void respond(message);
          return;
        case 'notice':
          call(message);
          return;
        case 'response':
          settle(message.id, ({ resolve }) => {
            resolve(message.value as never); // because the method of this name returned it
          });
          return;
        case 'failure':
          settle(message.id, ({ reject }) => {
            reject(errorOf(message.error));
          });
      }
    },
    close: (reason) => {
      closed ??= reason;
      for (const { reject } of open.values()) reject(reason);
      open.clear();
    },
  };
}

/** Creates an error with the stack of the other side, or without one: a stack in this file would not help. */
export function errorOf({ name, message, stack }: ErrorData): Error {
  const error = new Error(message);
  error.name = name;
  error.stack = stack ?? headOf(error);
  return error;
}

/** The first line of a stack. */
export function headOf({ name, message }: ErrorData): string {
  return `${name}: ${message}`;
}

function dataOf(error: unknown): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack } = error;
  return { name, message, stack };
}

const HEAD = 4;

/** A message for a pipe: its length, then its clone. */
export function toBytes(message: Message): Buffer {
  const clone = serialize(message);
  const head = Buffer.alloc(HEAD);
  head.writeUInt32LE(clone.length);
  return Buffer.concat([head, clone]);
}

/** Reads the messages of a pipe from its chunks. */
export function createReader(onMessage: (message: unknown) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let size = 0;
  let wanted = HEAD;
  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    while (size >= wanted) {
      // Most chunks hold many messages, and copying the rest for each of them would take most of the time.
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
