// Runs a view or a lambda function inside of its middleware (docs/decisions/middleware.md): an onion, each layer of which
// goes on at most once.
import { jsonText } from './json-text.js';
import type { EventPassage, Passage } from './layer.js';
import { Response } from './response.js';

/** Calls a view inside of its middleware. */
export function passView(passage: Passage, view: () => unknown): Promise<Response> {
  return new Walk(passage, view).enter(0);
}

/**
 * A request on its way through the middleware of its view. What is done for each of them is little, because it is done for
 * each request: one promise besides that of the middleware, and no function that has a name.
 */
class Walk {
  readonly #passage: Passage;
  readonly #view: () => unknown;
  readonly #settled: (given: unknown) => Response;
  readonly #failed: (error: unknown) => never;
  /** The answer that belongs to this request alone. */
  #answer: Response | undefined;
  /** What each middleware went on to. */
  readonly #inner: Promise<Response>[] = [];

  constructor(passage: Passage, view: () => unknown) {
    this.#passage = passage;
    this.#view = view;
    this.#settled = (given) => this.#accept(given);
    this.#failed = (error) => this.#raise(error);
  }

  /** Gives the answer of the layer at an index and of all that it goes on to. */
  enter(index: number): Promise<Response> {
    const { chain, request } = this.#passage;
    const layer = chain[index];
    try {
      if (!layer) return this.#callView();
      const given: unknown = layer.run(request, () => this.#goOn(index));
      const inner = this.#inner[index];
      // What `next()` gave is accepted already.
      return inner && given === inner
        ? inner
        : Promise.resolve(given).then(this.#settled, this.#failed);
    } catch (error) {
      this.#forgive();
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- what was raised is raised on
      return Promise.reject(error);
    }
  }

  #goOn(index: number): Promise<Response> {
    if (this.#inner[index]) throw goneOnTwice();
    return (this.#inner[index] = this.enter(index + 1));
  }

  #callView(): Promise<Response> {
    const value = this.#view();
    // Most views are not async, and to wait costs as much as a middleware.
    const { then } = (value ?? {}) as Partial<PromiseLike<unknown>>; // because it may be any value
    return typeof then === 'function'
      ? Promise.resolve(value).then((given) => this.#keep(given), this.#failed)
      : Promise.resolve(this.#keep(value));
  }

  /** What a middleware gave. */
  #accept(given: unknown): Response {
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

  /** A middleware that does not wait for what it went on to must not end the process with its error. */
  #forgive(): void {
    queueMicrotask(() => {
      for (const answer of this.#inner) answer.catch(ignore);
    });
  }
}

/**
 * What a view returned, as a Response that middleware may change: a copy, because a view may return the same one to every
 * request.
 */
function own(value: unknown): Response {
  return isResponse(value)
    ? new Response(value.body, value.statusCode, { ...value.headers })
    : new Response(isObject(value) ? value : jsonText(value ?? null));
}

function noAnswer(given: unknown, path: string): TypeError {
  return new TypeError(
    `A middleware of ${path} answered ${typeof given}: it gives what \`next()\` gave, or a Response.`,
  );
}

/** Asked, not recognised by its class: JSON of a client can name every key, and has no functions. */
function isResponse(value: unknown): value is Response {
  const { $frameworkAnswer } = (value ?? {}) as Partial<Response>; // because it may be any value
  return typeof $frameworkAnswer === 'function';
}

/** What a Response sends as JSON too; a text or null it would send as they are. */
function isObject(value: unknown): value is object {
  const isBytes = ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
  return typeof value === 'object' && value !== null && !isBytes;
}

/** Calls a lambda function inside of its middleware. */
export function passFunction(passage: EventPassage, call: () => unknown): Promise<unknown> {
  return new EventWalk(passage, call).enter(0);
}

/** An event on its way through the middleware of its function. What is given back may be anything. */
class EventWalk {
  readonly #passage: EventPassage;
  readonly #call: () => unknown;
  /** How many were gone on to. */
  #gone = 0;

  constructor(passage: EventPassage, call: () => unknown) {
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
    'A middleware called `next()` a second time: what is inside of it runs once for each request.',
  );
}

function ignore(): void {
  // The middleware that went on decides what becomes of it.
}
