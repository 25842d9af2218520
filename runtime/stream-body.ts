// The body of an answer that streams: its items are taken in the asynchronous context of what made it, and the first one is
// waited for before anything is sent, so that an error before it is an ordinary answer (docs/decisions/streaming.md).
import type { StreamKind } from './contract/manifest.js';
import { $uses } from './contract/uses.js';
import { jsonText } from './json-text.js';
import type { ServerSentEvent } from './server-sent-event.js';

/** What is sent, which an item decides where nothing else does. */
export type SentKind = Exclude<StreamKind, 'any'>;

/** Whether a value has items that are waited for: an async generator, a stream of Node.js or of the Web. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] === 'function';
}

type Step = Promise<IteratorResult<unknown, unknown>>;

/** A body whose items can be iterated once. They are made in the context in which the body is. */
export class StreamBody implements AsyncIterableIterator<unknown, unknown> {
  // Providers and the current request are those of who made the stream, whoever takes its items.
  readonly #here = new (process.getBuiltinModule('node:async_hooks').AsyncResource)('framework');
  readonly #source: AsyncIterator<unknown, unknown>;
  #first: Step | undefined;
  #isOver = false;

  constructor(source: AsyncIterable<unknown>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** @internal Waits for the first item, which `next` gives again. */
  $peek(): Step {
    return (this.#first ??= this.#pull());
  }

  next(): Step {
    const step = this.$peek();
    this.#first = undefined;
    return step;
  }

  /** Ends it, unless it has ended. */
  async return(): Step {
    const isEnded = this.#isOver;
    this.#isOver = true;
    if (!isEnded) await this.#here.runInAsyncScope(() => this.#source.return?.());
    return { done: true, value: undefined };
  }

  async #pull(): Step {
    let isOver: boolean | undefined = true;
    try {
      const step = await this.#here.runInAsyncScope(() => this.#source.next());
      isOver = step.done;
      return step;
    } finally {
      this.#isOver ||= isOver === true;
    }
  }
}

/** What an item is sent as, where nothing but the item says it. */
export function kindOfItem({ done, value }: IteratorResult<unknown, unknown>): SentKind {
  if (isEvent(value)) return 'sse';
  if (typeof value === 'string') return 'text';
  return done === true || isBinaryItem(value) ? 'bytes' : 'ndjson';
}

/** An item as it is sent. */
export function chunkOf(item: unknown, kind: SentKind): string | Uint8Array {
  if ($uses.code.$streamLines && kind === 'ndjson') return `${jsonText(item ?? null)}\n`;
  if ($uses.code.$streamEvents && kind === 'sse' && isEvent(item)) return item.$frameworkEvent();
  if ($uses.code.$streamRaw && kind !== 'sse') {
    if (typeof item === 'string') return item;
    if (isBinaryItem(item)) return new Uint8Array(item);
  }
  throw new TypeError(
    `An item is not ${kind === 'sse' ? 'made by sse(...)' : 'text or bytes'}, as those of this stream (${kind}).`,
  );
}

function isEvent(value: unknown): value is ServerSentEvent {
  return typeof (value as Partial<ServerSentEvent> | null)?.$frameworkEvent === 'function';
}

function isBinaryItem(value: unknown): value is Uint8Array | ArrayBuffer {
  return value instanceof Uint8Array || value instanceof ArrayBuffer;
}
