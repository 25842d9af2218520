// Reads the input type of a zod or valibot schema from the calls that build it. At run time, the schema itself validates, so a
// part that cannot be read only makes the document less strict.
import { keyName, propertyName, spanOf, unwrap } from '../syntax/expressions.js';
import type { CallExpression, Expression, Identifier } from '../syntax/tree.js';
import { wordSet } from '../groups.js';
import { findMember, type FoundMember } from './find-value.js';
import { meaning, UNKNOWN, type Meaning, type MeaningOf } from './meaning.js';
import { OBJECT_CHANGES, baseSchema } from './schema-objects.js';
import {
  unread,
  widen,
  type Built,
  type SchemaPlace,
  type SchemaReading,
  listOf,
  nullable,
  numberOf,
  oneOf,
  placeOf,
  optional,
} from './schema-reading.js';
import { intersection } from './intersections.js';
import { mergeNumberRules, mergeTextRules } from './rules.js';
import type { NumberRules, TextRules } from '../declarations/declared-type.js';
import { membersOf } from './unions.js';

/** Reads the schema that a name refers to: a constant, `City`, or a member of a namespace or object, `schemas.City`. */
export function readNamedSchema(scope: SchemaPlace, name: SchemaName): Meaning {
  const { world, module } = scope;
  const { root, members } = name;
  const found = findMember(world.load, module, name);
  const init = found && initOf(found);
  const text = [root.value, ...members].join('.');
  if (!init) return unread(scope, { node: root, name: text, args: [] });
  const known = world.schemas.get(init);
  if (known) return known();
  const place = { world, module: found.value.module };
  let isOpen = false;
  const at = placeOf(place, init);
  const read = (): Meaning => {
    // A recursive schema refers to itself inside a function or a getter, which is read later. A schema that is still being read
    // here refers to itself directly.
    if (isOpen) return unread(scope, { node: root, name: text, args: [] });
    isOpen = true;
    const type = readSchema(place, init);
    isOpen = false;
    const isNamed = type.kind === 'object' || (type.kind === 'union' && !type.origin);
    const origin = { name: members.at(-1) ?? root.value, at, args: [] };
    const result = isNamed && !type.origin ? meaning({ ...type, origin }) : type;
    world.schemas.set(init, () => result);
    return result;
  };
  world.schemas.set(init, read);
  return read();
}

export type SchemaName = { readonly root: Identifier; readonly members: readonly string[] };

/** Returns the expression that is assigned to a constant, or to a member of a constant object. */
function initOf({ value: { binding }, members }: FoundMember): Expression | undefined {
  if (binding.kind !== 'value' || binding.steps.length > 0) return undefined;
  return members.reduce<Expression | undefined>(
    (object, name) => object && propertyValue(object, name),
    binding.init,
  );
}

/** Returns undefined if the object is not a literal, or if a spread may replace the property. */
function propertyValue(object: Expression, name: string): Expression | undefined {
  const node = unwrap(object);
  if (node.type !== 'ObjectExpression') return undefined;
  for (const property of node.properties.toReversed()) {
    if (property.type === 'SpreadElement') return undefined;
    if (property.type === 'Identifier' && property.value === name) return property;
    if (property.type === 'KeyValueProperty' && keyName(property.key) === name)
      return property.value;
  }
  return undefined;
}

function readSchema(scope: SchemaPlace, node: Expression | undefined): Meaning {
  const reading: SchemaReading = { ...scope, read: readSchema };
  if (!node) return UNKNOWN;
  switch (node.type) {
    case 'Identifier':
    case 'MemberExpression': {
      const name = schemaName(node);
      return name ? readNamedSchema(scope, name) : unreadExpression(scope, node);
    }
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsSatisfiesExpression':
      return readSchema(scope, node.expression);
    case 'CallExpression':
      return readCall(reading, node);
    case 'ArrowFunctionExpression': {
      const { body } = node;
      return body.type === 'BlockStatement'
        ? unread(scope, { node, name: 'function', args: [] })
        : readSchema(scope, body);
    }
    default:
      return unreadExpression(scope, node);
  }
}

function schemaName(node: Expression): SchemaName | undefined {
  if (node.type === 'Identifier') return { root: node, members: [] };
  if (node.type !== 'MemberExpression') return undefined;
  const owner = schemaName(node.object);
  const member = propertyName(node);
  return owner && member !== undefined
    ? { ...owner, members: [...owner.members, member] }
    : undefined;
}

