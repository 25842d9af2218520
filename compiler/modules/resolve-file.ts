// From a path as an import writes it to the file it means: extensions as TypeScript and esbuild complete them.
import type { SourceFiles } from './source-files.js';

/** What a JavaScript extension may stand for in the source, the best first. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** What is tried behind a path without an extension. */
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

/** What the compiler makes of a file: code it follows, JSON it reads, anything else it leaves to the bundler. */
export function fileKind(path: string): 'code' | 'json' | 'other' {
  if (/\.d\.[cm]?ts$/.test(path)) return 'other';
  const extension = extensionOf(path);
  if (CODE.has(extension)) return 'code';
  return extension === '.json' ? 'json' : 'other';
}
