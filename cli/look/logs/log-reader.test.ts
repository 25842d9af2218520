// Every event is returned once, and each stream in order, whatever arrives late and however it is paged.
import type { Cloud } from '../../cloud/cloud.js';
import { expect, test } from 'vitest';
import type { LogEvent } from '../../cloud/services/logs.js';
import { openLog, readSince } from './log-reader.js';
import { type MetricsLine, readLogLine } from './log-line.js';
import { sumMetrics } from './log-output.js';
import { sampleOf } from '../../../test/support/sample.js';

type Written = LogEvent & {
  /** When queries can see the event. */
  readonly visibleAt: number;
};

/** Creates numbers between 0 and 1 that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Creates a log group whose pages have random lengths, some of them empty, and which grows between two pages. */
function fakeLogs(written: readonly Written[], clock: { now: number }, random: () => number) {
  const isFailing = { value: false };
  const filterEvents: Cloud['logs']['filterEvents'] = ({ from = 0, nextToken = '0' }) => {
    if (isFailing.value && random() < 0.3) return Promise.reject(new Error('no network'));
    clock.now += Math.floor(random() * 400);
    const found = written
      .filter(({ visibleAt, timestamp }) => visibleAt <= clock.now && timestamp >= from)
      .sort((a, b) => a.timestamp - b.timestamp);
    const start = Number(nextToken.split(' ')[0]);
    const count = random() < 0.2 ? 0 : 1 + Math.floor(random() * 20);
    const end = start + count;
    // Tokens are never repeated.
    const token = `${end} ${random()}`;
    return Promise.resolve({
      events: found.slice(start, end),
      nextToken: end < found.length ? token : undefined,
    });
  };
  return { logs: { filterEvents }, isFailing };
}

/** Creates the events of several functions with separate clocks; now and then a stream ends and another begins. */
function writeEvents(random: () => number): Written[] {
  const written: Written[] = [];
  for (let stream = 0; stream < 6; stream += 1) {
    const skew = Math.floor((random() - 0.5) * 20_000);
    let time = 1_000_000 + Math.floor(random() * 300_000);
    let visible = 0;
    for (let count = 0; count < 60; count += 1) {
      time += Math.floor(random() ** 4 * 20_000);
      const delay = random() < 0.05 ? random() * 120_000 : random() * 4000;
      // An event of a stream is not visible before the events that precede it.
      visible = Math.max(visible, time + Math.floor(delay));
      written.push({
        id: `${stream}-${count}`,
        stream: `stream ${stream}`,
        timestamp: time + skew,
        ingestedAt: visible,
        visibleAt: visible,
        message: `${count}`,
      });
    }
  }
  return written;
}

test('any interleaving of late events and pages gives each event once, each stream in order', async () => {
  const seeds = Array.from({ length: 24 }, (_, index) => index + 1);
  for (const seed of sampleOf('late events', seeds, 8)) {
    const random = randomFrom(seed);
    const written = writeEvents(random);
    const clock = { now: 1_000_000 };
    const { logs, isFailing } = fakeLogs(written, clock, random);
    isFailing.value = seed % 3 === 0;
    const query = { group: 'group', from: 900_000, pattern: undefined, isFollowed: true };
    const reader = openLog(logs, query, () => clock.now);
    const seen: LogEvent[] = [];
    const last = Math.max(...written.map(({ visibleAt }) => visibleAt));
    for (let after = 0; after <= 12; after += clock.now > last ? 1 : 0) {
      await reader
        .look((events) => {
          seen.push(...events);
          return Promise.resolve();
        })
        .catch(() => undefined);
      if (after > 0) isFailing.value = false;
      clock.now += 2000;
    }
    const ids = seen.map(({ id }) => id);
    expect(ids.length, `seed ${seed}: each once`).toBe(new Set(ids).size);
    expect(ids.length, `seed ${seed}: all`).toBe(written.length);
    for (const stream of new Set(seen.map((event) => event.stream))) {
      const order = seen
        .filter((event) => event.stream === stream)
        .map(({ message }) => Number(message));
      expect(order, `seed ${seed}: ${stream}`).toEqual(order.toSorted((a, b) => a - b));
    }
  }
});

