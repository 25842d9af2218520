// Paths inside the program have forward slashes on every system; only the edge to the disk knows another kind.
import { sep } from 'node:path';

/** The path with forward slashes. */
export function posixPath(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
