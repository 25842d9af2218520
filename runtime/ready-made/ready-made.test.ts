// The ready-made middleware of `framework/middleware`.
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { processorTime } from '../../test/support/processor-time.js';
import type { ProxyEvent, ProxyResult } from '../contract/proxy-event.js';
import {
  createHandler,
  createStreamHandler,
  Framework,
  type Middleware,
  NotFoundError,
  Response,
} from '../index.js';
import { bodyLog, cacheControl, requestId, securityHeaders, serverTiming } from './index.js';

async function answerOf(layer: Middleware, view: () => unknown, event: Partial<ProxyEvent> = {}) {
  const app = new Framework({ appName: 'fixture', middleware: [layer] });
  app.route('/a', { methods: ['GET', 'HEAD', 'POST'] })(view);
  const request = {
    resource: '/a',
    path: '/a',
    httpMethod: 'GET',
    requestContext: { requestId: 'id-1', resourcePath: '/a' },
    ...event,
  };
  return createHandler(app)(request as ProxyEvent); // because the rest of the event is not read here
}

/** Returns the values of a response header; the case of its name is ignored. */
function valuesOf({ headers, multiValueHeaders }: ProxyResult, name: string): readonly string[] {
  return Object.entries({ ...headers, ...multiValueHeaders }).flatMap(([key, value]) =>
    key.toLowerCase() === name.toLowerCase() ? value : [],
  );
}

test('requestId sends the id of the request', async () => {
  expect((await answerOf(requestId(), () => 1)).headers).toHaveProperty('X-Request-Id', 'id-1');
  const named = await answerOf(requestId({ header: 'X-Trace' }), () => 1);
  expect(named.headers).toHaveProperty('X-Trace', 'id-1');
});

test.each([
  ['requestId', requestId(), 'X-Request-Id', 'id-1'],
  ['securityHeaders', securityHeaders(), 'X-Content-Type-Options', 'nosniff'],
])('%s is on errors and on a 415 as well', async (_, layer, name, value) => {
  const failing = [
    () => {
      throw new NotFoundError('none');
    },
    () => {
      throw new Error('unhandled');
    },
  ];
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  for (const view of failing)
    expect((await answerOf(layer, view)).headers).toHaveProperty(name, value);
  vi.restoreAllMocks();
  const text = { headers: { 'Content-Type': 'text/plain' } };
  const refused = await answerOf(layer, () => 1, text);
  expect(refused).toMatchObject({ statusCode: 415, headers: { [name]: value } });
});

test('requestId leaves out an id that is not there', async () => {
  const event = { requestContext: { resourcePath: '/a' } } as Partial<ProxyEvent>; // because a test in the AWS console sends such an event
  expect((await answerOf(requestId(), () => 1, event)).headers).not.toHaveProperty('X-Request-Id');
});

test('securityHeaders adds to what the view sets, with those of the application', async () => {
  const view = () => new Response('<p>', 200, { 'content-security-policy': 'own' });
  const layer = securityHeaders({ 'X-Frame-Options': null, 'X-Own': '1' });
  expect((await answerOf(layer, view)).headers).toEqual({
    'Content-Type': 'application/json',
    'Content-Security-Policy': 'own',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-Own': '1',
  });
});

test.each([
  ['replaces', 'SAMEORIGIN', ['SAMEORIGIN']],
  ['leaves out', null, []],
])('securityHeaders %s a default in any spelling', async (_, value, expected) => {
  const answer = await answerOf(securityHeaders({ 'x-frame-options': value }), () => 1);
  expect(valuesOf(answer, 'X-Frame-Options')).toEqual(expected);
});

test('securityHeaders leaves out what the view leaves out', async () => {
  const view = () => new Response('<p>', 200, { 'x-frame-options': null });
  expect(valuesOf(await answerOf(securityHeaders(), view), 'X-Frame-Options')).toEqual([]);
});

test('requestId sends one id, whatever the client says, and that of the view when it sets one', async () => {
  const view = () => new Response('a', 200, { 'x-request-id': 'of the view' });
  const event = { headers: { 'X-Request-Id': 'of the client' } };
  expect(valuesOf(await answerOf(requestId(), view, event), 'X-Request-Id')).toEqual([
    'of the view',
  ]);
});

test.each([['two words'], [''], ['a,b;dur=1'], ['a\r\nSet-Cookie: b=c'], ['ä']])(
  'serverTiming refuses the name %j, which browsers would not read',
  (name) => {
    expect(() => serverTiming(name)).toThrow('is not a token');
  },
);

test('serverTiming tells how long the view took, behind what it tells itself', async () => {
  const view = () => new Response(null, 200, { 'server-timing': 'db;dur=2' });
  const { headers } = await answerOf(serverTiming('view'), view);
  expect(headers).toHaveProperty(
    'Server-Timing',
    expect.stringMatching(/^db;dur=2, view;dur=\d+\.\d$/),
  );
  expect((await answerOf(serverTiming(), () => 1)).headers).toHaveProperty(
    'Server-Timing',
    expect.stringMatching(/^app;dur=\d+\.\d$/),
  );
});

