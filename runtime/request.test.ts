import { expect, it } from 'vitest';
import { proxyEvent } from '../test/support/proxy-events.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { Request } from './request.js';
import { parameterNames } from './decorators.js';

function read(fields: Partial<ProxyEvent>): Request {
  return new Request(proxyEvent(fields));
}

it.each<[string, Partial<ProxyEvent>]>([
  ['single values only', { queryStringParameters: { tag: 'b', a: '1' } }],
  ['lists only', { multiValueQueryStringParameters: { tag: ['b'], a: ['0', '1'] } }],
  [
    'both',
    {
      queryStringParameters: { tag: 'b', a: '1' },
      multiValueQueryStringParameters: { tag: ['b'], a: ['0', '1'] },
    },
  ],
])('reads query string parameters from an event with %s', (_, fields) => {
  const { queryParams } = read(fields);
  expect({ ...queryParams }).toEqual({ tag: 'b', a: '1' });
  expect(queryParams?.getAll('tag')).toEqual(['b']);
  expect(queryParams?.getAll('none')).toEqual([]);
  expect(queryParams?.['none']).toBeUndefined();
});

it.each([[null], [{}]])('queryParams is null when the event has %j', (none) => {
  const fields = { queryStringParameters: none, multiValueQueryStringParameters: none };
  expect(read(fields).queryParams).toBeNull();
  expect(read(fields).toDict().query_params).toBeNull();
});

it('keeps getAll a method whatever the parameters are called', () => {
  const { queryParams } = read({ queryStringParameters: { getAll: 'x', constructor: 'y' } });
  expect(queryParams?.getAll('getAll')).toEqual(['x']);
  expect(queryParams?.['constructor']).toBe('y');
  expect(queryParams && 'toString' in queryParams).toBe(false);
});

it.each<[string, Partial<ProxyEvent>]>([
  ['single values only', { headers: { 'X-Word': 'one', Host: 'h' } }],
  ['lists only', { multiValueHeaders: { 'X-Word': ['one'], Host: ['h'] } }],
])('reads headers from an event with %s', (_, fields) => {
  const request = read(fields);
  expect(request.headers['x-word']).toBe('one');
  expect(request.headers['X-WORD']).toBe('one');
  expect('HOST' in request.headers).toBe(true);
  expect(request.headers['none']).toBeUndefined();
  expect(Object.keys(request.headers)).toEqual(['x-word', 'host']);
  expect({ ...request.toDict().headers }).toEqual({ 'x-word': 'one', host: 'h' });
});

it('has no headers when the event has none', () => {
  expect(Object.keys(read({}).headers)).toEqual([]);
});

it.each([
  ['still encoded', 'S%C3%A3o%20Paulo', '/cities/S%C3%A3o%20Paulo', 'São Paulo'],
  ['decoded already', 'São Paulo', '/cities/S%C3%A3o%20Paulo', 'São Paulo'],
  ['decoded already to something that looks encoded', '%41', '/cities/%2541', '%41'],
  ['encoded, behind a prefix of a custom domain', '%41', '/prefix/cities/%41', 'A'],
  ['encoded, with a trailing slash', '%41', '/cities/%41/', 'A'],
  ['a plus sign', 'a+b', '/cities/a+b', 'a+b'],
])('decodes a capture exactly once: %s', (...[, value, path, expected]) => {
  const fields = { resource: '/cities/{city}', path, pathParameters: { city: value } };
  expect(read(fields).uriParams).toEqual({ city: expected });
});

it('compares each capture with its own segment', () => {
  const fields = {
    resource: '/{a}/x/{b}',
    path: '/base/%41/x/%2541',
    pathParameters: { a: '%41', b: '%41' },
  };
  expect(read(fields).uriParams).toEqual({ a: 'A', b: '%41' });
});

it('has a capture that is named as the prototype', () => {
  const pathParameters = Object.fromEntries([['__proto__', 'a%20b']]);
  const fields = { resource: '/{__proto__}', path: '/a%20b', pathParameters };
  expect(Object.entries(read(fields).uriParams ?? {})).toEqual([['__proto__', 'a b']]);
});

it('rawBody decodes base64 of any media type, and is empty without a body', () => {
  const body = Buffer.from([0, 255]).toString('base64');
  expect([...read({ body, isBase64Encoded: true }).rawBody]).toEqual([0, 255]);
  expect([...read({ body: 'é' }).rawBody]).toEqual([0xc3, 0xa9]);
  expect(read({}).rawBody).toHaveLength(0);
});

