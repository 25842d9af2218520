// Specification 7: errors.
import { ERROR_STATUSES } from '../../../runtime/contract/error-statuses.js';
import type { ConformanceCase, ConformanceSection } from '../case.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const INTERNAL = {
  status: 500,
  headers: JSON_TYPE,
  json: {
    Code: 'FrameworkViewError',
    Message: 'FrameworkViewError: An internal server error occurred.',
  },
};

const builtIn = Object.entries(ERROR_STATUSES).map(([name, status]): ConformanceCase => ({
  title: `${name} answers ${status} with its class name as Code and its text as Message`,
  request: { path: `/errors/${name}` },
  answer: { status, headers: JSON_TYPE, json: { Code: name, Message: `raised ${name}` } },
}));

const unhandled = ['error', 'rejection', 'null', 'undefined', 'text'].map(
  (what): ConformanceCase => ({
    title: `any other uncaught exception (${what}) with debug false answers 500 and tells nothing`,
    request: { path: `/unhandled/${what}` },
    answer: INTERNAL,
  }),
);

export const ERRORS: ConformanceSection = {
  section: '7 Errors',
  cases: [
    ...builtIn,
    {
      title: 'a returned error instance answers like a raised one',
      request: { path: '/errors/returned' },
      answer: {
        status: 409,
        headers: JSON_TYPE,
        json: { Code: 'ConflictError', Message: 'returned, not raised' },
      },
    },
    {
      title: 'a returned error of any other class answers like an uncaught exception',
      request: { path: '/unhandled/returned' },
      answer: INTERNAL,
    },
    {
      title: 'a subclass answers with its own class name',
      request: { path: '/errors/subclass' },
      answer: {
        status: 404,
        headers: JSON_TYPE,
        json: { Code: 'CityNotFoundError', Message: 'no such city' },
      },
    },
    {
      title: 'an error raised after an await answers like any other',
      request: { path: '/errors/later' },
      answer: { status: 403, json: { Code: 'ForbiddenError', Message: 'later' } },
    },
    ...unhandled,
    {
      title: 'any other uncaught exception with debug true answers with the stack trace',
      app: 'debug-app',
      request: { path: '/unhandled' },
      answer: {
        status: 500,
        headers: { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' },
        text: /^TypeError: shown to the developer\n {4}at .*unhandled.*app\.ts:10:11\)?(?:\n|$)/,
      },
    },
    {
      title: 'debug changes nothing about built-in errors',
      app: 'debug-app',
      request: { path: '/built-in' },
      answer: {
        status: 404,
        headers: JSON_TYPE,
        json: { Code: 'NotFoundError', Message: 'as without debug' },
      },
    },
  ],
};
