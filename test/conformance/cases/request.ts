// Specification 2.2: the request that a view reads.
import { expect } from 'vitest';
import { type ConformanceSection, given, errorAnswer, posted } from '../case.js';

const CONTEXT_KEYS = [
  'apiId',
  'httpMethod',
  'identity',
  'requestId',
  'resourceId',
  'resourcePath',
  'stage',
];
const IDENTITY_KEYS = [
  'accessKey',
  'accountId',
  'apiKey',
  'caller',
  'userpoolAuthenticationProvider',
  'userpoolAuthenticationType',
  'userpoolIdentityId',
  'userpoolIdentityPoolId',
  'sourceIp',
  'userAgent',
  'userArn',
];

export const REQUEST: ConformanceSection = {
  section: '2.2 Request',
  cases: [
    given(
      'path is the path as it was sent, and toOriginalEvent() the event of the gateway',
      '/sent/S%C3%A3o%20Paulo?a=1',
      {
        json: {
          city: 'São Paulo',
          path: '/sent/S%C3%A3o%20Paulo',
          resource: '/sent/{city}',
          captured: 'S%C3%A3o%20Paulo',
        },
      },
    ),
    given('query_params is a dict of the query string parameters', '/query?a=1&b=two', {
      json: { queryParams: { a: '1', b: 'two' }, tags: [] },
    }),
    given('query_params is null when there are none', '/query', {
      json: { queryParams: null, tags: null },
    }),
    given(
      'a repeated query string parameter has its last value, and getAll gives them all',
      '/query?tag=old&a=1&tag=large',
      { json: { queryParams: { tag: 'large', a: '1' }, tags: ['old', 'large'] } },
    ),
    given('query string parameters are decoded', '/query?name=S%C3%A3o+Paulo&a%26b=%2B', {
      json: { queryParams: { name: 'São Paulo', 'a&b': '+' }, tags: [] },
    }),
    given(
      'headers are read in any case',
      { path: '/headers', headers: { 'x-WORD': 'yes' } },
      { json: ['yes', 'yes', 'yes', true] },
    ),
    given(
      'a repeated header reads as one value',
      { path: '/headers', headers: { 'X-Word': ['one', 'two'] } },
      { json: ['one, two', 'one, two', 'one, two', true] },
    ),
    given('uri_params is a dict of the captured path parameters', '/swapped/one/two', {
      json: { first: 'one', second: 'two', uriParams: { first: 'one', second: 'two' } },
    }),
    given(
      'captures reach the view percent-decoded exactly once',
      '/swapped/S%C3%A3o%20Paulo/100%2525',
      {
        json: {
          first: 'São Paulo',
          second: '100%25',
          uriParams: { first: 'São Paulo', second: '100%25' },
        },
      },
    ),
    given('a capture may hold an encoded slash', '/called/a%2Fb', { json: { called: 'a/b' } }),
    given('method is the HTTP method', { path: '/method', method: 'DELETE' }, { json: 'DELETE' }),
    given(
      'json_body is the parsed raw body',
      posted('/json', 'application/json', '{"a":[1,"é",null]}'),
      { json: { received: { a: [1, 'é', null] } } },
    ),
    given(
      'json_body ignores case and parameters of the Content-Type',
      posted('/json', 'Application/JSON; charset=utf-8', '"text"'),
      { json: { received: 'text' } },
    ),
    given(
      'json_body is null when the request has no Content-Type',
      { path: '/json', method: 'POST', body: '{"a":1}' },
      { json: { received: null } },
    ),
    given(
      'unparsable JSON is a BadRequestError when it is read',
      posted('/json', 'application/json', '{"a":'),
      errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
    ),
    given(
      'empty JSON is a BadRequestError when it is read',
      posted('/json', 'application/json'),
      errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
    ),
    given(
      'JSON that is not UTF-8 is a BadRequestError when it is read',
      posted('/json', 'application/json', new Uint8Array([0x22, 0xff, 0x22])),
      errorAnswer(400, 'BadRequestError', 'Error Parsing JSON'),
    ),
    given(
      'a body that no view reads is not parsed',
      posted('/json/unread', 'application/json', '{"a":'),
      { json: 'the body was not read' },
    ),
    given('context has the keys of the specification, and so has its identity', '/context', {
      json: { keys: CONTEXT_KEYS, identity: IDENTITY_KEYS, stageVars: null },
    }),
    given(
      'to_dict() returns a dict with the seven keys',
      {
        path: '/introspect?q=1',
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'X-Word': 'Yes' },
        body: 'as sent',
      },
      {
        json: {
          context: expect.objectContaining({
            httpMethod: 'POST',
            resourcePath: '/introspect',
          }) as unknown,
          headers: expect.objectContaining({
            'content-type': 'text/plain',
            'x-word': 'Yes',
          }) as unknown,
          method: 'POST',
          query_params: { q: '1' },
          raw_body: 'as sent',
          stage_vars: null,
          uri_params: null,
        },
      },
    ),
    given('to_dict() has null for what the request does not have', '/introspect/Seattle', {
      json: expect.objectContaining({
        city: 'Seattle',
        query_params: null,
        raw_body: null,
        stage_vars: null,
        uri_params: { city: 'Seattle' },
      }) as unknown,
    }),
    given(
      'malformed percent-encoding in a capture is a BadRequestError',
      '/called/100%zz',
      errorAnswer(400, 'BadRequestError', "Malformed percent-encoding in 'name': 100%zz"),
    ),
  ],
};
