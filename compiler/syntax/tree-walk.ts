// Walks a syntax tree without knowing the kinds of its nodes.
import type { Expression, TreeNode } from './tree.js';

export type AnyNode = { readonly type: string };

export type NodeOf<Type extends TreeNode['type']> = Extract<TreeNode, { readonly type: Type }>;

export type NodeRecord = Readonly<Record<string, unknown>> & AnyNode;

/** The nodes around a node, from the outermost to the innermost. */
export type Around = readonly NodeRecord[];

/** Visits a node and its descendants, in source order. If `visit` returns false, the descendants are skipped. */
export function walk(node: unknown, visit: (node: AnyNode) => boolean): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (isNode(node) && !visit(node)) return;
  const parts = node as Readonly<Record<string, unknown>>; // because every object is a record of its properties
  // Trees are large, so no object is created for each node.
  for (const key in parts) {
    const value = parts[key];
    if (typeof value === 'object' && value !== null && key !== 'span') walk(value, visit);
  }
}

/** Visits every node below a value, outer nodes first, and passes the nodes around each. */
export function visitNodes(
  value: unknown,
  see: (node: NodeRecord, around: Around) => void,
  around: Around = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!isNode(value)) {
    for (const item of Object.values(value)) visitNodes(item, see, around);
    return;
  }
  see(value, around);
  const inside = [...around, value];
  for (const child of Object.values(value)) visitNodes(child, see, inside);
}

export function isOfType<Type extends TreeNode['type']>(
  node: AnyNode,
  type: Type,
): node is NodeOf<Type> {
  return node.type === type;
}

export function isNode(node: object): node is NodeRecord {
  return 'type' in node && typeof node.type === 'string';
}

const FUNCTION =
  /^(?:(?:Arrow)?FunctionExpression|FunctionDeclaration|Class(?:Expression|Declaration)|MethodProperty|[GS]etterProperty)$/;

/** Tells whether the code of a node runs when it is called, not where it is written. */
export function isOwnCode({ type }: AnyNode): boolean {
  return FUNCTION.test(type);
}

/** Returns the values of the `return` statements in a node, excluding nested functions; undefined for `return;`. */
export function returnedIn(node: unknown): (Expression | undefined)[] {
  const found: (Expression | undefined)[] = [];
  walk(node, (inner) => {
    if (!isOfType(inner, 'ReturnStatement')) return !isOwnCode(inner);
    found.push(inner.argument ?? undefined);
    return false;
  });
  return found;
}

export function nameOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as { readonly type?: unknown; readonly value?: unknown }; // because the node can be any part of the tree
  return type === 'Identifier' && typeof value === 'string' ? value : undefined;
}
