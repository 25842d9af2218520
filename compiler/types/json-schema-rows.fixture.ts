// Types with their JSON Schemas, and values that both the type and the schema accept or reject.
import type { JsonSchema, jsonSchemaOf } from './json-schema.js';
import type { Type, TypeDefinition, TypeDefinitions } from '../declarations/declared-type.js';

export const text: Type = { kind: 'text' };
const number: Type = { kind: 'number' };
const nothing: Type = { kind: 'null' };
const unknown: Type = { kind: 'unknown' };
const missing: Type = { kind: 'undefined' };
const is = (value: string | number | boolean): Type => ({ kind: 'literal', value });
const either = (...of: Type[]): Type => ({ kind: 'union', of });
const named = (key: string): Type => ({ kind: 'named', key });

export function object(properties: Record<string, Type>, optional: readonly string[] = []): Type {
  const list = Object.entries(properties).map(([name, type]) => ({
    name,
    type,
    isOptional: optional.includes(name),
  }));
  return { kind: 'object', properties: list };
}

export function definition(name: string, type: Type, file = 'app.ts'): TypeDefinition {
  const at = { file, start: 0, end: 1, line: 1, column: 1, endLine: 1, endColumn: 2 };
  return { name, type, at };
}

const card = object({ kind: is('card'), digits: text });
const invoice = object({ kind: either(is('invoice'), is('transfer')), days: number });
export const definitions: TypeDefinitions = new Map([
  ['Card', definition('Card', card)],
  ['Invoice', definition('Invoice', invoice)],
  ['Tree', definition('Tree', object({ of: { kind: 'list', of: named('Tree') } }))],
]);
export const options: Parameters<typeof jsonSchemaOf>[1] = {
  definitions,
  refOf: (key) => `#/components/schemas/${key}`,
};

type Row = { type: Type; schema: JsonSchema; good: readonly unknown[]; bad: readonly unknown[] };

