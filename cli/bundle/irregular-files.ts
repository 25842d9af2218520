// Imports that lead to a device or a pipe, as an esbuild plugin: the bundler would read without end, or wait for ever.
import { statSync } from 'node:fs';
import type { OnLoadResult, Plugin } from 'esbuild';

/** The message of such an import. */
export const IRREGULAR_FILE = 'Not a file: ';

/** Only these paths are looked at, so that it costs nothing: a file of code has an extension. */
const SUSPICIOUS = /^\/(?:dev|proc|sys)\/|[\\/][^.\\/]+$/;

export function irregularFilesPlugin(): Plugin {
  return {
    name: 'framework-files',
    setup: (build) => {
      build.onLoad({ filter: SUSPICIOUS, namespace: 'file' }, ({ path }) => refusalOf(path));
    },
  };
}

/** Undefined for a file or a folder. Also for a missing path, because esbuild reports that better. */
function refusalOf(path: string): OnLoadResult | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return !found || found.isFile() || found.isDirectory()
    ? undefined
    : { errors: [{ text: IRREGULAR_FILE + path }] };
}
