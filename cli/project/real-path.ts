// Refuses to write through symbolic links: one in `.framework/` that someone else made could lead anywhere.
import { lstatSync, readlinkSync } from 'node:fs';
import { posixPath } from './disk.js';

/** The error for a link where one of our files or folders should be. */
export class LinkInTheWay extends Error {
  override readonly name = 'LinkInTheWay';
  readonly path: string;
  readonly target: string;
  constructor(path: string, target: string) {
    super(`${path} is a link to ${target}`);
    this.path = path;
    this.target = target;
  }
}

/** Throws when the path, or a folder of it from `.framework` on, is a symbolic link. */
export function refuseLinks(path: string): void {
  const whole = posixPath(path);
  const start = whole.lastIndexOf('/.framework/');
  if (start < 0) return;
  for (let end = start + 1; end > 0;) {
    end = whole.indexOf('/', end + 1);
    const part = end < 0 ? whole : whole.slice(0, end);
    if (isLink(part)) throw new LinkInTheWay(part, readlinkSync(part));
  }
}

/** Other problems of the path are reported by writing to it. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}