export const rows: Record<string, Row> = {
  'any value': { type: unknown, schema: {}, good: [1, null], bad: [] },
  'no value': { type: { kind: 'never' }, schema: { not: {} }, good: [], bad: [1, null] },
  null: { type: nothing, schema: { type: 'null' }, good: [null], bad: [0] },
  boolean: {
    type: { kind: 'boolean' },
    schema: { type: 'boolean' },
    good: [true],
    bad: ['true'],
  },
  'text with rules': {
    type: {
      kind: 'text',
      rules: { minLength: 2, maxLength: 3, patterns: ['^[a-z]', 'z$'], format: 'date' },
    },
    schema: {
      type: 'string',
      minLength: 2,
      maxLength: 3,
      pattern: '^[a-z]',
      allOf: [{ pattern: 'z$' }],
      format: 'date',
    },
    good: ['az', 'a\u{1F600}z'],
    bad: ['z', 'Az', 'ab', 'aaaz'],
  },
  integer: {
    type: { kind: 'number', rules: { isInteger: true, minimum: 0, exclusiveMaximum: 9 } },
    schema: { type: 'integer', minimum: 0, exclusiveMaximum: 9 },
    good: [0, 8],
    bad: [0.5, -1, 9],
  },
  'number with rules': {
    type: { kind: 'number', rules: { exclusiveMinimum: 0, maximum: 1, multipleOf: 0.5 } },
    schema: { type: 'number', maximum: 1, exclusiveMinimum: 0, multipleOf: 0.5 },
    good: [0.5, 1],
    bad: [0, 0.4],
  },
  literal: { type: is('a'), schema: { type: 'string', const: 'a' }, good: ['a'], bad: ['b'] },
  'literal union': {
    type: either(is('a'), is('b')),
    schema: { type: 'string', enum: ['a', 'b'] },
    good: ['a', 'b'],
    bad: ['c'],
  },
  'literals of several types': {
    type: either(is('a'), is(1), nothing),
    schema: { type: ['string', 'number', 'null'], enum: ['a', 1, null] },
    good: ['a', 1, null],
    bad: [2, false],
  },
  'both booleans': {
    type: either(is(false), is(true)),
    schema: { type: 'boolean' },
    good: [true, false],
    bad: [0],
  },
  'one literal or null': {
    type: either(is('a'), nothing),
    schema: { type: ['string', 'null'], enum: ['a', null] },
    good: ['a', null],
    bad: ['b'],
  },
  'plain union': {
    type: either(text, number, nothing),
    schema: { type: ['string', 'number', 'null'] },
    good: ['', 1, null],
    bad: [true],
  },
  'optional union': {
    type: either(text, missing),
    schema: { type: 'string' },
    good: [''],
    bad: [],
  },
  'list or null': {
    type: either({ kind: 'list', of: text, rules: { minItems: 1, uniqueItems: true } }, nothing),
    schema: {
      type: ['array', 'null'],
      items: { type: 'string' },
      minItems: 1,
      uniqueItems: true,
    },
    good: [null, ['a']],
    bad: [[], ['a', 'a'], [1]],
  },
  'list with holes': {
    type: { kind: 'list', of: either(text, missing) },
    schema: { type: 'array', items: { type: ['string', 'null'] } },
    good: [['a', null]],
    bad: [[1]],
  },
  tuple: {
    type: {
      kind: 'tuple',
      items: [
        { type: text, isOptional: false },
        { type: number, isOptional: true },
      ],
    },
    schema: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      items: false,
      minItems: 1,
    },
    good: [['a'], ['a', 1]],
    bad: [[], ['a', 'b'], ['a', 1, 2]],
  },
  'tuple with a rest': {
    type: { kind: 'tuple', items: [{ type: text, isOptional: false }], rest: number },
    schema: {
      type: 'array',
      prefixItems: [{ type: 'string' }],
      items: { type: 'number' },
      minItems: 1,
    },
    good: [['a'], ['a', 1, 2]],
    bad: [['a', 'b']],
  },
  'empty tuple': {
    type: { kind: 'tuple', items: [] },
    schema: { type: 'array', items: false },
    good: [[]],
    bad: [[1]],
  },
  object: {
    type: object({ b: text, a: number }, ['a']),
    schema: {
      type: 'object',
      properties: { b: { type: 'string' }, a: { type: 'number' } },
      required: ['b'],
    },
    good: [{ b: '' }, { b: '', a: 1, c: 1 }],
    bad: [{}, { b: '', a: '' }, []],
  },
  'index signatures': {
    type: {
      kind: 'object',
      properties: [{ name: 'id', type: text, isOptional: false }],
      indexes: [
        { patterns: ['^x-'], type: text },
        { patterns: ['^y-', '-z$'], type: { kind: 'boolean' } },
        { patterns: [], type: either(text, number, { kind: 'boolean' }) },
      ],
    },
    schema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      patternProperties: {
        '^x-': { type: 'string' },
        '^(?=[\\s\\S]*?(?:^y-))(?=[\\s\\S]*?(?:-z$))': { type: 'boolean' },
      },
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
    good: [{ id: '', 'x-a': '', 'y-z': true, 'y-a': 1 }],
    bad: [
      { id: '', 'x-a': 1 },
      { id: '', 'y-b-z': 1 },
      { id: '', a: null },
    ],
  },
  'any name': {
    type: { kind: 'object', properties: [], indexes: [{ patterns: [], type: unknown }] },
    schema: { type: 'object', additionalProperties: true },
    good: [{}, { a: 1 }],
    bad: [[]],
  },
  'no other name': {
    type: { kind: 'object', properties: [], indexes: [{ patterns: [], type: { kind: 'never' } }] },
    schema: { type: 'object', additionalProperties: false },
    good: [{}],
    bad: [{ a: 1 }],
  },
  'union of objects': {
    type: either(object({ a: text }), object({ b: text })),
    schema: {
      anyOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { type: 'object', properties: { b: { type: 'string' } }, required: ['b'] },
      ],
    },
    good: [{ a: '' }, { a: '', b: '' }],
    bad: [{}],
  },
  'union with a tag': {
    type: either(named('Card'), named('Invoice')),
    schema: {
      oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Invoice' }],
      discriminator: {
        propertyName: 'kind',
        mapping: {
          card: '#/components/schemas/Card',
          invoice: '#/components/schemas/Invoice',
          transfer: '#/components/schemas/Invoice',
        },
      },
    },
    good: [
      { kind: 'card', digits: '1' },
      { kind: 'transfer', days: 1 },
    ],
    bad: [{ kind: 'card', days: 1 }, { kind: 'cash' }],
  },
  'union with a tag, or null': {
    type: either(named('Card'), object({ kind: is(1) }), nothing),
    schema: {
      anyOf: [
        {
          oneOf: [
            { $ref: '#/components/schemas/Card' },
            {
              type: 'object',
              properties: { kind: { type: 'number', const: 1 } },
              required: ['kind'],
            },
          ],
        },
        { type: 'null' },
      ],
    },
    good: [null, { kind: 1 }],
    bad: [{ kind: 2 }],
  },
  'name or null': {
    type: either(named('Card'), nothing),
    schema: { anyOf: [{ $ref: '#/components/schemas/Card' }, { type: 'null' }] },
    good: [null, { kind: 'card', digits: '' }],
    bad: [{}],
  },
  'recursive name': {
    type: named('Tree'),
    schema: { $ref: '#/components/schemas/Tree' },
    good: [{ of: [{ of: [] }] }],
    bad: [{ of: [{}] }],
  },
  date: {
    type: { kind: 'date' },
    schema: { type: 'string', format: 'date-time' },
    good: ['2026-01-01T00:00:00Z'],
    bad: [1],
  },
  bytes: {
    type: { kind: 'bytes' },
    schema: { type: 'string', format: 'binary' },
    good: [],
    bad: [],
  },
  'output of a schema value': {
    type: { kind: 'schema', expression: 'City', document: object({ a: text }) },
    schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
    good: [{ a: '' }],
    bad: [{}],
  },
};
