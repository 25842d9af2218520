import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { sampleOf, type Schema } from './sample-value.js';

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Tree: {
    type: 'object',
    required: ['value', 'next'],
    properties: {
      value: { type: 'integer', minimum: 5, multipleOf: 2 },
      next: { anyOf: [{ type: 'null' }, { $ref: '#/schemas/Tree' }] },
    },
  },
  Order: {
    type: 'object',
    required: ['id', 'next'],
    properties: {
      id: { type: 'string', minLength: 2 },
      next: { anyOf: [{ $ref: '#/schemas/Order' }, { type: 'null' }] },
    },
  },
  Loop: { $ref: '#/schemas/Loop' },
};
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: [] });

test.each<[string, Schema, unknown]>([
  ['an example', { type: 'string', examples: ['Oslo'] }, 'Oslo'],
  ['a default', { type: 'integer', default: 20 }, 20],
  ['a literal', { const: 'a' }, 'a'],
  ['the first of an enumeration', { enum: ['b', 'c'] }, 'b'],
  ['a text that is long enough', { type: 'string', minLength: 3 }, 'xxx'],
  ['a text of a pattern', { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' }, 'AA-111'],
  ['a date', { type: 'string', format: 'date' }, '2026-01-31'],
  ['a number above', { type: 'number', exclusiveMinimum: 4, multipleOf: 2 }, 6],
  ['a number below', { type: 'integer', maximum: -3 }, -3],
  ['a type with null', { type: ['null', 'boolean'] }, false],
  ['a list', { type: 'array', items: { type: 'string' }, minItems: 2 }, ['', '']],
  [
    'a tuple',
    { type: 'array', prefixItems: [{ const: 1 }, { type: 'boolean' }], items: false },
    [1, false],
  ],
  ['a type that refers to itself', { $ref: '#/schemas/Tree' }, { value: 6, next: null }],
  ['a type that refers to itself first', { $ref: '#/schemas/Order' }, { id: 'xx', next: null }],
  [
    'parts of an object',
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
        { type: 'object', required: ['b'], properties: { b: { const: 2 } } },
      ],
    },
    { a: 1, b: 2 },
  ],
  [
    'an object of which nothing is required',
    { type: 'object', properties: { a: { type: 'string' } } },
    { a: '' },
  ],
  [
    'what is required alone',
    { type: 'object', required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } } },
    { a: 1 },
  ],
])('%s', (_, schema, value) => {
  const found = sampleOf(schema, SCHEMAS);
  expect(found).toEqual(value);
  expect(ajv.validate({ ...schema, schemas: SCHEMAS }, found)).toBe(true);
});

test('a name that is only itself ends', () => {
  expect(sampleOf({ $ref: '#/schemas/Loop' }, SCHEMAS)).toBe(null);
});
