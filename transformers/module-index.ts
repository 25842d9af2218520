// An index of a module's syntax tree: the parent of a node, the nodes that contain a name, the nodes of a type.
import { isMapping } from '../compiler/json-values.js';
import { parseModule } from '../compiler/syntax/swc.js';
import type { Span } from '../compiler/syntax/tree.js';

/** Any object of the tree. Some have no type, such as the function of a method. */
export type Node = Readonly<Record<string, unknown>>;

export type IndexedModule = {
  /** The parent of each node. */
  readonly parents: ReadonlyMap<Node, Node>;
  /** The nodes of each type. */
  readonly typed: ReadonlyMap<string, readonly Node[]>;
  /** The identifiers and strings that contain a name. */
  readonly mentions: (name: string) => readonly Node[];
  /** The offsets of a node in the text. */
  readonly rangeOf: (node: Node) => { readonly start: number; readonly end: number };
};

/** Reads a module; undefined when it has syntax errors. */
export function indexModule(text: string, file: string): IndexedModule | undefined {
  const parsed = parseModule(text, file);
  if (parsed.kind === 'unparsed') return undefined;
  const { offsetOf } = parsed.source;
  const parents = new Map<Node, Node>();
  const typed = new Map<string, Node[]>();
  const index = (node: Node): void => {
    const type = typeOf(node);
    const known = typed.get(type);
    if (known) known.push(node);
    else typed.set(type, [node]);
    for (const key in node) {
      const value = node[key];
      for (const child of Array.isArray(value) ? (value as readonly unknown[]) : [value])
        // because its items may be anything
        if (isNode(child) && key !== 'span') {
          parents.set(child, node);
          index(child);
        }
    }
  };
  index({ type: 'Module', body: parsed.program.body });
  return {
    parents,
    typed,
    mentions: (name) => SAYING.flatMap((type) => (typed.get(type) ?? []).filter(says(name))),
    rangeOf: ({ span }) => {
      const { start, end } = span as Span; // because swc gives every node a span
      return { start: offsetOf(start), end: offsetOf(end) };
    },
  };
}

/** The type of a node; empty for one that has none. */
export function typeOf({ type }: Node): string {
  return typeof type === 'string' ? type : '';
}

/** The child node under a key of a node. */
export function childOf(node: Node | undefined, key: string): Node | undefined {
  const child = node?.[key];
  return isNode(child) ? child : undefined;
}

function isNode(value: unknown): value is Node {
  return isMapping(value);
}

const SAYING = ['Identifier', 'StringLiteral', 'TemplateElement', 'JSXText'];

/** Whether a node contains a name. A string may contain it among other words. */
function says(name: string): (node: Node) => boolean {
  return ({ value, raw }) => value === name || (typeof raw === 'string' && raw.includes(name));
}
