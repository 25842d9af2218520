// Specification 2.3 and 4.3: what a view returns.
import type { ConformanceSection } from '../case.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const INTERNAL = {
  status: 500,
  headers: JSON_TYPE,
  json: {
    Code: 'FrameworkViewError',
    Message: 'FrameworkViewError: An internal server error occurred.',
  },
};

export const RESPONSE_PAYLOAD: ConformanceSection = {
  section: '2.3 Response and 4.3 Response payload',
  cases: [
    {
      title: 'a JSON-serialisable value is a JSON body with Content-Type application/json',
      request: { path: '/' },
      answer: { headers: JSON_TYPE, text: '{"hello":"world"}' },
    },
    {
      title: 'null serialises to the JSON text null',
      request: { path: '/values/null' },
      answer: { headers: JSON_TYPE, text: 'null' },
    },
    {
      title: 'a view without a return value answers like one that returns null',
      request: { path: '/values/undefined' },
      answer: { headers: JSON_TYPE, text: 'null' },
    },
    {
      title: 'a returned string is JSON text',
      request: { path: '/values/text' },
      answer: { headers: JSON_TYPE, text: '"hello"' },
    },
    {
      title: 'a number is JSON text',
      request: { path: '/values/number' },
      answer: { headers: JSON_TYPE, text: '3.5' },
    },
    {
      title: 'a list is JSON text',
      request: { path: '/values/list' },
      answer: { headers: JSON_TYPE, text: '[1,"two",null]' },
    },
    {
      title: 'a view may be asynchronous',
      request: { path: '/values/promise' },
      answer: { headers: JSON_TYPE, text: '{"later":true}' },
    },
    {
      title: 'a cyclic value is an unhandled error',
      request: { path: '/values/cyclic' },
      answer: INTERNAL,
    },
    {
      title: 'a BigInt is an unhandled error',
      request: { path: '/values/bigint' },
      answer: INTERNAL,
    },
    {
      title: 'a function is an unhandled error',
      request: { path: '/values/function' },
      answer: INTERNAL,
    },
    {
      title: 'bytes outside a Response are an unhandled error',
      request: { path: '/values/bytes' },
      answer: INTERNAL,
    },
    {
      title: 'a Response has exactly its status code, headers and body',
      request: { path: '/responses/html' },
      answer: {
        status: 201,
        headers: { 'Content-Type': 'text/html', 'X-Word': 'yes' },
        text: '<p>hello</p>',
      },
    },
    {
      title: 'a Response has status 200 and Content-Type application/json unless it says otherwise',
      request: { path: '/responses/bare' },
      answer: { headers: JSON_TYPE, text: '{"bare":true}' },
    },
    {
      title: 'a body of null is empty',
      request: { path: '/responses/empty' },
      answer: { status: 204, bytes: [] },
    },
    {
      title: 'a Response with an object as its body sends it as JSON',
      request: { path: '/responses/object' },
      answer: { status: 202, headers: JSON_TYPE, text: '{"as":"JSON"}' },
    },
    {
      title: 'to return a differently shaped error, a view returns a Response',
      request: { path: '/responses/problem' },
      answer: { status: 418, headers: { 'Content-Type': 'application/xml' }, text: '<error/>' },
    },
    {
      title: 'a header value may be a list: a repeated header',
      request: { path: '/responses/cookies' },
      answer: { headers: { 'Set-Cookie': ['a=1', 'b=2'] }, bytes: [] },
    },
    {
      title: 'a header value that is not a string becomes one, and null leaves the header out',
      request: { path: '/responses/values' },
      answer: { headers: { 'X-Number': '7', 'X-Truth': 'true', 'X-Nothing': null } },
    },
    {
      title: 'a line break in a header is an unhandled error, never a split response',
      request: { path: '/responses/line-break' },
      answer: { ...INTERNAL, headers: { ...JSON_TYPE, 'Set-Cookie': null, 'X-Word': null } },
    },
    {
      title: 'a status code that HTTP does not have is an unhandled error',
      request: { path: '/responses/status' },
      answer: INTERNAL,
    },
    {
      title: 'a JSON body that is compressed is returned with application/json in binary_types',
      app: 'binary-json-app',
      request: { path: '/compressed', headers: { Accept: 'application/json' } },
      answer: {
        headers: { ...JSON_TYPE, 'Content-Encoding': 'gzip' },
        gunzipped: '{"compressed":true}',
      },
    },
  ],
};
