// Paths and texts of the disk, for commands that have not loaded the compiler yet.
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';

/** Undefined for a file that cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The names in a folder; empty for one that cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The path with forward slashes, as everywhere in the program. Only disk reads and writes use others. */
export function posixPath(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
