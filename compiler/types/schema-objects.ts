// Reads zod and valibot object schemas.
import type { AccessorProperty, Expression } from '../syntax/tree.js';
import { once } from '../groups.js';
import {
  meaning,
  UNKNOWN,
  type Meaning,
  type MeaningOf,
  type MeantProperty,
  BOOLEAN,
  NEVER,
  NULL,
  NUMBER,
  TEXT,
  UNDEFINED,
} from './meaning.js';
import { literalsOf, without } from './unions.js';
import {
  namesOf,
  widen,
  type Built,
  type SchemaReading,
  choicesOf,
  constantOf,
  itemsOf,
  nullable,
  oneOf,
  optional,
  placeOf,
  valuesOf,
} from './schema-reading.js';
import { intersection } from './intersections.js';
import type { NumberRules, TextRules } from '../declarations/declared-type.js';

/** Reads `z.object({ … })`. The first argument lists the properties. */
function objectSchema(reading: SchemaReading, built: Built): Meaning {
  const properties = shapeOf(reading, built, built.args[0]);
  const at = placeOf(reading, built.node);
  return meaning({ kind: 'object', properties, indexes: [], at });
}

type Properties = Map<string, MeantProperty>;

function shapeOf(reading: SchemaReading, built: Built, shape: Expression | undefined): Properties {
  const properties: Properties = new Map<string, MeantProperty>();
  if (shape?.type !== 'ObjectExpression') {
    widen(reading, built, UNKNOWN);
    return properties;
  }
  for (const property of shape.properties) {
    const value =
      property.type === 'KeyValueProperty'
        ? property.value
        : property.type === 'Identifier'
          ? property
          : property.type === 'GetterProperty'
            ? returnedExpression(reading, property as unknown as AccessorProperty) // because swc's types differ from its output
            : undefined;
    const key =
      property.type === 'Identifier' ? property : 'key' in property ? property.key : undefined;
    const name = key && 'value' in key && typeof key.value !== 'bigint' ? key : undefined;
    if (
      !value ||
      (name?.type !== 'Identifier' &&
        name?.type !== 'StringLiteral' &&
        name?.type !== 'NumericLiteral')
    ) {
      widen(reading, built, UNKNOWN);
      continue;
    }
    // If a schema accepts `undefined`, the property is optional.
    properties.set(String(name.value), {
      type: once(() => reading.read(reading, value)),
      isOptional: false,
      at: { module: reading.module, span: name.span },
    });
  }
  return properties;
}

/** Returns the expression that a getter returns: `get children() { return z.array(Node) }`. */
function returnedExpression(
  { module }: SchemaReading,
  { function: { body } }: AccessorProperty,
): Expression | undefined {
  if (!body) return undefined;
  const { stmts } = body.isSkipped ? module.record.readBody(body.span) : body;
  const [only] = stmts;
  return stmts.length === 1 && only?.type === 'ReturnStatement' ? only.argument : undefined;
}

type ObjectChange = (
  reading: SchemaReading,
  object: MeaningOf<'object'>,
  built: Built,
) => Meaning | undefined;

function withProperties(object: MeaningOf<'object'>, properties: Properties): Meaning {
  const { indexes, isInterface, at } = object;
  return meaning({ kind: 'object', properties, indexes, isInterface, at });
}

function changeEach(
  object: MeaningOf<'object'>,
  names: ReadonlySet<string> | undefined,
  change: (property: MeantProperty) => MeantProperty,
): Meaning {
  const changed = [...object.properties].map(
    ([name, property]) => [name, !names || names.has(name) ? change(property) : property] as const,
  );
  return withProperties(object, new Map(changed));
}

function choose(isKept: boolean): ObjectChange {
  return (_reading, object, { args }) => {
    const names = namesOf(args[0]);
    if (!names) return undefined;
    const kept = [...object.properties].filter(([name]) => names.has(name) === isKept);
    return withProperties(object, new Map(kept));
  };
}

const extend: ObjectChange = (reading, object, built) => {
  const added = shapeOf(reading, built, built.args[0]);
  return withProperties(object, new Map([...object.properties, ...added]));
};

