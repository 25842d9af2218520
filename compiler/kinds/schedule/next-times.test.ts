// The next times of schedules, including time zones with daylight saving time.
import { describe, expect, test } from 'vitest';
import { nextTimes } from './next-times.js';

function next(expression: string, from: string, timezone?: string): readonly string[] {
  return nextTimes({ expression, timezone, from: new Date(from), count: 3 }).map((time) =>
    time.toISOString().slice(0, 16),
  );
}

const AT = '2026-11-22T10:00:30Z';

test.each([
  ['rate(5 minutes)', ['2026-11-22T10:05', '2026-11-22T10:10', '2026-11-22T10:15']],
  ['cron(0 3 * * ? *)', ['2026-11-23T03:00', '2026-11-24T03:00', '2026-11-25T03:00']],
  ['cron(0/20 10 * * ? *)', ['2026-11-22T10:20', '2026-11-22T10:40', '2026-11-23T10:00']],
  ['cron(0 18 ? * MON-FRI *)', ['2026-11-23T18:00', '2026-11-24T18:00', '2026-11-25T18:00']],
  ['cron(0 8 1 * ? *)', ['2026-12-01T08:00', '2027-01-01T08:00', '2027-02-01T08:00']],
  ['cron(0 8 L * ? *)', ['2026-11-30T08:00', '2026-12-31T08:00', '2027-01-31T08:00']],
  ['cron(0 8 LW * ? *)', ['2026-11-30T08:00', '2026-12-31T08:00', '2027-01-29T08:00']],
  // 1 and 15 August 2027 are Sundays; 1 May is a Saturday.
  ['cron(0 8 15W 8 ? 2027)', ['2027-08-16T08:00']],
  ['cron(0 8 1W 5,8 ? 2027)', ['2027-05-03T08:00', '2027-08-02T08:00']],
  ['cron(0 8 31W 1 ? 2027)', ['2027-01-29T08:00']],
  ['cron(0 8 ? * 3#2 *)', ['2026-12-08T08:00', '2027-01-12T08:00', '2027-02-09T08:00']],
  ['cron(0 8 ? * FRIL *)', ['2026-11-27T08:00', '2026-12-25T08:00', '2027-01-29T08:00']],
  ['cron(0 8 ? * L *)', ['2026-11-28T08:00', '2026-12-05T08:00', '2026-12-12T08:00']],
  ['cron(0 8 ? JAN 2-6/2 2028/2)', ['2028-01-03T08:00', '2028-01-05T08:00', '2028-01-07T08:00']],
  ['cron(0 0 29 2 ? *)', ['2028-02-29T00:00', '2032-02-29T00:00', '2036-02-29T00:00']],
  ['cron(0 0 1 1 ? 2020)', []],
  ['at(2030-01-31T08:00:00)', ['2030-01-31T08:00']],
  ['at(2020-01-31T08:00:00)', []],
  ['every day', []],
])('%s', (expression, times) => {
  expect(next(expression, AT)).toEqual(times);
});

describe('summer time', () => {
  test('moves a schedule of a zone, and not one of UTC', () => {
    expect(next('cron(0 3 * * ? *)', '2026-10-24T00:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-24T01:00',
      '2026-10-25T02:00',
      '2026-10-26T02:00',
    ]);
  });

  test('an hour that is left out has no call', () => {
    expect(next('cron(30 2 * * ? *)', '2026-03-28T00:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-28T01:30',
      '2026-03-30T00:30',
      '2026-03-31T00:30',
    ]);
  });

  test('an hour that comes twice has one call', () => {
    expect(next('cron(30 2 * * ? *)', '2026-10-24T22:00:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
      '2026-10-27T01:30',
    ]);
  });

  test('days are those of the zone, on both sides of the date line', () => {
    expect(next('cron(0 0 1 * ? *)', AT, 'Pacific/Kiritimati')).toEqual([
      '2026-11-30T10:00',
      '2026-12-31T10:00',
      '2027-01-31T10:00',
    ]);
    expect(next('at(2030-07-01T08:00:00)', AT, 'America/New_York')).toEqual(['2030-07-01T12:00']);
    expect(next('cron(0 12 ? * SUN *)', AT, 'Asia/Kolkata')[0]).toBe('2026-11-29T06:30');
  });
});
