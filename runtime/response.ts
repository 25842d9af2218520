// `Response`: an answer whose status, headers and body the view decides (specification 2.3).
import { mediaTypeOf } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { deliver } from './delivery.js';
import { headersWith } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';
import { type HeaderValue, mergeHeaders } from './response-headers.js';

/** What a {@link Response} can carry: text, bytes, nothing, or a value that is sent as JSON. */
export type ResponseBody = string | Uint8Array | ArrayBuffer | object | null;

/**
 * An answer with exactly this status, these headers and this body. Content-Type is `application/json` unless the
 * headers say otherwise. Bytes need a Content-Type that is in `app.api.binaryTypes`.
 *
 * @example
 * ```ts
 * class Views {
 *   @app.route('/old')
 *   old() {
 *     return new Response(null, 301, { Location: '/new' });
 *   }
 * }
 * ```
 */
export class Response<T = ResponseBody> {
  /** The type of the body that it was made with; there is no such member. */
  declare readonly '~body'?: T;
  /** Text and bytes are sent as they are, null as an empty body, any other value as JSON. */
  body: ResponseBody;
  /** The HTTP status, from 200 to 599. */
  statusCode: number;
  /** Added to the answer. Names are case-insensitive; a list repeats the header, null and undefined leave it out. */
  headers: Record<string, HeaderValue>;

  /** Made with a body, whose type is that of the answer; 200 and no further headers unless given. */
  constructor(
    body: Sendable<T>,
    statusCode: number = 200,
    headers: Record<string, HeaderValue> = {},
  ) {
    this.body = body;
    this.statusCode = statusCode;
    this.headers = headers;
  }

  /** @internal The answer to a request. Only a Response has a method of this name. */
  $frameworkAnswer(exchange: Exchange): ProxyResult {
    const { statusCode, body } = this;
    const merged = mergeHeaders(headersWith(exchange.cors), this.headers);
    const mediaType = mediaTypeOf(merged.headers['Content-Type'] ?? '');
    return deliver({ ...merged, statusCode, mediaType, body: bodyOf(body) }, exchange);
  }
}

/** A body of the type `T`, or what a body may be when `T` is none. */
type Sendable<T> = [T] extends [ResponseBody] ? T : ResponseBody;

function bodyOf(body: ResponseBody | undefined): string | Buffer | null {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return body === null || body === undefined ? null : jsonText(body);
}
