// The next times of schedules, including time zones with daylight saving time.
import { describe, expect, test } from 'vitest';
import { nextTimes } from './next-times.js';
import { Cron } from 'croner';
import { createRandom, type Random } from '../../../test/support/random.js';
import { isFull, sampleOf } from '../../../test/support/sample.js';
import { parseCron } from './cron.js';

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

// The next times of random cron expressions are compared with croner, a library that is used only here. Its differences from
// EventBridge Scheduler are in `timesOfOther` and `patternOfOther`; there are no others:
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html

const EXPRESSIONS = 2400;
const TIMES = 4;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * With daylight saving time at two, at midnight, by half an hour, in the southern hemisphere, without it, and at both ends of
 * the day.
 */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/Dublin',
  'America/New_York',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
] as const;

test('random expressions come when another library says', () => {
  const random = createRandom(20261122);
  const changes = new Map(ZONES.map((zone) => [zone, changesOf(zone)]));
  const counts = { times: 0, leftOut: 0 };
  const searches = Array.from({ length: EXPRESSIONS }, () => {
    const inside = randomCron(random);
    const zone = random.pick(ZONES);
    return { inside, zone, from: randomStart(random, changes.get(zone) ?? []) };
  });
  const tried = sampleOf('cron expressions', searches, 8);
  for (const { inside, zone, from } of tried) {
    // The build rejects 31 February.
    const isNever = 'problems' in parseCron(inside);
    const { times, leftOut } = timesOfOther(inside, { zone, from });
    const ours = nextTimes({
      expression: `cron(${inside})`,
      timezone: zone,
      from: new Date(from),
      count: TIMES,
    }).map((time) => time.toISOString());
    const what = `cron(${inside}) in ${zone} from ${new Date(from).toISOString()}`;
    expect({ what, times: ours }).toEqual({ what, times: isNever ? [] : times });
    if (isNever) expect({ what, times }).toEqual({ what, times: [] });
    counts.times += ours.length;
    counts.leftOut += leftOut;
  }
  // Checks that the differences occur at all.
  expect(counts.times).toBeGreaterThan(tried.length * 3);
  if (isFull) expect(counts.leftOut).toBeGreaterThan(30);
}, 120_000);

type ZonedStart = { readonly zone: string; readonly from: number };

/**
 * Returns croner's times, corrected for daylight saving time: we skip a time that the clocks skip, and no time occurs twice.
 */
function timesOfOther(
  inside: string,
  { zone, from }: ZonedStart,
): { readonly times: readonly string[]; readonly leftOut: number } {
  const cron = new Cron(patternOfOther(inside), { timezone: zone, sloppyRanges: true });
  const parsed = parseCron(inside);
  const clock = clockOf(zone);
  const times: string[] = [];
  let leftOut = 0;
  let time = cron.nextRun(new Date(from));
  while (time && times.length < TIMES) {
    const { hour, minute, text } = clock(time);
    const { hours, minutes } = 'times' in parsed ? parsed.times.cron : ANY;
    // croner moves a single time of the day to the end of the skipped hour.
    const isMoved = !hours.has(hour) || !minutes.has(minute);
    const at = time.getTime();
    // Clocks are set back by an hour, or on Lord Howe Island by half an hour.
    const isSecond = [0.5, 1].some((by) => clock(new Date(at - by * HOUR)).text === text);
    if (isMoved || isSecond) leftOut += 1;
    else times.push(time.toISOString());
    time = cron.nextRun(time);
  }
  return { times, leftOut };
}

const ANY = { hours: { has: () => true }, minutes: { has: () => true } };

