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
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'span' && typeof value === 'object') walk(value, visit);
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
