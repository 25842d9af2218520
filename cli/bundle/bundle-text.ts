// Finishes the text of index.mjs. It declares in front what CommonJS modules expect, such as `require` and `__dirname`,
// but only when the bundle uses it.
import { PACKAGE_FOLDER, PACKAGE_URL } from '../../transformers/module-place.js';

/** The names that `define` of esbuild puts in place of `__dirname` and `__filename` in packages. */
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
