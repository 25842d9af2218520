// Schemas of named types, which other schemas refer to as `#/schemas/City`.
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';
import { compareTexts } from '../text-order.js';
import { definitionSchema, type JsonSchema, type SchemaOptions } from './json-schema.js';
import { namedTypes } from './named-types.js';
import { componentNames, schemaNames } from './schema-names.js';

export type NamedSchemas = {
  /** Options to make the schema of one of the types. */
  readonly options: SchemaOptions;
  /** The schemas of the named types, sorted by name; undefined when there are none. */
  readonly named: Readonly<Record<string, JsonSchema>> | undefined;
};

/** Collects the named types that the given types use. */
export function namedSchemas(types: readonly Type[], definitions: TypeDefinitions): NamedSchemas {
  const names = componentNames(schemaNames(namedTypes(types, definitions), definitions));
  const options: SchemaOptions = {
    definitions,
    refOf: (key) => `#/schemas/${names.get(key) ?? key}`,
  };
  const named = [...names]
    .toSorted(([, left], [, right]) => compareTexts(left, right))
    .flatMap(([key, name]) => {
      const definition = definitions.get(key);
      return definition ? [[name, definitionSchema(definition, options)] as const] : [];
    });
  return { options, named: named.length > 0 ? Object.fromEntries(named) : undefined };
}
