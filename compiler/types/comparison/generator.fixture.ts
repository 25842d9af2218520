// Generates the schema for a type with ts-json-schema-generator. The generator uses TypeScript's checker, so its schema is
// independent of ours.
import { Ajv } from 'ajv';
import { createFormatter, createParser, SchemaGenerator } from 'ts-json-schema-generator';
import type ts from 'typescript';

/** Checks a value against the generator's schema; undefined for a type that the generator does not support. */
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

// A shared instance, because each instance compiles the meta-schema again.
const ajv = new Ajv({ strict: false, logger: false });

/** Creates checks for the type aliases of a program. */
export function createGenerator(program: ts.Program): (alias: ts.Node) => GeneratedCheck {
  const config = { ...CONFIG, extraTags: [] };
  const formatter = createFormatter(config);
  const generator = new SchemaGenerator(program, createParser(program, config), formatter, config);
  return (alias) => {
    try {
      const schema = generator.createSchemaFromNodes([alias]);
      const validate = ajv.compile(Object(schema));
      return (value) => validate(value);
    } catch {
      return undefined;
    }
  };
}
