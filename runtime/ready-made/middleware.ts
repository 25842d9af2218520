// The ready-made middleware (docs/guide/middleware.md).
import { $uses } from '../contract/uses.js';
import { middleware, type Middleware, Response, type HeaderValue } from '../index.js';
import { createHash } from 'node:crypto';

/**
 * Logs the sizes of the request and response bodies, and how fast the response was produced. The line contains the route path
 * with its captures in braces, but no data from the request: no values, no query and no headers. The size of a stream is not
 * yet known when the line is written.
 * @example
 * ```ts
 * import { bodyLog } from 'framework/middleware';
 *
 * // POST /orders/{id} 201: 512 B in, 1204 B out, 12 ms, 100 B/ms
 * export const common = [bodyLog((line) => console.log(line))];
 * ```
 */
export function bodyLog(write: (line: string) => void): Middleware {
  return middleware(async (request, next) => {
    const started = performance.now();
    let response: Response | undefined;
    try {
      return (response = await next());
    } finally {
      const time = Math.max(1, Math.round(performance.now() - started));
      const sent =
        response && !($uses.code.$stream && isStreamed(response.body)) ? sizeOf(response) : 0;
      write(
        `${request.method} ${request.context.resourcePath ?? ''} ${response?.statusCode ?? 'raised'}: ` +
          ($uses.code.$stream && isStreamed(response?.body)
            ? `${request.rawBody.length} B in, a stream out`
            : `${request.rawBody.length} B in, ${sent} B out, ${time} ms, ${Math.round(sent / time)} B/ms`),
      );
    }
  });
}

function sizeOf({ body }: Response): number {
  const bytes = bodyBytes(body);
  return typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.byteLength;
}

type Body = Response['body'] | undefined;

/** Returns a body as bytes or text; an empty text for a missing body, and for a stream, whose content is not yet known. */
function bodyBytes(body: Body): string | Uint8Array {
  if (typeof body === 'string') return body;
  if (ArrayBuffer.isView(body))
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (!body) return '';
  const text = JSON.stringify(body) as string | undefined; // because `toJSON` may return undefined
  return text ?? '';
}

function isStreamed(body: Body): boolean {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** Returns the value of a response header; undefined if no header has that name. */
function headerOf({ headers }: Response, name: string): HeaderValue {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : headers[found];
}

/**
 * Makes responses cacheable: adds `Cache-Control` and an `ETag` for the body to 200 responses to GET and HEAD, and responds
 * with 304 and no body if the client already has the same body. Headers that the view sets take precedence. A stream gets no
 * `ETag`, because its body is not yet known.
 * @example
 * ```ts
 * import { cacheControl } from 'framework/middleware';
 *
 * export const kept = [cacheControl('private, max-age=60')];
 * ```
 */
export function cacheControl(value: string): Middleware {
  return middleware(async (request, next) => {
    const response = await next();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || response.statusCode !== 200) return response;
    if (headerOf(response, 'Cache-Control') === undefined)
      response.headers['Cache-Control'] = value;
    const given = headerOf(response, 'ETag');
    if ($uses.code.$stream && given === undefined && isStreamed(response.body)) return response;
    const tag = typeof given === 'string' ? given : tagOf(response.body);
    if (given === undefined) response.headers['ETag'] = tag;
    const known = request.headers['If-None-Match'];
    return known !== undefined && isKnown(known, tag)
      ? new Response(null, 304, response.headers)
      : response;
  });
}

/** Creates a weak tag, because a gateway may compress the body. */
function tagOf(body: Response['body']): string {
  return `W/"${createHash('sha1').update(bodyBytes(body)).digest('base64url')}"`;
}

/** Compares the tag weakly with the client's tags (RFC 9110 section 13.1.2). A tag may contain commas. */
function isKnown(known: string, tag: string): boolean {
  const plain = (text: string): string => text.trim().replace(/^W\//, '');
  const listed = known.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  return listed.some((one) => one === '*' || plain(one) === plain(tag));
}

/**
 * Sends the request's ID, which is also in the logs, in every response, including errors.
 * @example
 * ```ts
 * import { requestId } from 'framework/middleware';
 *
 * export const common = [requestId()];
 * ```
 */
export function requestId({
  header = 'X-Request-Id',
}: {
  /** The name of the header. */
  readonly header?: string;
} = {}): Middleware {
  return middleware.answerHeaders((request) => ({ [header]: request.context.requestId }));
}

/** The defaults for an API: a response is not rendered as a page, cannot be framed, and its media type is not sniffed. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Adds headers that restrict what a browser may do with a response, including error responses. Headers that the view sets take
 * precedence. `headers` adds to the defaults, overrides a default, or removes it with null.
 * @example
 * ```ts
 * import { securityHeaders } from 'framework/middleware';
 *
 * export const common = [securityHeaders({ 'X-Frame-Options': null })];
 * ```
 */
export function securityHeaders(headers: Readonly<Record<string, string | null>> = {}): Middleware {
  const all = { ...DEFAULTS, ...headers };
  return middleware.answerHeaders(() => all);
}

/** The syntax of a metric name (RFC 9110 section 5.6.2, w3.org/TR/server-timing). */
const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;

/**
 * Adds the header `Server-Timing`, which browsers display with the request: the milliseconds spent in the view and in the
 * middleware inside this one.
 * @example
 * ```ts
 * import { serverTiming } from 'framework/middleware';
 *
 * export const common = [serverTiming('shop')];
 * ```
 */
export function serverTiming(name = 'app'): Middleware {
  if (!TOKEN.test(name))
    throw new TypeError(
      `The name ${JSON.stringify(name)} is not a token, so browsers would not read Server-Timing: use letters, digits and hyphens.`,
    );
  return middleware(async (_request, next) => {
    const started = performance.now();
    const response = await next();
    const own = `${name};dur=${(performance.now() - started).toFixed(1)}`;
    const before = headerOf(response, 'Server-Timing');
    for (const key of Object.keys(response.headers))
      if (key.toLowerCase() === 'server-timing') response.headers[key] = undefined;
    response.headers['Server-Timing'] = [before ?? [], own].flat().map(String).join(', ');
    return response;
  });
}
