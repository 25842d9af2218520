// Walks a syntax tree without knowing every kind of node.

export type AnyNode = { readonly type: string };

/** Visits a node and what is in it, in the order of the source; `false` leaves out what is in a node. */
export function walk(node: unknown, visit: (node: AnyNode) => boolean): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if (isNode(node) && !visit(node)) return;
  const parts = node as Readonly<Record<string, unknown>>; // because every object has its properties by name
  // Large trees are walked, so nothing is made for each node.
  for (const key in parts) {
    const value = parts[key];
    if (typeof value === 'object' && value !== null && key !== 'span') walk(value, visit);
  }
}

function isNode(node: object): node is AnyNode {
  return 'type' in node && typeof node.type === 'string';
}

const FUNCTION =
  /^(?:(?:Arrow)?FunctionExpression|FunctionDeclaration|Class(?:Expression|Declaration)|MethodProperty|[GS]etterProperty)$/;

/** Code that runs when it is called and not where it stands. */
export function isOwnCode({ type }: AnyNode): boolean {
  return FUNCTION.test(type);
}
