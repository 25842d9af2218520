// Prepares a module of the application for another tool: binds its views, lowers its decorators and, for a bundler, preserves
// the location that the module sees as its own.
import type { AppModule } from '../compiler/compile-app.js';
import type { ProjectSettings } from '../compiler/modules/source-files.js';
import { lowerModule } from '../compiler/syntax/swc.js';
import { type BindOptions, bindViews, type BoundSource, withInlineMap } from './bind-views.js';
import { scanWholeModule } from '../compiler/facts/scan-module.js';
import { isOfType, visitNodes, type NodeRecord } from '../compiler/syntax/tree-walk.js';
import type { Span } from '../compiler/syntax/tree.js';

/** Source text for esbuild, with its source map in a comment, and the loader that reads it. */
export type BundlerSource = {
  readonly contents: string;
  readonly loader: 'js' | 'jsx' | 'ts' | 'tsx';
  /** The text and the map, without the source map comment, for finding locations in the user's text. */
  readonly source: BoundSource;
};

/** Returns the text of a module for the bundler; undefined if the bundler can read the original file. */
export function transformSource(
  module: AppModule,
  settings: ProjectSettings,
  isLate: boolean,
): BundlerSource | undefined {
  const location = mentionsPlace(module.text) ? placeInPackage(module.file) : undefined;
  const isPlaced = location !== undefined;
  const made = bindSource(module, settings, { isLowered: isPlaced, isLate });
  if (!made) return undefined;
  const isJsx = module.file.endsWith('x');
  if (!made.isLowered) {
    const isTypeScript = /\.[cm]?tsx?$/.test(module.file);
    return forBundler(made.source, isTypeScript ? (isJsx ? 'tsx' : 'ts') : isJsx ? 'jsx' : 'js');
  }
  const loader = isJsx ? 'jsx' : 'js';
  return forBundler(isPlaced ? placeModule(made.source, location) : made.source, loader);
}

/** A module with bound views. `isLowered` is true if it is JavaScript without decorators, even if it was TypeScript before. */
export type PreparedSource = { readonly source: BoundSource; readonly isLowered: boolean };

/** Binds views, and lowers the module if decorators remain or `isLowered` is true; undefined if there is nothing to do. */
export function bindSource(
  module: AppModule,
  settings: ProjectSettings,
  { isLowered, isLate = false }: Pick<BindOptions, 'isLate'> & { readonly isLowered: boolean },
): PreparedSource | undefined {
  const { file, text, bindings } = module;
  const { decorators, emitsMetadata } = settings;
  const isLoweredSo = isLowered || isReadOtherwise(module, settings);
  if (bindings.length === 0 && !isLoweredSo && !hasDecorators(text)) return undefined;
  const name = file.split('/').at(-1) ?? file;
  const bound = bindViews({ file: name, text }, bindings, {
    decorators,
    keepsMetadata: decorators === 'legacy' && emitsMetadata,
    isLate,
  });
  if (!isLoweredSo && !hasDecorators(bound.code)) return { source: bound, isLowered: false };
  const lowered = lowerModule({
    ...settings,
    assignsFields: settings.assignsFields === true && isOfProject(file),
    file: name,
    text: bound.code,
    ...(bound.map !== undefined && { inputSourceMap: bound.map }),
  });
  return { source: lowered, isLowered: true };
}

/** Settings in tsconfig.json may change the module's meaning, and esbuild applies none to files that a plugin returns. */
function isReadOtherwise(
  { file, text }: AppModule,
  { assignsFields, keepsUnusedImports }: ProjectSettings,
): boolean {
  if (!isOfProject(file) || !/\.[cm]?tsx?$/.test(file)) return false;
  return (
    (assignsFields === true && /\bclass\b/.test(text)) ||
    (keepsUnusedImports === true && /\bimport\b/.test(text))
  );
}

