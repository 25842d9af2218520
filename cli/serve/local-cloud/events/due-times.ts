// Computes when schedules are due: `rate`, `cron` and `at`, as defined by EventBridge and Scheduler. It checks every minute. To
// stay an independent check, it shares no code with the framework's own calculation of run times.

const MINUTE = 60_000;
const MINUTES: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

/** Returns when to check a schedule next: for a cron expression, at the next minute; undefined if the schedule has ended. */
export function nextLook({ expression, timezone, from, until: now }: Due): number | undefined {
  const [, name = '', content = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  if (name === 'rate') return from + rateOf(content);
  if (name === 'cron') return nextMinute(now);
  const at = instantOf(content, timezone ?? 'UTC');
  return at > now ? at : undefined;
}

type Due = {
  readonly expression: string;
  /** For `cron` and `at`; rules support only UTC. */
  readonly timezone?: string | undefined;
  /** When the schedule was created or last ran; exclusive. */
  readonly from: number;
  readonly until: number;
};

export function dueTimes({ expression, timezone = 'UTC', from, until }: Due): readonly number[] {
  const [, name = '', content = ''] = /^(rate|cron|at)\((.+)\)$/.exec(expression) ?? [];
  if (name === 'rate') return rateTimes(content, from, until);
  if (name === 'at') {
    const at = instantOf(content, timezone);
    return at > from && at <= until ? [at] : [];
  }
  const minutes: number[] = [];
  for (let at = nextMinute(from); at <= until; at += MINUTE) minutes.push(at);
  const clock = wallClock(timezone);
  // An hour that is repeated at the end of daylight saving time has one run, and a skipped hour has none:
  // docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
  const texts = new Set([clock(from).text]);
  return minutes.filter((at) => {
    const { text, ...time } = clock(at);
    if (!isCronTime(content, time) || texts.has(text)) return false;
    texts.add(text);
    return true;
  });
}

function rateTimes(content: string, from: number, until: number): readonly number[] {
  const pause = rateOf(content);
  if (!(pause > 0)) return [];
  const length = Math.max(0, Math.floor((until - from) / pause));
  return Array.from({ length }, (_, index) => from + (index + 1) * pause);
}

function rateOf(content: string): number {
  const [, count = '', unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(content) ?? [];
  return Number(count) * (MINUTES[unit] ?? 0) * MINUTE;
}

/** Returns the timestamp of a local time such as `2026-11-22T03:00:30` in a time zone; NaN for an invalid text. */
function instantOf(content: string, timezone: string): number {
  const asUtc = Date.parse(`${content}Z`);
  if (Number.isNaN(asUtc)) return asUtc;
  const clock = wallClock(timezone);
  // Computes the offset twice, because the offset at the guessed time can differ from the offset at the actual time.
  const shownAt = (at: number): number => Date.parse(`${clock(at).text}Z`) - (at - (at % MINUTE));
  const guess = asUtc - shownAt(asUtc);
  return asUtc - shownAt(guess);
}

function nextMinute(time: number): number {
  return (Math.floor(time / MINUTE) + 1) * MINUTE;
}

type Wall = Parameters<typeof isCronTime>[1] & {
  /** For example `2026-11-22T03:00`. */
  readonly text: string;
};

/** The offset of a time zone never changes within a quarter of an hour. */
const QUARTER = 15 * MINUTE;

/** Returns the local time in a time zone. Formatting is slow, so the offset is computed once per quarter of an hour. */
function wallClock(timeZone: string): (at: number) => Wall {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const offsets = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / QUARTER) * QUARTER;
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const offset = Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter;
    offsets.set(quarter, offset);
    return offset;
  };
  return (at) => {
    const text = new Date(at + offsetAt(at)).toISOString().slice(0, 16);
    const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/[-T:]/).map(Number);
    return { text, year, month, day, hour, minute };
  };
}

// Decides whether an AWS cron expression matches a minute:
// docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html

type CronTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** `content` consists of minutes, hours, day of month, month, day of week and year. */
function isCronTime(content: string, time: CronTime): boolean {
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = content
    .trim()
    .split(/\s+/);
  return (
    matches(minutes, time.minute, [0, 59]) &&
    matches(hours, time.hour, [0, 23]) &&
    matches(withNumbers(months, MONTHS), time.month, [1, 12]) &&
    matches(years, time.year, [1970, 2199]) &&
    isDayOfMonth(days, time) &&
    isDayOfWeek(withNumbers(weekdays, DAYS), time)
  );
}

function withNumbers(field: string, names: readonly string[]): string {
  return field.replace(/[A-Z]{3}/gi, (name) => String(names.indexOf(name.toUpperCase()) + 1));
}

type Range = readonly [first: number, last: number];

function matches(field: string, value: number, [first, last]: Range): boolean {
  return field.split(',').some((part) => {
    const [values = '', step] = part.split('/');
    const [from = '', to = step === undefined ? from : String(last)] = values.split('-');
    const start = values === '*' ? first : Number(from);
    const end = values === '*' ? last : Number(to);
    return value >= start && value <= end && (value - start) % Number(step ?? 1) === 0;
  });
}

function isDayOfMonth(field: string, { year, month, day }: CronTime): boolean {
  if (field === '?') return true;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const [, wanted] = /^(\d+|L)W$/i.exec(field) ?? [];
  if (wanted !== undefined) {
    const meant = wanted.toUpperCase() === 'L' ? last : Number(wanted);
    return meant <= last && day === nearestWorkday(year, month, meant);
  }
  if (field.toUpperCase() === 'L') return day === last;
  return matches(field, day, [1, 31]);
}

/** Returns the nearest day from Monday to Friday in the same month. */
function nearestWorkday(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 0) return day < last ? day + 1 : day - 2;
  return day;
}

/** Matches the day of the week, where 1 is Sunday. */
function isDayOfWeek(field: string, { year, month, day }: CronTime): boolean {
  if (field === '?') return true;
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1;
  const [, nthDay, nth] = /^(\d)#(\d)$/.exec(field) ?? [];
  if (nthDay !== undefined) return weekday === Number(nthDay) && Math.ceil(day / 7) === Number(nth);
  const [, lastDay] = /^(\d)L$/i.exec(field) ?? [];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (lastDay !== undefined) return weekday === Number(lastDay) && day > last - 7;
  if (field.toUpperCase() === 'L') return weekday === 7;
  return matches(field, weekday, [1, 7]);
}
