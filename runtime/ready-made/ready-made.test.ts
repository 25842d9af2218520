// What `framework/middleware` has ready.
import { expect, test, vi } from 'vitest';
import type { ProxyEvent } from '../contract/proxy-event.js';
import { createHandler, Framework, type Middleware, Response } from '../index.js';
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
  return createHandler(app)(request as ProxyEvent); // because the rest of an event is not read here
}

test('requestId sends the id of the request', async () => {
  expect((await answerOf(requestId(), () => 1)).headers).toHaveProperty('X-Request-Id', 'id-1');
  const named = await answerOf(requestId({ header: 'X-Trace' }), () => 1);
  expect(named.headers).toHaveProperty('X-Trace', 'id-1');
});

test('securityHeaders adds to what the view sets, with those of the application', async () => {
  const view = () => new Response('<p>', 200, { 'content-security-policy': 'own' });
  const layer = securityHeaders({ 'X-Frame-Options': null, 'X-Own': '1' });
  expect((await answerOf(layer, view)).headers).toEqual({
    'Content-Type': 'application/json',
    'content-security-policy': 'own',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'X-Content-Type-Options': 'nosniff',
    'X-Own': '1',
  });
});

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
  const view = () => new Response(body as null); // because no type stops JavaScript
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
