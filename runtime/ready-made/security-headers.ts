// Headers with which browsers trust an answer less (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';
import { headerOf } from './header-of.js';

/** For an API: nothing in an answer is a page, is framed, or is guessed to be of another type. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Adds the headers with which browsers trust an answer less. What the view sets stays; `headers` adds to the defaults,
 * replaces one, or leaves it out with null.
 *
 * @example
 * ```ts
 * import { securityHeaders } from 'framework/middleware';
 *
 * export const common = [securityHeaders({ 'X-Frame-Options': null })];
 * ```
 */
export function securityHeaders(headers: Readonly<Record<string, string | null>> = {}): Middleware {
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const all = [
    ...Object.entries(DEFAULTS).filter(([name]) => !own.has(name.toLowerCase())),
    ...Object.entries(headers),
  ];
  return middleware(async (_request, next) => {
    const response = await next();
    for (const [name, value] of all)
      if (headerOf(response, name) === undefined) response.headers[name] = value;
    return response;
  });
}
