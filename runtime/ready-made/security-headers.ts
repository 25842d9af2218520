// Headers that restrict what a browser does with a response (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';

/** For an API: a response is not a page, cannot be framed, and its type is not sniffed. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Adds headers that restrict what a browser does with a response, also to errors. Headers that the view sets are kept;
 * `headers` adds to the defaults, replaces one, or leaves it out with null.
 *
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
