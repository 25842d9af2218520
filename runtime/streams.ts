// The streams of one request, and the answer that sends one: its head, its first chunk, and a way to the others
// (docs/decisions/streaming.md).
import { answerValue } from './answer.js';
import type { StreamKind } from './contract/manifest.js';
import type { ProxyEvent, ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { checkedStatus } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { isResponse, Response } from './response.js';
import { mergeHeaders } from './response-headers.js';
import { chunkOf, isStream, kindOfItem, type SentKind, StreamBody } from './stream-body.js';

type Chunk = string | Uint8Array;

/** What an answer sends. */
export type Streamed = {
  readonly kind: SentKind;
  /** Undefined for an empty stream. */
  readonly first: Chunk | undefined;
  /** The next chunk; undefined at the end. */
  readonly next: () => Promise<Chunk | undefined>;
};

/** An answer whose body, where it has `$stream`, is not there yet. */
export type StreamedResult = ProxyResult & { readonly $stream?: Streamed };

/** The streams of requests that the streaming handler serves. */
export const streamsOf: WeakMap<ProxyEvent, Streams> = new WeakMap();

/** Content types of streams, where no header sets another one. */
const TYPES: Readonly<Record<SentKind, string>> = {
  sse: 'text/event-stream',
  ndjson: 'application/x-ndjson',
  text: 'text/plain; charset=utf-8',
  bytes: 'application/octet-stream',
};

/** The streams of one request. A middleware may drop one, or wrap it in another. */
export class Streams {
  readonly #bodies: StreamBody[] = [];

  /** Opens the stream that a view returned, and waits for its first item. Any other value is given as it is. */
  async open(given: unknown): Promise<unknown> {
    const answer = this.#held(await given);
    const body = $uses.parts.Response && isResponse(answer) ? answer.body : answer;
    if (body instanceof StreamBody) await body.$peek();
    return answer;
  }

  /** Lets the items of a body that a middleware made be taken in its context. */
  bind(response: unknown): void {
    if ($uses.parts.Response && isResponse(response) && isStream(response.body))
      response.body = this.#hold(response.body);
  }

  /** Ends what is left of them. */
  async end(): Promise<void> {
    // From the outside in, because the outer ones end those they wrap.
    for (const body of this.#bodies.toReversed()) await body.return();
  }

  #held(given: unknown): unknown {
    if (given instanceof Error) return given;
    if ($uses.parts.Response && isResponse(given))
      // A copy, because a view may return the same object to every request.
      return isStream(given.body)
        ? new Response(this.#hold(given.body), given.statusCode, { ...given.headers })
        : given;
    return isStream(given) ? this.#hold(given) : given;
  }

  #hold(source: AsyncIterable<unknown>): StreamBody {
    if (source instanceof StreamBody) return source;
    const body = new StreamBody(source);
    this.#bodies.push(body);
    return body;
  }
}

/**
 * Answers with the stream that a view returned, or with any other value. Where the types were not read, as in an application
 * that was not built, each answer decides what it is sent as.
 */
export async function answerStream(
  given: unknown,
  declared: StreamKind | undefined,
  exchange: Exchange,
): Promise<StreamedResult> {
  const opened = await streamsOf.get(exchange.event)?.open(given);
  const body = $uses.parts.Response && isResponse(opened) ? opened.body : opened;
  if (!(body instanceof StreamBody)) return answerValue(opened, exchange);
  const first = await body.next();

  const sent =
    $uses.code.$streamAny && (!declared || declared === 'any')
      ? kindOfItem(first)
      : (declared as SentKind); // because any other kind is declared
  const chunk = first.done === true ? undefined : chunkOf(first.value, sent);
  const defaults = {
    'Content-Type': TYPES[sent],
    ...($uses.code.$streamEvents && sent === 'sse' && { 'Cache-Control': 'no-cache' }),
    ...exchange.cors,
  };
  return {
    ...($uses.parts.Response && isResponse(opened)
      ? {
          statusCode: checkedStatus(opened.statusCode),
          ...mergeHeaders(defaults, opened.headers),
        }
      : { statusCode: 200, headers: defaults }),
    body: '',
    isBase64Encoded: false,
    $stream: {
      kind: sent,
      first: chunk,
      next: () =>
        body.next().then(({ done, value }) => (done === true ? undefined : chunkOf(value, sent))),
    },
  };
}
