// Specification 2.3 and 4.3: what a view returns.
import { type ConformanceSection, given, INTERNAL, JSON_TYPE } from '../case.js';

export const RESPONSE_PAYLOAD: ConformanceSection = {
  section: '2.3 Response and 4.3 Response payload',
  cases: [
    given('a JSON-serialisable value is a JSON body with Content-Type application/json', '/', {
      headers: JSON_TYPE,
      text: '{"hello":"world"}',
    }),
    given('null serialises to the JSON text null', '/values/null', {
      headers: JSON_TYPE,
      text: 'null',
    }),
    given('a view without a return value answers like one that returns null', '/values/undefined', {
      headers: JSON_TYPE,
      text: 'null',
    }),
    given('a returned string is JSON text', '/values/text', {
      headers: JSON_TYPE,
      text: '"hello"',
    }),
    given('a number is JSON text', '/values/number', { headers: JSON_TYPE, text: '3.5' }),
    given('a list is JSON text', '/values/list', { headers: JSON_TYPE, text: '[1,"two",null]' }),
    given('a view may be asynchronous', '/values/promise', {
      headers: JSON_TYPE,
      text: '{"later":true}',
    }),
    given('a cyclic value is an unhandled error', '/values/cyclic', INTERNAL),
    given('a BigInt is an unhandled error', '/values/bigint', INTERNAL),
    given('a function is an unhandled error', '/values/function', INTERNAL),
    given('bytes outside a Response are an unhandled error', '/values/bytes', INTERNAL),
    given('a Response has exactly its status code, headers and body', '/responses/html', {
      status: 201,
      headers: { 'Content-Type': 'text/html', 'X-Word': 'yes' },
      text: '<p>hello</p>',
    }),
    given(
      'a Response has status 200 and Content-Type application/json unless it says otherwise',
      '/responses/bare',
      { headers: JSON_TYPE, text: '{"bare":true}' },
    ),
    given('a body of null is empty', '/responses/empty', { status: 204, bytes: [] }),
    given('a Response with an object as its body sends it as JSON', '/responses/object', {
      status: 202,
      headers: JSON_TYPE,
      text: '{"as":"JSON"}',
    }),
    given('to return a differently shaped error, a view returns a Response', '/responses/problem', {
      status: 418,
      headers: { 'Content-Type': 'application/xml' },
      text: '<error/>',
    }),
    given('a header value may be a list: a repeated header', '/responses/cookies', {
      headers: { 'Set-Cookie': ['a=1', 'b=2'] },
      bytes: [],
    }),
    given(
      'a header value that is not a string becomes one, and null leaves the header out',
      '/responses/values',
      { headers: { 'X-Number': '7', 'X-Truth': 'true', 'X-Nothing': null } },
    ),
    given(
      'a line break in a header is an unhandled error, never a split response',
      '/responses/line-break',
      { ...INTERNAL, headers: { ...JSON_TYPE, 'Set-Cookie': null, 'X-Word': null } },
    ),
    given(
      'a status code that HTTP does not have is an unhandled error',
      '/responses/status',
      INTERNAL,
    ),
    given(
      'a JSON body that is compressed is returned with application/json in binary_types',
      { path: '/compressed', headers: { Accept: 'application/json' } },
      { headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' }, gunzipped: '{"compressed":true}' },
      'binary-json-app',
    ),
  ],
};
