// Files that exist only in memory.
import type { ProjectFiles } from '../../cli/project/project-files.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';

/** The directory that contains the files in memory. */
export const MEMORY_ROOT = '/memory';

/** Creates files by their path relative to {@link MEMORY_ROOT}. */
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

/** Creates the files of a project for code that reads through a port, by path relative to the project directory `/project`. */
export function filesInMemory(files: Readonly<Record<string, string>>): ProjectFiles {
  const readText = (path: string): string | undefined => files[path.replace('/project/', '')];
  return { readText, isFile: (path) => readText(path) !== undefined, forget: () => undefined };
}
