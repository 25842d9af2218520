// Parses the fields of `cron(...)` as EventBridge does: minute, hour, day of month, month, day of week, year.
// https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based

export const FIELD_NAMES: readonly string[] = [
  'minute',
  'hour',
  'day of month',
  'month',
  'day of week',
  'year',
];

/** Days of a month: numbers, or days that depend on the month. */
export type MonthDays = {
  readonly days: ReadonlySet<number>;
  /** `L`: the last day of the month. */
  readonly isLast: boolean;
  /** `LW`: the last weekday. */
  readonly isLastWeekday: boolean;
  /** `15W`: the nearest weekday. */
  readonly nearest: readonly number[];
};

/** Days of a week; 1 is Sunday. */
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
  /** Whichever day field is not `?`. */
  readonly days: { readonly month: MonthDays } | { readonly week: WeekDays };
};

export type CronProblem =
  | { readonly kind: 'fields'; readonly why: string; readonly instead: string | undefined }
  /** `range` is relative to the text between the parentheses. */
  | {
      readonly kind: 'field';
      readonly index: number;
      readonly range: readonly [start: number, end: number];
      readonly why: string;
    }
  | { readonly kind: 'never'; readonly days: string; readonly months: readonly string[] };

type Field = {
  /** The position of the field in the expression. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** The names that stand for numbers, starting at `from`. */
  readonly names?: readonly string[];
};

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEK = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const MINUTE: Field = { index: 0, from: 0, to: 59 };
const HOUR: Field = { index: 1, from: 0, to: 23 };
const MONTH_DAY: Field = { index: 2, from: 1, to: 31 };
const MONTH: Field = { index: 3, from: 1, to: 12, names: MONTHS };
const WEEK_DAY: Field = { index: 4, from: 1, to: 7, names: WEEK };
const YEAR: Field = { index: 5, from: 1970, to: 2199 };

/** What a part of a field means, or the reason why it is invalid. */
type Read<T> = { readonly value: T } | { readonly why: string };

type FieldText = { readonly text: string; readonly range: readonly [number, number] };

/** Reads the fields inside `cron(...)`. */
export function parseCron(
  inside: string,
):
  | { readonly times: { readonly kind: 'cron'; readonly cron: Cron } }
  | { readonly problems: readonly CronProblem[] } {
  const fields = [...inside.matchAll(/\S+/gu)].map(({ 0: text, index }): FieldText => ({
    text,
    range: [index, index + text.length],
  }));
  const [minute, hour, monthDay, month, weekDay, year] = fields;
  if (!minute || !hour || !monthDay || !month || !weekDay || !year || fields.length > 6) {
    const instead = fields.length === 5 ? withYear(fields.map(({ text }) => text)) : undefined;
    const why = `it has ${String(fields.length)} field${fields.length === 1 ? '' : 's'} instead of six`;
    return { problems: [{ kind: 'fields', why, instead }] };
  }
  const marks = [monthDay, weekDay].filter(({ text }) => text === '?').length;
  if (marks !== 1) return { problems: [markProblem(inside, fields, marks)] };
  const problems: CronProblem[] = [];
  const minutes = readField(minute, { field: MINUTE, problems });
  const hours = readField(hour, { field: HOUR, problems });
  const months = readField(month, { field: MONTH, problems });
  const years = readField(year, { field: YEAR, problems });
  const days =
    weekDay.text === '?'
      ? { month: readMonthDays(monthDay, problems) }
      : { week: readWeekDays(weekDay, problems) };
  if (problems.length > 0) return { problems };
  const cron = { minutes, hours, months, years, days };
  const never = neverComes(cron, monthDay.text);
  return never ? { problems: [never] } : { times: { kind: 'cron', cron } };
}

/** Converts a Unix cron expression, which has no year and may have two `*` days; undefined if EventBridge cannot express it. */
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