/** Converts a pattern to croner's syntax: seconds precede the minute, Sunday is 0, and `6L` is written `5#L`. */
function patternOfOther(inside: string): string {
  const [minute = '', hour = '', monthDay = '', month = '', weekDay = '', year = ''] =
    inside.split(' ');
  const days = WEEK.reduce((text, name, day) => text.replaceAll(name, String(day + 1)), weekDay)
    .split(',')
    .map((part) => (part === 'L' ? '7' : part.replace(/^(\d)L$/u, '$1#L')))
    .map((part) => part.replace(/(?<![/#\d])[1-7](?!\d)/gu, (day) => String(Number(day) - 1)))
    .join(',');
  // The first year of EventBridge is 1970, that of croner is 1.
  const years = year.replaceAll('*/', '1970-2199/');
  return ['0', minute, hour, monthDay, month, days, years].join(' ');
}

type Clock = (time: Date) => {
  readonly hour: number;
  readonly minute: number;
  readonly text: string;
};

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  return (time) => {
    const text = format.format(time);
    const [hour = 0, minute = 0] = text.slice(-5).split(':').map(Number);
    return { hour, minute, text };
  };
}

const FIRST = Date.UTC(2024, 0, 1);

/** Returns a random start. Two of three searches begin shortly before the clocks change. */
function randomStart(random: Random, changes: readonly number[]): number {
  const start = FIRST + random.below(10 * 365) * DAY + random.below(DAY);
  const [first, ...rest] = changes;
  return first === undefined || random.chance(0.3) ? start : random.pick([first, ...rest]) - HOUR;
}

/** Returns the days in ten years on which the clocks of a zone change. */
function changesOf(zone: string): readonly number[] {
  const clock = clockOf(zone);
  const days = Array.from({ length: 10 * 365 + 1 }, (_, index) => FIRST + index * DAY);
  const shown = days.map((day) => clock(new Date(day)).text.slice(-5));
  return days.slice(0, -1).filter((_, index) => shown[index] !== shown[index + 1]);
}

const MONTHS = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
] as const;
const WEEK = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

function randomCron(random: Random): string {
  const minute = random.chance(0.7) ? String(random.below(60)) : numbers(random, [0, 59]);
  const hour = random.chance(0.7) ? String(random.below(4)) : numbers(random, [0, 23]);
  const month = random.chance(0.8) ? '*' : numbers(random, [1, 12], MONTHS);
  const year = random.chance(0.8) ? '*' : numbers(random, [2024, 2045]);
  const isOfWeek = random.chance(0.5);
  const monthDay = isOfWeek ? '?' : randomMonthDay(random);
  const weekDay = isOfWeek ? randomWeekDay(random) : '?';
  return [minute, hour, monthDay, month, weekDay, year].join(' ');
}

function randomMonthDay(random: Random): string {
  const kind = random.below(8);
  if (kind === 0) return 'L';
  if (kind === 1) return 'LW';
  if (kind === 2) return `${String(1 + random.below(31))}W`;
  if (kind < 6) return '*';
  return numbers(random, [1, 31]);
}

function randomWeekDay(random: Random): string {
  const day = random.chance(0.5) ? String(1 + random.below(7)) : random.pick(WEEK);
  const kind = random.below(8);
  if (kind === 0) return 'L';
  if (kind === 1) return `${day}L`;
  if (kind < 4) return `${day}#${String(1 + random.below(5))}`;
  if (kind < 6) return '*';
  return numbers(random, [1, 7], WEEK);
}

/** Creates a number, a name, a range, a step, `*`, or several of them. */
function numbers(
  random: Random,
  [from, to]: readonly [number, number],
  names?: readonly string[],
): string {
  const written = (value: number): string =>
    (random.chance(0.5) ? names?.[value - from] : undefined) ?? String(value);
  const part = (): string => {
    const first = from + random.below(to - from + 1);
    const last = first + random.below(to - first + 1);
    const step = String(1 + random.below(Math.min(20, to - from)));
    switch (random.below(6)) {
      case 0:
        return `*/${step}`;
      case 1:
        return `${written(first)}-${written(last)}`;
      case 2:
        return `${written(first)}-${written(last)}/${step}`;
      case 3:
        return `${String(first)}/${step}`;
      default:
        return written(first);
    }
  };
  const count = random.chance(0.7) ? 1 : 2 + random.below(2);
  return Array.from({ length: count }, part).join(',');
}
