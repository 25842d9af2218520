// Object schemas of zod and valibot.
import { spanOf } from '../syntax/expressions.js';
import type { AccessorProperty, Expression } from '../syntax/tree.js';
import {
  lazy,
  meaning,
  UNKNOWN,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
  type MeantProperty,
} from './meaning.js';
import { literalsOf, without } from './unions.js';
import { namesOf, widen, type Built, type SchemaReading } from './schema-reading.js';

/** `z.object({ … })`. The first argument lists the properties. */
export function objectSchema(reading: SchemaReading, built: Built): Meaning {
  const properties = shapeOf(reading, built, built.args[0]);
  const at = { module: reading.module, span: spanOf(built.node) };
  return meaning({ kind: 'object', properties, indexes: [], isInterface: false, at });
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
            ? returned(reading, property as unknown as AccessorProperty) // because swc's types say otherwise
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
    const { span } = name;
    // A schema that accepts `undefined` makes the property optional.
    properties.set(String(name.value), {
      type: lazy(() => reading.read(reading, value)),
      isOptional: false,
      at: { module: reading.module, span },
    });
  }
  return properties;
}

/** The expression that a getter returns: `get children() { return z.array(Node) }`. */
function returned(
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

const partial: ObjectChange = (_reading, object, { args }) => {
  const names = namesOf(args[0]);
  if (args[0] && !names) return undefined;
  return changeEach(object, names, (property) => ({ ...property, isOptional: true }));
};

const required: ObjectChange = (_reading, object, { args }) => {
  const names = namesOf(args[0]);
  if (args[0] && !names) return undefined;
  return changeEach(object, names, (property) => ({
    ...property,
    isOptional: false,
    type: lazy(() => without(property.type(), 'undefined')),
  }));
};

function choose(isKept: boolean): ObjectChange {
  return (_reading, object, { args }) => {
    const names = namesOf(args[0]);
    if (!names) return undefined;
    const kept = [...object.properties].filter(([name]) => names.has(name) === isKept);
    return withProperties(object, new Map(kept));
  };
}

const extend: ObjectChange = (reading, object, built) =>
  withProperties(
    object,
    new Map([...object.properties, ...shapeOf(reading, built, built.args[0])]),
  );

const merge: ObjectChange = (reading, object, { args }) => {
  const other = reading.read(reading, args[0]);
  if (other.kind !== 'object') return undefined;
  return withProperties(object, new Map([...object.properties, ...other.properties]));
};

const catchall: ObjectChange = (reading, object, { args }) => {
  const type = lazy(() => reading.read(reading, args[0]));
  const index: MeantIndex = { type };
  return meaning({ ...object, indexes: [index] });
};

/** Calls that derive one object schema from another. */
export const OBJECT_CHANGES: Readonly<Record<string, ObjectChange>> = {
  partial,
  required,
  pick: choose(true),
  omit: choose(false),
  extend,
  safeExtend: extend,
  merge,
  catchall,
  strict: (reading, object, built) => widen(reading, built, object),
  passthrough: (_reading, object) => object,
  loose: (_reading, object) => object,
  strip: (_reading, object) => object,
};

/** `z.record(keys, values)`, and `z.record(values)`. */
export function recordSchema(reading: SchemaReading, { args }: Built): Meaning {
  const values = args.at(-1);
  const type = lazy(() => reading.read(reading, values));
  const keys = args.length > 1 ? literalsOf(reading.read(reading, args[0])) : undefined;
  const at = {
    module: reading.module,
    span: values ? spanOf(values) : { start: 0, end: 0, ctxt: 0 },
  };
  if (!keys) {
    const properties = new Map<string, MeantProperty>();
    return meaning({ kind: 'object', properties, indexes: [{ type }], isInterface: false, at });
  }
  const properties = new Map(
    keys.map((key) => [String(key), { type, isOptional: false, at }] as const),
  );
  return meaning({ kind: 'object', properties, indexes: [], isInterface: false, at });
}
