// How long requests and calls wait: for the application to load, and then for their own end. Also what happens to them when the
// process ends.
import { stat } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Invocation } from '../gateway/index.js';
import type { AppProcess, ProcessEvents } from './app-process.js';
import { type AppEvent, type Outcome, startApplication } from './application.js';

const INVOCATION: Invocation = {
  requestId: 'id',
  resource: '/',
  method: 'GET',
  path: '/',
  query: '',
  headers: [],
  captures: [],
  body: undefined,
  sourceIp: '127.0.0.1',
  protocol: 'HTTP/1.1',
  time: 0,
  access: undefined,
};
const ANSWER = { status: 200, headers: [], body: 'done' };
const RETURNED = { kind: 'returned', value: 1 };

/** A fake process: it begins each job, and responds when the test says so. */
type MadeProcess = ProcessEvents & {
  readonly open: Map<unknown, (value: unknown) => void>;
  /** Responds to `load`, or to the job with this number. */
  readonly answer: (to: unknown, value?: unknown) => void;
};

/** Opens an application with such processes. Requests and calls may take a second by default. */
function open({ timeout = 1000, functionTimeout = 1000, time = 60_000, idle = 20_000 } = {}) {
  const processes: MadeProcess[] = [];
  const events: AppEvent[] = [];
  const outcomes: Outcome[] = [];
  let ended = 0;
  const facts = { functionName: '', region: '', accountId: '', memorySize: 128, timeout };
  const application = startApplication({
    startProcess: (_options, told) => {
      const asked: MadeProcess['open'] = new Map();
      processes.push({ ...told, open: asked, answer: (to, value) => asked.get(to)?.(value) });
      const request = (name: string, ...[job]: unknown[]): Promise<unknown> =>
        new Promise((resolve) => {
          if (name === 'ping') resolve(undefined);
          else asked.set(name === 'load' ? name : job, resolve);
          if (name !== 'load' && name !== 'ping') told.onBegin(job as number); // because jobs begin with their number
        });
      return {
        request: request as AppProcess['request'], // because the test provides the responses
        notify: () => undefined,
        terminate: () => {
          ended += 1;
          return Promise.resolve();
        },
      };
    },
    bundled: Promise.resolve('/bundle'),
    setup: {
      identity: { stage: '', accountId: '', apiId: '', region: '', scheme: 'http', port: 80 },
      apiFunction: facts,
      streamFunction: facts,
      functions: {},
    },
    script: new URL('file:///worker.js'),
    environment: {},
    heapLimit: undefined,
    timeout,
    functionTimeout: () => functionTimeout,
    streamLimits: { time, idle },
    onEvent: (event) => events.push(event),
  });
  return {
    application,
    processes,
    outcomes,
    events,
    /** Returns how many processes were ended. */
    ends: () => ended,
    kinds: () => events.map(({ kind }) => kind),
    invoke: () => {
      void application.invoke(INVOCATION).then((outcome) => outcomes.push(outcome));
    },
    answer: async (to: unknown, value?: unknown) => {
      await Promise.resolve();
      processes.at(-1)?.answer(to, value);
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the time of a request begins when the application has been loaded', async () => {
  const { invoke, answer, outcomes, kinds } = open();
  invoke();
  await vi.advanceTimersByTimeAsync(9000);
  await answer('load');
  await vi.advanceTimersByTimeAsync(900);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcomes).toEqual(['timed-out']);
  expect(kinds()).toEqual(['timed-out']);
});

test('a load that does not end is given up, and another one begins with the next request', async () => {
  const { invoke, outcomes, kinds, processes } = open();
  invoke();
  await vi.advanceTimersByTimeAsync(9900);
  expect(outcomes).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(outcomes).toEqual(['timed-out']);
  expect(kinds()).toEqual(['timed-out', 'load-timed-out']);
  expect(processes).toHaveLength(1);
  invoke();
  expect(processes).toHaveLength(2);
});

