// The time from which a log is shown.
import { expect, test } from 'vitest';
import { readSince } from './since.js';

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
