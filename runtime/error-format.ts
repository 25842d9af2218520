// `errorFormat`: error bodies in an application's own format (docs/guide/errors.md). A format is stored in the same lists as
// middleware, so a route's formats are resolved from the outermost to the innermost.
import { listKey } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import type { Formatted } from './exchange.js';
import { jsonText } from './json-text.js';
import { type ErrorFormat, type ErrorFormatOptions, type LayeredApp, layersOf } from './layer.js';
import type { Request } from './request.js';
import type { Route } from './view-registry.js';

/**
 * Defines error bodies: for invalid input, and for all other error responses of the function. `T` is the type of the bodies in
 * the OpenAPI document, in the client and in the types for tests. If a format function throws or returns a value that JSON
 * cannot represent, the problem is logged and the default body is sent with the same status.
 * @example
 * ```ts
 * import { errorFormat, Framework } from 'framework';
 *
 * interface Failure {
 *   errors: Record<string, string[]>;
 * }
 * export const failures = errorFormat<Failure>({
 *   invalidStatus: 422,
 *   error: ({ code, message }) => ({ errors: { [code]: [message] } }),
 * });
 * export const app = new Framework({ appName: 'conduit', errors: failures });
 * export const index = app.route('/')(() => ({ hello: 'world' }));
 * ```
 */
export function errorFormat<T>(options: ErrorFormatOptions<T>): ErrorFormat<T> {
  return { ...options, kind: 'errors' };
}

/** Returns a function that produces the text and the status for an error in the format of its route. */
export function formatOf(
  app: LayeredApp,
  { row: [, path, methods] }: Route,
  request: Request,
): Formatted {
  return (body, status, log) => {
    const { Code: code = 'UnsupportedMediaType', Details: details, Problems: problems } = body;
    const { Message: message = body.message ?? '' } = body;
    const formats = $uses.code.$registry
      ? layersOf<ErrorFormat>(app, listKey(methods, path), 'errors')
      : (app.$middleware as readonly ErrorFormat[]); // because without a registry the list contains only formats
    let { invalid, error, invalidStatus }: ErrorFormatOptions<unknown> = {};
    for (const format of formats) {
      invalid = format.invalid ?? invalid;
      error = format.error ?? error;
      invalidStatus = format.invalidStatus ?? invalidStatus;
    }
    const answered = (problems && status === 400 && invalidStatus) || status;
    let given: unknown;
    try {
      if (problems && invalid) given = invalid(problems);
      else if (error)
        given = error({ status: answered, code, message, details, problems, request });
      else return [JSON.stringify(body), answered];
      return [jsonText(given), answered];
    } catch (cause) {
      // Nothing awaits this promise, so a rejection would end the process.
      if (given instanceof Promise) given.catch(() => undefined);
      log(new Error('An error format failed: the default body is sent.', { cause }));
    }
    return [JSON.stringify(body), answered];
  };
}
