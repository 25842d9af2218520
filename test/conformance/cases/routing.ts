// Specification 4.1, docs/decisions/undefined-path.md and answers.md: which view serves a request.
import type { ConformanceSection } from '../case.js';

const MISSING = {
  status: 403,
  headers: { 'x-amzn-ErrorType': 'MissingAuthenticationTokenException' },
  json: { message: 'Missing Authentication Token' },
};

export const ROUTING: ConformanceSection = {
  section: '4.1 Routing',
  cases: [
    {
      title: 'a request whose method is listed for the path calls the matching view',
      request: { path: '/method', method: 'PUT' },
      answer: { json: 'PUT' },
    },
    {
      title: 'several views may share a path when their methods do not overlap',
      request: { path: '/method', method: 'POST' },
      answer: { json: 'the view for POST' },
    },
    {
      title: 'methods is GET only by default',
      request: { path: '/', method: 'POST' },
      answer: MISSING,
    },
    {
      title: 'an undefined path gets the answer of the gateway itself',
      request: { path: '/nowhere' },
      answer: MISSING,
    },
    {
      title: 'a literal segment is found before a capture',
      request: { path: '/errors/returned' },
      answer: {
        status: 409,
        json: { Code: 'ConflictError', Message: 'returned, not raised' },
      },
    },
    {
      title: 'each capture is passed to the parameter of its name, in any order',
      request: { path: '/swapped/one/two' },
      answer: {
        json: { first: 'one', second: 'two', uriParams: { first: 'one', second: 'two' } },
      },
    },
    {
      title: 'a view may be a static method of its class',
      request: { path: '/static' },
      answer: { json: 'function' },
    },
    {
      title: 'a view may be a function that the decorator was called with',
      request: { path: '/called/Seattle' },
      answer: { json: { called: 'Seattle' } },
    },
    {
      title: 'HEAD never sends a body',
      request: { path: '/head', method: 'HEAD' },
      answer: { headers: { 'Content-Type': 'text/plain', 'X-Word': 'yes' }, bytes: [] },
    },
    {
      title: 'a view that lists HEAD and GET answers GET with its body',
      request: { path: '/head' },
      answer: { headers: { 'Content-Type': 'text/plain', 'X-Word': 'yes' }, text: 'a body' },
    },
  ],
};
