// The named types that operations lead to.
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';
import type { Operation } from './api-description.js';

/** The keys of the named types in operations, and of those in them. */
export function usedTypes(
  operations: readonly Operation[],
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const operation of operations) {
    for (const type of typesOf(operation)) addNames(type, found);
  }
  for (const key of found) {
    const definition = definitions.get(key);
    if (definition) addNames(definition.type, found);
  }
  return found;
}

function typesOf({ captures, query, headers, body, answers }: Operation): readonly Type[] {
  const parameters = [...captures, ...query, ...headers].map(({ type }) => type);
  const answered = answers.flatMap(({ bodies, errors }) => [
    ...bodies.map(({ type }) => type),
    ...errors.flatMap(({ details }) => (details ? [details] : [])),
  ]);
  return [...parameters, ...(body ? [body.type] : []), ...answered];
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
