import { expect, test } from 'vitest';
import type { Schema } from '../../samples/sample-value.js';
import { typeLine, typeText } from './type-text.js';

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'Two letters, ISO 3166.' },
  City: {
    type: 'object',
    required: ['name', 'country'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 80 },
      country: { $ref: '#/schemas/Country' },
      size: { enum: ['small', 'big'] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 9, uniqueItems: true },
      near: { type: 'array', items: { $ref: '#/schemas/City' } },
      at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
      'x-y': { type: ['integer', 'null'], minimum: 0, default: 3 },
      rest: { type: 'object', additionalProperties: { anyOf: [{ const: 1 }, { const: 'a' }] } },
      list: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
    },
  },
};

const text = (schema: Schema): string =>
  typeText(schema, SCHEMAS)
    .map((piece) => piece.text)
    .join('');

test('a named type stands with those that it uses, each once', () => {
  expect(text({ $ref: '#/schemas/City' })).toMatchInlineSnapshot(`
    "type City = {
      name: string  // 1 to 80 characters
      country: Country
      size?: "small" | "big"
      tags?: string[]  // at most 9 items; no item twice
      near?: City[]
      at?: [number, number]
      "x-y"?: integer | null  // at least 0; default 3
      rest?: {
        [name]: 1 | "a"
      }
      list?: (string | null)[]
    }

    // Two letters, ISO 3166; /^[A-Z]{2}$/
    type Country = string"
  `);
});

test.each<[Schema, string]>([
  [{}, 'anything'],
  [{ type: 'integer', minimum: 1, maximum: 999 }, 'integer, 1 to 999'],
  [{ $ref: '#/schemas/Country' }, 'string, /^[A-Z]{2}$/'],
  [{ $ref: '#/schemas/City' }, 'object'],
  [{ type: 'number', exclusiveMinimum: 0, multipleOf: 5 }, 'number, more than 0, a multiple of 5'],
])('%o reads as %s', (schema, line) => {
  expect(typeLine(schema, SCHEMAS)).toBe(line);
});
