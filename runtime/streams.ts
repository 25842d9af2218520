// The answer that sends a stream: its head, its first chunk, and the chunks that follow (docs/decisions/streaming.md). A bundle
// holds only what the kinds of its streams need.
import type { StreamKind } from './contract/manifest.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { checkedStatus } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';
import { answerValue, isResponse, Response } from './response.js';
import { mergeHeaders } from './response-headers.js';
import type { ServerSentEvent } from './server-sent-event.js';

type Chunk = string | Uint8Array;

/** What a stream is sent as; where the types do not say it, its first item does. */
type SentKind = Exclude<StreamKind, 'any'>;

/** What an answer sends. */
export type Streamed = {
  readonly kind: SentKind;
  readonly first: IteratorResult<Chunk, unknown>;
  readonly chunks: Chunks;
  /** Called when it is over, for its metrics. */
  $end?: (this: unknown, metrics: StreamMetrics) => void;
};

type Chunks = {
  readonly next: () => Promise<IteratorResult<Chunk, unknown>>;
  readonly return: (value?: undefined) => Promise<unknown>;
};

/** The milliseconds to the first chunk, and 1 for a stream that failed after it. */
type StreamMetrics = { readonly firstByte: number; readonly error: 0 | 1 };

/** Of the streams of answers that are over, by what {@link whenOver} gives. */
export const streamMetrics: WeakMap<Promise<ProxyResult>, StreamMetrics> = new WeakMap();

/** The answer when its stream is over. */
export function whenOver(answer: Promise<StreamedResult>): Promise<ProxyResult> {
  const over: Promise<ProxyResult> = answer.then((result) => {
    const { $stream } = result;
    return $stream
      ? new Promise((resolve) => {
          $stream.$end = (metrics) => {
            streamMetrics.set(over, metrics);
            resolve(result);
          };
        })
      : result;
  });
  return over;
}

/** An answer whose body, where it has `$stream`, is not there yet. */
export type StreamedResult = ProxyResult & { readonly $stream?: Streamed | undefined };

/** The requests of `createStreamHandler`. In an application that was not built, no route says that it streams. */
export const undeclared: WeakSet<ProxyEvent> = new WeakSet();

/** Answers with the stream that a view returned, or with any other value. */
export async function answerStream(
  value: unknown,
  declared: StreamKind,
  exchange: Exchange,
): Promise<StreamedResult> {
  const given = await value;
  const body = $uses.parts.Response && isResponse(given) ? given.body : given;
  if (!isStream(body)) return answerValue(given, exchange);
  const sent = { kind: declared };
  // Inside of middleware, each body has a context of its own.
  const chunks =
    $uses.app.$stored && !$uses.parts.middleware
      ? within(chunksOf(body, sent))
      : chunksOf($uses.parts.middleware ? keepStream(body, exchange) : body, sent);
  if ($uses.code.$head || $uses.parts.Response) exchange.stream = chunks;
  const first = await chunks.next();
  if ($uses.code.$streamAny && sent.kind === 'any') sent.kind = 'bytes'; // an empty stream
  const kind = sent.kind as SentKind; // because the first item decides it
  const headers = { ...headersOf(kind), ...exchange.cors };
  return {
    ...($uses.parts.Response && isResponse(given)
      ? { statusCode: checkedStatus(given.statusCode), ...mergeHeaders(headers, given.headers) }
      : { statusCode: 200, headers }),
    body: '',
    isBase64Encoded: false,
    $stream:
      $uses.code.$head && exchange.event.httpMethod === 'HEAD'
        ? undefined
        : { kind, first, chunks },
  };
}

/** Takes chunks in the asynchronous context in which the view was called, so that its current request is the same. */
function within(chunks: Chunks): Chunks {
  const run = process.getBuiltinModule('node:async_hooks').AsyncLocalStorage.snapshot();
  return {
    next() {
      return run(() => chunks.next());
    },
    return() {
      return run(() => chunks.return());
    },
  };
}

/** What a stream sends, made when it is asked for. Ending it ends the stream. */
async function* chunksOf(
  source: AsyncIterable<unknown>,
  sent: { kind: StreamKind },
): AsyncGenerator<Chunk, undefined> {
  for await (const item of source) {
    if ($uses.code.$streamAny && sent.kind === 'any') sent.kind = kindOfItem(item);
    yield chunkOf(item, sent.kind);
  }
}

function kindOfItem(item: unknown): SentKind {
  if (typeof (item as Partial<ServerSentEvent> | null)?.$frameworkEvent === 'function')
    return 'sse';
  if (typeof item === 'string') return 'text';
  return item instanceof Uint8Array || item instanceof ArrayBuffer ? 'bytes' : 'ndjson';
}

/** The headers of a stream, where the view does not set others. */
function headersOf(kind: SentKind): Readonly<Record<string, string>> {
  if ($uses.code.$streamEvents && (!$uses.code.$streamMixed || kind === 'sse'))
    return { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' };
  if ($uses.code.$streamLines && (!$uses.code.$streamMixed || kind === 'ndjson'))
    return { 'Content-Type': 'application/x-ndjson' };
  return {
    'Content-Type': kind === 'text' ? 'text/plain; charset=utf-8' : 'application/octet-stream',
  };
}

/** An item as it is sent. */
function chunkOf(item: unknown, kind: StreamKind): Chunk {
  if ($uses.code.$streamLines && (!$uses.code.$streamMixed || kind === 'ndjson'))
    return `${jsonText(item ?? null)}\n`;
  const chunk =
    $uses.code.$streamEvents && (!$uses.code.$streamMixed || kind === 'sse')
      ? (item as Partial<ServerSentEvent> | null)?.$frameworkEvent?.()
      : item instanceof ArrayBuffer
        ? new Uint8Array(item)
        : item;
  if (typeof chunk === 'string' || ($uses.code.$streamRaw && chunk instanceof Uint8Array))
    return chunk;
  throw new TypeError(
    `A stream of ${kind} has an item that is not ${$uses.code.$streamEvents && (!$uses.code.$streamMixed || kind === 'sse') ? 'made by sse(...)' : 'text or bytes'}.`,
  );
}

// A body that streams, while middleware may still replace or wrap it. Its items are made in the asynchronous context of what made
// the body, and those of a view begin inside of its middleware (docs/decisions/streaming.md). Only bundles with middleware hold it.

/** Whether a value has items that are waited for: an async generator, a stream of Node.js or of the Web. */
function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] === 'function';
}

/** Keeps a stream as the outermost one of its request. */
function keepStream(source: AsyncIterable<unknown>, exchange: Exchange): StreamBody {
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
