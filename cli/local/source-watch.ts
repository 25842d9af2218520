// Watches what an application is made of. A burst of events is one change: editors write a file in several steps, and a
// checkout touches many. Files that an application writes while it runs are none of its source.
import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { watch } from 'chokidar';
import { posixPath } from '../project/posix-path.js';

export type SourceWatch = {
  /** The files that the last build was made of, absolute with forward slashes. */
  readonly watchFiles: (paths: readonly string[], build: { readonly isBroken: boolean }) => void;
  readonly close: () => Promise<void>;
};

export type SourceWatchOptions = {
  /** Absolute, with forward slashes. */
  readonly root: string;
  /** Milliseconds since 1970: what was written later, before the watching began, is a change too. */
  readonly since: number;
  /** At the first event of a burst. */
  readonly onStir: () => void;
  /** When the burst is over. */
  readonly onChange: (paths: readonly string[]) => void;
};

/**
 * How long it must be quiet before a burst is over, in milliseconds. The watcher drops a second change of a file within
 * 50 ms of the first, so reading sooner could miss the end of a save.
 */
const QUIET = 60;

/** Folders whose files are made by tools, and the hidden ones. */
const IGNORED =
  /(?:^|\/)(?:node_modules|coverage|\.(?!framework(?:\/|$))[^/]+|\.framework\/(?:build|cache|deployed))(?:\/|$)/;

/** Decide how everything else is read, or are read whole. */
const ALWAYS =
  /^(?:tsconfig[^/]*\.json|package\.json|\.framework\/config\.json|frameworklib(?:\/.*)?)$/;

/** May be what an application with errors lacks. */
const MAYBE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/** Watches the project directory, and files outside of it that a build was made of. */
export function watchSources({ root, since, onStir, onChange }: SourceWatchOptions): SourceWatch {
  let known: ReadonlySet<string> = new Set();
  let isBroken = false;
  const outside = new Set<string>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const concerns = (path: string): boolean =>
    known.has(path) || ALWAYS.test(relative(root, path)) || (isBroken && MAYBE.test(path));
  const stir = (path: string): void => {
    if (changed.size === 0) onStir();
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...changed];
      changed.clear();
      onChange(paths);
    }, QUIET);
  };
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) => IGNORED.test(posixPath(relative(root, path))),
  });
  watcher.on('all', (event, path) => {
    const changedPath = posixPath(path);
    if (event !== 'addDir' && concerns(changedPath)) stir(changedPath);
  });
  watcher.on('ready', () => {
    [...known].filter((path) => isNewer(path, since)).forEach(stir);
  });
  // What cannot be watched cannot be read either; the compiler reports it when it matters.
  watcher.on('error', () => undefined);
  return {
    watchFiles: (paths, build) => {
      known = new Set(paths.map(posixPath));
      isBroken = build.isBroken;
      const added = [...known].filter((path) => !path.startsWith(`${root}/`) && !outside.has(path));
      for (const path of added) outside.add(path);
      if (added.length > 0) watcher.add(added);
    },
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

function isNewer(path: string, since: number): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > since;
}

/** Tells whether a change of settings, which decide how all modules are read, is among the paths. */
export function hasSettings(paths: readonly string[]): boolean {
  return paths.some((path) => /\/(?:tsconfig[^/]*|package)\.json$/.test(path));
}
