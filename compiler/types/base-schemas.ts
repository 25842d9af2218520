// The first call of a schema of zod or valibot: `z.string()`, `v.object({ … })`.
import { intersection } from './intersections.js';
import {
  BOOLEAN,
  lazy,
  meaning,
  NEVER,
  NULL,
  NUMBER,
  TEXT,
  UNDEFINED,
  UNKNOWN,
  type Meaning,
} from './meaning.js';
import { spanOf } from '../syntax/expressions.js';
import type { Expression } from '../syntax/tree.js';
import type { NumberRules, TextRules } from '../declarations/declared-type.js';
import { unionOf } from './unions.js';
import { objectSchema, recordSchema } from './schema-objects.js';
import {
  choicesOf,
  constantOf,
  itemsOf,
  nullable,
  optional,
  valuesOf,
  widen,
  type Built,
  type SchemaReading,
} from './schema-reading.js';

type Base = (reading: SchemaReading, built: Built) => Meaning | undefined;

/** The type of the first call; undefined when the call is not known. */
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

const list: Base = (reading, { args }) =>
  meaning({ kind: 'list', of: lazy(() => reading.read(reading, args[0])), isReadonly: false });

const tuple: Base = (reading, { args }) => {
  const items = itemsOf(args[0]);
  return (
    items &&
    meaning({
      kind: 'tuple',
      items: items.map((item) => ({
        type: lazy(() => reading.read(reading, item)),
        isOptional: false,
      })),
      ...(args[1] && { rest: lazy(() => reading.read(reading, args[1])) }),
      isReadonly: false,
    })
  );
};

function unionAt(index: number): Base {
  return (reading, { args }) => {
    const items = itemsOf(args[index]);
    return items && unionOf(items.map((item) => reading.read(reading, item)));
  };
}

const intersect: Base = (reading, { args, node }) => {
  const parts: readonly Expression[] = itemsOf(args[0]) ?? args;
  const at = { module: reading.module, span: spanOf(node) };
  return parts
    .map((part) => reading.read(reading, part))
    .reduce((left, right) => intersection(left, right, at), UNKNOWN);
};

const literalSchema: Base = (_reading, { args }) => constantOf(args[0]) ?? choicesOf(args[0]);

const choice: Base = (_reading, { args }) => choicesOf(args[0]) ?? valuesOf(args[0]);

const strictObject: Base = (reading, built) => widen(reading, built, objectSchema(reading, built));

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
  literal: literalSchema,
  enum: choice,
  enum_: choice,
  nativeEnum: choice,
  picklist: choice,
  object: objectSchema,
  looseObject: objectSchema,
  strictObject,
  record: recordSchema,
  array: list,
  tuple,
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
