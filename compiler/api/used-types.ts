// The named types that operations lead to.
import type { Type, TypeDefinitions } from '../declarations/declared-type.js';
import { namedTypes } from '../types/named-types.js';
import type { Operation } from './api-description.js';

/** The keys of the named types in operations, and of those in them. */
export function usedTypes(
  operations: readonly Operation[],
  definitions: TypeDefinitions,
): ReadonlySet<string> {
  return namedTypes(operations.flatMap(typesOf), definitions);
}

function typesOf({ captures, query, headers, body, answers }: Operation): readonly Type[] {
  const parameters = [...captures, ...query, ...headers].map(({ type }) => type);
  const answered = answers.flatMap(({ bodies, errors }) => [
    ...bodies.map(({ type }) => type),
    ...errors.flatMap(({ details }) => (details ? [details] : [])),
  ]);
  return [...parameters, ...(body ? [body.type] : []), ...answered];
}
