// Paths and texts on disk, and the processes that wrote them, for commands that have not loaded the compiler yet.
import {
  accessSync,
  constants,
  readdirSync,
  readFileSync,
  lstatSync,
  readlinkSync,
  existsSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { sep, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mappingOf } from '../../compiler/json-values.js';

/** Returns the text of a file; undefined if it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Returns the code of an error, such as `ENOENT`; empty if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Returns the error that says why a folder could not be created. On a read-only file system, `mkdir` with `recursive` throws
 * `ENOENT`, so the closest existing folder is checked. `access` is replaced in tests.
 */
export function mkdirRefusal(
  error: NodeJS.ErrnoException,
  access: (path: string, mode: number) => void = accessSync,
): NodeJS.ErrnoException {
  if (error.code !== 'ENOENT' || error.syscall !== 'mkdir' || error.path === undefined)
    return error;
  let folder = dirname(error.path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    access(folder, constants.W_OK);
    return error;
  } catch (reason) {
    return reason instanceof Error ? Object.assign(reason, { path: error.path }) : error;
  }
}

/** Returns the names of the entries in a folder; empty if the folder cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Writes a file under a temporary name and renames it, so that no reader sees a part of the text. */
export function writeWhole(path: string, text: string): void {
  const draft = `${path}.${crypto.randomUUID()}`;
  writeFileSync(draft, text);
  renameSync(draft, path);
}

/** Returns the path with forward slashes, the form that the program uses everywhere except to access the disk. */
export function posixPath(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** The error for a symbolic link where one of our files or folders should be. */
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

/** Throws if the path, or one of its folders from `.framework` on down, is a symbolic link. */
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

/** Returns true for a symbolic link, and false if the path cannot be read, which is reported when the path is written to. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return false;
  }
}

/** Returns the directory of this package, which contains the running code. */
export function ownDirectory(): string {
  let directory = dirname(realpathSync(fileURLToPath(import.meta.url)));
  while (!isOwnPackage(directory)) {
    const parent = dirname(directory);
    if (parent === directory)
      throw new Error(`no package.json of framework above ${import.meta.url}`);
    directory = parent;
  }
  return directory;
}

function isOwnPackage(directory: string): boolean {
  const path = `${directory}/package.json`;
  return (
    existsSync(path) && mappingOf(JSON.parse(readFileSync(path, 'utf8')))['name'] === 'framework'
  );
}

/** Returns true if the process exists, for example the one that wrote its id into a file. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists, but belongs to another user.
    return errorCode(error) === 'EPERM';
  }
}
