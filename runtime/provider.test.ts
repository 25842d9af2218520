// Providers: values of one request.
import { expect, test } from 'vitest';
import type { ProxyEvent } from './contract/proxy-event.js';
import { createHandler, Framework, middleware, Response } from './index.js';

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const eventOf = (id: string) =>
  ({
    resource: '/{id}',
    path: `/${id}`,
    httpMethod: 'GET',
    pathParameters: { id },
    headers: { 'x-user': id },
  }) as unknown as ProxyEvent; // because the rest of the event is not read here

test('200 concurrent requests see each their own value, also across await', async () => {
  const user = middleware.provide(async (request, next) => {
    const name = request.headers['X-User'];
    await wait(Number(name) % 7);
    return next({ name });
  });
  const role = middleware.provide(async (_request, next) => {
    await wait(1);
    return next(`role of ${String(user.value.name)}`);
  });
  const app = new Framework({ appName: 'fixture', middleware: [user, role] });
  app.route('/{id}')(async (id) => {
    const before = user.value;
    await wait(Number(id) % 5);
    await Promise.all([wait(1), Promise.resolve()]);
    return [id, before === user.value, user.value.name, role.value];
  });
  const handler = createHandler(app);
  const ids = Array.from({ length: 200 }, (_, index) => String(index));
  const answers = await Promise.all(ids.map((id) => handler(eventOf(id))));
  expect(answers.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    ids.map((id) => [id, true, id, `role of ${id}`]),
  );
});

test('there is no value outside it', async () => {
  const user = middleware.provide((_request, next) => next('ann'));
  const read: unknown[] = [];
  const outside = middleware(async (_request, next) => {
    const response = await next();
    expect(() => user.value).toThrow('only inside it');
    read.push('outside');
    return response;
  });
  const app = new Framework({ appName: 'fixture', middleware: [outside, user] });
  app.route('/{id}')((id) => [id, user.value]);
  expect(await createHandler(app)(eventOf('1'))).toMatchObject({ body: '["1","ann"]' });
  expect(read).toEqual(['outside']);
});

test('a provider changes the answer, or answers itself, as a middleware does', async () => {
  const user = middleware.provide(async (request, next) => {
    if (request.headers['X-User'] === '0') return new Response('no', 401);
    const response = await next(1);
    response.headers['X-Seen'] = 'yes';
    return response;
  });
  const app = new Framework({ appName: 'fixture' });
  app.route('/{id}', { middleware: [user] })((id) => [id, user.value]);
  const handler = createHandler(app);
  expect(await handler(eventOf('0'))).toMatchObject({ statusCode: 401, body: 'no' });
  expect(await handler(eventOf('1'))).toMatchObject({
    body: '["1",1]',
    headers: { 'X-Seen': 'yes' },
  });
});

test('a test calls a view with a value, without a request', async () => {
  const user = middleware.provide((_request, next) => next({ name: 'ann' }));
  const app = new Framework({ appName: 'fixture' });
  const hello = app.route('/hello', { middleware: [user] })(async () => {
    await wait(1);
    return `hello ${user.value.name}`;
  });
  expect(await user.with({ name: 'bob' }, hello)).toBe('hello bob');
  expect(() => user.value).toThrow('only inside it');
});
