// The named types that a type uses, directly or through other named types.
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';

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
