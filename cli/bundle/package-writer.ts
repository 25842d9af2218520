// Writes the deployable folder. A build replaces the folder as a whole or not at all. The local server, which runs in the
// folder, updates it file by file.
import { createHash } from 'node:crypto';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCode, isAlive, refuseLinks } from '../project/disk.js';
import type { PackageFile } from './file-tree.js';

/** Keeps the old folder in place until all files are written. */
export async function replacePackage(
  files: readonly PackageFile[],
  directory: string,
): Promise<void> {
  const next = `${directory}.next-${process.pid}`;
  const previous = `${directory}.previous-${process.pid}`;
  refuseLinks(dirname(directory));
  await removeLeavings(directory);
  await mkdir(next, { recursive: true });
  try {
    for (const file of files) await writeInto(next, file);
    await moveAside(directory, previous);
    await takePlace(next, directory, previous);
  } finally {
    await rm(next, { recursive: true, force: true });
    await rm(previous, { recursive: true, force: true });
  }
}

async function moveAside(directory: string, previous: string): Promise<void> {
  await rm(previous, { recursive: true, force: true });
  await rename(directory, previous).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

const ATTEMPTS = 20;

/** Retries, because another build may do the same, for example if two stages of a project are deployed concurrently. */
async function takePlace(next: string, directory: string, previous: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await rename(next, directory);
      return;
    } catch (error) {
      const isTaken = ['ENOTEMPTY', 'EEXIST'].includes(errorCode(error));
      if (!isTaken || attempt >= ATTEMPTS) throw error;
    }
    await moveAside(directory, previous);
  }
}

/** Removes the folders that interrupted builds left behind. */
async function removeLeavings(directory: string): Promise<void> {
  const names = await readdir(dirname(directory)).catch(() => []);
  for (const name of names) {
    const prefix = basename(directory);
    const pid = /^\.(?:next|previous)-(\d+)$/.exec(name.slice(prefix.length))?.[1];
    if (!name.startsWith(prefix) || pid === undefined) continue;
    if (Number(pid) !== process.pid && isAlive(Number(pid))) continue;
    await rm(join(dirname(directory), name), { recursive: true, force: true });
  }
}

/** The known contents of a folder, so that an update writes only the files that changed. */
export type PackageState = Map<string, string>;

/** Updates `directory` to contain these files and no others. Each file is complete at every moment. */
export async function updatePackage(
  files: readonly PackageFile[],
  directory: string,
  state: PackageState,
): Promise<void> {
  refuseLinks(dirname(directory));
  if (state.size === 0) await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const wanted = new Set(files.map(({ path }) => path));
  for (const path of [...state.keys()].filter((known) => !wanted.has(known))) {
    await rm(join(directory, path), { force: true });
    await removeEmptyFolders(directory, dirname(path));
    state.delete(path);
  }
  for (const file of files) {
    const digest = await digestOf(file);
    if (state.get(file.path) === digest) continue;
    await writeInto(directory, file);
    state.set(file.path, digest);
  }
}

/** Writes atomically, so that readers see either the old file or the new one. */
async function writeInto(
  directory: string,
  { path, isExecutable, content }: PackageFile,
): Promise<void> {
  const target = join(directory, path);
  const temporary = `${target}.next-${process.pid}`;
  await mkdir(dirname(target), { recursive: true });
  if (content.kind === 'bytes') await writeFile(temporary, content.bytes);
  else await copyFile(content.from, temporary);
  await chmod(temporary, isExecutable ? 0o755 : 0o644);
  await rename(temporary, target);
}

/** Returns a hash of the bytes, or the size and time of the file that is copied. */
async function digestOf({ isExecutable, content }: PackageFile): Promise<string> {
  const mode = isExecutable ? 'x' : '-';
  if (content.kind === 'bytes')
    return mode + createHash('sha1').update(content.bytes).digest('hex');
  const { size, mtimeMs } = await stat(content.from);
  return `${mode} ${size} ${mtimeMs} ${content.from}`;
}

async function removeEmptyFolders(directory: string, folder: string): Promise<void> {
  if (folder === '.') return;
  const path = join(directory, folder);
  if ((await readdir(path)).length > 0) return;
  await rmdir(path);
  await removeEmptyFolders(directory, dirname(folder));
}

// The build folder, relative to the project directory.
export const BUILD_FOLDER: string = '.framework/build';
/** The deployable folder. */
export const PACKAGE_FOLDER: string = `${BUILD_FOLDER}/package`;
export const MANIFEST_FILE: string = `${BUILD_FOLDER}/manifest.json`;
