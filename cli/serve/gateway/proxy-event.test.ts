// The event of the proxy integration, compared with a recording of the real gateway.
import { expect, test } from 'vitest';
import { createEventMaker } from './proxy-event.js';
import type { Invocation } from './request.js';

const toEvent = createEventMaker({
  stage: 'api',
  accountId: '123456789012',
  apiId: 'local',
  region: 'us-east-1',
  scheme: 'http',
  port: 8000,
});

const invocation: Invocation = {
  requestId: '6f2c0b7e-1d0c-4f59-9c3a-0123456789ab',
  resource: '/cities/{city}',
  method: 'PUT',
  path: '/cities/s%C3%A3o',
  query: 'a=1&a=2&b=x+y%2Bz&c&=d',
  headers: [
    'Host',
    'localhost:8000',
    'tEsT-HEADeR',
    'aValUE',
    'User-Agent',
    'curl/8',
    'Content-Length',
    '2',
  ],
  captures: ['s%C3%A3o'],
  body: Buffer.from('{}'),
  sourceIp: '127.0.0.1',
  protocol: 'HTTP/1.1',
  time: Date.UTC(2026, 10, 20, 17, 30, 46, 123),
  access: undefined,
};

test('the event has the twelve keys of payload 1.0 and a complete request context', () => {
  const headers = {
    Host: 'localhost:8000',
    'tEsT-HEADeR': 'aValUE',
    'User-Agent': 'curl/8',
    'X-Amzn-Trace-Id': 'Root=1-6b0083c6-6f2c0b7e1d0c0123456789ab',
    'X-Forwarded-For': '127.0.0.1',
    'X-Forwarded-Port': '8000',
    'X-Forwarded-Proto': 'http',
  };
  expect(toEvent(invocation)).toStrictEqual({
    resource: '/cities/{city}',
    path: '/cities/s%C3%A3o',
    httpMethod: 'PUT',
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: { a: '2', b: 'x y+z', c: '', '': 'd' },
    multiValueQueryStringParameters: { a: ['1', '2'], b: ['x y+z'], c: [''], '': ['d'] },
    pathParameters: { city: 's%C3%A3o' },
    stageVariables: null,
    requestContext: {
      accountId: '123456789012',
      apiId: 'local',
      deploymentId: 'local',
      domainName: 'localhost:8000',
      domainPrefix: 'localhost',
      extendedRequestId: '0123456789abf59=',
      httpMethod: 'PUT',
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'curl/8',
        userArn: null,
      },
      path: '/api/cities/s%C3%A3o',
      protocol: 'HTTP/1.1',
      requestId: '6f2c0b7e-1d0c-4f59-9c3a-0123456789ab',
      requestTime: '20/Nov/2026:17:30:46 +0000',
      requestTimeEpoch: 1795195846123,
      resourceId: 'mcrpgn',
      resourcePath: '/cities/{city}',
      stage: 'api',
    },
    body: 'e30=',
    isBase64Encoded: true,
  });
});

test('without query, body and captures the maps are null', () => {
  const event = toEvent({ ...invocation, resource: '/', captures: [], query: '', body: undefined });
  expect(event).toMatchObject({
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    body: null,
    isBase64Encoded: false,
  });
});

test('an empty body that was sent is an empty text', () => {
  expect(toEvent({ ...invocation, body: new Uint8Array(0) })).toMatchObject({ body: '' });
});

test('repeated headers keep all values, under the name that came first', () => {
  const event = toEvent({ ...invocation, headers: ['X-Tag', 'a', 'x-tag', 'b', 'X-TAG', 'c'] });
  expect(event.headers).toMatchObject({ 'X-Tag': 'c' });
  expect(event.multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b', 'c'] });
});

test('headers of the connection do not reach the function', () => {
  const headers = [
    'Connection',
    'close',
    'transfer-encoding',
    'chunked',
    'Expect',
    '100-continue',
    'TE',
    'trailers',
  ];
  expect(Object.keys(toEvent({ ...invocation, headers }).headers ?? {})).toEqual([
    'X-Amzn-Trace-Id',
    'X-Forwarded-For',
    'X-Forwarded-Port',
    'X-Forwarded-Proto',
  ]);
});

test('repeated X-Forwarded-For headers keep their order', () => {
  const headers = ['X-Forwarded-For', '10.0.0.1', 'x-forwarded-for', '10.0.0.2, 10.0.0.3'];
  expect(toEvent({ ...invocation, headers }).headers).toMatchObject({
    'X-Forwarded-For': '10.0.0.1, 10.0.0.2, 10.0.0.3, 127.0.0.1',
  });
});

test('a proxy in front of the gateway is named in X-Forwarded-For', () => {
  const event = toEvent({ ...invocation, headers: ['x-forwarded-for', '10.0.0.1'] });
  expect(event.headers).toMatchObject({ 'X-Forwarded-For': '10.0.0.1, 127.0.0.1' });
  expect(event.requestContext.identity.sourceIp).toBe('127.0.0.1');
});

test('a header or parameter named like a member of Object is only data', () => {
  const event = toEvent({
    ...invocation,
    headers: ['__proto__', 'a', 'constructor', 'b'],
    query: '__proto__=1&constructor=2&hasOwnProperty=3',
  });
  expect(Object.entries(event.queryStringParameters ?? {})).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
    ['hasOwnProperty', '3'],
  ]);
  expect(Object.entries(event.headers ?? {}).slice(0, 2)).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('escapes that are not UTF-8 become the replacement character', () => {
  expect(toEvent({ ...invocation, query: 'a=%ff%C3%A9' }).queryStringParameters).toEqual({
    a: '\ufffdé',
  });
});

test('what an authorizer gives is in the request context, and a signature is not passed on', () => {
  const event = toEvent({
    ...invocation,
    headers: ['Authorization', 'AWS4-HMAC-SHA256 …'],
    access: { authorizer: { principalId: 'u' }, identity: { accessKey: 'AKIA', userArn: 'arn' } },
  });
  expect(event.headers).not.toHaveProperty('Authorization');
  expect(event.requestContext).toMatchObject({
    authorizer: { principalId: 'u' },
    identity: { accessKey: 'AKIA', userArn: 'arn', sourceIp: '127.0.0.1' },
  });
});
