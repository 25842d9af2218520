// Middleware (docs/decisions/middleware.md).
import {
  type ConformanceCase,
  type ConformanceSection,
  type HttpRequest,
  SECRET,
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
  {
    title: 'the middleware of the application runs around every view, in the order of its list',
    request: { path: '/plain' },
    answer: {
      headers: { 'X-Trace': 'inner outer', 'Content-Type': 'application/json' },
      json: { plain: true },
    },
  },
  {
    title: 'a returned text is JSON text through middleware too',
    request: { path: '/text' },
    answer: { headers: { 'X-Trace': 'inner outer' }, text: '"hello"' },
  },
  {
    title: 'the middleware of a route runs inside of that of the application',
    request: { path: '/own/1%20x/2' },
    answer: {
      status: 201,
      headers: { 'X-Trace': 'own inner outer', 'X-View': 'seen' },
      json: { a: '1 x', b: '2' },
    },
  },
  {
    title: 'a function that is given to a route has the middleware of that route',
    request: { path: '/called' },
    answer: { headers: { 'X-Trace': 'own inner outer' }, json: { called: true } },
  },
  {
    title: 'a header that a view sets stays where every answer has one of that name',
    request: { path: '/own/1/2' },
    answer: { status: 201, headers: { 'X-Marked': 'GET', 'X-View': 'seen', 'X-None': null } },
  },
  ...ALWAYS.map(([what, request, status]): Omit<ConformanceCase, 'app'> => ({
    title: `the headers of every answer are on ${what}`,
    request,
    answer: {
      status,
      headers: { 'X-Marked': request.method ?? 'GET', 'X-View': 'marked', 'X-None': null },
    },
  })),
  {
    title: 'what the gateway answers has no headers of middleware',
    request: { path: '/nowhere' },
    answer: { status: 403, headers: { 'X-Marked': null } },
  },
  {
    title: 'an early answer has the headers of CORS',
    request: { path: '/closed' },
    answer: {
      status: 503,
      headers: { 'Access-Control-Allow-Origin': '*', 'X-Trace': 'inner outer' },
      json: { closed: true },
    },
  },
  {
    title: 'the view behind an early answer does not run',
    request: { path: '/calls' },
    answer: { json: 0 },
  },
  {
    title: 'an error may become another one',
    request: { path: '/mapped' },
    answer: {
      status: 404,
      headers: { 'X-Trace': null },
      json: { Code: 'NotFoundError', Message: 'mapped' },
    },
  },
  {
    title: 'a body that is no JSON is an error that passes through middleware',
    request: { method: 'POST', path: '/mapped', headers: JSON_BODY, body: '{' },
    answer: {
      status: 422,
      headers: { 'X-Trace': 'inner outer' },
      json: { caught: 'Error Parsing JSON' },
    },
  },
  ...['raised', 'returned'].map((how): Omit<ConformanceCase, 'app'> => ({
    title: `a ${how} error throws through middleware and answers outside it, with CORS`,
    request: { path: `/${how}` },
    answer: {
      status: 409,
      headers: { 'Access-Control-Allow-Origin': '*', 'X-Trace': null },
      json: { Code: 'ConflictError', Message: how },
    },
  })),
  {
    title: 'a second call of next() is an unhandled error',
    request: { path: '/twice' },
    answer: INTERNAL,
  },
  {
    title: 'an unlisted media type is answered before middleware',
    request: { path: '/plain', headers: { 'Content-Type': 'text/plain' } },
    answer: {
      status: 415,
      headers: { 'X-Trace': null },
      json: { message: 'Unsupported Media Type: text/plain' },
    },
  },
  {
    title: 'a capture that cannot be decoded is answered before middleware',
    request: { path: '/own/%E0%A4%A/2' },
    answer: { status: 400, headers: { 'X-Trace': null } },
  },
  {
    title: 'a provider gives its value to the view and to the providers behind it',
    request: { path: '/user/7', headers: { 'X-User': 'ann' } },
    answer: { json: { id: '7', name: 'ann', isSame: true, role: 'admin' } },
  },
  {
    title: 'a view reads the secret of its stage',
    request: { path: '/secret' },
    answer: { json: { key: SECRET.value } },
  },
  {
    title: 'a provider may answer early',
    request: { path: '/user/7' },
    answer: { status: 401, headers: { 'X-Trace': 'inner outer' }, json: { login: 'please' } },
  },
];

export const MIDDLEWARE: ConformanceSection = {
  section: 'Middleware',
  cases: cases.map((one) => ({ ...one, app })),
};