test('a busy log is looked at over half a minute, and every tenth time over five', async () => {
  const events = Array.from({ length: 2000 }, (_, index) => ({
    id: String(index),
    stream: 's',
    timestamp: 10_000_000 + index * 200,
    ingestedAt: 10_000_000 + index * 200,
    message: '',
  }));
  const latest = events.at(-1)?.timestamp ?? 0;
  const asked: number[] = [];
  const reader = openLog(
    {
      filterEvents: ({ from = 0 }) => {
        asked.push((latest - from) / 1000);
        const found = events.filter(({ timestamp }) => timestamp >= from);
        return Promise.resolve({ events: found, nextToken: undefined });
      },
    },
    { group: 'group', from: 10_000_000, pattern: undefined, isFollowed: true },
  );
  let count = 0;
  for (let look = 0; look < 12; look += 1) {
    await reader.look((page) => Promise.resolve(void (count += page.length)));
  }
  expect(count).toBe(2000);
  const near = 30;
  expect(asked.slice(1)).toEqual([near, near, near, near, near, near, near, near, near, 300, near]);
});

test('a group that is made later is read from the beginning of the query', async () => {
  const event: LogEvent = {
    id: '1',
    stream: 's',
    timestamp: 5000,
    ingestedAt: 5100,
    message: 'here',
  };
  let isThere = false;
  const asked: (number | undefined)[] = [];
  const reader = openLog(
    {
      filterEvents: ({ from }) => {
        asked.push(from);
        return Promise.resolve(isThere ? { events: [event], nextToken: undefined } : undefined);
      },
    },
    { group: 'group', from: 4000, pattern: undefined, isFollowed: true },
  );
  const seen: LogEvent[] = [];
  const take = (events: readonly LogEvent[]) => Promise.resolve(void seen.push(...events));
  expect(await reader.look(take)).toBe('missing');
  isThere = true;
  expect(await reader.look(take)).toBe('read');
  expect(await reader.look(take)).toBe('read');
  expect(seen).toEqual([event]);
  expect(asked).toEqual([4000, 4000, 4000]);
});

test('a position that stands still ends the read', async () => {
  let calls = 0;
  const reader = openLog(
    {
      filterEvents: () => {
        calls += 1;
        return Promise.resolve({ events: [], nextToken: 'same' });
      },
    },
    { group: 'group', from: 0, pattern: undefined, isFollowed: true },
  );
  await reader.look(() => Promise.resolve());
  expect(calls).toBe(2);
});

const line = (route: string, duration: number, more: Partial<MetricsLine> = {}): MetricsLine => ({
  kind: 'metrics',
  route,
  isFailed: false,
  duration,
  isCold: false,
  ...more,
});

test('percentiles are values that were measured; routes stand by their requests', () => {
  const many = Array.from({ length: 100 }, (_, index) => line('GET /b', 100 - index));
  const few = [line('GET /a', 7, { isFailed: true, isCold: true }), line('GET /a', 3)];
  expect(sumMetrics([...few, ...many])).toEqual([
    { route: 'GET /b', count: 100, errors: 0, errorShare: 0, p50: 50, p95: 95, coldStarts: 0 },
    { route: 'GET /a', count: 2, errors: 1, errorShare: 0.5, p50: 3, p95: 7, coldStarts: 1 },
  ]);
  expect(sumMetrics([])).toEqual([]);
});

test('metrics that the application writes itself are its output', () => {
  const own = {
    _aws: { CloudWatchMetrics: [{ Namespace: 'shop' }] },
    route: 'x',
    status: 1,
    duration: 1,
  };
  expect(readLogLine(JSON.stringify(own))).toMatchObject({ kind: 'text' });
});

// The time from which a log is shown.

const NOW = Date.UTC(2026, 10, 21, 13, 0, 0);

test.each([
  ['30s', NOW - 30_000],
  ['10m', NOW - 600_000],
  ['2h', NOW - 7_200_000],
  ['1d', NOW - 86_400_000],
  ['1w', NOW - 7 * 86_400_000],
  ['2026-11-21T12:30Z', NOW - 1_800_000],
  ['2026-11-21', new Date(2026, 10, 21).getTime()],
  ['2026-11-20 12:30', new Date(2026, 10, 20, 12, 30).getTime()],
  ['2026-11-21T12:30+02:00', NOW - 9_000_000],
  ['99999w', 0],
])('%s', (text, from) => {
  expect(readSince(text, NOW)).toEqual({ kind: 'time', from });
});

test.each([
  '',
  'yesterday',
  '10',
  '10 m',
  '-5m',
  '2026-13-45',
  '2026-02-31',
  '2026-11-21 noon',
  '12:30',
])('%j is no time', (text) => {
  expect(readSince(text, NOW)).toMatchObject({ kind: 'problem' });
});

test('a time in the future is refused', () => {
  expect(readSince('2026-11-21T14:00Z', NOW)).toEqual({
    kind: 'problem',
    message: '`--since 2026-11-21T14:00Z` is in the future.',
  });
});
