// `frameworklib/`: everything in it is in the package (specification 1), whatever its type, TypeScript sources too.
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { diagnose } from '../../compiler/diagnostics/diagnose.js';
import { libraryIsFile } from './bundle-catalogue.js';
import { type FileTree, listTree } from './file-tree.js';

/** The name of the folder, in the project and in the package. */
export const LIBRARY = 'frameworklib';

/** The files of the project's `frameworklib/`; none when there is no such folder. */
export function listLibrary(root: string): FileTree {
  const directory = join(root, LIBRARY);
  const stats = statSync(directory, { throwIfNoEntry: false });
  if (!stats) return { files: [], folders: [], diagnostics: [] };
  if (stats.isDirectory())
    return listTree(directory, { path: LIBRARY, within: realpathSync(root) });
  const problem = diagnose(libraryIsFile, { path: LIBRARY }, { at: undefined });
  return { files: [], folders: [], diagnostics: [problem] };
}
