// What ts-json-schema-generator, which asks TypeScript's checker, makes of a type: a schema that is none of ours.
import { Ajv } from 'ajv';
import { createFormatter, createParser, SchemaGenerator } from 'ts-json-schema-generator';
import type ts from 'typescript';

/** Its check of values; undefined for a type that it does not take. */
export type GeneratedCheck = ((value: unknown) => boolean) | undefined;

const CONFIG = {
  expose: 'none',
  topRef: false,
  additionalProperties: true,
  jsDoc: 'none',
  skipTypeCheck: true,
  strictTuples: true,
  encodeRefs: true,
  sortProps: true,
  functions: 'fail',
  discriminatorType: 'json-schema',
  extraTags: [],
  markdownDescription: false,
  fullDescription: false,
  minify: false,
} as const;

/** Makes checks of the aliases of a program. */
export function createGenerator(program: ts.Program): (alias: ts.Node) => GeneratedCheck {
  const config = { ...CONFIG, extraTags: [] };
  const formatter = createFormatter(config);
  const generator = new SchemaGenerator(program, createParser(program, config), formatter, config);
  return (alias) => {
    try {
      const schema = generator.createSchemaFromNodes([alias]);
      const validate = new Ajv({ strict: false, logger: false }).compile(Object(schema));
      return (value) => validate(value);
    } catch {
      return undefined;
    }
  };
}
