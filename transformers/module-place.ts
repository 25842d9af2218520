// Keeps the place of a module in a bundle: `import.meta.url` of `frameworklib/orders.ts` still names
// `frameworklib/orders.ts` in the package, so that files beside the module are found.
import { scanWholeModule } from '../compiler/facts/scan-module.js';
import { visitNodes, type NodeRecord } from '../compiler/syntax/tree-walk.js';
import type { Identifier, Span } from '../compiler/syntax/tree.js';
import type { BoundSource } from './bind-views.js';

/** Names that `esbuild-options.ts` declares in front of the bundle: the URL of `index.mjs` and its folder. */
export const PACKAGE_URL = '__packageUrl';
export const PACKAGE_FOLDER = '__packageFolder';

/**
 * The expressions for a module's place, the name that replaces each, and the code that computes it. No name is longer than
 * its expression, so that a replacement keeps the length of the text and its source map.
 */
const PLACES = [
  { expression: 'import.meta.url', name: '__moduleUrl', kind: 'url' },
  { expression: 'import.meta.filename', name: '__modFile', kind: 'file' },
  { expression: '__filename', name: '__modFile', kind: 'file' },
  { expression: 'import.meta.dirname', name: '__modDir', kind: 'folder' },
  { expression: '__dirname', name: '__modDir', kind: 'folder' },
] as const;

type PlaceKind = (typeof PLACES)[number]['kind'];

/** Tells whether a module may use its own place. */
export function mentionsPlace(text: string): boolean {
  return /\bimport\.meta\b|\b__(?:file|dir)name\b/.test(text);
}

/** Rewrites a lowered module; `file` is its path relative to the package, with forward slashes. */
export function placeModule({ code, map }: BoundSource, file: string): BoundSource {
  const { record, body } = scanWholeModule(code, file.replace(/\.([cm]?)[jt]s(x?)$/, '.$1js$2'));
  const used = new Map<string, PlaceKind>();
  const parts: string[] = [];
  let end = 0;
  visitNodes(body, (node, around) => {
    const span = node['span'] as Span; // because every expression has its place
    const text = () => record.source.textOf(span);
    const isPlace =
      node.type === 'Identifier'
        ? isVariable(node, around.at(-1)) && !record.names.find(node as unknown as Identifier) // because of its type
        : node.type === 'MemberExpression' && text().startsWith('import.meta.');
    const place = isPlace && PLACES.find(({ expression }) => expression === text());
    if (!place) return;
    const { start } = record.source.spanOf(span);
    const { length } = place.expression;
    const isShort = around.at(-1)?.type === 'ObjectExpression';
    const name = isShort ? `${place.expression}: ${place.name}` : place.name.padEnd(length);
    parts.push(code.slice(end, start), name);
    end = start + length;
    used.set(place.name, place.kind);
  });
  if (used.size === 0) return { code, map };
  const values = [...used].map(([name, kind]) => `const ${name} = ${EXPRESSIONS[kind](file)};`);
  parts.push(code.slice(end));
  const rest = parts.join('').replace(/^#!/, '//');
  const moved = map === undefined ? undefined : withLineBefore(map);
  return { code: `${values.join('')}\n${rest}`, map: moved };
}

/** Not the name of a property. */
function isVariable(node: NodeRecord, user: NodeRecord | undefined): boolean {
  return !['key', 'property', 'label'].some((part) => user?.[part] === node);
}

/** A source map of a text that has one more line at its start. */
function withLineBefore(map: string): string {
  const read = JSON.parse(map) as { readonly mappings: string }; // because swc wrote it
  return JSON.stringify({ ...read, mappings: `;${read.mappings}` });
}

const EXPRESSIONS: Record<PlaceKind, (file: string) => string> = {
  url: (file) => {
    const path = file.split('/').map(encodeURIComponent).join('/');
    return `new URL(${JSON.stringify(`./${path}`)}, ${PACKAGE_URL}).href`;
  },
  file: (file) => `${PACKAGE_FOLDER} + ${JSON.stringify(`/${file}`)}`,
  folder: (file) => {
    const names = file.split('/').slice(0, -1);
    const folder = names.map((name) => `/${name}`).join('');
    return folder === '' ? PACKAGE_FOLDER : `${PACKAGE_FOLDER} + ${JSON.stringify(folder)}`;
  },
};
