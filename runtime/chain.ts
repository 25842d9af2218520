// Runs a view or a lambda function inside its middleware (docs/decisions/middleware.md). Each middleware wraps the next one
// and calls `next()` at most once.
import { $uses } from './contract/uses.js';
import { jsonText } from './json-text.js';
import type { EventPass, ViewPass } from './layer.js';
import { isResponse, Response } from './response.js';
import { openStream, wrapStream } from './streams.js';

/** Calls a view inside its middleware. */
export function passView(passage: ViewPass, view: () => unknown): Promise<Response> {
  return new Walk(passage, view).enter(0);
}

/** A request on its way through middleware. It is created for each request, so it avoids extra promises and named functions. */
class Walk {
  readonly #passage: ViewPass;
  readonly #view: () => unknown;
  readonly #settled: (given: unknown) => Response;
  readonly #failed: (error: unknown) => never;
  /** A copy of the response that only this request uses. */
  #answer: Response | undefined;
  /** The response that `next()` returned to each middleware. */
  readonly #inner: Promise<Response>[] = [];

  constructor(passage: ViewPass, view: () => unknown) {
    this.#passage = passage;
    this.#view = view;
    this.#settled = (given) => this.#accept(given);
    this.#failed = (error) => this.#raise(error);
  }

  /** Runs the middleware at an index and everything inside it, and returns the response. */
  enter(index: number): Promise<Response> {
    const { chain, request } = this.#passage;
    const layer = chain[index];
    try {
      if (!layer) return this.#callView();
      const given: unknown = layer.run(request, () => this.#goOn(index));
      const inner = this.#inner[index];
      // If a middleware returns the promise from `next()` itself, its response has already been checked.
      return inner && given === inner
        ? inner
        : Promise.resolve(given).then(this.#settled, this.#failed);
    } catch (error) {
      this.#forgive();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- rethrows what was thrown
      return Promise.reject(error);
    }
  }

  #goOn(index: number): Promise<Response> {
    if (this.#inner[index]) throw goneOnTwice();
    return (this.#inner[index] = this.enter(index + 1));
  }

  #callView(): Promise<Response> {
    const value =
      $uses.code.$stream && this.#passage.exchange
        ? openStream(this.#view(), this.#passage.exchange)
        : this.#view();
    // Most views are not async, and an extra await costs as much as a middleware function.
    const { then } = (value ?? {}) as Partial<PromiseLike<unknown>>; // because it may be any value
    return typeof then === 'function'
      ? Promise.resolve(value).then((given) => this.#keep(given), this.#failed)
      : Promise.resolve(this.#keep(value));
  }

  /** Converts the return value of a middleware to a Response. */
  #accept(given: unknown): Response {
    if ($uses.code.$stream && this.#passage.exchange) wrapStream(given, this.#passage.exchange);
    if (this.#answer && given === this.#answer) return this.#answer;
    if (isResponse(given) || given instanceof Error) return this.#keep(given);
    return this.#raise(noAnswer(given, this.#passage.path));
  }

  #keep(given: unknown): Response {
    try {
      if (given instanceof Error) throw given;
      return (this.#answer = own(given));
    } catch (error) {
      return this.#raise(error);
    }
  }

  #raise(error: unknown): never {
    this.#forgive();
    throw error;
  }

  /** Prevents a rejection from ending the process if a middleware does not await `next()`. */
  #forgive(): void {
    queueMicrotask(() => {
      for (const answer of this.#inner) answer.catch(ignore);
    });
  }
}

/** Returns a Response that middleware may modify: a copy, because a view may return the same object for every request. */
function own(value: unknown): Response {
  return isResponse(value)
    ? new Response(value.body, value.statusCode, { ...value.headers })
    : new Response(isObject(value) ? value : jsonText(value ?? null));
}

function noAnswer(given: unknown, path: string): TypeError {
  return new TypeError(
    `A middleware of ${path} returned ${typeof given}: it must return the result of \`next()\` or a Response.`,
  );
}

/** Returns true if a Response with this body sends it as JSON. A string would be sent unchanged, and null as an empty body. */
function isObject(value: unknown): value is object {
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  return typeof value === 'object' && value !== null && !isBytes;
}

/** Calls a lambda function inside its middleware. */
export function passFunction(passage: EventPass, call: () => unknown): Promise<unknown> {
  return new EventWalk(passage, call).enter(0);
}

/** An event on its way through its function's middleware. The middleware may return any value. */
class EventWalk {
  readonly #passage: EventPass;
  readonly #call: () => unknown;
  /** The number of middleware functions, counted from the outermost, that have called `next()`. */
  #gone = 0;

  constructor(passage: EventPass, call: () => unknown) {
    this.#passage = passage;
    this.#call = call;
  }

  async enter(index: number): Promise<unknown> {
    const { chain, event, context } = this.#passage;
    const layer = chain[index];
    if (!layer) return await this.#call();
    return layer.run(event, () => this.#goOn(index), context);
  }

  #goOn(index: number): Promise<unknown> {
    if (this.#gone > index) throw goneOnTwice();
    this.#gone = index + 1;
    const inner = this.enter(index + 1);
    inner.catch(ignore);
    return inner;
  }
}

function goneOnTwice(): Error {
  return new Error(
    'A middleware called `next()` a second time: the code inside it runs only once per request.',
  );
}

function ignore(): void {
  // The middleware that called `next()` receives the error as well.
}
