// Schemas of named types, which other schemas refer to as `#/schemas/City`.
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';
import { compareTexts } from '../text-order.js';
import { definitionSchema, type JsonSchema, type SchemaOptions } from './json-schema.js';
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

// The named types that a type uses, directly or through other named types.

/** The keys of the named types in some types, and of the named types in those. */
export function namedTypes(
  types: Iterable<Type>,
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const type of types) addNames(type, found);
  // `found` grows during this loop, and the loop visits the added keys too.
  for (const key of found) {
    const definition = definitions.get(key);
    if (definition) addNames(definition.type, found);
  }
  return found;
}

function addNames(type: Type, found: Set<string>): void {
  switch (type.kind) {
    case 'named':
      found.add(type.key);
      return;
    case 'list':
      addNames(type.of, found);
      return;
    case 'tuple':
      for (const item of type.items) addNames(item.type, found);
      if (type.rest) addNames(type.rest, found);
      return;
    case 'object':
      for (const property of type.properties) addNames(property.type, found);
      for (const index of type.indexes ?? []) addNames(index.type, found);
      return;
    case 'union':
      for (const member of type.of) addNames(member, found);
      return;
    case 'schema':
      addNames(type.document, found);
      return;
    default:
  }
}
