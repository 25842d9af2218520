// Parses a JSON file and keeps the location of every entry, for diagnostics.
import type { Node } from 'jsonc-parser';
import type { SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { type JsonProblem, parseJson } from './json-problems.js';
import { spanOf } from './source-place.js';

/** A path of keys and list positions into the file. */
export type KeyPath = readonly (string | number)[];

export type PlacedJson = {
  /** The plain value; undefined when the text is not JSON. */
  readonly value: unknown;
  /** The location of the key or list entry at `path`, or of the nearest entry around it. */
  readonly placeOfKey: (path: KeyPath) => SourceSpan;
  /** The location of the value at `path`, or of the nearest value around it. */
  readonly placeOfValue: (path: KeyPath) => SourceSpan;
  /** The syntax errors. */
  readonly problems: readonly JsonProblem[];
  /** Duplicate keys of a mapping. */
  readonly duplicates: readonly DuplicateKey[];
};

export type DuplicateKey = {
  readonly key: string;
  readonly first: SourceSpan;
  readonly at: SourceSpan;
};

/** Parses the text; `file` is its name in locations. */
export function placeJson(file: string, text: string): PlacedJson {
  const { tree, problems } = parseJson(file, text, { allowsComments: false });
  const place = (node: Node | undefined): SourceSpan => {
    const start = node?.offset ?? 0;
    return spanOf(file, text, { start, end: start + (node?.length ?? 1) });
  };
  const isUsable = tree !== undefined && problems.length === 0;
  return {
    value: isUsable ? valueOf(tree) : undefined,
    placeOfKey: (path) => place(keyOf(nearestNode(tree, path))),
    placeOfValue: (path) => place(nearestNode(tree, path)),
    problems,
    duplicates: isUsable ? findDuplicates(tree, place) : [],
  };
}

/** Like `getNodeValue`, but a key `__proto__` stays a key like any other. */
function valueOf(node: Node): unknown {
  if (node.type === 'array') return (node.children ?? []).map(valueOf);
  if (node.type !== 'object') {
    const value: unknown = node.value;
    return value;
  }
  const value: Record<string, unknown> = {};
  for (const { key, content } of entriesOf(node)) {
    const inner = content ? valueOf(content) : undefined;
    if (key !== '__proto__') value[key] = inner;
    else Object.defineProperty(value, key, { ...PLAIN, value: inner });
  }
  return value;
}

const PLAIN = { enumerable: true, configurable: true, writable: true };

type Entry = { readonly key: string; readonly keyNode: Node; readonly content: Node | undefined };

function entriesOf(node: Node): Entry[] {
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, content] = property.children ?? [];
    return keyNode ? [{ key: String(keyNode.value), keyNode, content }] : [];
  });
}

/** The node at a path, or the nearest one around it. Of a repeated key it is the last one, whose value counts. */
function nearestNode(node: Node | undefined, [key, ...rest]: KeyPath): Node | undefined {
  if (!node || key === undefined) return node;
  const inner =
    node.type === 'array'
      ? node.children?.[Number(key)]
      : node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
  return inner ? nearestNode(inner, rest) : node;
}

function keyOf(node: Node | undefined): Node | undefined {
  return node?.parent?.type === 'property' ? node.parent.children?.[0] : node;
}

/** The most reported duplicates. */
const MOST_DUPLICATES = 100;

function findDuplicates(tree: Node, place: (node: Node) => SourceSpan): DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'object') {
      const first = new Map<string, Node>();
      for (const { key, keyNode } of entriesOf(node)) {
        const earlier = first.get(key);
        if (!earlier) first.set(key, keyNode);
        else if (found.length < MOST_DUPLICATES)
          found.push({ key, first: place(earlier), at: place(keyNode) });
      }
    }
    node.children?.forEach(visit);
  };
  visit(tree);
  return found;
}
