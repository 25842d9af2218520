// The files of a project, held in memory, for the parts that read through a port.
import type { ProjectFiles } from '../../cli/project/project-files.js';

/** Files by path relative to the project directory `/project`. */
export function filesInMemory(files: Readonly<Record<string, string>>): ProjectFiles {
  const readText = (path: string): string | undefined => files[path.replace('/project/', '')];
  return { readText, isFile: (path) => readText(path) !== undefined, forget: () => undefined };
}
