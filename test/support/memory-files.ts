// Source files that exist only in memory, for compiling examples of the documentation and changed fixtures.
import type { SourceFiles } from '../../compiler/modules/source-files.js';

/** The directory in which files in memory stand. */
export const MEMORY_ROOT = '/memory';

/** Files by their path relative to {@link MEMORY_ROOT}. */
export function memoryFiles(texts: Readonly<Record<string, string>>): SourceFiles {
  const read = (path: string) => {
    const name = path.startsWith(`${MEMORY_ROOT}/`) ? path.slice(MEMORY_ROOT.length + 1) : '';
    return Object.hasOwn(texts, name) ? texts[name] : undefined;
  };
  return {
    readText: read,
    isFile: (path) => read(path) !== undefined,
    listFiles: () => Object.keys(texts).map((name) => `${MEMORY_ROOT}/${name}`),
  };
}
