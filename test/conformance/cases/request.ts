// Specification 2.2: the request that a view reads.
import { expect } from 'vitest';
import type { ConformanceSection } from '../case.js';

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
    {
      title: 'path is the path as it was sent, and toOriginalEvent() the event of the gateway',
      request: { path: '/sent/S%C3%A3o%20Paulo?a=1' },
      answer: {
        json: {
          city: 'São Paulo',
          path: '/sent/S%C3%A3o%20Paulo',
          resource: '/sent/{city}',
          captured: 'S%C3%A3o%20Paulo',
        },
      },
    },
    {
      title: 'query_params is a dict of the query string parameters',
      request: { path: '/query?a=1&b=two' },
      answer: { json: { queryParams: { a: '1', b: 'two' }, tags: [] } },
    },
    {
      title: 'query_params is null when there are none',
      request: { path: '/query' },
      answer: { json: { queryParams: null, tags: null } },
    },
    {
      title: 'a repeated query string parameter has its last value, and getAll gives them all',
      request: { path: '/query?tag=old&a=1&tag=large' },
      answer: { json: { queryParams: { tag: 'large', a: '1' }, tags: ['old', 'large'] } },
    },
    {
      title: 'query string parameters are decoded',
      request: { path: '/query?name=S%C3%A3o+Paulo&a%26b=%2B' },
      answer: { json: { queryParams: { name: 'São Paulo', 'a&b': '+' }, tags: [] } },
    },
    {
      title: 'headers are read in any case',
      request: { path: '/headers', headers: { 'x-WORD': 'yes' } },
      answer: { json: ['yes', 'yes', 'yes', true] },
    },
    {
      title: 'a repeated header reads as one value',
      request: { path: '/headers', headers: { 'X-Word': ['one', 'two'] } },
      answer: { json: ['one, two', 'one, two', 'one, two', true] },
    },
    {
      title: 'uri_params is a dict of the captured path parameters',
      request: { path: '/swapped/one/two' },
      answer: {
        json: { first: 'one', second: 'two', uriParams: { first: 'one', second: 'two' } },
      },
    },
    {
      title: 'captures reach the view percent-decoded exactly once',
      request: { path: '/swapped/S%C3%A3o%20Paulo/100%2525' },
      answer: {
        json: {
          first: 'São Paulo',
          second: '100%25',
          uriParams: { first: 'São Paulo', second: '100%25' },
        },
      },
    },
    {
      title: 'a capture may hold an encoded slash',
      request: { path: '/called/a%2Fb' },
      answer: { json: { called: 'a/b' } },
    },
    {
      title: 'method is the HTTP method',
      request: { path: '/method', method: 'DELETE' },
      answer: { json: 'DELETE' },
    },
    {
      title: 'json_body is the parsed raw body',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"a":[1,"é",null]}',
      },
      answer: { json: { received: { a: [1, 'é', null] } } },
    },
    {
      title: 'json_body ignores case and parameters of the Content-Type',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
        body: '"text"',
      },
      answer: { json: { received: 'text' } },
    },
    {
      title: 'json_body is null when the request has no Content-Type',
      request: { path: '/json', method: 'POST', body: '{"a":1}' },
      answer: { json: { received: null } },
    },
    {
      title: 'unparsable JSON is a BadRequestError when it is read',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"a":',
      },
      answer: {
        status: 400,
        headers: { 'Content-Type': 'application/json' },
        json: { Code: 'BadRequestError', Message: 'Error Parsing JSON' },
      },
    },
    {
      title: 'empty JSON is a BadRequestError when it is read',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
      },
      answer: {
        status: 400,
        json: { Code: 'BadRequestError', Message: 'Error Parsing JSON' },
      },
    },
    {
      title: 'JSON that is not UTF-8 is a BadRequestError when it is read',
      request: {
        path: '/json',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: new Uint8Array([0x22, 0xff, 0x22]),
      },
      answer: {
        status: 400,
        json: { Code: 'BadRequestError', Message: 'Error Parsing JSON' },
      },
    },
    {
      title: 'a body that no view reads is not parsed',
      request: {
        path: '/json/unread',
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{"a":',
      },
      answer: { json: 'the body was not read' },
    },
    {
      title: 'context has the keys of the specification, and so has its identity',
      request: { path: '/context' },
      answer: { json: { keys: CONTEXT_KEYS, identity: IDENTITY_KEYS, stageVars: null } },
    },
    {
      title: 'to_dict() returns a dict with the seven keys',
      request: {
        path: '/introspect?q=1',
        method: 'POST',
        headers: { 'Content-Type': 'text/plain', 'X-Word': 'Yes' },
        body: 'as sent',
      },
      answer: {
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
    },
    {
      title: 'to_dict() has null for what the request does not have',
      request: { path: '/introspect/Seattle' },
      answer: {
        json: expect.objectContaining({
          city: 'Seattle',
          query_params: null,
          raw_body: null,
          stage_vars: null,
          uri_params: { city: 'Seattle' },
        }) as unknown,
      },
    },
    {
      title: 'malformed percent-encoding in a capture is a BadRequestError',
      request: { path: '/called/100%zz' },
      answer: {
        status: 400,
        json: {
          Code: 'BadRequestError',
          Message: "Malformed percent-encoding in 'name': 100%zz",
        },
      },
    },
  ],
};
