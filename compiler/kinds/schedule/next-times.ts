// Computes the next times of a schedule in its time zone. As in EventBridge Scheduler, the schedule does not run at a time that
// daylight saving time skips, and runs once at a time that occurs twice.
import type { Cron, MonthDays, WeekDays } from './cron.js';
import { timesOf } from './expression.js';

export type NextTimes = {
  readonly expression: string;
  readonly timezone?: string | undefined;
  readonly from: Date;
  readonly count: number;
};

/** Returns at most `count` times after `from`; none if the expression is invalid. */
export function nextTimes({ count, ...schedule }: NextTimes): readonly Date[] {
  const found: Date[] = [];
  for (const time of timesAfter(schedule)) {
    if (found.length >= count) break;
    found.push(new Date(time));
  }
  return found;
}

/** Yields the times after `from`, earliest first. They may be endless, and there are none if the expression is invalid. */
export function* timesAfter({
  expression,
  timezone = 'UTC',
  from: begin,
}: Omit<NextTimes, 'count'>): Generator<number, void> {
  const from = begin.getTime();
  const times = timesOf(expression);
  if (times?.kind === 'rate')
    for (let count = 1; ; count += 1) yield from + times.minutes * MINUTE * count;
  if (times?.kind === 'at') {
    const at = instantOf(times.wall, zoneOf(timezone));
    if (at !== undefined && at > from) yield at;
  }
  if (times?.kind === 'cron') yield* cronTimes(times.cron, zoneOf(timezone), from);
}

/** Tells whether a schedule will never run again. */
export function isOver(schedule: Omit<NextTimes, 'count'>): boolean {
  return nextTimes({ ...schedule, count: 1 }).length === 0;
}

const MINUTE = 60_000;
const DAY = 86_400_000;

function* cronTimes(cron: Cron, zone: Zone, from: number): Generator<number, void> {
  const start = Math.floor((from + zone(from)) / DAY) * DAY;
  const lastYear = Math.max(...cron.years);
  const hours = ascending(cron.hours);
  const minutes = ascending(cron.minutes);
  for (let day = start; ; day += DAY) {
    const date = new Date(day);
    if (date.getUTCFullYear() > lastYear) return;
    if (!isDay(cron, date)) continue;
    for (const hour of hours) {
      for (const minute of minutes) {
        const at = instantOf(day + (hour * 60 + minute) * MINUTE, zone);
        if (at !== undefined && at > from) yield at;
      }
    }
  }
}

function ascending(values: ReadonlySet<number>): readonly number[] {
  return [...values].toSorted((left, right) => left - right);
}

function isDay({ years, months, days }: Cron, date: Date): boolean {
  if (!years.has(date.getUTCFullYear()) || !months.has(date.getUTCMonth() + 1)) return false;
  return 'month' in days ? isMonthDay(days.month, date) : isWeekDay(days.week, date);
}

function isMonthDay({ days, isLast, isLastWeekday, nearest }: MonthDays, date: Date): boolean {
  const day = date.getUTCDate();
  const length = lengthOfMonth(date);
  return (
    days.has(day) ||
    (isLast && day === length) ||
    (isLastWeekday && day === nearestWeekday(date, length)) ||
    nearest.some((one) => one <= length && day === nearestWeekday(date, one))
  );
}

/** Returns the day from Monday to Friday that is nearest to a day of the same month. */
function nearestWeekday(date: Date, day: number): number {
  const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day)).getUTCDay();
  const length = lengthOfMonth(date);
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 0) return day < length ? day + 1 : day - 2;
  return day;
}

function isWeekDay({ days, last, nth }: WeekDays, date: Date): boolean {
  const weekday = date.getUTCDay() + 1;
  const day = date.getUTCDate();
  return (
    days.has(weekday) ||
    (last.includes(weekday) && day > lengthOfMonth(date) - 7) ||
    nth.some(([one, count]) => one === weekday && Math.ceil(day / 7) === count)
  );
}

function lengthOfMonth(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
type Zone = (instant: number) => number;

function zoneOf(timezone: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = new Map(
      format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const wall = Date.UTC(
      part('year'),
      part('month') - 1,
      part('day'),
      part('hour'),
      part('minute'),
      part('second'),
    );
    return wall - Math.floor(instant / 1000) * 1000;
  };
}

/** Returns the first instant at which the clocks in a zone show the given time; undefined if they skip it. */
function instantOf(wall: number, zone: Zone): number | undefined {
  const offsets = new Set([zone(wall - DAY), zone(wall + DAY)]);
  const instants = [...offsets]
    .map((offset) => wall - offset)
    .filter((instant) => instant + zone(instant) === wall);
  return instants.length === 0 ? undefined : Math.min(...instants);
}
