// The rules of `Text`, `Int`, `Num` and `List`: their values, how they are combined in an intersection, and contradictory
// pairs. TypeScript also checks the values, but a deploy does not run TypeScript.
import type { NumberRules, TextRules } from '../declarations/declared-type.js';
import type { Refusal } from './refusals.js';

/** Merges the rules of two string types; returns a conflict if no single set of rules can express both. */
export function mergeTextRules(
  left: TextRules | undefined,
  right: TextRules | undefined,
): TextRules | undefined | 'conflict' {
  if (!left || !right) return left ?? right;
  if (left.format && right.format && left.format !== right.format) return 'conflict';
  const patterns = [...new Set([...(left.patterns ?? []), ...(right.patterns ?? [])])];
  return fitting({
    ...left,
    ...right,
    ...pick(Math.max, 'minLength', [left, right]),
    ...pick(Math.min, 'maxLength', [left, right]),
    ...(patterns.length > 0 && { patterns }),
  });
}

export function mergeNumberRules(
  left: NumberRules | undefined,
  right: NumberRules | undefined,
): NumberRules | undefined | 'conflict' {
  if (!left || !right) return left ?? right;
  const { multipleOf } = left;
  if (multipleOf !== undefined && right.multipleOf !== undefined && multipleOf !== right.multipleOf)
    return 'conflict';
  return fitting({
    ...left,
    ...right,
    ...pick(Math.max, 'minimum', [left, right]),
    ...pick(Math.min, 'maximum', [left, right]),
    ...pick(Math.max, 'exclusiveMinimum', [left, right]),
    ...pick(Math.min, 'exclusiveMaximum', [left, right]),
  });
}

function fitting<Rules extends TextRules | NumberRules>(rules: Rules): Rules | 'conflict' {
  return emptyLimits(rules, 'isInteger' in rules) ? 'conflict' : rules;
}

type Values<Name extends string> = Readonly<Partial<Record<Name, number>>>;

function pick<Name extends string>(
  choose: (...all: number[]) => number,
  name: Name,
  rules: readonly Values<Name>[],
): Values<Name> {
  const given = rules.map((one) => one[name]).filter((value) => value !== undefined);
  const chosen = given.length === 0 ? {} : { [name]: choose(...given) };
  return chosen as Values<Name>; // because the only key is the name
}

export type RuleValues = Readonly<Record<string, string | number | boolean>>;

/** A description of the allowed values in words, and a function that tests a value. */
type RuleValue = readonly [words: string, holds: (value: string | number | boolean) => boolean];

const FORMATS = ['date', 'date-time', 'email', 'uri', 'uuid'];

const COUNT: RuleValue = [
  'a whole number, 0 or more',
  (value) => Number.isInteger(value) && Number(value) >= 0,
];
const NUMBER: RuleValue = ['a number', (value) => Number.isFinite(value)];
const POSITIVE: RuleValue = [
  'a number above 0',
  (value) => Number.isFinite(value) && Number(value) > 0,
];
const TEXT: RuleValue = ['a text', (value) => typeof value === 'string'];
const FORMAT: RuleValue = [
  `one of ${FORMATS.map((format) => `\`'${format}'\``).join(', ')}`,
  (value) => FORMATS.includes(String(value)),
];
const FLAG: RuleValue = ['`true` or `false`', (value) => typeof value === 'boolean'];

type RuleTable = Readonly<Record<string, RuleValue>>;

const OF_NUMBERS: RuleTable = {
  minimum: NUMBER,
  maximum: NUMBER,
  exclusiveMinimum: NUMBER,
  exclusiveMaximum: NUMBER,
  multipleOf: POSITIVE,
  message: TEXT,
};

const RULE_TABLES: Readonly<Record<string, RuleTable>> = {
  Text: { minLength: COUNT, maxLength: COUNT, pattern: TEXT, format: FORMAT, message: TEXT },
  Int: OF_NUMBERS,
  Num: OF_NUMBERS,
  List: { minItems: COUNT, maxItems: COUNT, uniqueItems: FLAG, message: TEXT },
};

export function wrongRule(type: string, values: RuleValues): Refusal | undefined {
  const rules = RULE_TABLES[type] ?? {};
  for (const [name, value] of Object.entries(values)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) {
      const known = Object.keys(rules)
        .map((one) => `\`${one}\``)
        .join(', ');
      return { why: `\`${type}\` has no rule \`${name}\``, instead: `Its rules are ${known}.` };
    }
    const [words, holds] = rule;
    if (!holds(value))
      return {
        why: `the rule \`${name}\` cannot be \`${JSON.stringify(value)}\``,
        instead: `Write ${words}.`,
      };
  }
  return contradiction(values, type === 'Int');
}

function contradiction(values: RuleValues, isInteger: boolean): Refusal | undefined {
  const found = emptyLimits(values, isInteger);
  if (!found) return undefined;
  const said = found.map(([name, value]) => `\`${name}\` ${String(value)}`);
  return {
    why: `${said.join(' and ')} accept no value`,
    instead: 'Correct one of the two, so that a value can be between them.',
  };
}

// Pairs of rules that may contradict each other, such as `minimum` 5 and `maximum` 3.

const PAIRS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
] as const;

type Limit = readonly [name: string, value: number];

/** Returns the first pair of limits that no value can satisfy. */
function emptyLimits(
  rules: object,
  isInteger: boolean,
): readonly [low: Limit, high: Limit] | undefined {
  const values = rules as Readonly<Record<string, unknown>>; // because it may contain any of these names
  // Most types have at most one rule, and a single limit cannot contradict another.
  if (Object.keys(rules).length < 2) return undefined;
  for (const [low, high] of PAIRS) {
    const from = values[low];
    const to = values[high];
    if (typeof from !== 'number' || typeof to !== 'number') continue;
    const limits = [
      [low, from],
      [high, to],
    ] as const;
    if (isEmpty(limits, isInteger)) return limits;
  }
  return undefined;
}

function isEmpty(
  [[low, from], [high, to]]: readonly [low: Limit, high: Limit],
  isInteger: boolean,
): boolean {
  const isFromOut = low.startsWith('exclusive');
  const isToOut = high.startsWith('exclusive');
  if (isInteger) {
    const first = isFromOut ? Math.floor(from) + 1 : Math.ceil(from);
    const last = isToOut ? Math.ceil(to) - 1 : Math.floor(to);
    return first > last;
  }
  return from > to || (from === to && (isFromOut || isToOut));
}
