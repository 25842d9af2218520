// How the option values of sources are read: numbers in a range, one of several strings, JSON.
import { diagnose } from '../../diagnostics/diagnose.js';
import { code, codeList } from '../../diagnostics/code-text.js';
import type { Fix } from '../../diagnostics/diagnostic.js';
import { nearestName } from '../../diagnostics/nearest-name.js';
import { decodeItems, refuse, sound, type Decoded, type Reading } from '../../values/decoded.js';
import type { OptionTable } from '../../values/options.js';
import { replaceInText } from '../../values/literal-place.js';
import type { StaticEntry, StaticValue } from '../../values/static-value.js';
import * as texts from './catalogue.js';

type Said = { readonly option: string; readonly expected: string; readonly hint?: string };

/** Rejects an option's value. */
export function refuseValue(value: StaticValue, said: Said, fix?: Fix): Decoded<never> {
  return refuse(value, (found) =>
    diagnose(texts.sourceOptionValue, { ...said, found }, { at: value.at, fix }),
  );
}

/** `true` or `false`. */
export function flagOf(option: string): Reading<boolean> {
  return {
    decode: (value) =>
      value.kind === 'boolean'
        ? sound(value.value)
        : refuseValue(value, { option, expected: '`true` or `false`' }),
    problems: [texts.sourceOptionValue],
    schema: { type: 'boolean' },
  };
}

type Range = {
  readonly from: number;
  readonly to: number;
  /** A number outside the range with a special meaning, such as -1. */
  readonly also?: number;
};

/** A whole number in a range. */
export function wholeOf(option: string, { from, to, also }: Range): Reading<number> {
  const others = also === undefined ? '' : `, or ${String(also)}`;
  const expected = `a whole number from ${String(from)} to ${String(to)}${others}`;
  return {
    decode: (value) => {
      const isFine =
        value.kind === 'number' &&
        Number.isInteger(value.value) &&
        (value.value === also || (value.value >= from && value.value <= to));
      return isFine ? sound(value.value) : refuseValue(value, { option, expected });
    },
    problems: [texts.sourceOptionValue],
    schema: { type: 'integer', minimum: Math.min(from, also ?? from), maximum: to },
  };
}

/** One of several strings. */
export function choiceOf<const T extends string>(option: string, known: readonly T[]): Reading<T> {
  const expected = codeList(
    known.map((name) => `'${name}'`),
    'or',
  );
  return {
    decode: (value) => {
      const found = known.find((name) => value.kind === 'string' && value.value === name);
      if (found !== undefined) return sound(found);
      const meant = value.kind === 'string' ? nearestName(value.value, known) : undefined;
      const fix =
        value.kind === 'string' && meant !== undefined
          ? replaceInText(value, [0, value.value.length], { title: `Write ${meant}`, text: meant })
          : undefined;
      const hint = meant === undefined ? {} : { hint: `Did you mean ${code(meant)}?` };
      return refuseValue(value, { option, expected, ...hint }, fix);
    },
    problems: [texts.sourceOptionValue],
    schema: { enum: known },
  };
}

/** A string with a maximum length. */
export function textOf(option: string, most: number): Reading<string> {
  const expected = `a string of at most ${String(most)} characters`;
  return {
    decode: (value) => {
      if (value.kind !== 'string') return refuseValue(value, { option, expected });
      const { length } = value.value;
      if (length <= most) return sound(value.value);
      const data = { option, expected, found: `one of ${String(length)}` };
      const finding = diagnose(texts.sourceOptionValue, data, { at: value.at });
      return { value: undefined, findings: [finding] };
    },
    problems: [texts.sourceOptionValue],
    schema: { type: 'string', maxLength: most },
  };
}

/** The options shared by rules and schedules; `what` is the noun. */
export function eventBridgeOptions(
  what: string,
): OptionTable<{ readonly enabled: boolean; readonly description?: string }> {
  return {
    enabled: {
      ...flagOf('enabled'),
      absent: true,
      meaning: `False creates the ${what} disabled; defaults to true.`,
    },
    description: {
      ...textOf('description', 512),
      meaning: `The description of the ${what} in the AWS console.`,
    },
  };
}

/** Reads a value as JSON. A property that is `undefined` is left out. */
export function decodeJson(
  value: StaticValue,
  say: (found: string, at: StaticValue['at']) => ReturnType<typeof diagnose>,
): Decoded<unknown> {
  switch (value.kind) {
    case 'string':
    case 'boolean':
      return sound(value.value);
    case 'number':
      return Number.isFinite(value.value)
        ? sound(value.value)
        : { value: undefined, findings: [say(code(String(value.value)), value.at)] };
    case 'null':
      return { value: null, findings: [] };
    case 'list':
      return decodeItems(value, (item) => decodeJson(item, say));
    case 'object':
      return decodeObject(value.entries, say);
    default:
      return refuse(value, (found) => say(found, value.at));
  }
}

function decodeObject(
  entries: readonly StaticEntry[],
  say: Parameters<typeof decodeJson>[1],
): Decoded<unknown> {
  const last = new Map(entries.map(({ key, value }) => [key.value, value]));
  const parts = [...last]
    .filter(([, value]) => value.kind !== 'undefined')
    .map(([name, value]) => [name, decodeJson(value, say)] as const);
  const findings = parts.flatMap(([, part]) => part.findings);
  if (findings.length > 0) return { value: undefined, findings };
  return sound(Object.fromEntries(parts.map(([name, { value }]) => [name, value])));
}
