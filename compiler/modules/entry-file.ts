// The file an application begins with (specification 1).
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

/** The names an entry file may have, the best first. */
export const ENTRY_FILES = [
  'app.ts',
  'app.mts',
  'app.cts',
  'app.tsx',
  'app.js',
  'app.mjs',
] as const;

const NAMES: ReadonlySet<string> = new Set(ENTRY_FILES);

export function isEntryFile(path: string): boolean {
  return NAMES.has(posix.basename(path));
}

/** The absolute path of the entry file of a project; undefined when it has none. */
export function findEntry(root: string, isFile: SourceFiles['isFile']): string | undefined {
  return ENTRY_FILES.map((name) => posix.join(root, name)).find(isFile);
}
