// Tells of changes while nobody asks: a save is built before its first request, and its errors are printed at once. It may
// tell late or not at all, so no answer relies on it (source-inputs.ts). Files that an application writes while it runs
// are none of its source.
import { dirname, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { posixPath } from '../project/posix-path.js';
import type { LocalBuild } from './builder.js';
import type { SourceInputs } from './source-inputs.js';

export type SourceWatch = {
  /** Tells what the last build was made of. */
  readonly follow: (build: Pick<LocalBuild, 'inputs' | 'app'>) => void;
  readonly close: () => Promise<void>;
};

export type SourceWatchOptions = {
  /** Absolute, with forward slashes. */
  readonly root: string;
  /** Something happened to a file that concerns the application. */
  readonly onEvent: (path: string) => void;
  /** From now on nothing is missed that the system tells. */
  readonly onReady: () => void;
};

/** Folders whose files are made by tools, and the hidden ones; in the project, as seen from it. */
const IGNORED =
  /(?:^|\/)(?:node_modules|coverage|\.(?!framework(?:\/|$))[^/]+|\.framework\/(?:build|cache|deployed))(?:\/|$)/;

/** Decide how everything else is read, or are read whole. */
const ALWAYS =
  /^(?:tsconfig[^/]*\.json|package\.json|\.framework\/config\.json|frameworklib(?:\/.*)?)$/;

/** May be what an application with errors lacks. */
const MAYBE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/** Watches the project directory, and the folders outside of it that a build looked into. */
export function watchSources({ root, onEvent, onReady }: SourceWatchOptions): SourceWatch {
  let inputs: SourceInputs | undefined;
  let isBroken = false;
  let outside: FSWatcher | undefined;
  const isInside = (path: string): boolean => path === root || path.startsWith(`${root}/`);
  const concerns = (path: string): boolean =>
    inputs?.has(path) === true ||
    (isInside(path) && (ALWAYS.test(relative(root, path)) || (isBroken && MAYBE.test(path))));
  /** The folder of a file outside of the project; only the file itself when the project is in that folder too. */
  const placeToWatch = (path: string, stampOf: SourceInputs['stampOf']): readonly string[] => {
    if (isInside(path) || path.includes('/node_modules/')) return [];
    const folder = dirname(path);
    if (!root.startsWith(folder === '/' ? '/' : `${folder}/`)) return [folder];
    return stampOf(path) === undefined ? [] : [path];
  };
  const listen = (watcher: FSWatcher): FSWatcher => {
    watcher.on('all', (event, path) => {
      const changed = posixPath(path);
      if (event !== 'addDir' && concerns(changed)) onEvent(changed);
    });
    // What cannot be watched cannot be read either; the compiler reports it when it matters.
    watcher.on('error', () => undefined);
    return watcher;
  };
  const inside = listen(
    watch(root, {
      ignoreInitial: true,
      ignored: (path) => IGNORED.test(posixPath(relative(root, path))),
    }),
  );
  inside.on('ready', onReady);
  return {
    follow: (build) => {
      ({ inputs } = build);
      const { paths: all, stampOf } = build.inputs;
      isBroken = build.app === undefined;
      const paths = all().flatMap((path) => placeToWatch(path, stampOf));
      if (paths.length === 0) return;
      outside ??= listen(watch([], { ignoreInitial: true, depth: 0 }));
      outside.add([...new Set(paths)]);
    },
    close: async () => {
      await Promise.all([inside.close(), outside?.close()]);
    },
  };
}