it('jsonBody is parsed once', () => {
  const request = read({ headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
  expect(request.jsonBody).toBe(request.jsonBody);
});

it('jsonBody accepts a byte order mark', () => {
  const headers = { 'content-type': 'application/json' };
  expect(read({ headers, body: '\ufeff{"a":1}' }).jsonBody).toEqual({ a: 1 });
});

it('context.identity has the names of the specification, null each when not applicable', () => {
  const event = proxyEvent();
  const identity = {
    ...event.requestContext.identity,
    cognitoAuthenticationProvider: 'provider',
    cognitoAuthenticationType: 'authenticated',
    cognitoIdentityId: 'id',
    cognitoIdentityPoolId: 'pool',
    apiKey: 'key',
  };
  const { context } = read({ requestContext: { ...event.requestContext, identity } });
  expect(context).toMatchInlineSnapshot(`
    {
      "apiId": "api",
      "httpMethod": "GET",
      "identity": {
        "accessKey": null,
        "accountId": null,
        "apiKey": "key",
        "caller": null,
        "sourceIp": "127.0.0.1",
        "userAgent": "vitest",
        "userArn": null,
        "userpoolAuthenticationProvider": "provider",
        "userpoolAuthenticationType": "authenticated",
        "userpoolIdentityId": "id",
        "userpoolIdentityPoolId": "pool",
      },
      "requestId": "request-1",
      "resourceId": "abc123",
      "resourcePath": "/",
      "stage": "api",
    }
  `);
});

it('context has what the authorizer says, only when there is one', () => {
  const { requestContext } = proxyEvent();
  const authorizer = { claims: { sub: 'me' } };
  expect(read({ requestContext: { ...requestContext, authorizer } }).context.authorizer).toEqual(
    authorizer,
  );
  expect('authorizer' in read({}).context).toBe(false);
});

it('context is complete when a hand-made event has none', () => {
  const { context } = read({ requestContext: undefined as never }); // because such an event may occur
  expect(context.identity.sourceIp).toBeNull();
  expect(context.requestId).toBeNull();
});

it('stageVars is null when there are none', () => {
  expect(read({}).stageVars).toBeNull();
  expect(read({ stageVariables: { table: 't' } }).stageVars).toEqual({ table: 't' });
});

it('toDict() is plain data: a body that is not text is base64', () => {
  const body = Buffer.from([255]).toString('base64');
  expect(read({ body, isBase64Encoded: true }).toDict().raw_body).toBe(body);
});

it('a request that is returned reads like toDict()', () => {
  const request = read({ body: 'text' });
  expect(JSON.parse(JSON.stringify(request))).toEqual(JSON.parse(JSON.stringify(request.toDict())));
});

/** Returns the parameter names of a function. It is passed as source text, because a formatter would change it. */
function namesIn(source: string): readonly string[] | undefined {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the text is the test's own
  return parameterNames(new Function(`return ${source}`)() as () => unknown);
}

/** Returns the parameter names of a method that is passed as source text. */
function namesInMethod(source: string): readonly string[] | undefined {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the text is the test's own
  const members = new Function(`return ({ ${source} })`)() as Record<string, () => unknown>;
  return parameterNames(Object.values(members)[0] ?? (() => undefined));
}

it.each([
  ['() => 1', []],
  ['a => a', ['a']],
  ['async a => a', ['a']],
  ['(a) => a', ['a']],
  ['async (a, b) => a', ['a', 'b']],
  ['function (a, b) {}', ['a', 'b']],
  ['function named(a, b,) {}', ['a', 'b']],
  ['async function* ünïcode($a, _b, ñ) {}', ['$a', '_b', 'ñ']],
  ['(a /* , x */, b // , y\n, c) => a', ['a', 'b', 'c']],
  ['(a = \'(,)\', b = "),") => a', ['a', 'b']],
  ['(a = f(1, [2, 3], { x: 4 }), b) => a', ['a', 'b']],
  ['(a = `,${`)${[1, 2]}`},`, b) => a', ['a', 'b']],
  ['(a = /[)/,]\\//g, b = 4 / 2 / 1) => a', ['a', 'b']],
  ['(a = (x, y) => ({ x, y }), b) => a', ['a', 'b']],
  ['(async = 1) => async', ['async']],
])('reads the parameters of %s', (source, names) => {
  expect(namesIn(source)).toEqual(names);
});

it.each([
  ['name(a, b) {}', ['a', 'b']],
  ['async name(a) {}', ['a']],
  ["['computed(x, y)'](a) {}", ['a']],
  ['[(() => "k(z)")()](a, b = 1) {}', ['a', 'b']],
  ['async *[`t(${1})`](a) {}', ['a']],
  ['get(get, set) {}', ['get', 'set']],
])('reads the parameters of the method %s', (source, names) => {
  expect(namesInMethod(source)).toEqual(names);
});

it.each([['({ a }) => a'], ['(a, ...rest) => a'], ['([a]) => a'], ['({ a } = {}, b) => a']])(
  'finds no names for %s',
  (source) => {
    expect(namesIn(source)).toBeUndefined();
  },
);