export const OBJECT_CHANGES: Readonly<Record<string, ObjectChange>> = {
  partial: (_reading, object, { args }) => {
    const names = namesOf(args[0]);
    if (args[0] && !names) return undefined;
    return changeEach(object, names, (property) => ({ ...property, isOptional: true }));
  },
  required: (_reading, object, { args }) => {
    const names = namesOf(args[0]);
    if (args[0] && !names) return undefined;
    return changeEach(object, names, (property) => ({
      ...property,
      isOptional: false,
      type: once(() => without(property.type(), 'undefined')),
    }));
  },
  pick: choose(true),
  omit: choose(false),
  extend,
  safeExtend: extend,
  merge: (reading, object, { args }) => {
    const other = reading.read(reading, args[0]);
    if (other.kind !== 'object') return undefined;
    return withProperties(object, new Map([...object.properties, ...other.properties]));
  },
  catchall: (reading, object, { args }) => {
    const type = once(() => reading.read(reading, args[0]));
    return meaning({ ...object, indexes: [{ type }] });
  },
  strict: (reading, object, built) => widen(reading, built, object),
  passthrough: (_reading, object) => object,
  loose: (_reading, object) => object,
  strip: (_reading, object) => object,
};

/** Reads `z.record(keys, values)` and `z.record(values)`. */
function recordSchema(reading: SchemaReading, { args }: Built): Meaning {
  const values = args.at(-1);
  const type = once(() => reading.read(reading, values));
  const keys = args.length > 1 ? literalsOf(reading.read(reading, args[0])) : undefined;
  const at = placeOf(reading, values);
  const properties = new Map(
    keys?.map((key) => [String(key), { type, isOptional: false, at }] as const),
  );
  return meaning({ kind: 'object', properties, indexes: keys ? [] : [{ type }], at });
}

type Base = (reading: SchemaReading, built: Built) => Meaning | undefined;

/** Returns the type that the first call creates; undefined if the call is not known. */
export function baseSchema(reading: SchemaReading, built: Built): Meaning | undefined {
  return Object.hasOwn(BASES, built.name) ? BASES[built.name]?.(reading, built) : undefined;
}

const is =
  (type: Meaning): Base =>
  () =>
    type;

const text = (format: NonNullable<TextRules['format']>): Base =>
  is(meaning({ kind: 'text', rules: { format } }));

const number = (rules: NumberRules): Base => is(meaning({ kind: 'number', rules }));

const wrapped =
  (wrap: (type: Meaning) => Meaning): Base =>
  (reading, { args }) =>
    wrap(reading.read(reading, args[0]));

function unionAt(index: number): Base {
  return (reading, { args }) => {
    const items = itemsOf(args[index]);
    return items && oneOf(items.map((item) => reading.read(reading, item)));
  };
}

const intersect: Base = (reading, { args, node }) => {
  const parts: readonly Expression[] = itemsOf(args[0]) ?? args;
  const at = placeOf(reading, node);
  return parts
    .map((part) => reading.read(reading, part))
    .reduce((left, right) => intersection(left, right, at), UNKNOWN);
};

const choice: Base = (_reading, { args }) => choicesOf(args[0]) ?? valuesOf(args[0]);

const integer = number({ isInteger: true });

const BASES: Readonly<Record<string, Base>> = {
  string: is(TEXT),
  number: is(NUMBER),
  boolean: is(BOOLEAN),
  null: is(NULL),
  null_: is(NULL),
  undefined: is(UNDEFINED),
  undefined_: is(UNDEFINED),
  unknown: is(UNKNOWN),
  any: is(UNKNOWN),
  never: is(NEVER),
  int: integer,
  int32: integer,
  email: text('email'),
  uuid: text('uuid'),
  url: text('uri'),
  'iso.datetime': text('date-time'),
  'iso.date': text('date'),
  literal: (_reading, { args }) => constantOf(args[0]) ?? choicesOf(args[0]),
  enum: choice,
  enum_: choice,
  nativeEnum: choice,
  picklist: choice,
  object: objectSchema,
  looseObject: objectSchema,
  strictObject: (reading, built) => widen(reading, built, objectSchema(reading, built)),
  record: recordSchema,
  array: (reading, { args }) =>
    meaning({ kind: 'list', of: once(() => reading.read(reading, args[0])) }),
  tuple: (reading, { args }) => {
    const items = itemsOf(args[0]);
    return (
      items &&
      meaning({
        kind: 'tuple',
        items: items.map((item) => ({
          type: once(() => reading.read(reading, item)),
          isOptional: false,
        })),
        ...(args[1] && { rest: once(() => reading.read(reading, args[1])) }),
      })
    );
  },
  union: unionAt(0),
  discriminatedUnion: unionAt(1),
  variant: unionAt(1),
  intersection: intersect,
  intersect,
  optional: wrapped(optional),
  exactOptional: wrapped(optional),
  nullable: wrapped(nullable),
  nullish: wrapped((type) => optional(nullable(type))),
  readonly: wrapped((type) => type),
  lazy: wrapped((type) => type),
};
