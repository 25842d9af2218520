// Lets one process do a piece of work while the others wait for it. A process that died leaves its lock
// behind: it is then passed over.
import { isAlive } from '../program/process-life.js';
import { rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../project/disk.js';

/** Milliseconds between two attempts to take the lock. */
const PAUSE = 15;
/** Milliseconds after which a lock is ignored, because the system may have given its process id to another process. */
const LONGEST_HOLD = 60_000;

/** Runs `work` while holding the lock in the file `path`. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
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
