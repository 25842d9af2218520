// The middleware of the application and of its blueprints.
import { middleware, Response } from 'framework';

/** Adds its name to the header `X-Trace`, which shows the order in which a response passes through the middleware. */
const traced = (name: string) =>
  middleware(async (_request, next) => {
    const response = await next();
    const before = response.headers['X-Trace'];
    response.headers['X-Trace'] = before === undefined ? name : `${String(before)} ${name}`;
    return response;
  });

export const [whole, ofAdmin, ofReports, own] = [
  traced('whole'),
  traced('admin'),
  traced('reports'),
  traced('own'),
];

/** The caller, from the header `X-User`. */
export const user = middleware.provide((request, next) => {
  const name = request.headers['X-User'];
  return name === undefined ? new Response({ login: 'please' }, 401) : next({ name });
});

export const counted = middleware.event(async (_event, next) => ({ counted: await next() }));
