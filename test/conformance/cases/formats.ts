// Errors in the format of an application, a blueprint or a route (docs/guide/errors.md).
import { type ConformanceCase, type ConformanceSection, given, posted } from '../case.js';

const MARKED = { 'X-Marked': 'yes', 'Content-Type': 'application/json' };

/** Returns the body that the application's format `failures` creates. */
function failure(status: number, code: string, message: string, path: string): object {
  return { errors: { status, [code]: message, path } };
}

const PROBLEMS = [{ at: '/body/name', expected: 'a free name', rule: 'taken' }];
const UNHANDLED = 'FrameworkViewError: An internal server error occurred.';

const CASES: readonly Omit<ConformanceCase, 'app'>[] = [
  given(
    'an error has the body that the format of the application gives, and its own status',
    '/errors/missing',
    {
      status: 404,
      headers: { ...MARKED, 'access-control-allow-origin': '*' },
      json: failure(404, 'NotFoundError', 'nothing here', '/errors/missing'),
    },
  ),
  given('a format is given the details of an HTTPError', '/errors/details', {
    status: 402,
    json: {
      errors: {
        status: 402,
        HTTPError: 'declined',
        details: { retryAfter: 60 },
        path: '/errors/details',
      },
    },
  }),
  given('bad input has the status and the body of its own part of the format', '/errors/invalid', {
    status: 422,
    headers: MARKED,
    json: { errors: { '/body/name': 'taken' } },
  }),
  given('an unhandled error is masked in a format as well', '/errors/other', {
    status: 500,
    json: failure(500, 'FrameworkViewError', UNHANDLED, '/errors/other'),
  }),
  given('a returned error has the format too', '/returned', {
    status: 409,
    json: failure(409, 'ConflictError', 'returned', '/returned'),
  }),
  given('a Response of a view is no error for a format', '/own', {
    status: 404,
    json: { own: true },
  }),
  given(
    'a 415 has the format, with the code UnsupportedMediaType',
    { path: '/returned', headers: { 'content-type': 'text/csv' } },
    {
      status: 415,
      headers: MARKED,
      json: failure(415, 'UnsupportedMediaType', 'Unsupported Media Type: text/csv', '/returned'),
    },
  ),
  given(
    'a body that is no JSON has the format of errors, with status 400',
    posted('/json', 'application/json', '{'),
    { status: 400, json: failure(400, 'BadRequestError', 'Error Parsing JSON', '/json') },
  ),
  given(
    'a binary answer that is not accepted has the format',
    { path: '/png', headers: { accept: 'text/plain' } },
    { status: 400, text: /"BadRequest":"Request did not specify an Accept header/ },
  ),
  given('a route may change the status of bad input alone', '/conflict/invalid', {
    status: 409,
    json: { errors: { '/body/name': 'taken' } },
  }),
  given('a route may give its errors another body, in the call form too', '/called/missing', {
    status: 404,
    json: { said: 'nothing here', problems: 0 },
  }),
  given('what a format leaves out comes from the format further out', '/called/invalid', {
    status: 422,
    json: { errors: { '/body/name': 'taken' } },
  }),
  given('what a middleware makes of bad input has the format of errors', '/renamed', {
    status: 409,
    json: { said: 'renamed', problems: 0 },
  }),
  given(
    'a format that throws is logged, and the default body is sent with the same status',
    '/broken/missing',
    { status: 404, headers: MARKED, json: { Code: 'NotFoundError', Message: 'nothing here' } },
  ),
  given('so is one that throws for bad input', '/broken/invalid', {
    status: 422,
    json: { Code: 'BadRequestError', Message: 'body/name: a free name', Problems: PROBLEMS },
  }),
  given(
    'a format that gives what JSON cannot hold is logged, and the default body is sent',
    '/unwritten/details',
    { status: 402, json: { Code: 'HTTPError', Message: 'declined', Details: { retryAfter: 60 } } },
  ),
  given('a blueprint gives its views a format, in each of its places', '/one/errors/missing', {
    status: 404,
    headers: MARKED,
    json: { part: 'NotFoundError' },
  }),
  given('also in the second place of a blueprint', '/two/errors/missing', {
    status: 404,
    json: { part: 'NotFoundError' },
  }),
  given(
    'a blueprint inherits what its format leaves out from the application',
    '/two/errors/invalid',
    { status: 422, json: { errors: { '/body/name': 'taken' } } },
  ),
  given('the format of a route wins over those of the blueprints around it', '/two/own/missing', {
    status: 404,
    json: { said: 'nothing here', problems: 0 },
  }),
];

export const FORMATS: ConformanceSection = {
  section: 'Error formats',
  cases: CASES.map((one): ConformanceCase => ({ ...one, app: 'formatted-app' })),
};
