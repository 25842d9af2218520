// Provides the files of the project to the compiler. Each is read once, until a watcher reports a change.
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mayHoldModules } from '../../compiler/modules/candidate-files.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import { posixPath } from './disk.js';

/** The files of a project. `forget` drops the cache of one path, or of all. */
export type ProjectFiles = SourceFiles & {
  readonly forget: (path?: string) => void;
  /** The reason why `readText` returns nothing; undefined when the file does not exist. */
  readonly whyUnreadable?: (path: string) => Unreadable | undefined;
};

/** The reason why a file cannot be read. */
export type Unreadable = 'folder' | 'refused';

/** Opens the files of this machine with a cache, so that a later build reads only what changed. */
export function openFiles(): ProjectFiles {
  const texts = new Map<string, string | undefined>();
  const kinds = new Map<string, boolean>();
  return {
    readText: (path) => remember(texts, path, readTextFile),
    isFile: (path) => remember(kinds, path, isRegularFile),
    listFiles: listModules,
    realPath: readRealPath, // not cached, because no watcher sees links that an installation changes
    whyUnreadable,
    forget: (path) => {
      if (path === undefined) {
        texts.clear();
        kinds.clear();
        return;
      }
      texts.delete(path);
      kinds.delete(path);
    },
  };
}

function remember<T>(
  known: Map<string, T | undefined>,
  path: string,
  read: (path: string) => T,
): T {
  if (known.has(path)) {
    // because the map holds exactly what `read` returned for this path
    return known.get(path) as T;
  }
  const value = read(path);
  known.set(path, value);
  return value;
}

/** Reads a regular file only, because a device or a pipe may never end. */
function readTextFile(path: string): string | undefined {
  if (!isRegularFile(path)) return undefined;
  try {
    return withoutByteOrderMark(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Undefined also when a parent is a file, because then the path does not exist. */
function whyUnreadable(path: string): Unreadable | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    return found.isDirectory() ? 'folder' : 'refused';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR'
      ? undefined
      : 'refused';
  }
}

/** A path that is invalid or unreadable is not a file. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The files under a directory that may be modules of the project. */
function listModules(directory: string): string[] {
  const found: string[] = [];
  const folders: string[] = [];
  for (const entry of entriesOf(directory)) {
    const path = `${directory}/${entry.name}`;
    if (entry.isDirectory()) folders.push(...(mayHoldModules(entry.name) ? [path] : []));
    else if (/\.[cm]?[jt]sx?$/.test(entry.name)) found.push(path);
  }
  return [...found, ...folders.flatMap(listModules)];
}

/** A folder that may not be read counts as empty. */
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function readRealPath(path: string): string {
  try {
    return posixPath(realpathSync.native(path));
  } catch {
    return path;
  }
}
