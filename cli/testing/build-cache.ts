// The bundles of a project that tests have made, in `.framework/cache/testing/`, shared by all processes of a test run
// and by the next run. A folder is written beside and renamed into its place, and never changed again, so whoever writes
// or reads at the same time sees all of it or nothing. A lock keeps others from doing the same work; nothing relies on it.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { digest, stampOf } from './build-key.js';
import { withLock } from './build-lock.js';

export type BuildCache = {
  /**
   * The folder of the bundle with this key. `make` fills an empty folder and gives the absolute paths of the files whose
   * change makes it stale.
   */
  readonly use: (
    key: string,
    make: (directory: string) => Promise<readonly string[]>,
  ) => Promise<string>;
};

/** The bundle of a key at the moment, and the files it was made of as they were then. */
type BuildRecord = { readonly folder: string; readonly inputs: Readonly<Record<string, string>> };

/** A folder that no test has used for so long is removed with the next build, in milliseconds. */
const LIFETIME = 60 * 60_000;

/** Opens the cache of a project. */
export function openBuildCache(root: string): BuildCache {
  const directory = join(root, '.framework/cache/testing');
  const recordFile = (key: string): string => join(directory, `${key}.json`);

  const find = (key: string): string | undefined => {
    const record = readRecord(recordFile(key));
    if (!record) return undefined;
    const isFresh = Object.entries(record.inputs).every(([path, stamp]) => stampOf(path) === stamp);
    const folder = join(directory, record.folder);
    return isFresh && touch(folder) ? folder : undefined;
  };

  return {
    use: async (key, make) => {
      const found = find(key);
      if (found !== undefined) return found;
      mkdirSync(directory, { recursive: true });
      return withLock(join(directory, `${key}.lock`), async () => {
        // Another process may have made it while this one waited.
        const made = find(key);
        if (made !== undefined) return made;
        const draft = join(directory, `draft-${randomUUID()}`);
        try {
          const began = Date.now();
          const paths = await make(draft);
          const inputs = Object.fromEntries(paths.map((path) => [path, stampSince(began, path)]));
          const folder = digest([key, inputs]);
          moveInto(draft, join(directory, folder));
          writeRecord(recordFile(key), { folder, inputs });
          removeOld(directory, folder);
          return join(directory, folder);
        } finally {
          rmSync(draft, { recursive: true, force: true });
        }
      });
    },
  };
}

/** Of a file that has changed since then nobody knows what was read: no stamp is like this one. */
function stampSince(began: number, path: string): string {
  const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed > began ? randomUUID() : stampOf(path);
}

function readRecord(path: string): BuildRecord | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BuildRecord; // because this file alone writes them, whole
  } catch {
    return undefined;
  }
}

function writeRecord(path: string, record: BuildRecord): void {
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, JSON.stringify(record));
  renameSync(draft, path);
}

/** Says that the folder is in use; false when it is not there. */
function touch(folder: string): boolean {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
    return true;
  } catch {
    return false;
  }
}

/** A folder of the name holds the same, so the one that came first stays. */
function moveInto(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
    touch(folder);
  }
}

function removeOld(directory: string, kept: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (name === kept || name === `${kept}.json` || Date.now() - used < LIFETIME) continue;
    rmSync(path, { recursive: true, force: true });
  }
}
