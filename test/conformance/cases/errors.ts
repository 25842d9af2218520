// Specification 7: errors.
import { ERROR_STATUSES } from '../../../runtime/contract/http.js';
import {
  type ConformanceCase,
  type ConformanceSection,
  given,
  errorAnswer,
  INTERNAL,
} from '../case.js';

const builtIn = Object.entries(ERROR_STATUSES).map(([name, status]): ConformanceCase =>
  given(
    `${name} answers ${status} with its class name as Code and its text as Message`,
    `/errors/${name}`,
    errorAnswer(status, name, `raised ${name}`),
  ),
);

const unhandled = ['error', 'rejection', 'null', 'undefined', 'text'].map((what): ConformanceCase =>
  given(
    `any other uncaught exception (${what}) with debug false answers 500 and tells nothing`,
    `/unhandled/${what}`,
    INTERNAL,
  ),
);

export const ERRORS: ConformanceSection = {
  section: '7 Errors',
  cases: [
    ...builtIn,
    given(
      'a returned error instance answers like a raised one',
      '/errors/returned',
      errorAnswer(409, 'ConflictError', 'returned, not raised'),
    ),
    given(
      'a returned error of any other class answers like an uncaught exception',
      '/unhandled/returned',
      INTERNAL,
    ),
    given(
      'a subclass answers with its own class name',
      '/errors/subclass',
      errorAnswer(404, 'CityNotFoundError', 'no such city'),
    ),
    given(
      'an error raised after an await answers like any other',
      '/errors/later',
      errorAnswer(403, 'ForbiddenError', 'later'),
    ),
    ...unhandled,
    given(
      'any other uncaught exception with debug true answers with the stack trace',
      '/unhandled',
      {
        status: 500,
        headers: { 'Content-Type': 'text/plain', 'Access-Control-Allow-Origin': '*' },
        text: /^TypeError: shown to the developer\n {4}at .*unhandled.*app\.ts:10:11\)?(?:\n|$)/,
      },
      'debug-app',
    ),
    given(
      'debug changes nothing about built-in errors',
      '/built-in',
      errorAnswer(404, 'NotFoundError', 'as without debug'),
      'debug-app',
    ),
  ],
};
