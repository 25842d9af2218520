// The body of an answer that streams: its items are taken in the asynchronous context of what made it, and the first one is
// waited for before anything is sent, so that an error before it is an ordinary answer (docs/decisions/streaming.md).
import type { StreamKind } from './contract/manifest.js';
import { jsonText } from './json-text.js';
import type { ServerSentEvent } from './server-sent-event.js';

/** What is sent, which an item decides where nothing else does. */
export type SentKind = Exclude<StreamKind, 'any'>;

/** A body whose items can be iterated once. */
export type StreamBody = AsyncIterableIterator<unknown, unknown> & {
  /** @internal Waits for the first item, which is given again by `next`. */
  $peek(): Promise<IteratorResult<unknown, unknown>>;
  /** @internal Ends it, unless it has ended. */
  $end(): Promise<unknown>;
};

/** Whether a value has items that are waited for: an async generator, a stream of Node.js or of the Web. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] === 'function';
}

export function isStreamBody(value: unknown): value is StreamBody {
  return isStream(value) && '$peek' in value;
}

/** The body of an iterable, whose items are made in the context of this call. */
export function streamBody(source: AsyncIterable<unknown>): StreamBody {
  // Providers and the current request are those of who made the stream, whoever takes its items.
  const here = new (process.getBuiltinModule('node:async_hooks').AsyncResource)('framework');
  const iterator = source[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<unknown, unknown>> | undefined;
  let isOver = false;
  const pull = async (): Promise<IteratorResult<unknown, unknown>> => {
    try {
      const step = await here.runInAsyncScope(() => iterator.next());
      isOver ||= step.done === true;
      return step;
    } catch (error) {
      isOver = true;
      throw error;
    }
  };
  const end = async (): Promise<IteratorResult<unknown, unknown>> => {
    const isEnded = isOver;
    isOver = true;
    first = undefined;
    if (!isEnded) await here.runInAsyncScope(() => iterator.return?.());
    return { done: true, value: undefined };
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    $peek: () => (first ??= pull()),
    $end: end,
    next: () => {
      const step = first ?? pull();
      first = undefined;
      return step;
    },
    return: end,
  };
}

/** What an item is sent as, where nothing but the item says it. */
export function kindOfItem({ done, value }: IteratorResult<unknown, unknown>): SentKind {
  if (isEvent(value)) return 'sse';
  if (typeof value === 'string') return 'text';
  return done === true || isBinaryItem(value) ? 'bytes' : 'ndjson';
}

/** An item as it is sent. */
export function chunkOf(item: unknown, kind: SentKind): string | Uint8Array {
  if (kind === 'ndjson') return `${jsonText(item ?? null)}\n`;
  if (kind === 'sse') {
    if (isEvent(item)) return item.$frameworkEvent();
  } else {
    if (typeof item === 'string' || item instanceof Uint8Array) return item;
    if (isBinaryItem(item)) return new Uint8Array(item);
  }
  throw new TypeError(
    `A stream of ${kind === 'sse' ? 'events got an item that sse(...) did not make' : `${kind} got an item that is neither a text nor bytes`}.`,
  );
}

function isEvent(value: unknown): value is ServerSentEvent {
  return typeof (value as Partial<ServerSentEvent> | null)?.$frameworkEvent === 'function';
}

function isBinaryItem(value: unknown): value is Uint8Array | ArrayBuffer {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}
