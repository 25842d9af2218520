// Sends the id of a request with its response (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';

/**
 * Sends the id of the request, which is also in the logs, with every response, including errors.
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
  return middleware.answerHeaders((request) => ({ [header]: request.context.requestId }));
}