function unreadExpression(scope: SchemaPlace, node: Expression): Meaning {
  const name = scope.module.record.source.textOf(spanOf(node));
  return unread(scope, { node, name, args: [] });
}

function readCall(reading: SchemaReading, node: CallExpression): Meaning {
  const { callee } = node;
  const args = node.arguments.map(({ expression }) => expression);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    const name = callee.type === 'Identifier' ? importedName(reading, callee) : undefined;
    const built: Built = { node, name: name ?? 'call', args };
    return name === undefined ? unread(reading, built) : base(reading, built);
  }
  const { object, property } = callee;
  const built: Built = { node, name: property.value, args };
  if (isLibrary(reading, object)) return base(reading, built);
  // Calls on a nested namespace: `z.iso.date()` and `z.coerce.number()`.
  if (
    object.type === 'MemberExpression' &&
    object.property.type === 'Identifier' &&
    isLibrary(reading, object.object)
  )
    return base(reading, { ...built, name: `${object.property.value}.${property.value}` });
  const type = readSchema(reading, object);
  const change = Object.hasOwn(OBJECT_CHANGES, built.name) ? OBJECT_CHANGES[built.name] : undefined;
  if (change && type.kind === 'object')
    return change(reading, type, built) ?? unread(reading, built);
  return chained(reading, type, built);
}

function base(reading: SchemaReading, built: Built): Meaning {
  if (built.name === 'pipe') return piped(reading, built);
  const [first, ...others] = built.args;
  // In valibot, functions change an object schema: `v.partial(City)`.
  const change = Object.hasOwn(OBJECT_CHANGES, built.name) ? OBJECT_CHANGES[built.name] : undefined;
  if (change && first) {
    const type = readSchema(reading, first);
    const rest = { ...built, args: others };
    return (
      (type.kind === 'object' ? change(reading, type, rest) : undefined) ?? unread(reading, built)
    );
  }
  return baseSchema(reading, built) ?? unread(reading, built);
}

/** Reads `v.pipe(schema, action, …)`. */
function piped(reading: SchemaReading, { args }: Built): Meaning {
  const [first, ...actions] = args;
  return actions.reduce(
    (type, action) => {
      const built = actionOf(action);
      return built
        ? chained(reading, type, built)
        : widen(reading, { node: action, name: 'pipe', args: [] }, type);
    },
    readSchema(reading, first),
  );
}

function actionOf(node: Expression): Built | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  const args = node.arguments.map(({ expression }) => expression);
  if (callee.type === 'Identifier') return { node, name: callee.value, args };
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? { node, name: callee.property.value, args }
    : undefined;
}

/** Tells whether an expression is the imported `z` from zod or `v` from valibot. */
function isLibrary(scope: SchemaPlace, node: Expression): boolean {
  return node.type === 'Identifier' && importedName(scope, node) !== undefined;
}

/** Returns the exported name in `import { object } from 'valibot'`. */
function importedName({ module }: SchemaPlace, node: Identifier): string | undefined {
  const binding = module.record.names.find(node);
  return binding?.kind === 'import' && isSchemaPackage(binding.specifier)
    ? binding.name
    : undefined;
}

/** Tells whether the package is zod or valibot, whose builder calls the compiler can read. */
export function isSchemaPackage(specifier: string): boolean {
  return /^(?:zod|valibot)(?:\/|$)/.test(specifier);
}

type Ruled = MeaningOf<'text'> | MeaningOf<'number'> | MeaningOf<'list'>;

/** Returns the rule that a call adds to a string, number or list; undefined if the call does not apply to that type. */
type Rule = (type: Ruled, value: number | undefined) => object | undefined;

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
const NAMING = wordSet(
  'describe description meta metadata title readonly brand flavor register finite safe',
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

function chained(reading: SchemaReading, type: Meaning, built: Built): Meaning {
  const { name, args } = built;
  if (NAMING.has(name)) return type;
  const wrapping = Object.hasOwn(WRAPPING, name) ? WRAPPING[name] : undefined;
  if (wrapping) return wrapping(type);
  if (name === 'regex') return withPattern(reading, type, built);
  if (name === 'or') return oneOf([type, reading.read(reading, args[0])]);
  if (name === 'and')
    return intersection(type, reading.read(reading, args[0]), placeOf(reading, built.node));
  if (name === 'catch') return unread(reading, built);
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  return rule ? ruled(reading, { type, rule }, built) : widen(reading, built, type);
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
    return oneOf([ruled(reading, { type: only, rule }, built), ...others]);
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
