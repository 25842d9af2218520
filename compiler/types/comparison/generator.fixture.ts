// The schema that ts-json-schema-generator makes of a type. It asks TypeScript's checker, so its schema is independent of
// ours.
import { Ajv } from 'ajv';
import { createFormatter, createParser, SchemaGenerator } from 'ts-json-schema-generator';
import type ts from 'typescript';

/** Checks a value by the generator's schema; undefined for a type that the generator does not take. */
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

// One for all: each would compile the schema of schemas anew.
const ajv = new Ajv({ strict: false, logger: false });

/** Makes checks of the type aliases of a program. */
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
