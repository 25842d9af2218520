// The project's files on disk behind the compiler's door, each read once until a watcher says it changed.
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mayHoldModules } from '../../compiler/modules/candidate-files.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import { posixPath } from './posix-path.js';

/** Files of a project; `forget` drops what is remembered of one path, or of all of them. */
export type ProjectFiles = SourceFiles & {
  readonly forget: (path?: string) => void;
  /** Why `readText` gives nothing; undefined when there is nothing. */
  readonly whyUnreadable?: (path: string) => Unreadable | undefined;
};

/** What stands at the path of a file whose text cannot be read. */
export type Unreadable = 'folder' | 'refused';

/** Opens the files of this machine, with a cache so that rebuilding reads only what changed. */
export function openFiles(): ProjectFiles {
  const texts = new Map<string, string | undefined>();
  const kinds = new Map<string, boolean>();
  return {
    readText: (path) => remember(texts, path, readTextFile),
    isFile: (path) => remember(kinds, path, isRegularFile),
    listFiles: listModules,
    realPath: readRealPath, // not remembered, because links come and go with installs that no watcher sees
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

/** A device or a pipe may have no end, or wait for ever: only a regular file is read. */
function readTextFile(path: string): string | undefined {
  if (!isRegularFile(path)) return undefined;
  try {
    return withoutByteOrderMark(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Undefined also where a file stands in the place of a folder: then there is nothing of that name. */
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

/** A path that no file can have, or that may not be looked at, is none. */
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

/** A folder that may not be read holds nothing for us. */
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
