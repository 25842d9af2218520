// `typeof x` in a type: constants written with `as const`, literals, and enums.
import type { Meaning } from './meaning.js';
import type { Refusal } from './refusals.js';
import { refuseNode, type Scope } from './scope.js';
import type { QueryNode } from './type-node.js';

export function queried(node: QueryNode, scope: Scope): Meaning {
  return refuseNode(scope, node, NOT_CONSTANT);
}

const NOT_CONSTANT: Refusal = {
  why: 'only constants that are written with `as const` are read',
  instead: 'Write `as const` behind the value, or write the type out.',
};
