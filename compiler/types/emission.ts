// The state of converting meanings to JSON types, for inputs or for responses: the types, each named type once, and the
// rejected nodes.
import type { NodePlace } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { CheckedPattern, TypeDefinition } from '../declarations/declared-type.js';

/** A node of a type that has no JSON, or whose JSON is not known. */
export type RefusedNode = {
  readonly at: NodePlace;
  readonly refusal: Refusal;
  readonly related?: NodePlace | undefined;
};

/**
 * Parts of a type: rejected nodes, regular expressions, and the keys of its named types, which have their own parts. Most types
 * have none, so a set is created for its first part.
 */
export type Parts = {
  refused: Set<RefusedNode> | undefined;
  /** With the longest strings that each of them runs on. */
  patterns: Map<string, number> | undefined;
  named: Set<string> | undefined;
};

export type Emission = {
  readonly use: 'input' | 'answer';
  readonly definitions: Map<string, TypeDefinition>;
  readonly budget: { steps: number; depth: number };
  /** The keys of named types, by the `id` of the meaning. */
  readonly keys: Map<number, string>;
  /** The meaning of each key, by its `id`. A second meaning with the same name and arguments gets a numbered key. */
  readonly owners: Map<string, number>;
  /** The keys of types that have no name and contain themselves, by the `id` of the meaning. */
  readonly circles: Map<number, string>;
  /** The types without a name that are being read now, by the `id` of the meaning. */
  readonly open: Set<number>;
  readonly parts: Map<string, Parts>;
  /** Creates definitions whose place in the type is deep. */
  readonly later: (() => void)[];
  /** How many types each generic declaration has become in the current annotation. */
  readonly counts: Map<string, number>;
};

export function createEmission(
  use: Emission['use'],
  shared: Pick<Emission, 'definitions' | 'budget' | 'owners' | 'circles'>,
): Emission {
  return {
    ...shared,
    use,
    keys: new Map(),
    open: new Set(),
    parts: new Map(),
    later: [],
    counts: new Map(),
  };
}

export function noParts(): Parts {
  return { refused: undefined, patterns: undefined, named: undefined };
}

export function addPattern(parts: Parts, { pattern, maxLength }: CheckedPattern): void {
  parts.patterns ??= new Map<string, number>();
  parts.patterns.set(pattern, Math.max(parts.patterns.get(pattern) ?? 0, maxLength));
}

/** Adds the parts of a named type that the type uses. */
export function addParts(parts: Parts, used: Parts): void {
  parts.refused = union(parts.refused, used.refused);
  used.patterns?.forEach((maxLength, pattern) => {
    addPattern(parts, { pattern, maxLength });
  });
  parts.named = union(parts.named, used.named);
}

/** Adds the contents of another set, changing the first set if there is one. */
function union<Item>(
  all: Set<Item> | undefined,
  added: ReadonlySet<Item> | undefined,
): Set<Item> | undefined {
  if (!added) return all;
  if (!all) return new Set(added);
  for (const item of added) all.add(item);
  return all;
}
