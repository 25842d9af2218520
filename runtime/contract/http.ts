// The HTTP methods that a route may list (specification 4.1), and the status codes of the built-in error classes
// (specification 7).

/** An HTTP method for a route, in upper case as in a request. It is a named type so that `tsc` prints its name. */
export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** Every method that a route's `methods` option accepts, in the order in which messages list them. */
export const HTTP_METHODS: readonly HttpMethod[] = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
];

/** The methods of a route that lists none (specification 4.1). */
export const DEFAULT_METHODS: readonly HttpMethod[] = ['GET'];

/** Returns true if a string is one of {@link HTTP_METHODS}, in upper case. */
export function isHttpMethod(text: string): text is HttpMethod {
  return HTTP_METHODS.some((method) => method === text);
}

/** The status code of each built-in error class. */
export const ERROR_STATUSES = {
  BadRequestError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  RequestTimeoutError: 408,
  ConflictError: 409,
  UnprocessableEntityError: 422,
  TooManyRequestsError: 429,
  FrameworkViewError: 500,
} as const;

export type BuiltInError = keyof typeof ERROR_STATUSES;
