// Paths in the program have forward slashes on every system. Only reads and writes of the disk use others.
import { sep } from 'node:path';

/** The path with forward slashes. */
export function posixPath(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
