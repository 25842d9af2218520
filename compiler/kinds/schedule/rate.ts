// Reads rates: the number and the unit in `rate(5 minutes)`, or in the call `rate(5, 'minutes')`.
import { type Diagnostic, diagnose } from '../../diagnostics/diagnostic.js';
import { notStatic, sound, type Decoded } from '../../values/decoded.js';
import {
  type StaticInstance,
  type StaticText,
  type StaticValue,
  replaceInText,
} from '../../values/static-value.js';
import * as texts from './catalogue.js';

/** The exported function that creates a rate. */
export const RATE = 'rate';

const UNITS: Readonly<Record<string, number>> = { minute: 1, hour: 60, day: 1440 };

const CALLS = ["rate(1, 'minute')", "rate(5, 'minutes')"];
const NUMBER = 'the number must be whole and at least 1';
const UNIT = 'the unit must be `minutes`, `hours` or `days`';

export type WrongRate = {
  readonly part: 'amount' | 'unit';
  readonly why: string;
  /** The unit in the form that agrees with the number: `minute` for 1. */
  readonly unit?: string;
};

/** Returns the rate in minutes, or the problem with it. */
export function readRate(amount: string, written: string): number | WrongRate {
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
  if (unknown?.kind === 'unknown') return refused(notStatic(unknown.reason, unknown.at));
  const text = `${RATE}(${given.map(written).join(', ')})`;
  const say = (value: StaticValue | undefined, why: string): Decoded<never> =>
    refused(diagnose(texts.rateExpression, { text, why, instead: CALLS }, { at: value?.at ?? at }));
  if (amount?.kind !== 'number') return say(amount, NUMBER);
  if (unit?.kind !== 'string') return say(unit, UNIT);
  if (more) return say(more, 'write only a number and a unit');
  const found = readRate(String(amount.value), unit.value);
  if (typeof found === 'number') return sound(`rate(${String(amount.value)} ${unit.value})`);
  if (found.unit === undefined) return say(found.part === 'amount' ? amount : unit, found.why);
  return refused(otherUnit({ text, why: found.why, unit, instead: found.unit }));
}

type OtherUnit = {
  readonly text: string;
  readonly why: string;
  readonly unit: StaticText;
  readonly instead: string;
};

function otherUnit({ text, why, unit, instead }: OtherUnit): Diagnostic {
  const title = `Write '${instead}'`;
  const fix = replaceInText(unit, [0, unit.value.length], { title, text: instead });
  return diagnose(
    texts.rateExpression,
    { text, why, instead: [`'${instead}'`] },
    { at: unit.at, fix },
  );
}

function refused(finding: Diagnostic): Decoded<never> {
  return { value: undefined, findings: [finding] };
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
