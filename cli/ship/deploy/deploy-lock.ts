// `.framework/deployed/<stage>.lock` prevents two deploys or deletions of a stage from running on this machine at the same
// time. A lock that a killed process left behind is taken over.
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname, uptime } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Diagnostic, diagnose } from '../../../compiler/diagnostics/diagnostic.js';
import { errorCode, isAlive, refuseLinks } from '../../project/disk.js';
import { deployIsRunning, stateUnwritable } from './deploy-catalogue.js';
import { readOwnFile, reasonOf, stateFile } from './state-file.js';

export type DeployLock =
  | {
      readonly kind: 'taken';
      /** Releases the lock. A second call has no effect. */
      readonly release: () => Promise<void>;
    }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

export async function takeLock(root: string, stage: string, records?: string): Promise<DeployLock> {
  const file = stateFile(stage, records).replace(/json$/, 'lock');
  try {
    const lock = await takeFile(join(root, file));
    return lock.kind === 'taken' ? lock : refuse(lock.holder, stage, file);
  } catch (error) {
    const problem = diagnose(stateUnwritable, { file, reason: reasonOf(error) });
    return { kind: 'refused', diagnostics: [problem] };
  }
}

export type FileLock =
  | Extract<DeployLock, { readonly kind: 'taken' }>
  | { readonly kind: 'held'; readonly holder: Holder };

/** Takes a lock file, or returns its holder. Throws if the file cannot be written. */
export async function takeFile(path: string): Promise<FileLock> {
  const own = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    // Distinguishes two locks of the same process.
    mark: Math.random().toString(36).slice(2),
  });
  refuseLinks(path);
  await mkdir(dirname(path), { recursive: true });
  for (;;) {
    if (await createFile(path, own)) return { kind: 'taken', release: () => release(path, own) };
    const text = await readText(path);
    if (text === undefined) continue;
    const holder = readHolder(text);
    if (holder && isRunning(holder)) return { kind: 'held', holder };
    if (!holder) {
      // Another process may be writing the file at this moment.
      await pause(100);
      if ((await readText(path)) !== text) continue;
    }
    await removeStale(path, text);
  }
}

/** Returns the process that holds a lock file; undefined if none does. */
export async function holderOf(path: string): Promise<Holder | undefined> {
  const holder = readHolder((await readText(path)) ?? '');
  return holder && isRunning(holder) ? holder : undefined;
}

type Holder = { readonly pid: number; readonly host: string; readonly startedAt: Date };

function refuse({ pid, host, startedAt }: Holder, stage: string, file: string): DeployLock {
  const data = {
    stage,
    pid,
    host: host === hostname() ? undefined : host,
    since: startedAt.toTimeString().slice(0, 5),
    file,
  };
  return { kind: 'refused', diagnostics: [diagnose(deployIsRunning, data)] };
}

/** Returns false if the file already exists. */
async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function release(path: string, own: string): Promise<void> {
  if ((await readText(path)) === own) await rm(path, { force: true });
}

function readText(path: string): Promise<string | undefined> {
  return unlessAbsent(readOwnFile(path));
}

async function unlessAbsent<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns undefined for a file that was only partly written. */
function readHolder(text: string): Holder | undefined {
  const parts = /^\{"pid":(\d+),"host":"([^"]*)","startedAt":"([^"]+)"/.exec(text);
  if (!parts) return undefined;
  const [, pid, host = '', startedAt = ''] = parts;
  return { pid: Number(pid), host, startedAt: new Date(startedAt) };
}

/** The longest time that a deploy can take. It counts for a holder in another container, whose processes are not visible. */
const LONGEST_DEPLOY = 30 * 60_000;

function isRunning({ pid, host, startedAt }: Holder): boolean {
  const age = Date.now() - startedAt.getTime();
  if (host !== hostname()) return age < LONGEST_DEPLOY;
  // The machine was restarted after the lock was taken, so another process may now have this process id.
  if (age > uptime() * 1000) return false;
  return isAlive(pid);
}

/** The longest time that removing a lock file can take. */
const LONGEST_REMOVAL = 10_000;

/** Only one process at a time removes a stale lock, so that none removes another process's new lock. */
async function removeStale(path: string, text: string): Promise<void> {
  const guard = `${path}.stale`;
  if (await createFile(guard, '')) {
    try {
      if ((await readText(path)) === text) await rm(path, { force: true });
    } finally {
      await rm(guard, { force: true });
    }
    return;
  }
  await pause(20);
  // A guard this old is left over from a process that was killed.
  if ((await ageOf(guard)) > LONGEST_REMOVAL) await rm(guard, { force: true });
}

async function ageOf(path: string): Promise<number> {
  const stats = await unlessAbsent(stat(path));
  return stats ? Date.now() - stats.mtimeMs : 0;
}
