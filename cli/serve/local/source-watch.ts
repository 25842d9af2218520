// Watches the source, so that after a save the application is built before the next request. A watcher may be late or miss a
// change, so responses rely on `source-inputs.ts` instead. Files that the application writes while it runs are not watched.
import { dirname, relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { posixPath } from '../../project/disk.js';
import type { LocalBuild } from './builder.js';
import type { SourceInputs } from './source-inputs.js';

export type SourceWatch = {
  readonly follow: (build: Pick<LocalBuild, 'inputs' | 'app'>) => void;
  readonly close: () => Promise<void>;
};

export type SourceWatchOptions = {
  readonly root: string;
  readonly onEvent: (path: string) => void;
  /** Called when the watcher is ready. From then on, it reports every change. */
  readonly onReady: () => void;
};

/** Hidden folders and folders of generated files, relative to the project. */
const IGNORED =
  /(?:^|\/)(?:node_modules|coverage|\.(?!framework(?:\/|$)|env(?:\.[^/]+)?$)[^/]+|\.framework\/(?:build|cache|deployed))(?:\/|$)/;

/** Files that determine how other files are read, and files in folders that are read as a whole. */
const ALWAYS =
  /^(?:tsconfig[^/]*\.json|package\.json|\.framework\/config\.json|frameworklib(?:\/.*)?)$/;

/** Files that may fix the errors of an application when they change. */
const MAYBE = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/** Watches the project directory, and the folders outside it from which a build has read files. */
export function watchSources({ root, onEvent, onReady }: SourceWatchOptions): SourceWatch {
  let inputs: SourceInputs | undefined;
  let isBroken = false;
  let outside: FSWatcher | undefined;
  const isInside = (path: string): boolean => path === root || path.startsWith(`${root}/`);
  const concerns = (path: string): boolean =>
    inputs?.has(path) === true ||
    (isInside(path) && (ALWAYS.test(relative(root, path)) || (isBroken && MAYBE.test(path))));
  /** Returns the folder to watch for a file outside the project; only the file itself if its folder contains the project. */
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
    // A file that cannot be watched cannot be read either, and the compiler reports that.
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
