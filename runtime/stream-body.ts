// A body that streams, while middleware may still replace or wrap it. Its items are made in the asynchronous context of what made
// the body, and those of a view begin inside of its middleware (docs/decisions/streaming.md). Only bundles with middleware hold it.
import type { Exchange } from './exchange.js';
import { isResponse, Response } from './response.js';

/** Whether a value has items that are waited for: an async generator, a stream of Node.js or of the Web. */
export function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] === 'function';
}

/** Keeps a stream as the outermost one of its request. */
export function keepStream(source: AsyncIterable<unknown>, exchange: Exchange): StreamBody {
  return source instanceof StreamBody
    ? source
    : (exchange.stream = new StreamBody(source, exchange.stream));
}

/** Opens the stream that a view inside of middleware returned, and waits for its first item. Any other value is returned as it is. */
export async function openStream(value: unknown, exchange: Exchange): Promise<unknown> {
  let given = await value;
  let body = isResponse(given) ? given.body : given;
  if (isStream(body)) {
    body = keepStream(body, exchange);
    // A copy, because a view may return the same object to every request.
    given = isResponse(given)
      ? new Response(body as StreamBody, given.statusCode, { ...given.headers })
      : body;
    await (body as StreamBody).$peek();
  }
  return given;
}

/** Keeps the stream that a middleware put into its response. */
export function wrapStream(response: unknown, exchange: Exchange): void {
  if (isResponse(response) && isStream(response.body))
    response.body = keepStream(response.body, exchange);
}

type Step = Promise<IteratorResult<unknown, unknown>>;

/** Items that can be iterated once. */
class StreamBody implements AsyncIterableIterator<unknown, unknown> {
  // Providers and the current request are those of what made the stream, no matter who takes its items.
  readonly #within = process.getBuiltinModule('node:async_hooks').AsyncLocalStorage.snapshot();
  readonly #items: AsyncIterator<unknown, unknown>;
  /** The stream that this one replaced, and may take its items from. */
  readonly #inner: Exchange['stream'];
  #first: Step | undefined;
  #isOver = false;

  constructor(source: AsyncIterable<unknown>, inner: Exchange['stream']) {
    this.#items = source[Symbol.asyncIterator]();
    this.#inner = inner;
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

  /** Ends it and what it replaced, unless they have ended. */
  async return(): Step {
    const isEnded = this.#isOver;
    this.#isOver = true;
    if (!isEnded) await this.#within(() => this.#items.return?.());
    await this.#inner?.return();
    return { done: true, value: undefined };
  }

  async #pull(): Step {
    let isOver: boolean | undefined = true;
    try {
      const step = await this.#within(() => this.#items.next());
      isOver = step.done;
      return step;
    } finally {
      if (isOver === true) {
        this.#isOver = true;
        await this.#inner?.return();
      }
    }
  }
}
