// The limits of API keys: a token bucket, and a quota per day, week or month.
import { expect, test } from 'vitest';
import { createUsageMeter, type UsageLimits } from './usage-meter.js';

/** Returns the result of each request, at these times in milliseconds. */
function outcomes(limits: UsageLimits, times: readonly number[]): readonly unknown[] {
  const meter = createUsageMeter();
  return times.map((time) => meter('key', limits, time) ?? 'taken');
}

test('a burst is taken at once, and then as many as the rate fills in', () => {
  expect(
    outcomes({ rate: 2, burst: 3 }, [0, 0, 0, 0, 499, 500, 500, 10_000, 10_000, 10_000]),
  ).toEqual([
    'taken',
    'taken',
    'taken',
    'throttled',
    'throttled',
    'taken',
    'throttled',
    'taken',
    'taken',
    'taken',
  ]);
});

test('the bucket holds no more than the burst, and a clock that goes back fills nothing', () => {
  const all = outcomes({ rate: 1, burst: 2 }, [0, 60_000, 60_000, 60_000, 0, 0]);
  expect(all).toEqual(['taken', 'taken', 'taken', 'throttled', 'throttled', 'throttled']);
});

test('keys do not share a limit', () => {
  const meter = createUsageMeter();
  const limits = { rate: 1, burst: 1 };
  expect(['a', 'b', 'a'].map((key) => meter(key, limits, 0))).toEqual([
    undefined,
    undefined,
    'throttled',
  ]);
});

test.each<readonly ['day' | 'week' | 'month', string, string]>([
  ['day', '2026-11-28T23:59:59Z', '2026-11-29T00:00:00Z'],
  ['week', '2026-11-28T23:59:59Z', '2026-11-29T00:00:00Z'],
  ['month', '2026-11-30T23:59:59Z', '2026-12-01T00:00:00Z'],
])('a quota of a %s begins anew when the next one begins', (period, last, first) => {
  const times = [last, last, last, first, first, first].map((text) => Date.parse(text));
  expect(outcomes({ quota: { limit: 2, period } }, times)).toEqual([
    'taken',
    'taken',
    'quotaExceeded',
    'taken',
    'taken',
    'quotaExceeded',
  ]);
});

test('a week goes from Sunday to Saturday', () => {
  const times = ['2026-11-22T00:00:00Z', '2026-11-28T12:00:00Z'].map((text) => Date.parse(text));
  expect(outcomes({ quota: { limit: 1, period: 'week' } }, times)).toEqual([
    'taken',
    'quotaExceeded',
  ]);
});

test('a request that is throttled does not count against the quota', () => {
  const limits = { rate: 1, burst: 1, quota: { limit: 2, period: 'day' } } as const;
  expect(outcomes(limits, [0, 0, 1000, 2000])).toEqual([
    'taken',
    'throttled',
    'taken',
    'quotaExceeded',
  ]);
});

test('no limits, and limits of zero', () => {
  expect(outcomes({}, [0, 0, 0])).toEqual(['taken', 'taken', 'taken']);
  expect(outcomes({ rate: 0, burst: 0 }, [0, 99_999])).toEqual(['throttled', 'throttled']);
  expect(outcomes({ quota: { limit: 0, period: 'day' } }, [0])).toEqual(['quotaExceeded']);
});
