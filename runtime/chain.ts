// Runs a view or a lambda function inside of its middleware (docs/decisions/middleware.md): an onion, each layer of which
// goes on at most once.
import { jsonText } from './json-text.js';
import type { EventPassage, Passage } from './layer.js';
import { Response } from './response.js';

/** Calls a view inside of its middleware. */
export function passView(passage: Passage): Promise<Response> {
  return passThrough(passage, 0);
}

/** Gives the answer of the layer at an index and of all that it goes on to. */
async function passThrough(passage: Passage, index: number): Promise<Response> {
  const layer = passage.chain[index];
  if (!layer) return own(passage, await passage.view());
  let hasGoneOn = false;
  const answer = await layer.run(passage.request, () => {
    if (hasGoneOn) throw goneOnTwice();
    hasGoneOn = true;
    const inner = passThrough(passage, index + 1);
    // A middleware that does not wait for it must not end the process with what it rejects with.
    inner.catch(ignore);
    return inner;
  });
  if (answer === passage.own) return answer;
  if (answer instanceof Error || isResponse(answer)) return own(passage, answer);
  throw new TypeError(
    `A middleware of ${passage.path} answered ${typeof answer}: it gives what \`next()\` gave, or a Response.`,
  );
}

/**
 * What a view returned, as a Response that middleware may change: a copy, because a view may return the same one to every
 * request. An error is raised.
 */
function own(passage: Passage, value: unknown): Response {
  if (value instanceof Error) throw value;
  passage.own = isResponse(value)
    ? new Response(value.body, value.statusCode, { ...value.headers })
    : new Response(isObject(value) ? value : jsonText(value ?? null));
  return passage.own;
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
