// The middleware that adds headers to every response, in code that is not bundled.
import { expect, test, vi } from 'vitest';
import type { ProxyEvent } from './contract/proxy-event.js';
import { createHandler } from './handler.js';
import { Framework, middleware, NotFoundError } from './index.js';
import { answerOf } from './middleware.fixture.js';

test('headers of every answer: the innermost of one name counts, whatever its spelling', async () => {
  const common = [middleware.answerHeaders(() => ({ 'X-A': 'app', 'X-B': 'app' }))];
  const options = { middleware: [middleware.answerHeaders(() => ({ 'x-a': 'route' }))] };
  const view = () => {
    throw new NotFoundError('none');
  };
  expect((await answerOf({ view, common, options })).headers).toEqual({
    'Content-Type': 'application/json',
    'X-A': 'route',
    'X-B': 'app',
  });
});

test('headers of every answer do not pass from one request to the next', async () => {
  const app = new Framework({
    appName: 'fixture',
    middleware: [
      middleware.answerHeaders(({ queryParams }): Record<string, string> => {
        return queryParams?.['mark'] ? { 'X-Mark': queryParams['mark'] } : {};
      }),
    ],
  });
  app.route('/a', { cors: true })(() => 1);
  const handler = createHandler(app);
  const ask = async (query: Record<string, string> | null) => {
    const event = { resource: '/a', path: '/a', httpMethod: 'GET', queryStringParameters: query };
    return (await handler(event as unknown as ProxyEvent)).headers; // because the rest of the event is not read here
  };
  expect(await ask({ mark: '1' })).toHaveProperty('X-Mark', '1');
  expect(await ask(null)).not.toHaveProperty('X-Mark');
});

test.each([
  [
    'raises an error',
    () => {
      throw new TypeError('no headers');
    },
    /no headers/,
  ],
  ['gives a Content-Type', () => ({ 'content-type': 'text/html' }), /cannot set Content-Type/],
  ['gives a header that cannot be sent', () => ({ 'X-A': 'a\nb' }), /cannot be sent/],
])('what %s instead of headers is an unhandled error', async (_, headers, text) => {
  const log = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const raising = middleware.answerHeaders(headers);
  const answer = await answerOf({ view: () => 1, common: [raising] });
  expect(answer.statusCode).toBe(500);
  expect(String(log.mock.calls[0]?.[0])).toMatch(text);
  vi.restoreAllMocks();
});
