// Finishes the text of index.mjs. It declares in front what CommonJS modules expect, such as `require` and `__dirname`,
// but only when the bundle uses it.
import { PACKAGE_FOLDER, PACKAGE_URL } from '../../transformers/module-place.js';

/** The names by which `define` of esbuild replaces `__dirname` and `__filename` in packages. */
export const PLACE_NAMES = {
  __dirname: '__bundleDirname',
  __filename: '__bundleFilename',
  'import.meta.dirname': '__bundleDirname',
  'import.meta.filename': '__bundleFilename',
  'import.meta.url': '__bundleUrl',
} as const;

const PREAMBLES: readonly { readonly uses: RegExp; readonly text: string }[] = [
  {
    uses: /\btypeof require\b/,
    text: 'import{createRequire as __bundleRequire}from"node:module";const require=__bundleRequire(import.meta.url);',
  },
  { uses: /\b__bundleDirname\b/, text: 'const __bundleDirname=import.meta.dirname;' },
  { uses: /\b__bundleFilename\b/, text: 'const __bundleFilename=import.meta.filename;' },
  { uses: /\b__bundleUrl\b/, text: 'const __bundleUrl=import.meta.url;' },
  { uses: named(PACKAGE_URL), text: `const ${PACKAGE_URL}=import.meta.url;` },
  { uses: named(PACKAGE_FOLDER), text: `const ${PACKAGE_FOLDER}=import.meta.dirname;` },
];

function named(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

/** Tells whether the code of a package asks for its own folder, which a bundle does not have. */
export function asksForPlace(code: string): boolean {
  return /\b__bundle(?:Dirname|Filename|Url)\b/.test(code);
}

/** The text in front of a bundle, with its line end; empty when nothing is needed. */
export function preambleOf(code: string, imports = ''): string {
  const own = PREAMBLES.filter(({ uses }) => uses.test(code)).map(({ text }) => text);
  const texts = imports === '' ? own : [imports, ...own];
  return texts.length > 0 ? `${texts.join('')}\n` : '';
}

// Finishes the source map of index.mjs. It embeds the text of the project's own files and not that of packages, because
// the function reads the map itself when it logs an error.
type SourceMapJson = {
  sources: readonly string[];
  sourcesContent?: readonly (string | null)[];
  mappings: string;
};

export type FinishMapOptions = {
  /** The number of lines in front of the bundled code. */
  readonly addedLines: number;
  /** The text of a source file of the project; undefined for any other file. */
  readonly textOf: (source: string) => string | undefined;
};

/** Finishes a map that esbuild made without texts. */
export function finishMap(json: string, { addedLines, textOf }: FinishMapOptions): string {
  const map = JSON.parse(json) as SourceMapJson; // because esbuild wrote it
  const sourcesContent = map.sources.map((source) => textOf(source) ?? null);
  const mappings = ';'.repeat(addedLines) + map.mappings;
  return JSON.stringify({ ...map, sourcesContent, mappings });
}
