// Provides the files of the project to the compiler and to its diagnostics. Each file is read once, until a watcher reports a change.
import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mayHoldModules } from '../../compiler/modules/candidate-files.js';
import type { SourceFiles } from '../../compiler/modules/source-files.js';
import { errorCode, posixPath } from './disk.js';
import { posix, relative } from 'node:path';
import { watch } from 'chokidar';
import { type Diagnostic, diagnose } from '../../compiler/diagnostics/diagnostic.js';
import { cannotWatch } from './project-catalogue.js';
import type { DiagnosticSources } from '../terminal/plain-diagnostics.js';

/** The files of a project. `forget` removes one path, or all paths, from the cache. */
export type ProjectFiles = SourceFiles & {
  readonly forget: (path?: string) => void;
  /** Returns the reason why `readText` returns undefined; undefined if the file does not exist. */
  readonly whyUnreadable?: (path: string) => Unreadable | undefined;
};

export type Unreadable = 'folder' | 'refused';

/** Provides access to the file system through a cache, so that a later build reads only the files that changed. */
export function openFiles(): ProjectFiles {
  const texts = new Map<string, string | undefined>();
  const kinds = new Map<string, boolean>();
  return {
    readText: (path) => remember(texts, path, readTextFile),
    isFile: (path) => remember(kinds, path, isRegularFile),
    listFiles: listModules,
    realPath: readRealPath, // not cached, because no watcher notices when an installation changes links
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
  if (known.has(path)) return known.get(path) as T; // because the map contains what `read` returned for this path
  const value = read(path);
  known.set(path, value);
  return value;
}

/** Reads only a regular file, because reading a device or a pipe may never end. */
function readTextFile(path: string): string | undefined {
  if (!isRegularFile(path)) return undefined;
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return undefined;
  }
}

/** Returns undefined also if a parent of the path is a file, because the path then does not exist. */
function whyUnreadable(path: string): Unreadable | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return undefined;
    return found.isDirectory() ? 'folder' : 'refused';
  } catch (error) {
    return errorCode(error) === 'ENOTDIR' ? undefined : 'refused';
  }
}

/** Treats an invalid or unreadable path as no file. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return false;
  }
}

/** Returns the files below a directory that may be modules in the project. */
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

/** Treats an unreadable folder as empty. */
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

/** Matches folders whose files are created by tools, not by the user. */
const IGNORED =
  /(?:^|\/)(?:node_modules|\.git|dist|coverage|\.framework\/(?:build|cache|deployed))(?:\/|$)/;

/**
 * A save or a checkout changes several files. The watcher drops a second change to a file within 50 ms of the first, so an
 * earlier read could miss the end of a save.
 */
const QUIET_MILLISECONDS = 60;

type WatchOptions = {
  readonly signal: AbortSignal;
  /** Receives absolute paths with forward slashes. The first call, when watching begins, has no paths. */
  readonly onChange: (paths: readonly string[]) => void;
};

/** Resolves when the signal is aborted, or earlier, with the reason, if the paths cannot be watched. */
export async function watchProject(
  paths: readonly [root: string, ...others: string[]],
  { signal, onChange }: WatchOptions,
): Promise<Diagnostic | undefined> {
  const [root] = paths;
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch([...paths], {
    ignoreInitial: true,
    ignored: (path) => IGNORED.test(posixPath(relative(root, path))),
  });
  watcher.on('ready', () => onChange([]));
  watcher.on('all', (_event, path) => {
    changed.add(posixPath(path));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const burst = [...changed];
      changed.clear();
      onChange(burst);
    }, QUIET_MILLISECONDS);
  });
  const failure = await new Promise<unknown>((done) => {
    watcher.on('error', done);
    if (signal.aborted) done(undefined);
    signal.addEventListener('abort', () => done(undefined), { once: true });
  });
  clearTimeout(timer);
  await watcher.close();
  if (failure === undefined) return undefined;
  const reason =
    failure instanceof Error ? failure.message : 'the operating system gives no reason';
  return diagnose(cannotWatch, { reason });
}

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
