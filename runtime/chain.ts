// Runs a view or a lambda function inside of its middleware (docs/decisions/middleware.md): an onion, each layer of which
// goes on at most once.
import { jsonText } from './json-text.js';
import type { EventPassage, Passage } from './layer.js';
import { Response } from './response.js';

/** Calls a view inside of its middleware. What is done for each of them is little, because it is done for each request. */
export function passView(passage: Passage): Promise<Response> {
  return passThrough({ ...passage, answer: undefined, inner: [] }, 0);
}

type Walk = Passage & {
  /** The answer that belongs to this request alone. */
  answer: Response | undefined;
  /** What each middleware went on to. */
  readonly inner: Promise<Response>[];
};

/** Gives the answer of the layer at an index and of all that it goes on to. */
async function passThrough(walk: Walk, index: number): Promise<Response> {
  const { chain, inner } = walk;
  try {
    const layer = chain[index];
    if (!layer) {
      const value = walk.view();
      // Most views are not async, and an `await` costs as much as a middleware.
      const { then } = (value ?? {}) as Partial<PromiseLike<unknown>>; // because it may be any value
      return (walk.answer = own(typeof then === 'function' ? await value : value));
    }
    const given: unknown = await layer.run(walk.request, () => {
      if (inner[index]) throw goneOnTwice();
      return (inner[index] = passThrough(walk, index + 1));
    });
    if (walk.answer && given === walk.answer) return walk.answer;
    if (isResponse(given)) return (walk.answer = own(given));
    throw given instanceof Error ? given : noAnswer(given, walk.path);
  } catch (error) {
    // A middleware that does not wait for what it went on to must not end the process with its error.
    queueMicrotask(() => void inner[index - 1]?.catch(ignore));
    throw error;
  }
}

/**
 * What a view returned, as a Response that middleware may change: a copy, because a view may return the same one to every
 * request. An error is raised.
 */
function own(value: unknown): Response {
  if (value instanceof Error) throw value;
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
export function passFunction(passage: EventPassage): Promise<unknown> {
  return passEvent(passage, 0);
}

/** What is given back may be anything. */
async function passEvent(passage: EventPassage, index: number): Promise<unknown> {
  const layer = passage.chain[index];
  if (!layer) return await passage.call();
  let hasGoneOn = false;
  const next = (): Promise<unknown> => {
    if (hasGoneOn) throw goneOnTwice();
    hasGoneOn = true;
    const inner = passEvent(passage, index + 1);
    inner.catch(ignore);
    return inner;
  };
  return layer.run(passage.event, next, passage.context);
}

function goneOnTwice(): Error {
  return new Error(
    'A middleware called `next()` a second time: what is inside of it runs once for each request.',
  );
}

function ignore(): void {
  // The middleware that went on decides what becomes of it.
}