test.each([
  ['an object', () => ({ a: 1 })],
  ['a text', () => 'text'],
  ['nothing', () => new Response(null)],
])('cacheControl answers 304 to a client that has %s already', async (_, view) => {
  const layer = cacheControl('max-age=60');
  const first = await answerOf(layer, view);
  const tag = first.headers['ETag'];
  expect(first).toMatchObject({ statusCode: 200, headers: { 'Cache-Control': 'max-age=60' } });
  expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
  const headers = { 'if-none-match': `"other", ${String(tag)}` };
  const second = await answerOf(layer, view, { headers });
  expect(second).toMatchObject({ statusCode: 304, body: '', headers: { ETag: tag } });
  const other = { headers: { 'if-none-match': '"other"' } };
  expect(await answerOf(layer, view, other)).toEqual(first);
});

test('cacheControl leaves what a view says of it, other statuses and writing methods', async () => {
  const layer = cacheControl('max-age=60');
  const own = () => new Response('a', 200, { 'cache-control': 'no-store', etag: '"1"' });
  const { headers } = await answerOf(layer, own);
  expect(headers).toMatchObject({ 'cache-control': 'no-store', etag: '"1"' });
  const known = { headers: { 'if-none-match': '"1"' } };
  expect(await answerOf(layer, own, known)).toMatchObject({ statusCode: 304 });
  const gone = await answerOf(layer, () => new Response(null, 410));
  expect(gone.headers).not.toHaveProperty('ETag');
  const posted = await answerOf(layer, () => 1, { httpMethod: 'POST' });
  expect(posted.headers).not.toHaveProperty('ETag');
});

test.each([
  ['W/"1"', 304],
  ['"1"', 304],
  ['*', 304],
  ['"0", W/"1" , "2"', 304],
  ['"a,b", "1"', 304],
  ['"1,b"', 200],
  ['W/*', 200],
  ['1', 200],
  ['w/"1"', 200],
  ['', 200],
])('cacheControl answers If-None-Match: %s with %d, also to HEAD', async (known, status) => {
  const view = () => new Response('body', 200, { ETag: '"1"', 'Content-Type': 'text/plain' });
  for (const httpMethod of ['GET', 'HEAD']) {
    const event = { httpMethod, headers: { 'If-None-Match': known } };
    const answer = await answerOf(cacheControl('max-age=60'), view, event);
    expect(answer).toMatchObject({
      statusCode: status,
      body: status === 200 && httpMethod === 'GET' ? 'body' : '',
      headers: { ETag: '"1"', 'Cache-Control': 'max-age=60' },
    });
  }
});

test.each([
  [['"0"', '"1"'], 304],
  [['"0"', 'W/"2", W/"1"'], 304],
  [['"0"', '"2"'], 200],
  [['"0, ', ' "1"'], 200],
])('cacheControl reads lines %j of If-None-Match as one list', async (lines, status) => {
  const view = () => new Response('body', 200, { ETag: '"1"' });
  const events = [
    { multiValueHeaders: { 'if-none-match': lines } },
    {
      multiValueHeaders: { 'If-None-Match': lines },
      headers: { 'If-None-Match': lines.at(-1) ?? '' },
    },
  ];
  for (const event of events)
    expect((await answerOf(cacheControl('max-age=60'), view, event)).statusCode).toBe(status);
});

test('cacheControl sends with 304 the headers that a cache updates, and no body (RFC 9110 section 15.4.5)', async () => {
  const headers = {
    ETag: '"1"',
    Vary: 'Accept',
    Expires: 'Thu, 01 Jan 2026 00:00:00 GMT',
    'Content-Location': '/a.png',
    'Content-Type': 'image/png',
    'Set-Cookie': ['a=1', 'b=2'],
  };
  const view = () => new Response(new Uint8Array([1]), 200, headers);
  const event = { headers: { 'If-None-Match': '"1"', Accept: 'image/png' } };
  const answer = await answerOf(cacheControl('max-age=60'), view, event);
  const { 'Set-Cookie': cookies, ...single } = headers;
  expect(answer).toMatchObject({ statusCode: 304, body: '', isBase64Encoded: false });
  expect(answer.headers).toMatchObject({ ...single, 'Cache-Control': 'max-age=60' });
  expect(valuesOf(answer, 'Set-Cookie')).toEqual(cookies);
});

test('cacheControl leaves If-None-Match of writing methods, and If-Match, to the view', async () => {
  const view = () => new Response('body', 200, { ETag: '"1"' });
  const asked = async (httpMethod: string, name: string) =>
    (await answerOf(cacheControl('no-cache'), view, { httpMethod, headers: { [name]: '"1"' } }))
      .statusCode;
  expect(await asked('POST', 'If-None-Match')).toBe(200);
  expect(await asked('GET', 'If-Match')).toBe(200);
});

