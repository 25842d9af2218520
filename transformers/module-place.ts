// Keeps the place of a module in a bundle: `import.meta.url` of `frameworklib/orders.ts` still names
// `frameworklib/orders.ts` in the package, so that files beside the module are found.
import type { PluginBuild } from 'esbuild';
import { type BoundSource, withInlineMap } from './bind-views.js';

/** Names that `bundle-text.ts` declares in front of the bundle: the URL of `index.mjs` and its folder. */
export const PACKAGE_URL = '__packageUrl';
export const PACKAGE_FOLDER = '__packageFolder';

/** The expressions for a module's place, the name that replaces each, and the code that computes it. */
const PLACES = [
  { expression: 'import.meta.url', name: '__moduleUrl', kind: 'url' },
  { expression: 'import.meta.filename', name: '__moduleFilename', kind: 'file' },
  { expression: '__filename', name: '__moduleFilename', kind: 'file' },
  { expression: 'import.meta.dirname', name: '__moduleDirname', kind: 'folder' },
  { expression: '__dirname', name: '__moduleDirname', kind: 'folder' },
] as const;

type PlaceKind = (typeof PLACES)[number]['kind'];

/** Tells whether a module may use its own place. */
export function mentionsPlace(text: string): boolean {
  return /\bimport\.meta\b|\b__(?:file|dir)name\b/.test(text);
}

/** esbuild's `transform`, which esbuild passes to a plugin. */
export type Transform = PluginBuild['esbuild']['transform'];

export type PlaceOptions = {
  /** The module's path relative to the package, with forward slashes. */
  readonly file: string;
  readonly loader: 'js' | 'jsx';
  readonly transform: Transform;
};

/** Rewrites a lowered module. */
export async function placeModule(
  source: BoundSource,
  { file, loader, transform }: PlaceOptions,
): Promise<BoundSource> {
  const { code, map } = await transform(withInlineMap(source), {
    loader,
    jsx: 'preserve',
    target: 'esnext',
    charset: 'utf8',
    legalComments: 'none',
    sourcemap: 'external',
    sourcefile: file.split('/').at(-1) ?? file,
    define: Object.fromEntries(PLACES.map(({ expression, name }) => [expression, name])),
    banner: placeDeclarations(source.code, file),
  });
  return { code, map };
}

function placeDeclarations(code: string, file: string): string {
  const used = PLACES.filter(({ expression }) => code.includes(expression));
  const declarations = new Map(used.map(({ name, kind }) => [name, EXPRESSIONS[kind](file)]));
  return [...declarations].map(([name, value]) => `const ${name} = ${value};`).join('');
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
