import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLambdaContext } from '../cli/serve/gateway/proxy-event.js';
import { proxyEvent } from '../test/support/proxy-events.js';
import { BadRequestError } from './errors.js';
import { Framework } from './framework.js';
import { createHandler } from './handler.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Runs a view with a function timeout in milliseconds. */
async function serve(timeout: number | undefined, view: (signal: AbortSignal) => unknown) {
  const app = new Framework({ appName: 'fixture' });
  app.$call(['view', '/', ['GET'], [], 0])(() => view(app.currentRequest.signal)); // because the rest of the row is not needed
  const facts = { functionName: 'f', region: 'r', accountId: '1', memorySize: 128 };
  const invocation = { requestId: 'id', started: Date.now() };
  const context =
    timeout === undefined
      ? undefined
      : createLambdaContext({ ...facts, timeout }, invocation, Date.now);
  const answer = createHandler(app)(proxyEvent(), context);
  await vi.advanceTimersByTimeAsync(120_000);
  return JSON.parse((await answer).body) as unknown;
}

const whenAborted = (signal: AbortSignal) =>
  new Promise((resolve) => {
    const began = Date.now();
    signal.addEventListener('abort', () => {
      resolve([Date.now() - began, (signal.reason as DOMException).name]); // because the reason is always a DOMException
    });
  });

it.each([
  [60_000, 59_000],
  [2000, 1000],
  [1000, 500],
])('of %d ms the signal aborts after %d ms', async (timeout, expected) => {
  expect(await serve(timeout, whenAborted)).toEqual([expected, 'TimeoutError']);
});

it('there is one signal of a request, and no timer is left behind its answer', async () => {
  let seen: AbortSignal | undefined;
  const app = new Framework({ appName: 'fixture' });
  app.$call(['view', '/', ['GET'], [], 0])(() => {
    seen = app.currentRequest.signal;
    return [seen === app.currentRequest.signal, vi.getTimerCount()];
  });
  const context = { getRemainingTimeInMillis: () => 5000 } as never; // because nothing else is read
  const { body } = await createHandler(app)(proxyEvent(), context);
  expect(body).toBe('[true,1]');
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen?.aborted).toBe(false);
});

it('the timer of a request that raised or waits is none of the next one', async () => {
  const app = new Framework({ appName: 'fixture' });
  const signals: AbortSignal[] = [];
  app.$call(['raises', '/raises', ['GET'], [], 0])(() => {
    signals.push(app.currentRequest.signal);
    throw new BadRequestError('no');
  });
  app.$call(['waits', '/waits', ['GET'], [], 0])(async () => {
    const { signal } = app.currentRequest;
    signals.push(signal);
    await new Promise((resolve) => setTimeout(resolve, 3000));
    return signal.aborted;
  });
  const handler = createHandler(app);
  const context = { getRemainingTimeInMillis: () => 5000 } as never; // because nothing else is read
  const ask = (resource: string) => handler(proxyEvent({ resource }), context);
  expect((await ask('/raises')).statusCode).toBe(400);
  expect(vi.getTimerCount()).toBe(0);
  const first = ask('/waits');
  await vi.advanceTimersByTimeAsync(2000);
  const second = ask('/waits');
  await vi.advanceTimersByTimeAsync(1500);
  expect((await first).body).toBe('false');
  await vi.advanceTimersByTimeAsync(1500);
  expect((await second).body).toBe('false');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
  expect(new Set(signals).size).toBe(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('a view that does not read it sets no timer', async () => {
  expect(await serveWithout()).toBe(0);
});

async function serveWithout(): Promise<number> {
  const app = new Framework({ appName: 'fixture' });
  app.$call(['view', '/', ['GET'], [], 0])(() => vi.getTimerCount());
  const context = { getRemainingTimeInMillis: () => 5000 } as never; // because nothing else is read
  return Number((await createHandler(app)(proxyEvent(), context)).body);
}

it('a call without a context has a signal that never aborts', async () => {
  expect(await serve(undefined, (signal) => signal.aborted)).toBe(false);
});
