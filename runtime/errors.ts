// The built-in error classes (specification 7). A view throws or returns an error to respond with its status. Each class
// declares its own name, because `Code` must be that name even after minification (docs/decisions/answers.md).
import type { BuiltInError, ERROR_STATUSES } from './contract/http.js';

type Status<Name extends BuiltInError> = (typeof ERROR_STATUSES)[Name];

/**
 * The base class of the built-in errors. It responds with status 500. A subclass responds with its own class name as `Code` and
 * with the status of the class that it extends.
 * @example
 * ```ts
 * class CityNotFoundError extends NotFoundError {}
 * throw new CityNotFoundError('no such city'); // 404 {"Code":"CityNotFoundError","Message":"no such city"}
 * ```
 */
export class FrameworkViewError extends Error {
  static override readonly name: string = 'FrameworkViewError';

  /** The HTTP status of the response. A subclass may set its own. */
  static readonly statusCode: number = 500 satisfies Status<'FrameworkViewError'>;

  /**
   * Creates the error with the `Message` for the response. The error is a response and not a failure, so its stack trace
   * contains only the line that threw it: a full trace would take longer than the rest of the request.
   */
  constructor(message?: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = Math.min(stackTraceLimit, 1);
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }

  /** @internal The problems with the input; only an input error has them. */
  $problems?(): object;
  /** @internal Further members of the response body besides `Code` and `Message`; only an `HTTPError` has them. */
  $details?(): object | undefined;
  /** @internal The status of this error; only an `HTTPError` has it. */
  $status?(): number | undefined;

  /** The name of the class, which is the `Code` of the response. */
  override get name(): string {
    return this.constructor.name;
  }
}

/**
 * Responds with status 400.
 * @example
 * ```ts
 * throw new BadRequestError('population must be a number');
 * ```
 */
export class BadRequestError extends FrameworkViewError {
  static override readonly name: string = 'BadRequestError';
  static override readonly statusCode: number = 400 satisfies Status<'BadRequestError'>;
}

/**
 * Responds with status 401.
 * @example
 * ```ts
 * throw new UnauthorizedError('the session has ended');
 * ```
 */
export class UnauthorizedError extends FrameworkViewError {
  static override readonly name: string = 'UnauthorizedError';
  static override readonly statusCode: number = 401 satisfies Status<'UnauthorizedError'>;
}

/**
 * Responds with status 403.
 * @example
 * ```ts
 * throw new ForbiddenError('only its author may change a review');
 * ```
 */
export class ForbiddenError extends FrameworkViewError {
  static override readonly name: string = 'ForbiddenError';
  static override readonly statusCode: number = 403 satisfies Status<'ForbiddenError'>;
}

/**
 * Responds with status 404.
 * @example
 * ```ts
 * throw new NotFoundError('no such city');
 * ```
 */
export class NotFoundError extends FrameworkViewError {
  static override readonly name: string = 'NotFoundError';
  static override readonly statusCode: number = 404 satisfies Status<'NotFoundError'>;
}

/**
 * Responds with status 405.
 * @example
 * ```ts
 * throw new MethodNotAllowedError('a report cannot be changed');
 * ```
 */
export class MethodNotAllowedError extends FrameworkViewError {
  static override readonly name: string = 'MethodNotAllowedError';
  static override readonly statusCode: number = 405 satisfies Status<'MethodNotAllowedError'>;
}

/**
 * Responds with status 408.
 * @example
 * ```ts
 * throw new RequestTimeoutError('the upload took too long');
 * ```
 */
export class RequestTimeoutError extends FrameworkViewError {
  static override readonly name: string = 'RequestTimeoutError';
  static override readonly statusCode: number = 408 satisfies Status<'RequestTimeoutError'>;
}

/**
 * Responds with status 409.
 * @example
 * ```ts
 * throw new ConflictError('the city exists already');
 * ```
 */
export class ConflictError extends FrameworkViewError {
  static override readonly name: string = 'ConflictError';
  static override readonly statusCode: number = 409 satisfies Status<'ConflictError'>;
}

/**
 * Responds with status 422.
 * @example
 * ```ts
 * throw new UnprocessableEntityError('a review needs a text');
 * ```
 */
export class UnprocessableEntityError extends FrameworkViewError {
  static override readonly name: string = 'UnprocessableEntityError';
  static override readonly statusCode: number = 422 satisfies Status<'UnprocessableEntityError'>;
}

/**
 * Responds with status 429.
 * @example
 * ```ts
 * throw new TooManyRequestsError('ten reviews an hour');
 * ```
 */
export class TooManyRequestsError extends FrameworkViewError {
  static override readonly name: string = 'TooManyRequestsError';
  static override readonly statusCode: number = 429 satisfies Status<'TooManyRequestsError'>;
}