function markProblem(inside: string, fields: readonly FieldText[], marks: number): CronProblem {
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

type FieldReader = {
  readonly field: Field;
  /** The list to which problems are added. */
  readonly problems: CronProblem[];
  /** Handles a piece that consists of more than numbers, such as `L`. Returns false if it cannot handle the piece. */
  readonly take?: (text: string, values: Set<number>) => boolean;
  /** Returns the reason to report for an invalid piece; `why` is the reason from `readNumbers`. */
  readonly explain?: (why: string, text: string) => string;
};

/** Reads the numbers in a field, whose pieces are separated by commas. */
function readField({ text, range: [start] }: FieldText, reading: FieldReader): ReadonlySet<number> {
  const { field, problems, take, explain } = reading;
  const values = new Set<number>();
  let at = start;
  for (const piece of text.split(',')) {
    const range = [at, at + piece.length] as const;
    at += piece.length + 1;
    if (take?.(piece, values)) continue;
    const read = readNumbers(piece, field);
    if ('value' in read) for (const value of read.value) values.add(value);
    else {
      const why = explain?.(read.why, piece) ?? read.why;
      problems.push({ kind: 'field', index: field.index, range, why });
    }
  }
  return values;
}

/** Reads `5`, `1-5` or `*`, each with an optional step after a slash. */
function readNumbers(text: string, field: Field): Read<readonly number[]> {
  const { from, to } = field;
  const [base = '', step, more] = text.split('/');
  if (base === '' || more !== undefined) return { why: 'use a number, a range or `*`' };
  if (step !== undefined && !/^[1-9]\d{0,3}$/u.test(step))
    return { why: 'the step after `/` must be a whole number, 1 or more' };
  let range: readonly [number, number];
  if (base === '*') range = [from, to];
  else {
    const ends = base.split('-');
    if (ends.length > 2) return { why: 'a range must have two ends' };
    const values = ends.map((end) => numberOf(end, field));
    const [first, last = step === undefined ? first : to] = values;
    if (first === undefined || last === undefined || values.includes(undefined))
      return { why: allowed(field) };
    if (last < first)
      return { why: 'the range is reversed; write its parts with a comma between them' };
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
  const numbers = `use a number from ${String(from)} to ${String(to)}`;
  return names
    ? `${numbers}, or a name from \`${names[0] ?? ''}\` to \`${names.at(-1) ?? ''}\``
    : numbers;
}

function readMonthDays(part: FieldText, problems: CronProblem[]): MonthDays {
  const nearest: number[] = [];
  let isLast = false;
  let isLastWeekday = false;
  const days = readField(part, {
    field: MONTH_DAY,
    problems,
    take: (text) => {
      const day = numberOf(/^(\d+)W$/iu.exec(text)?.[1] ?? '', MONTH_DAY);
      if (/^L$/iu.test(text)) isLast = true;
      else if (/^LW$/iu.test(text)) isLastWeekday = true;
      else if (day === undefined) return false;
      else nearest.push(day);
      return true;
    },
    explain: (why) => `${why}, \`L\`, \`LW\` or a day followed by \`W\``,
  });
  return { days, isLast, isLastWeekday, nearest };
}

function readWeekDays(part: FieldText, problems: CronProblem[]): WeekDays {
  const last: number[] = [];
  const nth: (readonly [number, number])[] = [];
  const days = readField(part, {
    field: WEEK_DAY,
    problems,
    take: (text, values) => {
      const [, lastDay = '', named = '', count = ''] =
        /^(?:([A-Z\d]+)L|([A-Z\d]+)#(\d))$/iu.exec(text) ?? [];
      const day = numberOf(lastDay === '' ? named : lastDay, WEEK_DAY);
      const isCount = Number(count) >= 1 && Number(count) <= 5;
      if (/^L$/iu.test(text)) values.add(WEEK_DAY.to);
      else if (day !== undefined && lastDay !== '') last.push(day);
      else if (day !== undefined && isCount) nth.push([day, Number(count)]);
      else return false;
      return true;
    },
    explain: (why, text) =>
      text.includes('#')
        ? '`#` must be between a day and a number from 1 to 5'
        : `${why}, a day followed by \`L\`, or \`3#2\` for the second Tuesday`,
  });
  return { days, last, nth };
}

/** The number of days in each month, including 29 February. */
const LENGTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Reports days that do not exist in any of the months. */
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
