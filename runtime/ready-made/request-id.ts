// The id of a request in its answer (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';

/**
 * Sends the id of the request, which is in the logs, with every answer that a view or a middleware gives.
 *
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
  return middleware(async (request, next) => {
    const response = await next();
    response.headers[header] = request.context.requestId;
    return response;
  });
}
