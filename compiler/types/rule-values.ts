// The rules of `Text`, `Int`, `Num` and `List` and the values they take. TypeScript checks them too, but a deploy does not
// run TypeScript.
import { emptyLimits } from './limits.js';
import type { Refusal } from './refusals.js';

export type RuleValues = Readonly<Record<string, string | number | boolean>>;

/** The allowed values in words, and a test of a value. */
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

const OF_NUMBERS: readonly (readonly [string, RuleValue])[] = [
  ['minimum', NUMBER],
  ['maximum', NUMBER],
  ['exclusiveMinimum', NUMBER],
  ['exclusiveMaximum', NUMBER],
  ['multipleOf', POSITIVE],
  ['message', TEXT],
];

const RULES: ReadonlyMap<string, ReadonlyMap<string, RuleValue>> = new Map([
  [
    'Text',
    new Map([
      ['minLength', COUNT],
      ['maxLength', COUNT],
      ['pattern', TEXT],
      ['format', FORMAT],
      ['message', TEXT],
    ]),
  ],
  ['Int', new Map(OF_NUMBERS)],
  ['Num', new Map(OF_NUMBERS)],
  [
    'List',
    new Map([
      ['minItems', COUNT],
      ['maxItems', COUNT],
      ['uniqueItems', FLAG],
      ['message', TEXT],
    ]),
  ],
]);

/** What is wrong with the first rule that `Text`, `Int`, `Num` or `List` does not take. */
export function wrongRule(type: string, values: RuleValues): Refusal | undefined {
  const rules = RULES.get(type) ?? new Map<string, RuleValue>();
  for (const [name, value] of Object.entries(values)) {
    const rule = rules.get(name);
    if (!rule) {
      const known = [...rules.keys()].map((one) => `\`${one}\``).join(', ');
      return {
        why: `\`${type}\` has no rule \`${name}\``,
        instead: `Its rules are ${known}.`,
      };
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

/** Two limits that no value can keep. */
function contradiction(values: RuleValues, isInteger: boolean): Refusal | undefined {
  const found = emptyLimits(values, isInteger);
  if (!found) return undefined;
  const said = found.map(([name, value]) => `\`${name}\` ${String(value)}`);
  return {
    why: `${said.join(' and ')} let nothing through`,
    instead: 'Mend one of the two, so that a value can be between them.',
  };
}
