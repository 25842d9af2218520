// Parses schedule expressions, `rate(...)`, `cron(...)` and `at(...)`, and reports each problem with its location.
import { type Diagnostic, nearestName, diagnose } from '../../diagnostics/diagnostic.js';
import {
  type StaticText,
  type StaticValue,
  placeInText,
  replaceText,
  type TextRange,
  type StaticInstance,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';
import { FIELD_NAMES, parseCron, type Cron, type CronProblem } from './cron.js';
import { rejected, sound, type Decoded, notStatic } from '../../values/decoded.js';
import { refuseValue } from '../event/readings.js';

/** The exported function that creates a rate. */
export const RATE = 'rate';

const UNITS: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

const CALLS = ["rate(1, 'minute')", "rate(5, 'minutes')"];
const NUMBER = 'the number must be whole and at least 1';
const UNIT = 'the unit must be `minutes`, `hours` or `days`';

type WrongRate = {
  readonly part: 'amount' | 'unit';
  readonly why: string;
  /** The unit in the form that agrees with the number: `minute` for 1. */
  readonly unit?: string;
};

/** Returns the rate in minutes, or the problem with it. */
function readRate(amount: string, written: string): number | WrongRate {
  const unit = written.replace(/s$/u, '');
  const minutes = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (minutes === undefined) return { part: 'unit', why: UNIT };
  if (!/^[1-9]\d*$/u.test(amount)) return { part: 'amount', why: NUMBER };
  const count = Number(amount);
  const proper = count === 1 ? unit : `${unit}s`;
  if (written === proper) return count * minutes;
  const why =
    count === 1
      ? 'write the unit without `s` after 1'
      : 'write the unit with `s` after a number above 1';
  return { part: 'unit', why, unit: proper };
}

/** Returns the schedule expression for a call such as `rate(5, 'minutes')`. */
export function decodeRate({ arguments: given, at }: StaticInstance): Decoded<string> {
  const [amount, unit, more] = given;
  const unknown = given.find(({ kind }) => kind === 'unknown');
  if (unknown?.kind === 'unknown') return rejected(notStatic(unknown.reason, unknown.at));
  const text = `${RATE}(${given.map(written).join(', ')})`;
  const say = (value: StaticValue | undefined, why: string): Decoded<never> =>
    rejected(
      diagnose(texts.rateExpression, { text, why, instead: CALLS }, { at: value?.at ?? at }),
    );
  if (amount?.kind !== 'number') return say(amount, NUMBER);
  if (unit?.kind !== 'string') return say(unit, UNIT);
  if (more) return say(more, 'write only a number and a unit');
  const found = readRate(String(amount.value), unit.value);
  if (typeof found === 'number') return sound(`rate(${String(amount.value)} ${unit.value})`);
  if (found.unit === undefined) return say(found.part === 'amount' ? amount : unit, found.why);
  const data = { text, why: found.why, instead: [`'${found.unit}'`] };
  const fix = replaceText(unit, found.unit, `Write '${found.unit}'`);
  return rejected(diagnose(texts.rateExpression, data, { at: unit.at, fix }));
}

function written(value: StaticValue): string {
  if (value.kind === 'string') return `'${value.value}'`;
  return value.kind === 'number' || value.kind === 'boolean' ? String(value.value) : '…';
}

/** Returns the schedule expression if the source text is a call such as `rate(5, 'minutes')`; any other text unchanged. */
export function textOfRate(typed: string): string {
  const [, amount, , unit] = /^rate\(\s*([^\s,]+)\s*,\s*(['"`])(\w*)\2\s*\)$/u.exec(typed) ?? [];
  return amount === undefined || unit === undefined ? typed : `rate(${amount} ${unit})`;
}

export type ScheduleTimes =
  | { readonly kind: 'rate'; readonly minutes: number }
  | { readonly kind: 'cron'; readonly cron: Cron }
  /** The date and time as written, passed to `Date.UTC`. */
  | { readonly kind: 'at'; readonly wall: number };

type Parsed =
  { readonly times: ScheduleTimes } | { readonly problems: readonly ExpressionProblem[] };

type ExpressionProblem =
  | { readonly kind: 'form' }
  | { readonly kind: 'rate'; readonly why: string; readonly instead: string | undefined }
  | { readonly kind: 'at'; readonly why: string }
  | CronProblem;

/** Parses an expression; undefined if it is invalid. */
export function timesOf(expression: string): ScheduleTimes | undefined {
  const parsed = parseExpression(expression);
  return 'times' in parsed ? parsed.times : undefined;
}

/** Returns the problems in an expression. */
export function checkExpression(text: StaticText): readonly Diagnostic[] {
  const parsed = parseExpression(text.value);
  return 'times' in parsed ? [] : parsed.problems.map((problem) => say(text, problem));
}

function parseExpression(text: string): Parsed {
  const [, form = '', inside = ''] = /^(rate|cron|at)\((.*)\)$/su.exec(text) ?? [];
  switch (form) {
    case 'rate':
      return parseRate(inside);
    case 'cron':
      return parseCron(inside);
    case 'at':
      return parseAt(inside);
    default:
      return { problems: [{ kind: 'form' }] };
  }
}

const RATES = ['rate(1 minute)', 'rate(5 minutes)'];

function parseRate(inside: string): Parsed {
  const [, amount = '', written = ''] = /^(\S+) (\S+)$/u.exec(inside) ?? [];
  if (amount === '') {
    const why = 'write a number and a unit with one space between them';
    return { problems: [{ kind: 'rate', why, instead: undefined }] };
  }
  const rate = readRate(amount, written);
  if (typeof rate === 'number') return { times: { kind: 'rate', minutes: rate } };
  const { why, unit } = rate;
  const instead = unit === undefined ? undefined : `rate(${amount} ${unit})`;
  return { problems: [{ kind: 'rate', why, instead }] };
}

function parseAt(inside: string): Parsed {
  const found = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/u.exec(inside);
  if (!found)
    return { problems: [{ kind: 'at', why: 'write `yyyy-mm-ddThh:mm:ss`, without an offset' }] };
  const wall = Date.parse(`${inside}Z`);
  // If the month does not have that day, `Date.UTC` returns a day in the next month.
  const isSame = !Number.isNaN(wall) && new Date(wall).toISOString().startsWith(inside);
  if (!isSame) return { problems: [{ kind: 'at', why: 'this day or hour does not exist' }] };
  return { times: { kind: 'at', wall } };
}

function say(text: StaticText, problem: ExpressionProblem): Diagnostic {
  const { value } = text;
  switch (problem.kind) {
    case 'form':
      return diagnose(
        texts.scheduleExpression,
        { found: value === '' ? 'an empty string' : `the string \`${value}\`` },
        { at: text.at },
      );
    case 'rate': {
      const { why, instead } = problem;
      const fix = replaceText(text, instead);
      const data = { text: value, why, instead: instead === undefined ? RATES : [instead] };
      return diagnose(texts.rateExpression, data, { at: text.at, fix });
    }
    case 'at':
      return diagnose(texts.atExpression, { text: value, why: problem.why }, { at: text.at });
    case 'fields':
      return diagnose(texts.cronFields, problem, { at: text.at });
    case 'field': {
      const { index, range, why } = problem;
      const [start, end] = range;
      const location: TextRange = [start + 'cron('.length, end + 'cron('.length];
      const data = { field: FIELD_NAMES[index] ?? 'field', text: value.slice(...location), why };
      return diagnose(texts.cronField, data, { at: placeInText(text, location) });
    }
    case 'never':
      return diagnose(texts.cronNever, problem, { at: text.at });
  }
}

// Decodes the name of a time zone: one in the IANA database that `Intl` supports.

const EXPECTED = 'the name of a time zone, such as `Europe/Berlin`';

export function decodeTimeZone(value: StaticValue): Decoded<string> {
  if (value.kind !== 'string')
    return refuseValue(value, { option: 'timezone', expected: EXPECTED });
  const name = value.value;
  if (isTimeZone(name)) return sound(name);
  const suggestion = suggest(name);
  const location = { at: value.at, fix: replaceText(value, suggestion) };
  return rejected(diagnose(texts.timeZone, { name, suggestion }, location));
}

/** Tells whether a name is a time zone. `Intl` alone would also accept offsets, and names in any letter case. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Z][\w+/-]*$/u.test(name)) return false;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone === name || timeZone.toLowerCase() !== name.toLowerCase();
  } catch {
    return false;
  }
}

function suggest(name: string): string | undefined {
  const known = ['UTC', ...Intl.supportedValuesOf('timeZone')];
  const lower = name.toLowerCase().replaceAll(' ', '_');
  return (
    known.find((one) => one.toLowerCase() === lower) ??
    known.find((one) => one.toLowerCase().endsWith(`/${lower}`)) ??
    (known.some((one) => areaOf(one) === areaOf(name))
      ? nearestOfArea(name, known)
      : nearestName(name, known))
  );
}

/** Returns the area in a name: `Europe/` in `Europe/Vienna`. */
function areaOf(name: string): string {
  return name.slice(0, name.indexOf('/') + 1);
}

/** Compares names without their area, because `Europe/` makes `Europe/Wien` and `Europe/Kiev` look similar. */
function nearestOfArea(name: string, known: readonly string[]): string | undefined {
  const area = areaOf(name);
  const places = known.filter((one) => areaOf(one) === area).map((one) => one.slice(area.length));
  const location = nearestName(name.slice(area.length), places);
  return location === undefined ? undefined : `${area}${location}`;
}
