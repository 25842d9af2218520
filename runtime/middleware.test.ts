// Middleware around views and lambda functions, in code that is not bundled; its behavior in a bundle is in the conformance
// table.
import { expect, test, vi } from 'vitest';
import { createFunctionHandler } from './function-handler.js';
import { createHandler } from './handler.js';
import { Framework, middleware, type Middleware, Response } from './index.js';
import type { ProxyEvent } from './contract/proxy-event.js';
import { answerOf } from './middleware.fixture.js';

const named = (name: string, log: string[]): Middleware =>
  middleware(async (_request, next) => {
    log.push(`${name} in`);
    const response = await next();
    log.push(`${name} out`);
    return response;
  });

test('is an onion in the order of the lists, the application around the route', async () => {
  const log: string[] = [];
  const common = [named('a', log), named('b', log)];
  const options = { middleware: [named('c', log), named('d', log)] };
  const view = () => log.push('view');
  await answerOf({ view, common, options });
  expect(log.join(', ')).toBe('a in, b in, c in, d in, view, d out, c out, b out, a out');
});

test.each([
  ['an object', { a: 1 }, '{"a":1}'],
  ['a list', [1], '[1]'],
  ['a text', 'hello', '"hello"'],
  ['a number', 5, '5'],
  ['null', null, 'null'],
  ['nothing', undefined, 'null'],
])('%s is the same answer through a middleware', async (_, value, body) => {
  const pass = middleware((_request, next) => next());
  const answer = await answerOf({ view: () => value, common: [pass] });
  expect(answer).toEqual(await answerOf({ view: () => value }));
  expect(answer).toMatchObject({ statusCode: 200, body });
});

test('sees the finished answer: status, headers and body as the view gave it', async () => {
  const body = { a: 1 };
  const seen = vi.fn();
  const look = middleware(async (_request, next) => {
    const response = await next();
    const { body, statusCode, headers } = response;
    seen({ body, statusCode, headers });
    return response;
  });
  await answerOf({ view: () => new Response(body, 201, { 'X-A': '1' }), common: [look] });
  expect(seen).toHaveBeenCalledWith({ body, statusCode: 201, headers: { 'X-A': '1' } });
});

test('changes the answer of its request, never what a view returns to all', async () => {
  const shared = new Response('text', 200, {});
  let count = 0;
  const mark = middleware(async (_request, next) => {
    const response = await next();
    response.headers[`X-${++count}`] = 'seen';
    return response;
  });
  await answerOf({ view: () => shared, common: [mark] });
  const { headers } = await answerOf({ view: () => shared, common: [mark] });
  expect(headers).toEqual({ 'Content-Type': 'application/json', 'X-2': 'seen' });
  expect(shared.headers).toEqual({});
});

test('an answer that two requests share from an inner middleware stays as it is', async () => {
  const shared = new Response(null, 304);
  const mark = middleware(async (_request, next) => {
    const response = await next();
    response.headers['X-A'] = '1';
    return response;
  });
  const early = middleware(() => shared);
  const answer = await answerOf({ view: () => 1, common: [mark, early] });
  expect(answer).toMatchObject({ statusCode: 304, headers: { 'X-A': '1' } });
  expect(shared.headers).toEqual({});
});

test.each([
  [
    'a second call of next()',
    middleware(async (_request, next) => {
      await next();
      return next();
    }),
    'A middleware called `next()` a second time',
  ],
  [
    'an answer that is no Response',
    middleware(async (_request, next) => {
      await next();
      return undefined as never;
    }),
    'A middleware of /a returned undefined',
  ],
])('%s is an unhandled error that says so', async (_, broken, message) => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const answer = await answerOf({ view: () => 1, common: [broken] });
  expect(answer.statusCode).toBe(500);
  expect(String(write.mock.calls[0]?.[0])).toContain(message);
  write.mockRestore();
});

test('one that does not wait for what it goes on to ends no process', async () => {
  const hasty = middleware((_request, next) => {
    void next();
    return new Response('early');
  });
  const view = async () => {
    await Promise.resolve();
    throw new Error('late');
  };
  expect(await answerOf({ view, common: [hasty] })).toMatchObject({ body: 'early' });
  await new Promise((resolve) => setTimeout(resolve, 5));
});

test('reads the same request as the view', async () => {
  const app = new Framework({
    appName: 'fixture',
    middleware: [
      middleware(async (request, next) => {
        expect(request).toBe(app.currentRequest);
        return next();
      }),
    ],
  });
  app.route('/a')(() => app.currentRequest.method);
  const event = { resource: '/a', path: '/a', httpMethod: 'GET' };
  expect(await createHandler(app)(event as ProxyEvent)).toMatchObject({ body: '"GET"' });
});

test('runs around lambda functions: of the application its own kind, then what the function lists', async () => {
  const log: unknown[] = [];
  const step = (name: string) =>
    middleware.event(async (event, next, context) => {
      log.push([name, event, context]);
      return [name, await next()];
    });
  const http = middleware(() => new Response('never'));
  const app = new Framework({ appName: 'fixture', middleware: [http, step('app')] });
  const job = app.lambdaFunction({ name: 'job', middleware: [step('own')] })((event: unknown) => ({
    event,
  }));
  expect(job(1)).toEqual({ event: 1 });
  const handler = createFunctionHandler('job', app);
  expect(await handler({ a: 1 })).toEqual(['app', ['own', { event: { a: 1 } }]]);
  expect(log).toEqual([
    ['app', { a: 1 }, undefined],
    ['own', { a: 1 }, undefined],
  ]);
});

test('around a function, an early result and errors are what the caller gets', async () => {
  const app = new Framework({ appName: 'fixture' });
  const early = middleware.event(() => 'early');
  const twice = middleware.event(async (_event, next) => {
    await next();
    return next();
  });
  app.lambdaFunction({ name: 'early', middleware: [early] })(() => 'late');
  app.lambdaFunction({ name: 'twice', middleware: [twice] })(() => 'once');
  expect(await createFunctionHandler('early', app)({})).toBe('early');
  await expect(createFunctionHandler('twice', app)({})).rejects.toThrow('a second time');
});

test('the lists of a view or a function are joined for its first call, and no later one joins them', async () => {
  const pass = middleware((_request, next) => next());
  const step = middleware.event((_event, next) => next());
  const app = new Framework({ appName: 'fixture', middleware: [pass, step] });
  app.route('/a', { middleware: [pass] })(() => 1);
  app.lambdaFunction({ name: 'job', middleware: [step] })(() => 1);
  const chains = (): readonly unknown[] => [
    app.$views.get('/a')?.get('GET')?.chain,
    app.$registry.functions.get('job')?.chain,
  ];
  const event = { resource: '/a', path: '/a', httpMethod: 'GET' } as ProxyEvent; // because the rest of the event is not read here
  const handler = createHandler(app);
  const job = createFunctionHandler('job', app);
  await handler(event);
  await job({});
  const joined = chains();
  expect(joined).toEqual([
    [pass, pass],
    [step, step],
  ]);
  await Promise.all([handler(event), handler(event), job({})]);
  for (const [at, chain] of chains().entries()) expect(chain).toBe(joined[at]);
});