test.each([
  ['quotes', '"'.repeat(100_001)],
  ['open tags', 'W/"'.repeat(50_000)],
  ['commas', ','.repeat(100_000)],
  ['spaces', `"${' '.repeat(100_000)}`],
])('cacheControl reads 100,000 %s of a client at once', async (_, known) => {
  const started = processorTime();
  const event = { headers: { 'If-None-Match': known } };
  expect((await answerOf(cacheControl('no-cache'), () => 'a', event)).statusCode).toBe(200);
  expect(processorTime() - started).toBeLessThan(2000);
});

test('cacheControl knows a tag with commas, and none inside of another', async () => {
  const statusOf = async (tag: string, known: string) => {
    const view = () => new Response('body', 200, { ETag: tag });
    const headers = { 'If-None-Match': known };
    return (await answerOf(cacheControl('max-age=60'), view, { headers })).statusCode;
  };
  expect(await statusOf('"a,b"', '"0", W/"a,b"')).toBe(304);
  expect(await statusOf('"a, b"', '"a, b"')).toBe(304);
  expect(await statusOf('"b"', '"a,b"')).toBe(200);
  expect(await statusOf('"*"', '"a,*,b"')).toBe(200);
});

test('cacheControl tells bytes apart, whatever view of them a body is', async () => {
  const tagOf = async (byte: number) => {
    const body = new DataView(new Uint8Array([byte, 2]).buffer, 0, 1);
    const image = () => new Response(body, 200, { 'Content-Type': 'image/png' });
    const event = { headers: { accept: '*/*' } };
    return (await answerOf(cacheControl('max-age=60'), image, event)).headers['ETag'];
  };
  expect(await tagOf(1)).not.toBe(await tagOf(3));
});

test.each([
  ['cacheControl', cacheControl('max-age=60')],
  ['bodyLog', bodyLog(() => undefined)],
])('%s takes a body that JavaScript left out', async (_, layer) => {
  const body: unknown = undefined;
  const view = () => new Response(body as null); // because JavaScript code can pass any value
  expect(await answerOf(layer, view)).toMatchObject({ statusCode: 200, body: '' });
});

test('bodyLog writes sizes and rates, and nothing that was sent', async () => {
  const write = vi.fn();
  const event = { httpMethod: 'POST', path: '/a', body: 'secret', headers: {} };
  await answerOf(bodyLog(write), () => ({ reply: 'private' }), event);
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/^POST \/a 200: 6 B in, 19 B out, \d+ ms, \d+ B\/ms$/)],
  ]);
  const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const raise = () => {
    throw new Error('secret');
  };
  await answerOf(bodyLog(write), raise);
  output.mockRestore();
  expect(write).toHaveBeenLastCalledWith(
    expect.stringMatching(/^GET \/a raised: 0 B in, 0 B out, \d+ ms, 0 B\/ms$/),
  );
});

test('bodyLog writes one line of the route, whatever a client sends in path, query, headers and body', async () => {
  const write = vi.fn();
  const event = {
    httpMethod: 'POST',
    path: '/a/secret\nGET /forged 200',
    queryStringParameters: { token: 'secret' },
    headers: { Authorization: 'secret', Cookie: 'secret' },
    body: 'c2VjcmV0',
    isBase64Encoded: true,
  };
  await answerOf(bodyLog(write), () => new Response('ä', 201, { 'X-Own': 'secret' }), event);
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/^POST \/a 201: 6 B in, 2 B out, \d+ ms, \d+ B\/ms$/)],
  ]);
});

test('bodyLog counts megabytes, and hands the body on as it is', async () => {
  const write = vi.fn();
  const body = 'ä'.repeat(3_000_000);
  const event = { httpMethod: 'POST', body, isBase64Encoded: false };
  const answer = await answerOf(bodyLog(write), () => new Response(body), event);
  expect(answer.body).toBe(body);
  expect(write.mock.calls).toEqual([
    [expect.stringMatching(/^POST \/a 200: 6000000 B in, 6000000 B out, /)],
  ]);
});

test('cacheControl tags no stream, and bodyLog does not wait for one', async () => {
  const lines: string[] = [];
  const log = bodyLog((line) => lines.push(line));
  const app = new Framework({ appName: 'fixture', middleware: [cacheControl('no-cache'), log] });
  app.route('/a')(async function* () {
    yield await Promise.resolve('one');
  });
  const requestContext = { requestId: 'id-1', resourcePath: '/a' };
  const event = { resource: '/a', path: '/a', httpMethod: 'GET', requestContext };
  const out = new PassThrough();
  await createStreamHandler(app)(event as ProxyEvent, out); // because the rest of the event is not read here
  const [prelude = '', body] = (await text(out)).split('\0'.repeat(8));
  expect(body).toBe('one');
  expect(prelude).toContain('"Cache-Control":"no-cache"');
  expect(prelude).not.toContain('ETag');
  expect(lines).toEqual(['GET /a 200: 0 B in, a stream out']);
});