test('the time of a call begins when the application has been loaded', async () => {
  const { application, answer } = open();
  const calls = ['one', 'two'].map((name) => application.call(name, {}));
  await vi.advanceTimersByTimeAsync(5000);
  await answer('load');
  await vi.advanceTimersByTimeAsync(900);
  await answer(1, RETURNED);
  await vi.advanceTimersByTimeAsync(2000);
  expect(await Promise.all(calls)).toEqual([
    { kind: 'returned', value: 1 },
    { kind: 'failed', message: 'timed out after 1 s' },
  ]);
});

test('a call gives no load up that a request may still wait for', async () => {
  const { application, invoke, answer, outcomes, kinds } = open({ timeout: 20_000 });
  invoke();
  const call = application.call('one', {});
  await vi.advanceTimersByTimeAsync(19_000);
  expect(kinds()).toEqual([]);
  await answer('load');
  await answer(2, RETURNED);
  await answer(1, ANSWER);
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
  const { invoke, processes, outcomes, kinds } = open();
  await expect.poll(() => processes[0]?.open.has('load')).toBe(true);
  processes[0]?.answer('load');
  invoke();
  await new Promise((resolve) => setTimeout(resolve, 900));
  // Input that arrives while this process is busy, as from the pipe of a worker.
  stat('/', () => {
    processes[0]?.answer(1, ANSWER);
  });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  await expect.poll(() => outcomes).toHaveLength(1);
  expect(outcomes).toMatchObject([{ status: 200 }]);
  expect(kinds()).toEqual([]);
});

/** Opens a stream that has begun, with a chunk at each interval in milliseconds, and returns how it ended. */
async function openStream(limits: Parameters<typeof open>[0], every: number) {
  const opened = open(limits);
  const answer = opened.application.stream(INVOCATION);
  await opened.answer('load');
  const cuts: string[] = [];
  const began = performance.now();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const streamed = {
    head: { status: 200, headers: [] },
    chunks: {},
    ended,
    cut: ({ message }: Error) => cuts.push(message),
    lastTime: () => began + Math.floor((performance.now() - began) / every) * every,
  };
  await opened.answer(1, streamed);
  expect(await answer).toBe(streamed);
  return { ...opened, cuts, end };
}

test('a stream is cut when its time is over, or when it has sent nothing for too long', async () => {
  const { cuts, events } = await openStream({}, 5000);
  await vi.advanceTimersByTimeAsync(59_900);
  expect(cuts).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(cuts).toEqual(['timed out after 60 s']);
  expect(events).toEqual([]);

  const silent = await openStream({}, 60_000);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(silent.cuts).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(silent.cuts).toEqual(['sent nothing for 20 s']);
});

test('a stream that does not begin is a time-out of the request, after the shorter of the two', async () => {
  const { application, answer, events } = open();
  const outcome = application.stream(INVOCATION);
  await answer('load');
  await vi.advanceTimersByTimeAsync(20_100);
  expect(await outcome).toBe('timed-out');
  expect(events).toMatchObject([{ kind: 'timed-out', milliseconds: 20_000, isStream: true }]);
});

test('a stream that a save has overtaken goes on for ten seconds, and its process until it has ended', async () => {
  const { application, ends, cuts, end } = await openStream({}, 1000);
  application.retire();
  await vi.advanceTimersByTimeAsync(9900);
  expect([cuts, ends()]).toEqual([[], 0]);
  await vi.advanceTimersByTimeAsync(200);
  expect([cuts.length, ends()]).toEqual([1, 0]);
  end();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends()).toBe(1);

  const stuck = await openStream({}, 1000);
  stuck.application.retire();
  await vi.advanceTimersByTimeAsync(10_900);
  expect(stuck.ends()).toBe(0);
  await vi.advanceTimersByTimeAsync(300);
  expect(stuck.ends()).toBe(1);
});
