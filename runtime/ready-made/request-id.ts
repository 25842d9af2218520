// The id of a request in its answer (docs/guide/middleware.md).
import { middleware, type Middleware } from '../index.js';

/**
 * Sends the id of the request, which is in the logs, with every answer, errors as well.
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
