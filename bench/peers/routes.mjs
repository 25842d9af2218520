// The requests that every contender serves: the five routes below and, for larger applications, resources with five routes
// each. A contender is correct if it returns these responses.
import { isDeepStrictEqual } from 'node:util';

/** @typedef {{ method: string, route: string, path: string, captures: Record<string, string> | null, query?: Record<string, string>, body?: unknown, status: number, answer: unknown }} Exchange */

/** @type {readonly Exchange[]} */
export const FIVE = [
  {
    method: 'GET',
    route: '/',
    path: '/',
    captures: null,
    status: 200,
    answer: { hello: 'world' },
  },
  {
    method: 'GET',
    route: '/hello/{name}',
    path: '/hello/ada',
    captures: { name: 'ada' },
    status: 200,
    answer: { hello: 'ada' },
  },
  {
    method: 'POST',
    route: '/items',
    path: '/items',
    captures: null,
    body: { name: 'lamp', price: 20, count: 3, tags: ['home', 'light'] },
    status: 200,
    answer: { name: 'lamp', total: 60, tags: ['home', 'light'] },
  },
  {
    method: 'GET',
    route: '/users/{user}/orders/{order}',
    path: '/users/u-17/orders/o-4711',
    captures: { user: 'u-17', order: 'o-4711' },
    query: { limit: '10' },
    status: 200,
    answer: { user: 'u-17', order: 'o-4711', limit: '10' },
  },
  {
    method: 'GET',
    route: '/missing/{id}',
    path: '/missing/42',
    captures: { id: '42' },
    status: 404,
    answer: { Code: 'NotFoundError', Message: 'no item 42' },
  },
];

/** Returns requests for two of the five routes of each resource: one with a fixed path and one with two captures. */
export function resourceExchanges(resources) {
  return Array.from({ length: resources }, (_, at) => [
    {
      method: 'GET',
      route: `/r${at}`,
      path: `/r${at}`,
      captures: null,
      status: 200,
      answer: { list: at },
    },
    {
      method: 'DELETE',
      route: `/r${at}/{id}/parts/{part}`,
      path: `/r${at}/7/parts/wheel`,
      captures: { id: '7', part: 'wheel' },
      status: 200,
      answer: { removed: at, id: '7', part: 'wheel' },
    },
  ]).flat();
}

/** Returns the number of resources in an application with the given number of routes. */
export function resourcesFor(routes) {
  return (routes - FIVE.length) / 5;
}

/** As our deployed API passes it, the body is base64 for this framework; for the others, it is text. */
export function proxyEvent(exchange, { isBase64Encoded }) {
  const body = exchange.body === undefined ? null : JSON.stringify(exchange.body);
  const headers = {
    Accept: '*/*',
    Host: 'abcdefghij.execute-api.us-east-1.amazonaws.com',
    'User-Agent': 'bench/1.0',
    'X-Amzn-Trace-Id': 'Root=1-67889977-0123456789abcdef01234567',
    'X-Forwarded-For': '203.0.113.7',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  return {
    resource: exchange.route,
    path: exchange.path,
    httpMethod: exchange.method,
    headers,
    multiValueHeaders: lists(headers),
    queryStringParameters: exchange.query ?? null,
    multiValueQueryStringParameters: exchange.query ? lists(exchange.query) : null,
    pathParameters: exchange.captures,
    stageVariables: null,
    requestContext: {
      accountId: '123456789012',
      apiId: 'abcdefghij',
      deploymentId: 'k1l2m3',
      domainName: headers.Host,
      domainPrefix: 'abcdefghij',
      extendedRequestId: 'Jkl1MnOpQrStUvW=',
      httpMethod: exchange.method,
      identity: {
        accessKey: null,
        accountId: null,
        caller: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '203.0.113.7',
        user: null,
        userAgent: 'bench/1.0',
        userArn: null,
      },
      path: `/api${exchange.path}`,
      protocol: 'HTTP/1.1',
      requestId: '11111111-2222-3333-4444-555555555555',
      requestTime: '20/Nov/2026:17:30:46 +0000',
      requestTimeEpoch: 1795195846000,
      resourceId: 'a1b2c3',
      resourcePath: exchange.route,
      stage: 'api',
    },
    body: body !== null && isBase64Encoded ? Buffer.from(body).toString('base64') : body,
    isBase64Encoded: body !== null && isBase64Encoded,
  };
}

/** Throws unless a handler's result is the expected response of the exchange. */
export function checkResult(contender, exchange, result) {
  const text = result.isBase64Encoded
    ? Buffer.from(result.body, 'base64').toString()
    : String(result.body);
  if (result.statusCode === exchange.status && isDeepStrictEqual(JSON.parse(text), exchange.answer))
    return;
  throw new Error(
    `${contender} answered ${exchange.method} ${exchange.path} with ${result.statusCode} ${text}`,
  );
}

function lists(values) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
}
