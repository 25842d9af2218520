// The middleware of the application.
import { BadRequestError, middleware, NotFoundError, Response } from 'framework';

/** Adds its name to the header `X-Trace`, which shows the order in which a response passes through the middleware. */
const traced = (name: string) =>
  middleware(async (_request, next) => {
    const response = await next();
    const before = response.headers['X-Trace'];
    response.headers['X-Trace'] = before === undefined ? name : `${String(before)} ${name}`;
    return response;
  });

export const [outer, inner, own] = [traced('outer'), traced('inner'), traced('own')];

/** Headers for every response: the method, and a header that a view may also set itself. */
export const marked = middleware.answerHeaders((request) => ({
  'X-Marked': request.method,
  'X-View': 'marked',
  'X-None': null,
}));

export const closed = middleware(() => new Response({ closed: true }, 503));

export class MissingRow extends Error {}

export const mapped = middleware(async (_request, next) => {
  try {
    return await next();
  } catch (error) {
    if (error instanceof MissingRow) throw new NotFoundError('mapped');
    if (error instanceof BadRequestError) return new Response({ caught: error.message }, 422);
    throw error;
  }
});

export const twice = middleware(async (_request, next) => {
  await next();
  return next();
});

/** The caller, from the header `X-User`. */
export const user = middleware.provide(async (request, next) => {
  const name = request.headers['X-User'];
  if (name === undefined) return new Response({ login: 'please' }, 401);
  await Promise.resolve();
  return next({ name });
});

/** The caller's permissions; in every list, this provider comes after the one for the caller. */
export const role = middleware.provide((_request, next) =>
  next(user.value.name === 'ann' ? ('admin' as const) : ('reader' as const)),
);

export const counted = middleware.event(async (_event, next) => ({ counted: await next() }));
