// How long requests and calls wait: for the load of the application, and then for their own end.
import { stat } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AppEvent, type Outcome, startApplication } from './application.js';
import { INVOCATION } from './invocation.fixture.js';
import type { ToWorker } from './messages.js';
import type { LinkEvents } from './worker-link.js';

/** An application over a link that is made up. Requests and calls may take a second unless given. */
function open({ timeout = 1000, functionTimeout = 1000 } = {}) {
  const workers: LinkEvents[] = [];
  const posted: ToWorker[] = [];
  const events: AppEvent[] = [];
  const outcomes: Outcome[] = [];
  const application = startApplication({
    startLink: (_options, told) => {
      workers.push(told);
      return {
        post: (message) => posted.push(message),
        lastBegun: () => 1,
        terminate: () => Promise.resolve(),
      };
    },
    setup: Promise.resolve(undefined),
    script: new URL('file:///worker.js'),
    environment: {},
    heapLimit: undefined,
    timeout,
    functionTimeout: () => functionTimeout,
    onEvent: (event) => events.push(event),
  });
  return {
    application,
    workers,
    posted,
    outcomes,
    events,
    kinds: () => events.map(({ kind }) => kind),
    invoke: () => {
      application.invoke(INVOCATION, (outcome) => outcomes.push(outcome));
    },
    hear: (message: Parameters<LinkEvents['onMessage']>[0]) => workers.at(-1)?.onMessage(message),
  };
}

const ANSWER = { kind: 'answers', rows: [[0, 1, 200, '', 'done']] } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the time of a request begins when the application has been loaded', async () => {
  const { invoke, hear, outcomes, kinds } = open();
  invoke();
  await vi.advanceTimersByTimeAsync(9000);
  hear({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(900);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcomes).toEqual(['timed-out']);
  expect(kinds()).toEqual(['timed-out']);
});

test('a load that does not end is given up, and another one begins with the next request', async () => {
  const { invoke, outcomes, kinds, workers } = open();
  invoke();
  await vi.advanceTimersByTimeAsync(9900);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcomes).toEqual(['timed-out']);
  expect(kinds()).toEqual(['timed-out', 'load-timed-out']);
  expect(workers).toHaveLength(1);
  invoke();
  expect(workers).toHaveLength(2);
});

test('the time of a call begins when the application has been loaded', async () => {
  const { application, hear, posted } = open();
  const calls = ['one', 'two'].map((name) => application.call(name, {}));
  await vi.advanceTimersByTimeAsync(5000);
  hear({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(900);
  const numbers = posted.flatMap((message) => (message.kind === 'call' ? [message.number] : []));
  const [number = 0] = numbers;
  hear({ kind: 'called', number, outcome: { kind: 'returned', value: 1 } });
  await vi.advanceTimersByTimeAsync(2000);
  expect(await Promise.all(calls)).toEqual([
    { kind: 'returned', value: 1 },
    { kind: 'failed', message: 'timed out after 1 s' },
  ]);
});

test('a call gives no load up that a request may still wait for', async () => {
  const { application, invoke, hear, posted, outcomes, kinds } = open({ timeout: 20_000 });
  invoke();
  const call = application.call('one', {});
  await vi.advanceTimersByTimeAsync(19_000);
  expect(kinds()).toEqual([]);
  hear({ kind: 'ready' });
  await vi.advanceTimersByTimeAsync(100);
  expect(posted.map(({ kind }) => kind)).toContain('invoke');
  const [number = 0] = posted.flatMap((message) =>
    message.kind === 'call' ? [message.number] : [],
  );
  hear({ kind: 'called', number, outcome: { kind: 'returned', value: 1 } });
  hear(ANSWER);
  expect(await call).toEqual({ kind: 'returned', value: 1 });
  expect(outcomes).toMatchObject([{ status: 200 }]);
});

test('a load that a call has waited for is given up after the time that is told', async () => {
  const { application, events } = open({ functionTimeout: 15_000 });
  const call = application.call('one', {});
  await vi.advanceTimersByTimeAsync(15_100);
  expect(await call).toEqual({ kind: 'failed', message: 'timed out after 15 s' });
  expect(events).toEqual([{ kind: 'load-timed-out', milliseconds: 15_000 }]);
});

test('an answer that came while this process was busy is no time-out', async () => {
  vi.useRealTimers();
  const { invoke, hear, outcomes, kinds } = open();
  hear({ kind: 'ready' });
  invoke();
  await new Promise((resolve) => setTimeout(resolve, 900));
  // Input that is there when this process is free again, as the pipe of a worker is.
  stat('/', () => {
    hear(ANSWER);
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(outcomes).toMatchObject([{ status: 200 }]);
  expect(kinds()).toEqual([]);
});
