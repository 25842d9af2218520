// The state of turning meanings into types of JSON, for inputs or for answers: the types, each named type once, and the
// refused nodes.
import type { NodePlace } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { Type, TypeDefinition } from '../declarations/declared-type.js';

/** A node of a type that has no JSON, or whose JSON is not known. */
export type RefusedNode = { readonly at: NodePlace; readonly refusal: Refusal };

/** Parts of a type: refused nodes, regular expressions, and the keys of its named types. Those have parts of their own. */
export type Parts = {
  readonly refused: Set<RefusedNode>;
  readonly patterns: Set<string>;
  readonly named: Set<string>;
};

export type Emission = {
  readonly use: 'input' | 'answer';
  readonly definitions: Map<string, TypeDefinition>;
  readonly budget: { steps: number; depth: number };
  /** The keys of named types, by the `id` of the meaning. */
  readonly keys: Map<number, string>;
  /** The meaning of each key, by its `id`. A second meaning with the same name and arguments gets a numbered key. */
  readonly owners: Map<string, number>;
  readonly types: Map<string, Type>;
  readonly parts: Map<string, Parts>;
  /** How many types each generic declaration has become in the current annotation. */
  readonly counts: Map<string, number>;
};

export function createEmission(
  use: Emission['use'],
  shared: Pick<Emission, 'definitions' | 'budget'>,
): Emission {
  return {
    ...shared,
    use,
    keys: new Map(),
    owners: new Map(),
    types: new Map(),
    parts: new Map(),
    counts: new Map(),
  };
}

export function noParts(): Parts {
  return { refused: new Set(), patterns: new Set(), named: new Set() };
}
