// Sends the time of a view as `Server-Timing` (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';
import { headerOf } from './header-of.js';

/** The syntax of a metric's name (RFC 9110 section 5.6.2, w3.org/TR/server-timing). */
const TOKEN = /^[!#$%&'*+.^`|~\w-]+$/;

/**
 * Adds the header `Server-Timing`, which browsers show with the request: the milliseconds of the view and of the
 * middleware inside this one.
 *
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
      `The name ${JSON.stringify(name)} is no token, so browsers would not read Server-Timing: use letters, digits and hyphens.`,
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
