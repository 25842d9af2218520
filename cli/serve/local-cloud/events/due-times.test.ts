// The clock of schedules in the test cloud, compared with times in the AWS documentation.
import { expect, test } from 'vitest';
import { dueTimes } from './due-times.js';

const FROM = Date.parse('2026-11-22T10:00:30Z');
const DAY = 86_400_000;

function due(expression: string, days: number, timezone?: string, from = FROM): readonly string[] {
  const times = dueTimes({ expression, timezone, from, until: from + days * DAY });
  return times.map((time) => new Date(time).toISOString().slice(0, 16));
}

test('a rate counts from when it was made or ran last', () => {
  expect(due('rate(12 hours)', 1)).toEqual(['2026-11-22T22:00', '2026-11-23T10:00']);
  expect(due('rate(1 day)', 0.9)).toEqual([]);
});

test('one that is due once is run once', () => {
  expect(due('at(2026-11-23T03:00:00)', 3, 'Europe/Berlin')).toEqual(['2026-11-23T02:00']);
  expect(due('at(2026-11-21T03:00:00)', 3)).toEqual([]);
});

test('an hour that summer time leaves out has no run, and one that comes twice has one', () => {
  const spring = Date.parse('2027-03-27T12:00:00Z');
  const nightly = 'cron(30 2 * * ? *)';
  expect(due(nightly, 2, 'Europe/Berlin', spring)).toEqual(['2027-03-29T00:30']);
  const autumn = Date.parse('2026-10-24T12:00:00Z');
  const both = ['2026-10-25T00:30', '2026-10-26T01:30'];
  expect(due(nightly, 2, 'Europe/Berlin', autumn)).toEqual(both);
  // The result is the same if the clock is read between the two.
  const [first = ''] = both;
  const again = due(nightly, 1, 'Europe/Berlin', Date.parse(`${first}Z`));
  expect(again).toEqual([]);
});

test.each([
  ['cron(0 3 * * ? *)', ['2026-11-22T21:30', '2026-11-23T21:30']],
  ['cron(0/20 10 * * ? *)', ['2026-11-23T04:30', '2026-11-23T04:50']],
  ['cron(0 18 ? * MON-FRI *)', ['2026-11-23T12:30', '2026-11-24T12:30']],
  ['cron(0 8 L * ? *)', ['2026-11-30T02:30', '2026-12-31T02:30']],
  ['cron(0 8 LW * ? *)', ['2026-11-30T02:30', '2026-12-31T02:30']],
  ['cron(0 8 ? * 3#2 *)', ['2026-12-08T02:30', '2027-01-12T02:30']],
  ['cron(0 8 ? * FRIL *)', ['2026-11-27T02:30', '2026-12-25T02:30']],
  ['cron(0 8 1W * ? *)', ['2026-12-01T02:30', '2027-01-01T02:30']],
])('%s is due in its time zone', (expression, times) => {
  expect(due(expression, 70, 'Asia/Kolkata').slice(0, 2)).toEqual(times);
});
