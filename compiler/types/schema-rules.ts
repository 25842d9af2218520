// Reads calls on a schema: rules for strings, numbers and lists (`.min(1)`), and calls that change the type (`.optional()`).
import type { Expression } from '../syntax/tree.js';
import { intersection } from './intersections.js';
import { meaning, type Meaning, type MeaningOf, type NodePlace } from './meaning.js';
import { mergeNumberRules, mergeTextRules } from './rules.js';
import type { NumberRules, TextRules } from '../declarations/declared-type.js';
import { spanOf } from '../syntax/expressions.js';
import { membersOf, unionOf } from './unions.js';
import {
  listOf,
  nullable,
  numberOf,
  optional,
  unread,
  widen,
  type Built,
  type SchemaReading,
} from './schema-reading.js';

type Ruled = MeaningOf<'text'> | MeaningOf<'number'> | MeaningOf<'list'>;

/** Returns the rule that a call adds to a string, number or list; undefined if the call does not apply to that type. */
type Rule = (
  type: Ruled,
  value: number | undefined,
) => TextRules | NumberRules | object | undefined;

const length =
  (text: string, list: string, number?: string): Rule =>
  ({ kind }, value) => {
    const name = kind === 'text' ? text : kind === 'list' ? list : number;
    return name === undefined || value === undefined ? undefined : { [name]: value };
  };

const bound =
  (name: keyof NumberRules, fixed?: number): Rule =>
  ({ kind }, value = fixed) =>
    kind === 'number' && value !== undefined ? { [name]: value } : undefined;

const both =
  (...rules: readonly Rule[]): Rule =>
  (type, value) => {
    const found = rules.map((rule) => rule(type, value));
    if (found.includes(undefined)) return undefined;
    return found.reduce<object>((all, one) => ({ ...all, ...one }), {});
  };

const format =
  (name: NonNullable<TextRules['format']>): Rule =>
  ({ kind }) =>
    kind === 'text' ? { format: name } : undefined;

const atLeast = length('minLength', 'minItems', 'minimum');
const atMost = length('maxLength', 'maxItems', 'maximum');
const notEmpty: Rule = (type) => atLeast(type, 1);
const integer: Rule = ({ kind }) => (kind === 'number' ? { isInteger: true } : undefined);

const RULES: Readonly<Record<string, Rule>> = {
  min: atLeast,
  minLength: atLeast,
  minValue: atLeast,
  gte: atLeast,
  max: atMost,
  maxLength: atMost,
  maxValue: atMost,
  lte: atMost,
  length: both(atLeast, atMost),
  nonempty: notEmpty,
  nonEmpty: notEmpty,
  gt: bound('exclusiveMinimum'),
  gtValue: bound('exclusiveMinimum'),
  lt: bound('exclusiveMaximum'),
  ltValue: bound('exclusiveMaximum'),
  positive: bound('exclusiveMinimum', 0),
  negative: bound('exclusiveMaximum', 0),
  nonnegative: bound('minimum', 0),
  nonpositive: bound('maximum', 0),
  multipleOf: bound('multipleOf'),
  step: bound('multipleOf'),
  int: integer,
  integer,
  safeInteger: integer,
  email: format('email'),
  uuid: format('uuid'),
  guid: format('uuid'),
  url: format('uri'),
  datetime: format('date-time'),
  isoTimestamp: format('date-time'),
  date: format('date'),
  isoDate: format('date'),
};

/** Calls that do not change the accepted values. */
const NAMING: ReadonlySet<string> = new Set(
  'describe description meta metadata title readonly brand flavor register finite safe'.split(' '),
);

/** Calls that wrap one schema in another. */
const WRAPPING: Readonly<Record<string, (type: Meaning) => Meaning>> = {
  optional,
  exactOptional: optional,
  nullable,
  nullish: (type) => optional(nullable(type)),
  default: optional,
  prefault: optional,
  array: listOf,
  unwrap: (type) => type,
};

/** Returns the type that results from a call on a schema. */
export function chained(reading: SchemaReading, type: Meaning, built: Built): Meaning {
  const { name, args } = built;
  if (NAMING.has(name)) return type;
  const wrapping = Object.hasOwn(WRAPPING, name) ? WRAPPING[name] : undefined;
  if (wrapping) return wrapping(type);
  if (name === 'regex') return withPattern(reading, type, built);
  if (name === 'or') return unionOf([type, reading.read(reading, args[0])]);
  if (name === 'and')
    return intersection(type, reading.read(reading, args[0]), nodePlace(reading, built.node));
  if (name === 'catch') return unread(reading, built);
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  return rule ? ruled(reading, { type, rule }, built) : widen(reading, built, type);
}

function nodePlace({ module }: SchemaReading, node: Expression): NodePlace {
  return { module, span: spanOf(node) };
}

type Ruling = { readonly type: Meaning; readonly rule: Rule };

function ruled(reading: SchemaReading, { type, rule }: Ruling, built: Built): Meaning {
  const isRuled = type.kind === 'text' || type.kind === 'number' || type.kind === 'list';
  const added = isRuled ? rule(type, numberOf(built.args[0])) : undefined;
  const result = added && isRuled ? withRules(type, added) : undefined;
  if (result) return result;
  // A rule after `optional()` applies to the schema inside it.
  const inner = membersOf(type).filter(({ kind }) => kind !== 'undefined' && kind !== 'null');
  const [only] = inner;
  if (type.kind === 'union' && inner.length === 1 && only) {
    const others = membersOf(type).filter((member) => member !== only);
    return unionOf([ruled(reading, { type: only, rule }, built), ...others]);
  }
  return widen(reading, built, type);
}

function withRules(type: Ruled, added: object): Meaning | undefined {
  switch (type.kind) {
    case 'text': {
      const rules = mergeTextRules(type.rules, added);
      return rules === 'conflict' || !rules ? undefined : meaning({ kind: 'text', rules });
    }
    case 'number': {
      const rules = mergeNumberRules(type.rules, added);
      return rules === 'conflict' || !rules ? undefined : meaning({ kind: 'number', rules });
    }
    case 'list':
      return meaning({ ...type, rules: { ...type.rules, ...added } });
  }
}

function withPattern(reading: SchemaReading, type: Meaning, built: Built): Meaning {
  const [pattern] = built.args;
  const isPlain = pattern?.type === 'RegExpLiteral' && /^u?$/.test(pattern.flags);
  if (type.kind !== 'text' || !isPlain) return widen(reading, built, type);
  return withRules(type, { patterns: [pattern.pattern] }) ?? widen(reading, built, type);
}
