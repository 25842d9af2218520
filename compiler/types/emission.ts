// The result of turning meanings into types of JSON for one use: the types, each named type once, and the refused nodes.
import type { NodePlace } from './meaning.js';
import type { Refusal } from './refusals.js';
import type { Type, TypeDefinition } from '../declarations/declared-type.js';

/** A node of which no JSON is known. */
export type RefusedNode = { readonly at: NodePlace; readonly refusal: Refusal };

/** What is in a type: refused nodes, regular expressions, and the keys of named types, which may hold more. */
export type Parts = {
  readonly refused: Set<RefusedNode>;
  readonly patterns: Set<string>;
  readonly named: Set<string>;
};

export type Emission = {
  readonly use: 'input' | 'answer';
  readonly definitions: Map<string, TypeDefinition>;
  readonly budget: { steps: number; depth: number };
  /** The keys of named types, by the identity of the meaning. */
  readonly keys: Map<number, string>;
  /** The meaning of each key; another one of the same name and arguments gets a number. */
  readonly owners: Map<string, number>;
  readonly types: Map<string, Type>;
  readonly parts: Map<string, Parts>;
  /** How many types each declaration has become in what is being read. */
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
