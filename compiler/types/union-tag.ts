// Finds the property whose literal distinguishes the members of a union: `kind` in `{ kind: 'card' } | { kind: 'invoice' }`.
import type { Property, Type, TypeDefinitions } from '../declarations/declared-type.js';

export type UnionTag = {
  readonly name: string;
  /** The key of the named type for each tag, if all tags are strings and all members are named types. */
  readonly keys: ReadonlyMap<string, string> | undefined;
};

type Literal = string | number | boolean;
type Member = { readonly key: string | undefined; readonly properties: readonly Property[] };

/**
 * Returns the property that distinguishes the members of a union of objects. It is required in every member, and has a
 * different literal in each. Undefined if there is no such property.
 */
export function tagOf(
  members: readonly Type[],
  definitions: TypeDefinitions,
): UnionTag | undefined {
  const objects = members.map((member) => memberOf(member, definitions));
  if (!objects.every((member) => member !== undefined)) return undefined;
  const [first] = objects;
  for (const { name } of first?.properties ?? []) {
    const values = objects.map((member) => valuesOf(member, name, definitions));
    const all = values.flat();
    const isTag = values.every(({ length }) => length > 0) && new Set(all).size === all.length;
    if (isTag) return { name, keys: keysOf(objects, values) };
  }
  return undefined;
}

function memberOf(type: Type, definitions: TypeDefinitions): Member | undefined {
  const key = type.kind === 'named' ? type.key : undefined;
  const found = lookedUp(type, definitions);
  return found?.kind === 'object' ? { key, properties: found.properties } : undefined;
}

/** Returns the type that a named type refers to; undefined if the type is defined as itself. */
function lookedUp(type: Type, definitions: TypeDefinitions): Type | undefined {
  let found: Type | undefined = type;
  const seen = new Set<string>();
  while (found?.kind === 'named') {
    if (seen.has(found.key)) return undefined;
    seen.add(found.key);
    found = definitions.get(found.key)?.type;
  }
  return found;
}

function valuesOf(
  { properties }: Member,
  name: string,
  definitions: TypeDefinitions,
): readonly Literal[] {
  const property = properties.find((candidate) => candidate.name === name);
  if (!property || property.isOptional) return [];
  const type = lookedUp(property.type, definitions);
  const parts = type?.kind === 'union' ? type.of : [type];
  const values = parts.map((part) => (part?.kind === 'literal' ? part.value : undefined));
  return values.every((value) => value !== undefined) ? values : [];
}

/** Returns the named type for each tag. OpenAPI's `mapping` accepts only tags that are strings and schemas that have names. */
function keysOf(
  members: readonly Member[],
  values: readonly (readonly Literal[])[],
): ReadonlyMap<string, string> | undefined {
  const keys = new Map<string, string>();
  for (const [index, { key }] of members.entries()) {
    for (const value of values[index] ?? []) {
      if (key === undefined || typeof value !== 'string') return undefined;
      keys.set(value, key);
    }
  }
  return keys;
}
