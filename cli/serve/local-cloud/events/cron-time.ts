// Decides whether a cron expression of AWS matches a minute:
// docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html

export type CronTime = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
};

const MONTHS = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ');
const DAYS = 'SUN MON TUE WED THU FRI SAT'.split(' ');

/** `content`: minutes, hours, day of month, month, day of week, year. */
export function isCronTime(content: string, time: CronTime): boolean {
  const [minutes = '', hours = '', days = '', months = '', weekdays = '', years = ''] = content
    .trim()
    .split(/\s+/);
  return (
    matches(minutes, time.minute, [0, 59]) &&
    matches(hours, time.hour, [0, 23]) &&
    matches(named(months, MONTHS), time.month, [1, 12]) &&
    matches(years, time.year, [1970, 2199]) &&
    isDayOfMonth(days, time) &&
    isDayOfWeek(named(weekdays, DAYS), time)
  );
}

function named(field: string, names: readonly string[]): string {
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

/** Returns the nearest weekday in the same month. */
function nearestWorkday(year: number, month: number, day: number): number {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  if (weekday === 6) return day > 1 ? day - 1 : day + 2;
  if (weekday === 0) return day < last ? day + 1 : day - 2;
  return day;
}

/** Matches the day of the week; 1 is Sunday. */
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
