// `errorFormat`: the bodies of errors in the shape of an application's own contract (docs/guide/errors.md). A format is
// kept in the lists that middleware is kept in, so it is found for a route from the outside in.
import { listKey } from './contract/binding.js';
import { $uses } from './contract/uses.js';
import type { Exchange } from './exchange.js';
import type { Problem } from './input-error.js';
import { jsonText } from './json-text.js';
import { layersOf } from './layer.js';
import type { Request } from './request.js';

/** An error that the function answers: the parts of its default body. */
export type AnsweredError = {
  /** The status of the answer. */
  readonly status: number;
  /** The name of the class; `UnsupportedMediaType` for a 415. */
  readonly code: string;
  readonly message: string;
  /** The details of an `HTTPError`; otherwise undefined. */
  readonly details: unknown;
  /** What is wrong with input, where no format has `invalid`; otherwise undefined. */
  readonly problems: readonly Problem[] | undefined;
  readonly request: Request;
};

/** What `errorFormat` takes. Each part is inherited by itself from the format further out. */
export type ErrorFormatOptions<T> = {
  /** The status of bad input, from 400 to 499; 400 unless a format says otherwise. */
  readonly invalidStatus?: number;
  /** The body for input that does not fit the types of a view; without it `error` gives the body. */
  readonly invalid?: (problems: readonly Problem[]) => T;
  /** The body of every other error that the function answers. */
  readonly error?: (error: AnsweredError) => T;
};

/** Bodies of errors, made by `errorFormat`. It is the option `errors` of the application, a blueprint or a route. */
export type ErrorFormat<T = unknown> = ErrorFormatOptions<T> & { readonly kind: 'errors' };

/**
 * Makes the bodies of errors: of bad input, and of every other error that the function answers. `T` is their type in the
 * OpenAPI document, in the client and in the types of tests. A function that throws, or gives what JSON cannot hold, is
 * logged, and the default body is sent with the same status.
 *
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
 * ```
 */
export function errorFormat<T>(options: ErrorFormatOptions<T>): ErrorFormat<T> {
  return { ...options, kind: 'errors' };
}

/** The body of an error in its default shape: that of a 415 has only `message`. */
export type DefaultBody = {
  readonly Code?: string;
  readonly Message?: string;
  readonly message?: string;
  readonly Details?: unknown;
  readonly Problems?: readonly Problem[];
};

/** Gives text and status of an error in the format of its route. `answer` logs what a broken format throws. */
export function formatted(
  { served: { route, request }, ...exchange }: Exchange & Required<Pick<Exchange, 'served'>>,
  { body, status }: { readonly body: DefaultBody; readonly status: number },
  answer: (error: unknown, exchange: Exchange) => void,
): readonly [text: string, status: number] {
  const [, path, methods] = route.row;
  const formats = $uses.code.$registry
    ? layersOf<ErrorFormat>(exchange.app, listKey(methods, path), 'errors')
    : (exchange.app.$middleware as readonly ErrorFormat[]); // because only a format is listed without a registry
  const { Code: code = 'UnsupportedMediaType', Details: details, Problems: problems } = body;
  const message = body.Message ?? body.message ?? '';
  const invalid = problems && innermost(formats, 'invalid');
  const error = innermost(formats, 'error');
  const answered = (problems && status === 400 && innermost(formats, 'invalidStatus')) || status;
  try {
    if (invalid) return [jsonText(invalid(problems)), answered];
    if (error)
      return [
        jsonText(error({ status: answered, code, message, details, problems, request })),
        answered,
      ];
  } catch (cause) {
    answer(new Error('An error format is broken: the default body is sent.', { cause }), exchange);
  }
  return [JSON.stringify(body), answered];
}

/** A part of the innermost format that has it. */
function innermost<K extends keyof ErrorFormat>(
  formats: readonly ErrorFormat[],
  part: K,
): ErrorFormat[K] | undefined {
  return formats.findLast((format) => format[part])?.[part];
}
