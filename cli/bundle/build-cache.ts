// Keeps bundles in a folder of `.framework/cache/` that all processes that build the project on this machine share. Each bundle
// folder is written under a temporary name, renamed, and never changed again, so concurrent readers and writers see either the
// complete folder or none. A lock avoids duplicate work; correctness does not depend on it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { mappingOf, parseJson } from '../../compiler/json-values.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, isAlive, readText, writeWhole } from '../project/disk.js';

export type BuildCache = {
  /** Returns the folder of the bundle with this key; undefined if there is no such bundle or it is stale. */
  readonly find: (key: string) => string | undefined;
  /** Builds the bundle if necessary. `make` fills an empty folder and returns the inputs that make the bundle stale. */
  readonly use: (
    key: string,
    make: (directory: string) => Promise<BundleInputs>,
  ) => Promise<string>;
};

/** Absolute paths of the files that a bundle depends on. */
export type BundleInputs = {
  /** The bundle is stale if one of these files changes. */
  readonly files: readonly string[];
  /** Files of another cached bundle that this bundle loads. They never change, but they may have been deleted. */
  readonly needs: readonly string[];
};

/** Records in another format are ignored. */
const FORM = 2;

type BuildRecord = {
  readonly form: typeof FORM;
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
};

export type BuildCacheOptions = {
  readonly directory: string;
  /** An unused bundle is removed by the next build after this many milliseconds. */
  readonly lifetime: number;
};

/** Opens a cache, whose folder does not have to exist. */
export function openBuildCache({ directory, lifetime }: BuildCacheOptions): BuildCache {
  const recordFile = (key: string): string => join(directory, `${key}.json`);

  const find = (key: string): string | undefined => {
    const record = readRecord(recordFile(key));
    if (!record) return undefined;
    const isFresh =
      Object.entries(record.inputs).every(([path, stamp]) => stampOf(path) === stamp) &&
      record.needs.every((path) => existsSync(path));
    const folder = join(directory, record.folder);
    return isFresh && touch(folder) ? folder : undefined;
  };

  return {
    find,
    use: async (key, make) => {
      const found = find(key);
      if (found !== undefined) return found;
      mkdirSync(directory, { recursive: true });
      return withLock(join(directory, `${key}.lock`), async () => {
        // Another process may have built the bundle while this one waited for the lock.
        const made = find(key);
        if (made !== undefined) return made;
        const draft = join(directory, `draft-${randomUUID()}`);
        try {
          const began = Date.now();
          const { files, needs } = await make(draft);
          const inputs = Object.fromEntries(files.map((path) => [path, stampSince(began, path)]));
          const folder = digest([key, inputs, needs]);
          moveInto(draft, join(directory, folder));
          const record: BuildRecord = { form: FORM, folder, inputs, needs };
          writeWhole(recordFile(key), JSON.stringify(record));
          removeOld({ directory, lifetime }, folder);
          return join(directory, folder);
        } finally {
          rmSync(draft, { recursive: true, force: true });
        }
      });
    },
  };
}

/** Returns a unique stamp if the file changed after the build began, because it is unknown which version the build read. */
function stampSince(began: number, path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.ctimeMs > began ? randomUUID() : stampText(stats);
}

function readRecord(path: string): BuildRecord | undefined {
  const record = mappingOf(parseJson(readText(path) ?? ''));
  return record['form'] === FORM ? (record as BuildRecord) : undefined; // because only builds write this file
}

/** Marks the folder as in use. Returns false if it does not exist. */
function touch(folder: string): boolean {
  try {
    const now = new Date();
    utimesSync(folder, now, now);
    return true;
  } catch {
    return false;
  }
}

/** Keeps an existing folder with this name, because it has the same content. */
function moveInto(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error))) throw error;
    touch(folder);
  }
}

function removeOld({ directory, lifetime }: BuildCacheOptions, kept: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const used = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (name === kept || name === `${kept}.json` || Date.now() - used < lifetime) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

/** Returns a text that changes with a file or folder; empty if there is none. Includes `ctime`: installers set `mtime`. */
export function stampOf(path: string | URL): string {
  return stampText(statSync(path, { throwIfNoEntry: false }));
}

function stampText(stats: Stats | undefined): string {
  return stats ? `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}` : '';
}

/** Returns 32 hexadecimal digits that identify a value by its JSON. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

// Lets one process do the work while the others wait for it. A lock is ignored if the process that holds it has died.

/** Milliseconds between two attempts to take the lock. */
const PAUSE = 15;
/** Milliseconds after which a lock is ignored, because the system may have reused the process id of its owner. */
const LONGEST_HOLD = 60_000;

async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!take(path)) await sleep(PAUSE);
  try {
    return await work();
  } finally {
    // Another process may have taken over the lock because this one held it for too long.
    if (readText(path) === String(process.pid)) rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  if (!isHeld(path)) rmSync(path, { force: true });
  return false;
}

function isHeld(path: string): boolean {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined || Date.now() - since > LONGEST_HOLD) return false;
  const owner = Number(readText(path));
  // The file is empty between its creation and the first write.
  return Number.isNaN(owner) || owner === 0 || isAlive(owner);
}
