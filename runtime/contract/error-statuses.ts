// The HTTP status codes of the built-in error classes (specification 7).

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
