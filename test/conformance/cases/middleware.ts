// Middleware (docs/decisions/middleware.md).
import {
  type ConformanceCase,
  type ConformanceSection,
  type HttpRequest,
  SECRET,
  given,
} from '../case.js';

const app = 'layered-app';
const INTERNAL = {
  status: 500,
  headers: { 'X-Trace': null },
  json: {
    Code: 'FrameworkViewError',
    Message: 'FrameworkViewError: An internal server error occurred.',
  },
};
const JSON_BODY = { 'Content-Type': 'application/json' };

/** Responses of every kind, each with a request that causes it. */
const ALWAYS: readonly (readonly [what: string, request: HttpRequest, status: number])[] = [
  ['what a view returns', { path: '/plain' }, 200],
  ['an early answer', { path: '/closed' }, 503],
  ['an error that a view raises', { path: '/raised' }, 409],
  ['an error that a view returns', { path: '/returned' }, 409],
  ['an error that a middleware makes another one', { path: '/mapped' }, 404],
  ['an unhandled error', { path: '/twice' }, 500],
  ['a 415', { path: '/plain', headers: { 'Content-Type': 'text/plain' } }, 415],
  ['a capture that cannot be decoded', { path: '/own/%E0%A4%A/2' }, 400],
  [
    'a body that is no JSON',
    { method: 'POST', path: '/mapped', headers: JSON_BODY, body: '{' },
    422,
  ],
];

const cases: readonly Omit<ConformanceCase, 'app'>[] = [
  given(
    'the middleware of the application runs around every view, in the order of its list',
    '/plain',
    {
      headers: { 'X-Trace': 'inner outer', 'Content-Type': 'application/json' },
      json: { plain: true },
    },
  ),
  given('a returned text is JSON text through middleware too', '/text', {
    headers: { 'X-Trace': 'inner outer' },
    text: '"hello"',
  }),
  given('the middleware of a route runs inside of that of the application', '/own/1%20x/2', {
    status: 201,
    headers: { 'X-Trace': 'own inner outer', 'X-View': 'seen' },
    json: { a: '1 x', b: '2' },
  }),
  given('a function that is given to a route has the middleware of that route', '/called', {
    headers: { 'X-Trace': 'own inner outer' },
    json: { called: true },
  }),
  given('a header that a view sets stays where every answer has one of that name', '/own/1/2', {
    status: 201,
    headers: { 'X-Marked': 'GET', 'X-View': 'seen', 'X-None': null },
  }),
  ...ALWAYS.map(([what, request, status]): Omit<ConformanceCase, 'app'> =>
    given(`the headers of every answer are on ${what}`, request, {
      status,
      headers: { 'X-Marked': request.method ?? 'GET', 'X-View': 'marked', 'X-None': null },
    }),
  ),
  given('what the gateway answers has no headers of middleware', '/nowhere', {
    status: 403,
    headers: { 'X-Marked': null },
  }),
  given('an early answer has the headers of CORS', '/closed', {
    status: 503,
    headers: { 'Access-Control-Allow-Origin': '*', 'X-Trace': 'inner outer' },
    json: { closed: true },
  }),
  given('the view behind an early answer does not run', '/calls', { json: 0 }),
  given('an error may become another one', '/mapped', {
    status: 404,
    headers: { 'X-Trace': null },
    json: { Code: 'NotFoundError', Message: 'mapped' },
  }),
  given(
    'a body that is no JSON is an error that passes through middleware',
    { method: 'POST', path: '/mapped', headers: JSON_BODY, body: '{' },
    { status: 422, headers: { 'X-Trace': 'inner outer' }, json: { caught: 'Error Parsing JSON' } },
  ),
  ...['raised', 'returned'].map((how): Omit<ConformanceCase, 'app'> =>
    given(`a ${how} error throws through middleware and answers outside it, with CORS`, `/${how}`, {
      status: 409,
      headers: { 'Access-Control-Allow-Origin': '*', 'X-Trace': null },
      json: { Code: 'ConflictError', Message: how },
    }),
  ),
  given('a second call of next() is an unhandled error', '/twice', INTERNAL),
  given(
    'an unlisted media type is answered before middleware',
    { path: '/plain', headers: { 'Content-Type': 'text/plain' } },
    {
      status: 415,
      headers: { 'X-Trace': null },
      json: { message: 'Unsupported Media Type: text/plain' },
    },
  ),
  given('a capture that cannot be decoded is answered before middleware', '/own/%E0%A4%A/2', {
    status: 400,
    headers: { 'X-Trace': null },
  }),
  given(
    'a provider gives its value to the view and to the providers behind it',
    { path: '/user/7', headers: { 'X-User': 'ann' } },
    { json: { id: '7', name: 'ann', isSame: true, role: 'admin' } },
  ),
  given('a view reads the secret of its stage', '/secret', { json: { key: SECRET.value } }),
  given('a provider may answer early', '/user/7', {
    status: 401,
    headers: { 'X-Trace': 'inner outer' },
    json: { login: 'please' },
  }),
];

export const MIDDLEWARE: ConformanceSection = {
  section: 'Middleware',
  cases: cases.map((one) => ({ ...one, app })),
};
