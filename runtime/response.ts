// `Response`: lets a view set the status, headers and body (specification 2.3).
import { type CookieAttributes, withCookie } from './cookies.js';
import { JSON_TYPE, mediaTypeOf } from './contract/media-types.js';
import type { ProxyResult } from './contract/proxy-event.js';
import { $uses } from './contract/uses.js';
import { deliver } from './delivery.js';
import { answerError, answerText } from './error-answer.js';
import type { Exchange } from './exchange.js';
import { jsonText } from './json-text.js';
import { type HeaderValue, mergeHeaders } from './response-headers.js';

/** The body of a {@link Response}: text, bytes, nothing, or a value that is sent as JSON. */
export type ResponseBody = string | Uint8Array | ArrayBuffer | object | null;

/**
 * A response with a given status, headers and body. Content-Type defaults to `application/json`. Bytes require a Content-Type
 * that is in `app.api.binaryTypes`.
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
  /** The type of the constructor's `body`. This member exists only as a type. */
  declare readonly '~body'?: T;
  /** The body: text and bytes are sent unchanged, null as an empty body, and any other value as JSON. */
  body: ResponseBody;
  /** The HTTP status, from 200 to 599. */
  statusCode: number;
  /** Headers to add to the response. Names are case-insensitive. A list repeats the header; null and undefined omit it. */
  headers: Record<string, HeaderValue>;

  /** Creates a response with the given body. The status defaults to 200, and no headers are added by default. */
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
   * Redirects the client to a URL or a path, which the client resolves relative to the current URL. In a deployed API, the path
   * starts with the gateway stage. Throws if the location contains characters that a header cannot contain.
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
   * Adds a cookie. The value is encoded if necessary, and decoded by `app.currentRequest.cookies`.
   * @example
   * ```ts
   * new Response({ welcome: true })
   *   .setCookie('session', 'a1b2', { httpOnly: true, secure: true, sameSite: 'lax', maxAge: 3600 })
   *   .setCookie('theme', 'dark');
   * ```
   */
  declare setCookie: (name: string, value: string, attributes?: CookieAttributes) => this;

  /** @internal Returns the result for the gateway. Only a Response has a method with this name. */
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

/** Recognizes a Response by a method and not by its class. JSON from a client can contain any key, but no functions. */
export function isResponse(value: unknown): value is Response {
  const { $frameworkAnswer } = (value ?? {}) as Partial<Response>; // because the value may be of any type
  return typeof $frameworkAnswer === 'function';
}

/** A body of type `T`, or any possible body if `T` is not a body type. */
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

/** The statuses of redirects (RFC 9110 section 15.4). */
export type RedirectStatus = 301 | 302 | 303 | 307 | 308;

const STATUSES: readonly number[] = [301, 302, 303, 307, 308];

function redirectStatus(status: number): number {
  if (STATUSES.includes(status)) return status;
  throw new RangeError(`${status} is not a redirect status, which is 301, 302, 303, 307 or 308.`);
}

/** Converts a location to a value for the Location header. Characters that a URL cannot contain are percent-encoded. */
function locationText(location: string | URL): string {
  const text = String(location);
  // A line break would start another header. Other control characters and lone surrogates are not valid in a URL either.
  if (text === '' || /[\p{Cc}\p{Cs}]/u.test(text))
    throw new TypeError(
      `Cannot redirect to ${JSON.stringify(text)}: it is neither a URL nor a path.`,
    );
  return text
    .replace(
      /^((?:https?:)?\/\/(?:[^/?#\\@]*@)?)([^/?#\\:]*[^\x21-\x7e][^/?#\\:]*)/i,
      (_, start: string, host: string) => start + asciiHost(host),
    )
    .replace(/[^\x21-\x7e]+/g, encodeURIComponent);
}

/** Converts a host with non-ASCII letters to Punycode, because a host cannot be percent-encoded. */
function asciiHost(host: string): string {
  try {
    return new URL(`wss://${host}`).href.slice('wss://'.length, -1);
  } catch {
    throw new TypeError(`Cannot redirect to ${JSON.stringify(host)}: it is not a host name.`);
  }
}

/** Responds with the value that a view returned. A returned error is handled like a thrown one. */
export function answerValue(value: unknown, exchange: Exchange): ProxyResult {
  if (value instanceof Error) return answerError(value, exchange);
  if ($uses.parts.Response && isResponse(value)) return value.$frameworkAnswer(exchange);
  const body = jsonText(value ?? null);
  // JSON is binary content if the application lists its media type (specification 4.3, 4.4).
  return $uses.app.binaryTypes
    ? deliver({ ...answerText(body, 200, exchange), mediaType: JSON_TYPE }, exchange)
    : answerText(body, 200, exchange);
}
