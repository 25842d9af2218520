// Errors in the format of an application, a blueprint or a route (docs/guide/errors.md).
import type { ConformanceCase, ConformanceSection } from '../case.js';

const MARKED = { 'X-Marked': 'yes', 'Content-Type': 'application/json' };

/** Returns the body that the application's format `failures` creates. */
function failure(status: number, code: string, message: string, path: string): object {
  return { errors: { status, [code]: message, path } };
}

const PROBLEMS = [{ at: '/body/name', expected: 'a free name', rule: 'taken' }];
const UNHANDLED = 'FrameworkViewError: An internal server error occurred.';

const CASES: readonly Omit<ConformanceCase, 'app'>[] = [
  {
    title: 'an error has the body that the format of the application gives, and its own status',
    request: { path: '/errors/missing' },
    answer: {
      status: 404,
      headers: { ...MARKED, 'access-control-allow-origin': '*' },
      json: failure(404, 'NotFoundError', 'nothing here', '/errors/missing'),
    },
  },
  {
    title: 'a format is given the details of an HTTPError',
    request: { path: '/errors/details' },
    answer: {
      status: 402,
      json: {
        errors: {
          status: 402,
          HTTPError: 'declined',
          details: { retryAfter: 60 },
          path: '/errors/details',
        },
      },
    },
  },
  {
    title: 'bad input has the status and the body of its own part of the format',
    request: { path: '/errors/invalid' },
    answer: { status: 422, headers: MARKED, json: { errors: { '/body/name': 'taken' } } },
  },
  {
    title: 'an unhandled error is masked in a format as well',
    request: { path: '/errors/other' },
    answer: { status: 500, json: failure(500, 'FrameworkViewError', UNHANDLED, '/errors/other') },
  },
  {
    title: 'a returned error has the format too',
    request: { path: '/returned' },
    answer: { status: 409, json: failure(409, 'ConflictError', 'returned', '/returned') },
  },
  {
    title: 'a Response of a view is no error for a format',
    request: { path: '/own' },
    answer: { status: 404, json: { own: true } },
  },
  {
    title: 'a 415 has the format, with the code UnsupportedMediaType',
    request: { path: '/returned', headers: { 'content-type': 'text/csv' } },
    answer: {
      status: 415,
      headers: MARKED,
      json: failure(415, 'UnsupportedMediaType', 'Unsupported Media Type: text/csv', '/returned'),
    },
  },
  {
    title: 'a body that is no JSON has the format of errors, with status 400',
    request: {
      method: 'POST',
      path: '/json',
      headers: { 'content-type': 'application/json' },
      body: '{',
    },
    answer: {
      status: 400,
      json: failure(400, 'BadRequestError', 'Error Parsing JSON', '/json'),
    },
  },
  {
    title: 'a binary answer that is not accepted has the format',
    request: { path: '/png', headers: { accept: 'text/plain' } },
    answer: { status: 400, text: /"BadRequest":"Request did not specify an Accept header/ },
  },
  {
    title: 'a route may change the status of bad input alone',
    request: { path: '/conflict/invalid' },
    answer: { status: 409, json: { errors: { '/body/name': 'taken' } } },
  },
  {
    title: 'a route may give its errors another body, in the call form too',
    request: { path: '/called/missing' },
    answer: { status: 404, json: { said: 'nothing here', problems: 0 } },
  },
  {
    title: 'what a format leaves out comes from the format further out',
    request: { path: '/called/invalid' },
    answer: { status: 422, json: { errors: { '/body/name': 'taken' } } },
  },
  {
    title: 'what a middleware makes of bad input has the format of errors',
    request: { path: '/renamed' },
    answer: { status: 409, json: { said: 'renamed', problems: 0 } },
  },
  {
    title: 'a format that throws is logged, and the default body is sent with the same status',
    request: { path: '/broken/missing' },
    answer: {
      status: 404,
      headers: MARKED,
      json: { Code: 'NotFoundError', Message: 'nothing here' },
    },
  },
  {
    title: 'so is one that throws for bad input',
    request: { path: '/broken/invalid' },
    answer: {
      status: 422,
      json: {
        Code: 'BadRequestError',
        Message: 'body/name: a free name',
        Problems: PROBLEMS,
      },
    },
  },
  {
    title: 'a format that gives what JSON cannot hold is logged, and the default body is sent',
    request: { path: '/unwritten/details' },
    answer: {
      status: 402,
      json: { Code: 'HTTPError', Message: 'declined', Details: { retryAfter: 60 } },
    },
  },
  {
    title: 'a blueprint gives its views a format, in each of its places',
    request: { path: '/one/errors/missing' },
    answer: { status: 404, headers: MARKED, json: { part: 'NotFoundError' } },
  },
  {
    title: 'also in the second place of a blueprint',
    request: { path: '/two/errors/missing' },
    answer: { status: 404, json: { part: 'NotFoundError' } },
  },
  {
    title: 'a blueprint inherits what its format leaves out from the application',
    request: { path: '/two/errors/invalid' },
    answer: { status: 422, json: { errors: { '/body/name': 'taken' } } },
  },
  {
    title: 'the format of a route wins over those of the blueprints around it',
    request: { path: '/two/own/missing' },
    answer: { status: 404, json: { said: 'nothing here', problems: 0 } },
  },
];

export const FORMATS: ConformanceSection = {
  section: 'Error formats',
  cases: CASES.map((one): ConformanceCase => ({ ...one, app: 'formatted-app' })),
};
