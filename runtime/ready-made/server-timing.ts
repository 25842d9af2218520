// The time of a view as `Server-Timing` (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';
import { headerOf } from './header-of.js';

/**
 * Tells how long what is inside of it took, in milliseconds: browsers show the header `Server-Timing` with the request.
 *
 * @example
 * ```ts
 * import { serverTiming } from 'framework/middleware';
 *
 * export const common = [serverTiming('shop')];
 * ```
 */
export function serverTiming(name = 'app'): Middleware {
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
