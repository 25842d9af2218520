// The folder of the served bundle. Each process has its own, so that two servers of a project do not conflict.
import { isAlive } from '../../program/process-life.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '../../project/disk.js';

/** Chooses the folder, and removes those of servers that were killed. */
export function claimOutDirectory(root: string, pid: number): string {
  const parent = join(root, '.framework/build');
  for (const name of namesIn(parent)) {
    const owner = Number(/^local-(\d+)$/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) removeOutDirectory(join(parent, name));
  }
  return join(parent, `local-${pid}`);
}

/** Removes the folder with everything in it. */
export function removeOutDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}
