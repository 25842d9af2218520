// The worker that is made ready before an edit, over links that are made up.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSpareWorker } from './spare-worker.js';
import type { LinkEvents, LinkOptions, StartLink } from './worker-link.js';

type Made = {
  readonly options: LinkOptions;
  readonly events: LinkEvents;
  readonly posted: unknown[];
  isTerminated: boolean;
};

function links(): { readonly made: Made[]; readonly start: StartLink } {
  const made: Made[] = [];
  const start: StartLink = (options, events) => {
    const link: Made = { options, events, posted: [], isTerminated: false };
    made.push(link);
    return {
      post: (message) => link.posted.push(message),
      lastBegun: () => made.indexOf(link),
      terminate: () => {
        link.isTerminated = true;
        return Promise.resolve();
      },
    };
  };
  return { made, start };
}

const OPTIONS: LinkOptions = {
  script: new URL('file:///worker.js'),
  environment: { A: '1' },
  heapLimit: 128,
};
const DEAF: LinkEvents = { onMessage: () => undefined, onEnd: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A first worker that has answered for a while, so that the second one is made ready. */
function withSpare(options: LinkOptions = OPTIONS) {
  const { made, start } = links();
  const spare = createSpareWorker(start, []);
  spare.startLink(options, DEAF);
  spare.willNeed(['file:///kept.mjs']);
  made[0]?.events.onMessage({ kind: 'ready' });
  vi.advanceTimersByTime(1000);
  return { made, spare };
}

test('one is made ready a while after the first is, and told what it may read but not what to load', () => {
  const { made, start } = links();
  const spare = createSpareWorker(start, []);
  spare.startLink(OPTIONS, DEAF);
  vi.advanceTimersByTime(1000);
  expect(made).toHaveLength(1);
  spare.willNeed(['file:///kept.mjs']);
  made[0]?.events.onMessage({ kind: 'ready' });
  expect(made).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(made.map(({ posted }) => posted)).toEqual([
    [],
    [{ kind: 'prepare', modules: ['file:///kept.mjs'] }],
  ]);
});

test('the one that is ready is handed out, with what it said before, and another follows', () => {
  const { made, spare } = withSpare();
  made[1]?.events.onMessage({ kind: 'text', stream: 'err', text: 'early' });
  const heard: unknown[] = [];
  const link = spare.startLink(OPTIONS, {
    onMessage: (message) => heard.push(message),
    onEnd: (end) => heard.push(end),
  });
  expect(link.lastBegun()).toBe(1);
  made[1]?.events.onMessage({ kind: 'ready' });
  vi.advanceTimersByTime(1000);
  expect(made).toHaveLength(3);
  made[1]?.events.onEnd({ kind: 'exit', code: 3 });
  expect(heard).toEqual([
    { kind: 'text', stream: 'err', text: 'early' },
    { kind: 'ready' },
    { kind: 'exit', code: 3 },
  ]);
});

test.each([
  ['environment', { environment: { A: '2' } }],
  ['memory', { heapLimit: 256 }],
])('one that was started with another %s is ended, not handed out', (_, changes) => {
  const { made, spare } = withSpare();
  const link = spare.startLink({ ...OPTIONS, ...changes }, DEAF);
  expect(link.lastBegun()).toBe(2);
  expect(made.map(({ isTerminated }) => isTerminated)).toEqual([false, true, false]);
});

test('one that ended before it was needed is not missed', () => {
  const { made, spare } = withSpare();
  made[1]?.events.onEnd({ kind: 'killed', signal: 'SIGKILL' });
  expect(spare.startLink(OPTIONS, DEAF).lastBegun()).toBe(2);
});

test('one that crashed is not used: neither what it said nor what it does later is heard', () => {
  const { made, spare } = withSpare();
  made[1]?.events.onMessage({ kind: 'text', stream: 'err', text: 'out of memory' });
  made[1]?.events.onEnd({ kind: 'exit', code: 134 });
  const heard: unknown[] = [];
  const link = spare.startLink(OPTIONS, {
    onMessage: (message) => heard.push(message),
    onEnd: (end) => heard.push(end),
  });
  expect(link.lastBegun()).toBe(2);
  made[1]?.events.onEnd({ kind: 'exit', code: 134 });
  expect(heard).toEqual([]);
  expect(made[1]?.posted).toHaveLength(1);
  // The one after it is made ready as ever.
  made[2]?.events.onMessage({ kind: 'ready' });
  vi.advanceTimersByTime(1000);
  expect(spare.startLink(OPTIONS, DEAF).lastBegun()).toBe(3);
});

test('there is none while NODE_OPTIONS runs code of the user, who may edit it', () => {
  expect(
    withSpare({ ...OPTIONS, environment: { NODE_OPTIONS: '--import ./trace.js' } }).made,
  ).toHaveLength(1);
  expect(
    withSpare({ ...OPTIONS, environment: { NODE_OPTIONS: '--enable-source-maps' } }).made,
  ).toHaveLength(2);
});

test('stopping ends it, and none is made ready afterwards', async () => {
  const { made, spare } = withSpare();
  await spare.stop();
  expect(made[1]?.isTerminated).toBe(true);
  spare.startLink(OPTIONS, DEAF);
  made[2]?.events.onMessage({ kind: 'ready' });
  vi.advanceTimersByTime(1000);
  expect(made).toHaveLength(3);
});

test('one is not made ready while the next edit is being built', () => {
  const { made, start } = links();
  const spare = createSpareWorker(start, []);
  spare.startLink(OPTIONS, DEAF);
  made[0]?.events.onMessage({ kind: 'ready' });
  spare.startLink(OPTIONS, DEAF);
  vi.advanceTimersByTime(1000);
  expect(made).toHaveLength(2);
});

test('two workers that are ready within a moment are followed by one, which stopping ends', async () => {
  const { made, start } = links();
  const spare = createSpareWorker(start, []);
  spare.startLink(OPTIONS, DEAF);
  spare.startLink(OPTIONS, DEAF);
  made[0]?.events.onMessage({ kind: 'ready' });
  made[1]?.events.onMessage({ kind: 'ready' });
  vi.advanceTimersByTime(1000);
  expect(made).toHaveLength(3);
  await spare.stop();
  expect(made[2]?.isTerminated).toBe(true);
});
