// The fields of `cron(...)` as EventBridge reads them: minute, hour, day of month, month, day of week, year.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based

export const FIELD_NAMES: readonly string[] = [
  'minute',
  'hour',
  'day of month',
  'month',
  'day of week',
  'year',
];

/** Days of a month: numbers, or what depends on the month. */
export type MonthDays = {
  readonly days: ReadonlySet<number>;
  /** `L`. */
  readonly isLast: boolean;
  /** `LW`: the last of Monday to Friday. */
  readonly isLastWeekday: boolean;
  /** `15W`: the nearest of Monday to Friday. */
  readonly nearest: readonly number[];
};

/** Days of a week, 1 is Sunday. */
export type WeekDays = {
  readonly days: ReadonlySet<number>;
  /** `6L`: the last Friday of a month. */
  readonly last: readonly number[];
  /** `3#2`: the second Tuesday. */
  readonly nth: readonly (readonly [day: number, count: number])[];
};

export type Cron = {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly years: ReadonlySet<number>;
  /** One of the two is `?`. */
  readonly days: { readonly month: MonthDays } | { readonly week: WeekDays };
};

export type CronProblem =
  | { readonly kind: 'fields'; readonly why: string; readonly instead: string | undefined }
  /** `range` is inside the parentheses. */
  | {
      readonly kind: 'field';
      readonly index: number;
      readonly range: readonly [start: number, end: number];
      readonly why: string;
    }
  | { readonly kind: 'never'; readonly days: string; readonly months: readonly string[] };

type Field = {
  readonly from: number;
  readonly to: number;
  /** Names of the numbers from `from` on. */
  readonly names?: readonly string[];
};

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEK = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const MINUTE: Field = { from: 0, to: 59 };
const HOUR: Field = { from: 0, to: 23 };
const MONTH_DAY: Field = { from: 1, to: 31 };
const MONTH: Field = { from: 1, to: 12, names: MONTHS };
const WEEK_DAY: Field = { from: 1, to: 7, names: WEEK };
const YEAR: Field = { from: 1970, to: 2199 };

/** The meaning of a part of a field, or why it has none. */
type Read<T> = { readonly value: T } | { readonly why: string };

type Part = { readonly text: string; readonly range: readonly [number, number] };

/** Reads what stands inside `cron(...)`. */
export function parseCron(
  inside: string,
):
  | { readonly times: { readonly kind: 'cron'; readonly cron: Cron } }
  | { readonly problems: readonly CronProblem[] } {
  const fields = [...inside.matchAll(/\S+/gu)].map(({ 0: text, index }): Part => ({
    text,
    range: [index, index + text.length],
  }));
  const [minute, hour, monthDay, month, weekDay, year] = fields;
  if (!minute || !hour || !monthDay || !month || !weekDay || !year || fields.length > 6) {
    const instead = fields.length === 5 ? withYear(fields.map(({ text }) => text)) : undefined;
    const why = `it has ${String(fields.length)} field${fields.length === 1 ? '' : 's'} in place of six`;
    return { problems: [{ kind: 'fields', why, instead }] };
  }
  const marks = [monthDay, weekDay].filter(({ text }) => text === '?').length;
  if (marks !== 1) return { problems: [markProblem(inside, fields, marks)] };
  const problems: CronProblem[] = [];
  const numbers = (index: number, part: Part, field: Field): ReadonlySet<number> => {
    const values = new Set<number>();
    for (const piece of piecesOf(part)) {
      const read = readNumbers(piece.text, field);
      if ('why' in read) problems.push({ kind: 'field', index, range: piece.range, why: read.why });
      else for (const value of read.value) values.add(value);
    }
    return values;
  };
  const minutes = numbers(0, minute, MINUTE);
  const hours = numbers(1, hour, HOUR);
  const months = numbers(3, month, MONTH);
  const years = numbers(5, year, YEAR);
  const days =
    weekDay.text === '?'
      ? { month: readMonthDays(monthDay, problems) }
      : { week: readWeekDays(weekDay, problems) };
  if (problems.length > 0) return { problems };
  const cron = { minutes, hours, months, years, days };
  const never = neverComes(cron, monthDay.text);
  return never ? { problems: [never] } : { times: { kind: 'cron', cron } };
}

