// The state of turning meanings into types of JSON, for inputs or for answers: the types, each named type once, and the
// refused nodes.
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
 * Parts of a type: refused nodes, regular expressions, and the keys of its named types. Those have parts of their own. Most
 * types have none of each, so a set is made when its first part is found.
 */
export type Parts = {
  refused: Set<RefusedNode> | undefined;
  /** With the longest texts that each of them meets. */
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
  /** Makes definitions whose place in the type is deep. */
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

/** Adds what another set has. The first set is changed when there is one. */
function union<Item>(
  all: Set<Item> | undefined,
  added: ReadonlySet<Item> | undefined,
): Set<Item> | undefined {
  if (!added) return all;
  if (!all) return new Set(added);
  for (const item of added) all.add(item);
  return all;
}
