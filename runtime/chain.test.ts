// Middleware that calls `next` in unusual ways: late, twice concurrently, without waiting, or with an error after the response.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHandler } from './handler.js';
import { Framework, middleware, type Middleware, NotFoundError, Response } from './index.js';
import type { ProxyEvent } from './contract/proxy-event.js';

const unhandled = vi.fn();

beforeEach(() => {
  unhandled.mockClear();
  process.on('unhandledRejection', unhandled);
});

afterEach(() => {
  process.off('unhandledRejection', unhandled);
});

type Served = { readonly layers: readonly Middleware[]; readonly view?: () => unknown };

async function answerOf({ layers, view = () => 'view' }: Served) {
  const app = new Framework({ appName: 'fixture', middleware: layers });
  app.log.level = 'CRITICAL';
  app.route('/a', { cors: true })(view);
  const event = { resource: '/a', path: '/a', httpMethod: 'GET' };
  const answer = await createHandler(app)(event as ProxyEvent); // because the rest of the event is not read here
  // Unhandled rejections are reported after the tick in which they happen.
  await wait(5);
  return answer;
}

const pass = middleware((_request, next) => next());

const fail = (): never => {
  throw new NotFoundError('gone');
};

const failLater = async (): Promise<never> => {
  await wait(1);
  return fail();
};

test('two calls of next() at once: the first goes on, the second is an error', async () => {
  const view = vi.fn(() => 'view');
  const both = middleware(async (_request, next) => {
    const settled = await Promise.allSettled([next(), new Promise((resolve) => resolve(next()))]);
    return new Response(settled.map(({ status }) => status));
  });
  const answer = await answerOf({ layers: [both], view });
  expect(answer.body).toBe('["fulfilled","rejected"]');
  expect(view).toHaveBeenCalledTimes(1);
});

test('a second next() stays an error when the first one failed', async () => {
  const view = vi.fn(fail);
  const again = middleware(async (_request, next) => {
    try {
      return await next();
    } catch {
      return next();
    }
  });
  const answer = await answerOf({ layers: [again], view });
  expect(answer.statusCode).toBe(500);
  expect(view).toHaveBeenCalledTimes(1);
});

test('next() behind the answer still runs the view, and changes nothing of the answer', async () => {
  const view = vi.fn(() => 'view');
  const late = middleware((_request, next) => {
    setTimeout(() => void next(), 2);
    return new Response({ early: true });
  });
  const answer = await answerOf({ layers: [late], view });
  expect(answer.body).toBe('{"early":true}');
  expect(view).toHaveBeenCalledTimes(1);
});

test.each([
  ['at once', fail],
  ['later', failLater],
  ['by returning its error later', () => Promise.resolve(new NotFoundError('gone'))],
  ['by returning what is no JSON', () => 5n],
  ['by returning what is no JSON later', () => Promise.resolve(5n)],
])('next() that nobody waits for, and that fails %s, ends no process', async (_, view) => {
  const hasty = middleware((_request, next) => {
    void next();
    return new Response({ early: true });
  });
  for (const layers of [[hasty], [hasty, pass, pass], [pass, hasty, pass]]) {
    expect((await answerOf({ layers, view })).body).toBe('{"early":true}');
  }
  expect(unhandled).not.toHaveBeenCalled();
});

test('next() behind the answer that fails ends no process either', async () => {
  const late = middleware((_request, next) => {
    setTimeout(() => void next(), 1);
    return new Response({ early: true });
  });
  await answerOf({ layers: [late, pass], view: fail });
  expect(unhandled).not.toHaveBeenCalled();
});

test.each([
  ['raises', middleware(() => fail())],
  ['rejects', middleware(failLater)],
  ['gives an error', middleware((() => new NotFoundError('gone')) as never)],
  ['gives no answer', middleware((() => 5) as never)],
])('a middleware that %s inside of one that does not wait ends no process', async (_, inner) => {
  const hasty = middleware((_request, next) => {
    void next();
    return new Response({ early: true });
  });
  const answer = await answerOf({ layers: [hasty, inner] });
  expect(answer.body).toBe('{"early":true}');
  expect(unhandled).not.toHaveBeenCalled();
});

test('what raises behind next() replaces the answer, with CORS, and those outside it see the error', async () => {
  const seen = vi.fn();
  const outer = middleware(async (_request, next) => {
    try {
      return await next();
    } catch (error) {
      seen(error instanceof NotFoundError);
      throw error;
    }
  });
  const after = middleware(async (_request, next) => {
    await next();
    return fail();
  });
  const answer = await answerOf({ layers: [outer, after] });
  expect(answer).toMatchObject({
    statusCode: 404,
    headers: { 'Access-Control-Allow-Origin': '*' },
    body: '{"Code":"NotFoundError","Message":"gone"}',
  });
  expect(seen).toHaveBeenCalledWith(true);
});

test('an answer that is promised by something else than a promise is waited for', async () => {
  const thenable = middleware((() => ({
    then: (resolve: (answer: Response) => void) => {
      resolve(new Response({ from: 'a thenable' }));
    },
  })) as never);
  expect((await answerOf({ layers: [pass, thenable] })).body).toBe('{"from":"a thenable"}');
});
