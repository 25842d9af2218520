// Provides the files of a project for its diagnostics: their text, and their path relative to the working directory.
import { realpathSync } from 'node:fs';
import { posix, relative } from 'node:path';
import { posixPath } from '../project/disk.js';
import { openFiles } from '../project/project-files.js';
import type { DiagnosticSources } from '../terminal/plain-diagnostics.js';

/** Returns the sources of the project in `directory`, with paths relative to the working directory `base`. */
export function diagnosticSources(directory: string, base: string): Required<DiagnosticSources> {
  const root = posixPath(realpathSync(directory));
  const files = openFiles();
  const prefix = posixPath(relative(realpathSync(base), root));
  return {
    readText: (file) => files.readText(`${root}/${file}`),
    showPath: (file) => posix.join(prefix, file),
  };
}
