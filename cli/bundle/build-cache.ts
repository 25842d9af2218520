// Bundles in a folder of `.framework/cache/`, shared by all processes of this machine that build the project. A folder is
// written under another name, renamed, and never changed again, so concurrent readers and writers see all of it or nothing. A
// lock avoids duplicate work; correctness does not depend on it.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isAlive } from '../program/process-life.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../project/disk.js';

export type BuildCache = {
  /** The folder of the bundle with this key when there is one that is not stale. */
  readonly find: (key: string) => string | undefined;
  /** The folder of the bundle with this key. `make` fills an empty folder and returns what makes it stale. */
  readonly use: (
    key: string,
    make: (directory: string) => Promise<BundleInputs>,
  ) => Promise<string>;
};

/** Absolute paths. */
export type BundleInputs = {
  /** The bundle is stale when one of these files changes. */
  readonly files: readonly string[];
  /** Files of another kept bundle that this one loads. They never change, but may have been deleted. */
  readonly needs: readonly string[];
};

/** The version of a record. Records of other versions are ignored. */
const FORM = 2;

/** The current bundle of a key, and the state of its source files at that time. */
type BuildRecord = {
  readonly form: typeof FORM;
  readonly folder: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly needs: readonly string[];
};

export type BuildCacheOptions = {
  /** Absolute path. */
  readonly directory: string;
  /** Milliseconds after which the next build removes an unused bundle. */
  readonly lifetime: number;
};

/** Opens a cache. Its folder need not exist. */
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
        // Another process may have built it while this one waited for the lock.
        const made = find(key);
        if (made !== undefined) return made;
        const draft = join(directory, `draft-${randomUUID()}`);
        try {
          const began = Date.now();
          const { files, needs } = await make(draft);
          const inputs = Object.fromEntries(files.map((path) => [path, stampSince(began, path)]));
          const folder = digest([key, inputs, needs]);
          moveInto(draft, join(directory, folder));
          writeRecord(recordFile(key), { form: FORM, folder, inputs, needs });
          removeOld({ directory, lifetime }, folder);
          return join(directory, folder);
        } finally {
          rmSync(draft, { recursive: true, force: true });
        }
      });
    },
  };
}

/** A file that changed since the build began gets a unique stamp, because it is unknown which text was read. */
function stampSince(began: number, path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && stats.ctimeMs > began ? randomUUID() : stampText(stats);
}

function readRecord(path: string): BuildRecord | undefined {
  try {
    const record = JSON.parse(readFileSync(path, 'utf8')) as Partial<BuildRecord>; // because only builds write them
    return record.form === FORM ? (record as BuildRecord) : undefined; // because of its form
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

/** A folder of this name has the same content, so the existing one stays. */
function moveInto(draft: string, folder: string): void {
  try {
    renameSync(draft, folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'EPERM') throw error;
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

/**
 * Detects changes of a file or folder without reading it; empty when it does not exist. Installers set modification times, but
 * not the time when the system last changed a file.
 */
export function stampOf(path: string | URL): string {
  return stampText(statSync(path, { throwIfNoEntry: false }));
}

function stampText(stats: Stats | undefined): string {
  return stats ? `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}` : '';
}

/** 32 hexadecimal digits of a value's JSON. */
export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
}

// Lets one process do a piece of work while the others wait for it. The lock of a process that died is ignored.

/** Milliseconds between two attempts to take the lock. */
const PAUSE = 15;
/** Milliseconds after which a lock is ignored, because the system may have given its process id to another process. */
const LONGEST_HOLD = 60_000;

/** Runs `work` while holding the lock in the file `path`. */
async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  while (!take(path)) {
    await sleep(PAUSE);
  }
  try {
    return await work();
  } finally {
    // Another process may have taken the lock over because this one held it too long.
    if (readText(path) === String(process.pid)) rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  if (isHeld(path)) return false;
  rmSync(path, { force: true });
  return false;
}

function isHeld(path: string): boolean {
  const since = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined || Date.now() - since > LONGEST_HOLD) return false;
  const owner = Number(readText(path));
  // The file is empty between its creation and the first write.
  return Number.isNaN(owner) || owner === 0 || isAlive(owner);
}
