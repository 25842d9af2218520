// `frameworklib/`: everything in it is in the package (specification 1), whatever its type, TypeScript sources too.
import { realpathSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { libraryIsFile, fileOutsidePackage } from './bundle-catalogue.js';
import { type FileTree, listTree } from './file-tree.js';
import type { AppModule } from '../../compiler/compile-app.js';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { spanOf } from '../project/source-place.js';

/** The name of the folder, in the project and in the package. */
export const LIBRARY = 'frameworklib';

/** The files of the project's `frameworklib/`; none when there is no such folder. */
export function listLibrary(root: string): FileTree {
  const directory = join(root, LIBRARY);
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (!stats) return { files: [], folders: [], diagnostics: [] };
  if (stats.isDirectory())
    return listTree(directory, { path: LIBRARY, within: realpathSync(root) });
  const problem = diagnose(libraryIsFile, { path: LIBRARY });
  return { files: [], folders: [], diagnostics: [problem] };
}

// Finds files that a module names with `new URL('./data.txt', import.meta.url)` and that are not in the package.
const BESIDE = /\bnew\s+URL\(\s*(['"`])(?<path>\.{1,2}\/[^'"`$]*)\1\s*,\s*import\.meta\.url\s*\)/dg;

/** A warning for each file that is named relative to a module and is outside of `frameworklib/`. */
export function findFilesOutside(modules: readonly AppModule[]): Diagnostic[] {
  // Packages come with their files.
  const own = modules.filter(({ file }) => !/(?:^|\/)node_modules\//.test(file));
  return own.flatMap(({ file, text }) =>
    [...text.matchAll(BESIDE)].flatMap((match) => {
      const [start, end] = match.indices?.groups?.['path'] ?? [0, 0];
      const path = posix.join(posix.dirname(file), match.groups?.['path'] ?? '');
      if (path === LIBRARY || path.startsWith(`${LIBRARY}/`) || path === './') return [];
      return [diagnose(fileOutsidePackage, { path }, { at: spanOf(file, text, { start, end }) })];
    }),
  );
}
