// Resolves the path of an import to a file, with the extensions that TypeScript and esbuild try.
import type { SourceFiles } from './source-files.js';

/** The source extensions that a JavaScript extension may mean, in order. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** The extensions that are tried for a path without one. */
const IMPLIED = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** The file that an absolute path in an import means; undefined when there is none. */
export function resolveFile(path: string, isFile: SourceFiles['isFile']): string | undefined {
  const isDirectory = path.endsWith('/');
  const bare = isDirectory ? path.slice(0, -1) : path;
  if (!isDirectory) {
    const file = candidates(bare).find(isFile);
    if (file !== undefined) return file;
  }
  return IMPLIED.map((extension) => `${bare}/index${extension}`).find(isFile);
}

function candidates(path: string): readonly string[] {
  const extension = extensionOf(path);
  const sources = SOURCES_OF[extension];
  if (sources) {
    const stem = path.slice(0, -extension.length);
    return sources.map((source) => stem + source);
  }
  return [path, ...IMPLIED.map((implied) => path + implied)];
}

/** The extension of a path with its dot; empty when there is none. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

const CODE = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/** How the compiler treats a file: it follows code, reads JSON, and leaves others to the bundler. */
export function fileKind(path: string): 'code' | 'json' | 'other' {
  if (/\.d\.[cm]?ts$/.test(path)) return 'other';
  const extension = extensionOf(path);
  if (CODE.has(extension)) return 'code';
  return extension === '.json' ? 'json' : 'other';
}