/** A file outside the project has its own tsconfig.json, or is already compiled to JavaScript. */
function isOfProject(file: string): boolean {
  return !/^(?:\.\.\/|\/|\w:)|(?:^|\/)node_modules\//.test(file);
}

/**
 * Returns the path that a module would have in the deployable folder, where its data files keep their relative paths. Returns
 * undefined if the module belongs neither to the project nor to an installed package.
 */
export function placeInPackage(file: string): string | undefined {
  return isOfProject(file) ? file : /(?<=^|\/)node_modules\/.*$/.exec(file)?.[0];
}

function forBundler(source: BoundSource, loader: BundlerSource['loader']): BundlerSource {
  return { contents: withInlineMap(source), loader, source };
}

/** A false positive costs a millisecond. Comment lines are ignored, because documentation often contains `@param`. */
function hasDecorators(text: string): boolean {
  const code = text.replaceAll(/^\s*(?:\/\/|\*).*$/gm, '');
  return /(?:^|[\s(,;{})/])@[\w$(\u0080-\uffff]/m.test(code);
}

/** Names that `esbuild-options.ts` declares before the bundle: the URL of `index.mjs` and its folder. */
export const PACKAGE_URL = '__packageUrl';
export const PACKAGE_FOLDER = '__packageFolder';

/**
 * The expressions for a module's location, the name that replaces each expression, and the code that computes the name's value.
 * No name is longer than its expression, so a replacement keeps the length of the text and its source map stays valid.
 */
const PLACES = [
  { expression: 'import.meta.url', name: '__moduleUrl', kind: 'url' },
  { expression: 'import.meta.filename', name: '__modFile', kind: 'file' },
  { expression: '__filename', name: '__modFile', kind: 'file' },
  { expression: 'import.meta.dirname', name: '__modDir', kind: 'folder' },
  { expression: '__dirname', name: '__modDir', kind: 'folder' },
] as const;

type PlaceKind = (typeof PLACES)[number]['kind'];

/** Returns true if a module may use its own location. */
export function mentionsPlace(text: string): boolean {
  return /\bimport\.meta\b|\b__(?:file|dir)name\b/.test(text);
}

/** Rewrites a lowered module to use its original location. `file` is its path relative to the package, with forward slashes. */
export function placeModule({ code, map }: BoundSource, file: string): BoundSource {
  const { record, body } = scanWholeModule(code, file.replace(/\.([cm]?)[jt]s(x?)$/, '.$1js$2'));
  const used = new Map<string, PlaceKind>();
  const parts: string[] = [];
  let end = 0;
  visitNodes(body, (node, around) => {
    const span = node['span'] as Span; // because every expression has its position
    const text = () => record.source.textOf(span);
    const isPlace = isOfType(node, 'Identifier')
      ? isVariable(node, around.at(-1)) && !record.names.find(node)
      : node.type === 'MemberExpression' && text().startsWith('import.meta.');
    const location = isPlace && PLACES.find(({ expression }) => expression === text());
    if (!location) return;
    const { start } = record.source.spanOf(span);
    const { length } = location.expression;
    const isShort = around.at(-1)?.type === 'ObjectExpression';
    const name = isShort
      ? `${location.expression}: ${location.name}`
      : location.name.padEnd(length);
    parts.push(code.slice(end, start), name);
    end = start + length;
    used.set(location.name, location.kind);
  });
  if (used.size === 0) return { code, map };
  const values = [...used].map(([name, kind]) => `const ${name} = ${EXPRESSIONS[kind](file)};`);
  parts.push(code.slice(end));
  const rest = parts.join('').replace(/^#!/, '//');
  const moved = map === undefined ? undefined : withLineBefore(map);
  return { code: `${values.join('')}\n${rest}`, map: moved };
}

/** Returns false if the identifier is the name of a property. */
function isVariable(node: NodeRecord, user: NodeRecord | undefined): boolean {
  return !['key', 'property', 'label'].some((part) => user?.[part] === node);
}

/** Shifts a source map by one line, for a line added at the start of the text. */
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
