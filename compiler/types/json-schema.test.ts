import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { definitionSchema, jsonSchemaOf, type JsonSchema } from './json-schema.js';
import {
  definition,
  definitions,
  object,
  options,
  rows,
  text,
} from './json-schema-rows.fixture.js';

const components = Object.fromEntries(
  [...definitions].map(([key, value]) => [key, definitionSchema(value, options)]),
);

const ajv = new Ajv2020({
  strict: true,
  strictTuples: false,
  validateFormats: false,
  allowUnionTypes: true,
});
ajv.addVocabulary(['components', 'discriminator']);

function validator(schema: JsonSchema): (value: unknown) => boolean {
  return ajv.compile({ ...schema, components: { schemas: components } });
}

describe('the JSON Schema of a type', () => {
  it.each(Object.entries(rows))('is valid and means the same: %s', (_, row) => {
    const schema = jsonSchemaOf(row.type, options);
    expect(schema).toEqual(row.schema);
    const accepts = validator(schema);
    expect(row.good.filter((value) => !accepts(value))).toEqual([]);
    expect(row.bad.filter((value) => accepts(value))).toEqual([]);
  });

  it('says what comments say', () => {
    const documentation = {
      summary: 'A name.',
      description: 'As on a map.',
      deprecated: 'Use title.',
      examples: ['Paris'],
      default: '',
    };
    const properties = [{ name: 'name', type: text, isOptional: true, documentation }];
    const city = { ...definition('City', { kind: 'object', properties }), documentation };
    const said = {
      description: 'A name.\n\nAs on a map.\n\nDeprecated: Use title.',
      default: '',
      deprecated: true,
      examples: ['Paris'],
    };
    expect(definitionSchema(city, options)).toEqual({
      type: 'object',
      properties: { name: { type: 'string', ...said } },
      ...said,
    });
  });

  it('has the properties in the order of the source', () => {
    const schema = jsonSchemaOf(object({ b: text, a: text }), options);
    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"string"}},"required":["b","a"]}',
    );
  });
});
