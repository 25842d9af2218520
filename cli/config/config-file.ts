// The text of .framework/config.json as a tree with places.
import type { Node } from 'jsonc-parser';
import type { Diagnostic, SourceSpan } from '../../compiler/diagnostics/diagnostic.js';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import { parseJson } from '../project/json-problems.js';
import { spanOf } from '../project/source-place.js';
import { duplicateKey, notJson } from './config-catalogue.js';

/** Where the configuration is, relative to the project directory. */
export const CONFIG_FILE = '.framework/config.json';

/** A path of keys and list positions into the file. */
export type KeyPath = readonly (string | number)[];

export type ConfigFile = {
  /** The plain value; undefined when the text is not JSON. */
  readonly value: unknown;
  /** The place of the key (or list entry) at `path`, or of the nearest one around it. */
  readonly placeOfKey: (path: KeyPath) => SourceSpan;
  /** The place of the value at `path`, or of the nearest one around it. */
  readonly placeOfValue: (path: KeyPath) => SourceSpan;
  readonly diagnostics: readonly Diagnostic[];
};

/** Parses the text. Syntax errors and keys that stand twice are its diagnostics. */
export function parseConfigFile(text: string): ConfigFile {
  const { tree, problems } = parseJson(CONFIG_FILE, text, { allowsComments: false });
  const place = (node: Node | undefined): SourceSpan => {
    const start = node?.offset ?? 0;
    return spanOf(CONFIG_FILE, text, { start, end: start + (node?.length ?? 1) });
  };
  const isUsable = tree !== undefined && problems.length === 0;
  return {
    value: isUsable ? valueOf(tree) : undefined,
    placeOfKey: (path) => place(keyOf(nearestNode(tree, path))),
    placeOfValue: (path) => place(nearestNode(tree, path)),
    diagnostics: isUsable
      ? findDuplicates(tree, place)
      : problems.map(({ message, at }) => diagnose(notJson, { message }, { at })),
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
    Object.defineProperty(value, key, {
      value: content ? valueOf(content) : undefined,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return value;
}

type Entry = { readonly key: string; readonly keyNode: Node; readonly content: Node | undefined };

function entriesOf(node: Node): Entry[] {
  return (node.children ?? []).flatMap((property) => {
    const [keyNode, content] = property.children ?? [];
    return keyNode ? [{ key: String(keyNode.value), keyNode, content }] : [];
  });
}

/** The node at a path, or the nearest one around it. Of a key that stands twice the last one, whose value counts. */
function nearestNode(node: Node | undefined, [key, ...rest]: KeyPath): Node | undefined {
  if (!node || key === undefined) return node;
  const inner =
    node.type === 'array'
      ? node.children?.[Number(key)]
      : entriesOf(node).findLast((entry) => entry.key === key)?.content;
  return inner ? nearestNode(inner, rest) : node;
}

function keyOf(node: Node | undefined): Node | undefined {
  return node?.parent?.type === 'property' ? node.parent.children?.[0] : node;
}

function findDuplicates(node: Node, place: (node: Node) => SourceSpan): Diagnostic[] {
  const first = new Map<string, Node>();
  const own =
    node.type !== 'object'
      ? []
      : entriesOf(node).flatMap(({ key, keyNode }) => {
          const earlier = first.get(key);
          if (!earlier) {
            first.set(key, keyNode);
            return [];
          }
          const related = [{ message: 'The first one is here.', at: place(earlier) }];
          return [diagnose(duplicateKey, { key }, { at: place(keyNode), related })];
        });
  return [...own, ...(node.children ?? []).flatMap((child) => findDuplicates(child, place))];
}
