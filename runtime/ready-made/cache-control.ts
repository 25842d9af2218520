// `Cache-Control`, `ETag` and 304 (docs/guide/middleware.md).
import { createHash } from 'node:crypto';
import { $uses } from '../contract/uses.js';
import { middleware, type Middleware, Response } from '../index.js';
import { bodyBytes, isStreamed } from './body-bytes.js';
import { headerOf } from './header-of.js';

/**
 * Makes responses cacheable: adds `Cache-Control` and an `ETag` of the body to 200 responses to GET and HEAD, and
 * responds with 304 and no body to a client that already has the same body. Headers that the view sets are kept. A stream
 * gets no `ETag`, because its body is not known yet.
 *
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

/** Weak, because a gateway may compress the body. */
function tagOf(body: Response['body']): string {
  return `W/"${createHash('sha1').update(bodyBytes(body)).digest('base64url')}"`;
}

/** Compared weakly (RFC 9110 section 13.1.2). A tag may contain commas. */
function isKnown(known: string, tag: string): boolean {
  const plain = (text: string): string => text.trim().replace(/^W\//, '');
  const listed = known.match(/(?:W\/)?"[^"]*"|[^\s,]+/g) ?? [];
  return listed.some((one) => one === '*' || plain(one) === plain(tag));
}
