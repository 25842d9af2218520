// What remains after the first reader of a request: bodies that are read twice, and values that are read too late.
import { expect, test } from 'vitest';
import { proxyEvent } from '../test/support/proxy-events.js';
import { Blueprint, createHandler, Framework, middleware } from './index.js';

/** Creates an event of `POST /` with a body as the gateway passes it. */
const posted = (contentType: string, body: string) =>
  proxyEvent({
    httpMethod: 'POST',
    headers: { 'content-type': contentType },
    multiValueHeaders: { 'content-type': [contentType] },
    body: Buffer.from(body).toString('base64'),
    isBase64Encoded: true,
  });

const FORM = 'application/x-www-form-urlencoded';
const ROUTE = { methods: ['POST'], contentTypes: [FORM, 'application/json'] } as const;

test('a body that a middleware reads is there for the view, in every way of reading it', async () => {
  const reader = middleware(async (request, next) => {
    const form = await request.formData();
    const response = await next();
    response.headers['X-Read'] = `${[...form.keys()].join()} ${request.rawBody.length}`;
    return response;
  });
  const app = new Framework({ appName: 'fixture', middleware: [reader] });
  app.route(
    '/',
    ROUTE,
  )(async () => {
    const { rawBody } = app.currentRequest;
    const form = await app.currentRequest.formData();
    return [[...form], rawBody.toString(), app.currentRequest.jsonBody];
  });
  expect(await createHandler(app)(posted(FORM, 'a=1&b=2'))).toMatchObject({
    statusCode: 200,
    body: '[[["a","1"],["b","2"]],"a=1&b=2",null]',
    headers: { 'X-Read': 'a,b 7' },
  });
});

test('a form that cannot be read is the mistake of the client for each reader', async () => {
  const caught: unknown[] = [];
  const reader = middleware(async (request, next) => {
    await request.formData().catch((error: unknown) => caught.push(error));
    return next();
  });
  const app = new Framework({ appName: 'fixture', middleware: [reader] });
  app.route('/', ROUTE)(async () => [...(await app.currentRequest.formData())]);
  const answer = await createHandler(app)(posted('application/json', '{}'));
  expect(answer).toMatchObject({ statusCode: 400 });
  expect(answer.body).toContain('Error Parsing Form');
  expect(caught).toHaveLength(1);
});

test('a provider gives the body that it has read to the view, and to a reader after it', async () => {
  const order = middleware.provide((request, next) => next(request.jsonBody));
  const app = new Framework({ appName: 'fixture' });
  const part = new Blueprint({ middleware: [order] });
  app.register(part);
  part.route('/', ROUTE)(() => [order.value, order.value === part.currentRequest.jsonBody]);
  const answer = await createHandler(app)(posted('application/json', '{"id":7}'));
  expect(answer).toMatchObject({ statusCode: 200, body: '[{"id":7},true]' });
});

test('work that a view leaves behind keeps the value of its own request', async () => {
  const user = middleware.provide((request, next) => next(request.headers['X-User']));
  const app = new Framework({ appName: 'fixture', middleware: [user] });
  const gate = new Map<string, () => void>();
  const late: Promise<unknown>[] = [];
  app.route('/')(() => {
    const name = user.value ?? '';
    const opened = new Promise<void>((open) => gate.set(name, open));
    late.push(opened.then(() => [name, user.value]));
    return name;
  });
  const handler = createHandler(app);
  const asked = (name: string) =>
    handler(proxyEvent({ headers: { 'x-user': name }, multiValueHeaders: { 'x-user': [name] } }));
  expect([(await asked('ann')).body, (await asked('ben')).body]).toEqual(['"ann"', '"ben"']);
  gate.get('ben')?.();
  gate.get('ann')?.();
  expect(await Promise.all(late)).toEqual([
    ['ann', 'ann'],
    ['ben', 'ben'],
  ]);
});

test('the current request of a view inside of a middleware that waits is gone behind it', async () => {
  const wait = middleware(async (_request, next) => {
    await Promise.resolve();
    return next();
  });
  const app = new Framework({ appName: 'fixture', middleware: [wait] });
  app.route('/')(() => app.currentRequest.method);
  app.route('/broken')(() => {
    throw new TypeError('broken');
  });
  app.log.level = 'CRITICAL';
  const handler = createHandler(app);
  for (const path of ['/', '/broken']) {
    const { statusCode } = await handler(proxyEvent({ resource: path, path }));
    expect(statusCode).toBe(path === '/' ? 200 : 500);
    expect(() => app.currentRequest).toThrow('only while a view handles a request');
  }
});

test('a timer that is set before the request has no value of it', async () => {
  const user = middleware.provide((_request, next) => next('ann'));
  const app = new Framework({ appName: 'fixture', middleware: [user] });
  app.route('/')(() => user.value);
  const read = new Promise((resolve) => {
    setImmediate(() => {
      try {
        resolve(user.value);
      } catch (error) {
        resolve(error);
      }
    });
  });
  expect(await createHandler(app)(proxyEvent())).toMatchObject({ body: '"ann"' });
  expect(String(await read)).toContain('list the provider in `middleware`');
});

test('a provider that a module reads at its top level says where it belongs', () => {
  const user = middleware.provide((_request, next) => next('ann'));
  expect(() => user.value).toThrow(
    'The value of a provider is available only inside it: list the provider in `middleware` of the application or of the route, before the code that reads it.',
  );
});
