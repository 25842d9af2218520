// A streaming response: its status and headers, its first chunk, and the chunks that follow (docs/decisions/streaming.md). A
// bundle contains code only for the kinds of streams that it uses.
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

/** The format in which a stream is sent. If the types do not determine it, the first item does. */
type SentKind = Exclude<StreamKind, 'any'>;

/** The content of a streaming response. */
export type Streamed = {
  readonly kind: SentKind;
  readonly first: IteratorResult<Chunk, unknown>;
  readonly chunks: Chunks;
  /** Called when the stream is over, for its metrics. */
  $end?: (this: unknown, metrics: StreamMetrics) => void;
};

type Chunks = {
  readonly next: () => Promise<IteratorResult<Chunk, unknown>>;
  readonly return: (value?: undefined) => Promise<unknown>;
};

/** The milliseconds until the first chunk, and 1 if the stream failed after that chunk. */
type StreamMetrics = { readonly firstByte: number; readonly error: 0 | 1 };

/** The metrics of finished streams, by the promise that {@link whenOver} returned. */
export const streamMetrics: WeakMap<Promise<ProxyResult>, StreamMetrics> = new WeakMap();

/** Resolves with the response when its stream has ended. */
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

/** A response. If `$stream` is set, its body is not yet complete. */
export type StreamedResult = ProxyResult & { readonly $stream?: Streamed | undefined };

/** The requests to `createStreamHandler`. If an application was not built, its routes do not declare whether they stream. */
export const undeclared: WeakSet<ProxyEvent> = new WeakSet();

/** Responds with the stream that a view returned, or with any other value. */
export async function answerStream(
  value: unknown,
  declared: StreamKind,
  exchange: Exchange,
): Promise<StreamedResult> {
  const given = await value;
  const body = $uses.parts.Response && isResponse(given) ? given.body : given;
  if (!isStream(body)) return answerValue(given, exchange);
  const sent = { kind: declared };
  // With middleware, each body already has its own asynchronous context.
  const chunks =
    $uses.app.$stored && !$uses.parts.middleware
      ? within(chunksOf(body, sent))
      : chunksOf($uses.parts.middleware ? keepStream(body, exchange) : body, sent);
  if ($uses.code.$head || $uses.parts.Response) exchange.stream = chunks;
  const first = await chunks.next();
  if ($uses.code.$streamAny && sent.kind === 'any') sent.kind = 'bytes'; // an empty stream has no first item
  const kind = sent.kind as SentKind; // because the first item determines the kind
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

/** Runs an iterator in the asynchronous context of the view's call, so that the view always sees the same current request. */
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

/** Yields the chunks of a stream, each created on demand. Ending the generator ends the stream. */
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

/** Returns the default headers for a stream, which the view can override. */
function headersOf(kind: SentKind): Readonly<Record<string, string>> {
  if ($uses.code.$streamEvents && (!$uses.code.$streamMixed || kind === 'sse'))
    return { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' };
  if ($uses.code.$streamLines && (!$uses.code.$streamMixed || kind === 'ndjson'))
    return { 'Content-Type': 'application/x-ndjson' };
  return {
    'Content-Type': kind === 'text' ? 'text/plain; charset=utf-8' : 'application/octet-stream',
  };
}

/** Converts an item to the chunk that is sent. */
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

// A streaming body that middleware may still replace or wrap. Only bundles with middleware contain this code. Items are created
// in the asynchronous context of the code that created the body: a view's items inside its middleware
// (docs/decisions/streaming.md).

/** Returns true for an asynchronous iterable: an async generator, a Node.js stream or a Web stream. */
function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof (value as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] === 'function';
}

/** Records a stream as the outermost one of its request. */
function keepStream(source: AsyncIterable<unknown>, exchange: Exchange): StreamBody {
  return source instanceof StreamBody
    ? source
    : (exchange.stream = new StreamBody(source, exchange.stream));
}

/** Opens a stream that a view inside middleware returned, and waits for its first item. Returns any other value unchanged. */
export async function openStream(value: unknown, exchange: Exchange): Promise<unknown> {
  let given = await value;
  let body = isResponse(given) ? given.body : given;
  if (isStream(body)) {
    body = keepStream(body, exchange);
    // Create a copy, because a view may return the same object for every request.
    given = isResponse(given)
      ? new Response(body as StreamBody, given.statusCode, { ...given.headers })
      : body;
    await (body as StreamBody).$peek();
  }
  return given;
}

/** Records the stream that a middleware set as the body of its response. */
export function wrapStream(response: unknown, exchange: Exchange): void {
  if (isResponse(response) && isStream(response.body))
    response.body = keepStream(response.body, exchange);
}

type Step = Promise<IteratorResult<unknown, unknown>>;

/** A stream that can be iterated only once. */
class StreamBody implements AsyncIterableIterator<unknown, unknown> {
  // Providers and the current request come from the code that created the stream, regardless of which code reads its items.
  readonly #within = process.getBuiltinModule('node:async_hooks').AsyncLocalStorage.snapshot();
  readonly #items: AsyncIterator<unknown, unknown>;
  /** The stream that this one replaced, and from which it may read items. */
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

  /** @internal Waits for the first item, which `next` then returns again. */
  $peek(): Step {
    return (this.#first ??= this.#pull());
  }

  next(): Step {
    const step = this.$peek();
    this.#first = undefined;
    return step;
  }

  /** Ends this stream and the one that it replaced, unless they have already ended. */
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
