// `Response`: an answer whose status, headers and body the view decides (specification 2.3).
import { type CookieAttributes, withCookie } from './cookies.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { deliver } from './delivery.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';
import { locationText, type RedirectStatus, redirectStatus } from './redirect.js';
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
 *     return new Response('gone', 410, { 'Content-Type': 'text/plain' });
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

  /**
   * An answer that sends the client to another place: a URL, or a path, which the client reads relative to its own. The
   * path of a deployed API begins with the gateway stage. Refuses what cannot stand in a header.
   *
   * @example
   * ```ts
   * class Views {
   *   @app.route('/old')
   *   old() {
   *     return Response.redirect('new', 301);
   *   }
   * }
   * ```
   */
  declare static redirect: (location: string | URL, status?: RedirectStatus) => Response<null>;

  /**
   * Sets a cookie, besides those that are set already. Its value is encoded where it has to be, and read again by
   * `app.currentRequest.cookies`.
   *
   * @example
   * ```ts
   * new Response({ welcome: true })
   *   .setCookie('session', 'a1b2', { httpOnly: true, secure: true, sameSite: 'lax', maxAge: 3600 })
   *   .setCookie('theme', 'dark');
   * ```
   */
  declare setCookie: (name: string, value: string, attributes?: CookieAttributes) => this;

  /** @internal The answer to a request. Only a Response has a method of this name. */
  $frameworkAnswer(exchange: Exchange): ProxyResult {
    const { statusCode, body } = this;
    const { headers, multiValueHeaders } = mergeHeaders(
      { 'Content-Type': JSON_TYPE, ...exchange.cors },
      this.headers,
    );
    const mediaType = mediaTypeOf(headers['Content-Type'] ?? '');
    const sent = bodyOf(body);
    return deliver({ statusCode, headers, multiValueHeaders, mediaType, body: sent }, exchange);
  }
}

/** Recognised by a method and not by its class: JSON of a client can contain any key, but no functions. */
export function isResponse(value: unknown): value is Response {
  const { $frameworkAnswer } = (value ?? {}) as Partial<Response>; // because it may be any value
  return typeof $frameworkAnswer === 'function';
}

/** A body of the type `T`, or what a body may be when `T` is none. */
type Sendable<T> = [T] extends [ResponseBody] ? T : ResponseBody;

if ($uses.parts.redirect)
  Response.redirect = (location, status = 302) =>
    new Response(null, redirectStatus(status), { Location: locationText(location) });

if ($uses.parts.setCookie)
  Response.prototype.setCookie = function (name, value, attributes = {}) {
    this.headers = withCookie(this.headers, { ...attributes, name, value });
    return this;
  };

function bodyOf(body: ResponseBody | undefined): string | Buffer | null {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body)) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return Buffer.from(body);
  return body === null || body === undefined ? null : jsonText(body);
}
