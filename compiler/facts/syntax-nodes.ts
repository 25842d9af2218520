// Walks any part of a syntax tree, with the nodes around each node.

export type AnyNode = Readonly<Record<string, unknown>> & { readonly type: string };

/** From the outermost node to the nearest. */
export type Around = readonly AnyNode[];

/** Sees every node below a value, outer ones first. */
export function visitNodes(
  value: unknown,
  see: (node: AnyNode, around: Around) => void,
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

function isNode(value: object): value is AnyNode {
  return 'type' in value && typeof value.type === 'string';
}

/** The name of an identifier; undefined for all else. */
export function nameOf(node: unknown): string | undefined {
  const { type, value } = (node ?? {}) as { readonly type?: unknown; readonly value?: unknown }; // because any part of the tree may come here
  return type === 'Identifier' && typeof value === 'string' ? value : undefined;
}
