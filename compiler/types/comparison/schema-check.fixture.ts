// Checks whether ajv accepts a value against the JSON Schema that we create for a type.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { jsonSchemaOf } from '../json-schema.js';
import type { Type, TypeDefinitions } from '../../declarations/declared-type.js';

// A shared instance, because each instance compiles the meta-schema again, which takes longer than any of our schemas.
const ajv = new Ajv2020({ strict: false, discriminator: true });

export function schemaCheck(type: Type, definitions: TypeDefinitions): (value: unknown) => boolean {
  const keys = [...definitions.keys()];
  const refOf = (key: string): string => `#/$defs/${String(keys.indexOf(key))}`;
  const options = { refOf, definitions };
  const named = keys.map((key, index) => [
    String(index),
    jsonSchemaOf(definitions.get(key)?.type ?? { kind: 'never' }, options),
  ]);
  const schema = { ...jsonSchemaOf(type, options), $defs: Object.fromEntries(named) as object }; // because the keys are strings
  const validate = ajv.compile(schema);
  return (value) => validate(value);
}
