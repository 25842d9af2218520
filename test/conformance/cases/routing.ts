// Specification 4.1, docs/decisions/undefined-path.md and answers.md: which view serves a request.
import { type ConformanceSection, given, errorAnswer } from '../case.js';

const MISSING = {
  status: 403,
  headers: { 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' },
  json: { message: 'Missing Authentication Token' },
};

export const ROUTING: ConformanceSection = {
  section: '4.1 Routing',
  cases: [
    given(
      'a request whose method is listed for the path calls the matching view',
      { path: '/method', method: 'PUT' },
      { json: 'PUT' },
    ),
    given(
      'several views may share a path when their methods do not overlap',
      { path: '/method', method: 'POST' },
      { json: 'the view for POST' },
    ),
    given('methods is GET only by default', { path: '/', method: 'POST' }, MISSING),
    given('an undefined path gets the answer of the gateway itself', '/nowhere', MISSING),
    given(
      'a literal segment is found before a capture',
      '/errors/returned',
      errorAnswer(409, 'ConflictError', 'returned, not raised'),
    ),
    given('each capture is passed to the parameter of its name, in any order', '/swapped/one/two', {
      json: { first: 'one', second: 'two', uriParams: { first: 'one', second: 'two' } },
    }),
    given('a view may be a static method of its class', '/static', { json: 'function' }),
    given('a view may be a function that the decorator was called with', '/called/Seattle', {
      json: { called: 'Seattle' },
    }),
    given(
      'HEAD never sends a body',
      { path: '/head', method: 'HEAD' },
      { headers: { 'Content-Type': 'text/plain', 'X-Word': 'yes' }, bytes: [] },
    ),
    given('a view that lists HEAD and GET answers GET with its body', '/head', {
      headers: { 'Content-Type': 'text/plain', 'X-Word': 'yes' },
      text: 'a body',
    }),
  ],
};