/** A cron expression of Unix has no year, and may have `*` in both fields of days. */
function withYear(fields: readonly string[]): string | undefined {
  const [minute = '', hour = '', monthDay = '', month = '', weekDay = ''] = fields;
  const shifted = weekDay.replace(/\d/gu, (day) => String((Number(day) % 7) + 1));
  const days =
    weekDay === '*' || weekDay === '?'
      ? [monthDay, '?']
      : monthDay === '*' || monthDay === '?'
        ? ['?', shifted]
        : undefined;
  if (!days || /[#/]/u.test(weekDay)) return undefined;
  const instead = [minute, hour, days[0], month, days[1], '*'].join(' ');
  return 'times' in parseCron(instead) ? `cron(${instead})` : undefined;
}

function markProblem(inside: string, fields: readonly Part[], marks: number): CronProblem {
  const why =
    marks === 0
      ? 'one of day of month and day of week must be `?`'
      : 'day of month and day of week are both `?`';
  const [monthDay, weekDay] = [fields[2]?.text, fields[4]?.text];
  const changed = fields.map(({ text }) => text);
  if (marks === 2) changed[2] = '*';
  else if (weekDay === '*') changed[4] = '?';
  else if (monthDay === '*') changed[2] = '?';
  const instead = changed.join(' ');
  return { kind: 'fields', why, instead: instead === inside ? undefined : `cron(${instead})` };
}

function piecesOf({ text, range: [start] }: Part): readonly Part[] {
  let at = start;
  return text.split(',').map((piece) => {
    const range = [at, at + piece.length] as const;
    at += piece.length + 1;
    return { text: piece, range };
  });
}

/** `5`, `1-5`, `*`, and each of them with a step behind a slash. */
function readNumbers(text: string, field: Field): Read<readonly number[]> {
  const { from, to } = field;
  const [base = '', step, more] = text.split('/');
  if (base === '' || more !== undefined) return { why: 'it is a number, a range or `*`' };
  if (step !== undefined && !/^[1-9]\d{0,3}$/u.test(step))
    return { why: 'the step behind `/` is a whole number from 1 on' };
  let range: readonly [number, number];
  if (base === '*') range = [from, to];
  else {
    const ends = base.split('-');
    if (ends.length > 2) return { why: 'a range has two ends' };
    const values = ends.map((end) => numberOf(end, field));
    const [first, last = step === undefined ? first : to] = values;
    if (first === undefined || last === undefined || values.includes(undefined))
      return { why: allowed(field) };
    if (last < first)
      return { why: 'the range runs backwards; write its parts with a comma between them' };
    range = [first, last];
  }
  const values: number[] = [];
  for (let value = range[0]; value <= range[1]; value += Number(step ?? 1)) values.push(value);
  return { value: values };
}

function numberOf(text: string, { from, to, names }: Field): number | undefined {
  const index = names?.indexOf(text.toUpperCase()) ?? -1;
  if (index >= 0) return from + index;
  if (!/^\d{1,4}$/u.test(text)) return undefined;
  const value = Number(text);
  return value >= from && value <= to ? value : undefined;
}

function allowed({ from, to, names }: Field): string {
  const numbers = `it is a number from ${String(from)} to ${String(to)}`;
  return names
    ? `${numbers}, or a name from \`${names[0] ?? ''}\` to \`${names.at(-1) ?? ''}\``
    : numbers;
}

function readMonthDays(part: Part, problems: CronProblem[]): MonthDays {
  const days = new Set<number>();
  const nearest: number[] = [];
  let isLast = false;
  let isLastWeekday = false;
  for (const { text, range } of piecesOf(part)) {
    const [, before = ''] = /^(\d+)W$/iu.exec(text) ?? [];
    const day = numberOf(before, MONTH_DAY);
    if (/^L$/iu.test(text)) isLast = true;
    else if (/^LW$/iu.test(text)) isLastWeekday = true;
    else if (day !== undefined) nearest.push(day);
    else {
      const read = readNumbers(text, MONTH_DAY);
      if ('why' in read)
        problems.push({
          kind: 'field',
          index: 2,
          range,
          why: `${read.why}, \`L\`, \`LW\` or a day with \`W\` behind it`,
        });
      else for (const value of read.value) days.add(value);
    }
  }
  return { days, isLast, isLastWeekday, nearest };
}

function readWeekDays(part: Part, problems: CronProblem[]): WeekDays {
  const days = new Set<number>();
  const last: number[] = [];
  const nth: (readonly [number, number])[] = [];
  for (const { text, range } of piecesOf(part)) {
    const [, lastDay = '', named = '', count = ''] =
      /^(?:([A-Z\d]+)L|([A-Z\d]+)#(\d))$/iu.exec(text) ?? [];
    const day = numberOf(lastDay === '' ? named : lastDay, WEEK_DAY);
    const isCount = Number(count) >= 1 && Number(count) <= 5;
    if (/^L$/iu.test(text)) days.add(WEEK_DAY.to);
    else if (day !== undefined && lastDay !== '') last.push(day);
    else if (day !== undefined && isCount) nth.push([day, Number(count)]);
    else {
      const read = readNumbers(text, WEEK_DAY);
      if ('why' in read)
        problems.push({
          kind: 'field',
          index: 4,
          range,
          why: text.includes('#')
            ? '`#` stands between a day and a number from 1 to 5'
            : `${read.why}, one with \`L\` behind it, or \`3#2\` for the second Tuesday`,
        });
      else for (const value of read.value) days.add(value);
    }
  }
  return { days, last, nth };
}

/** Days of each month, with the 29th of February of some years. */
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Days that none of the months has. */
function neverComes({ days, months, years }: Cron, text: string): CronProblem | undefined {
  if (!('month' in days)) return undefined;
  const { isLast, isLastWeekday, nearest, days: numbers } = days.month;
  if (isLast || isLastWeekday) return undefined;
  const wanted = [...numbers, ...nearest];
  const isLeap = [...years].some((year) => new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29);
  const lengthOf = (month: number): number =>
    month === 2 && !isLeap ? 28 : (LENGTHS[month - 1] ?? 31);
  const comes = [...months].some((month) => wanted.some((day) => day <= lengthOf(month)));
  if (comes) return undefined;
  return {
    kind: 'never',
    days: text,
    months: [...months].map((month) => MONTHS[month - 1] ?? String(month)),
  };
}
