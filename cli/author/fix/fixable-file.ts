// Checks whether a fix may change a file, and writes the file atomically. Only files of the project are changed, and only the
// edited bytes: a byte order mark and line endings are kept.
import {
  accessSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { posixPath } from '../../project/disk.js';
import type { Fix } from '../../../compiler/diagnostics/diagnostic.js';

export type FixableFile =
  | {
      readonly kind: 'changeable';
      /** Absolute path, with symbolic links resolved. */
      readonly path: string;
      /** The text, including its byte order mark. */
      readonly text: string;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export type CheckedText = {
  /** Absolute real path of the project directory. */
  readonly root: string;
  /** Relative to the root. */
  readonly file: string;
  /** The text that was checked, without a byte order mark. Positions of edits refer to it. */
  readonly text: string | undefined;
};

const MARK = '\uFEFF';

/** Opens a file that a fix would change, or tells why it may not be changed. */
export function openFixable({ root, file, text: checked }: CheckedText): FixableFile {
  try {
    const path = realpathSync(join(root, file));
    const place = posixPath(path);
    if (!place.startsWith(`${root}/`)) return refuse('it is outside of the project directory');
    if (place.slice(root.length).includes('/node_modules/')) {
      return refuse('it belongs to a package that is installed');
    }
    // Renaming the new file over a read-only one would succeed, so check that the file is writable.
    accessSync(path, constants.W_OK);
    accessSync(dirname(path), constants.W_OK);
    const bytes = readFileSync(path);
    const text = bytes.toString('utf8');
    if (!Buffer.from(text).equals(bytes)) return refuse('it has bytes that are not UTF-8');
    if (withoutMark(text) !== checked) return refuse('it was saved in the meantime');
    return { kind: 'changeable', path, text };
  } catch (error) {
    return refuse(reasonOf(error));
  }
}

/** Applies the edits and replaces the file. On failure, changes nothing and returns the reason. */
export function writeFixed(
  { path, text }: FixableFile & { readonly kind: 'changeable' },
  edits: readonly TextEdit[],
): string | undefined {
  const mark = text.startsWith(MARK) ? MARK : '';
  const next = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    writeFileSync(next, mark + applyEdits(withoutMark(text), edits), {
      flag: 'wx',
      mode: statSync(path).mode,
    });
    renameSync(next, path);
    return undefined;
  } catch (error) {
    rmSync(next, { force: true });
    return reasonOf(error);
  }
}

function withoutMark(text: string): string {
  return text.startsWith(MARK) ? text.slice(MARK.length) : text;
}

function refuse(reason: string): FixableFile {
  return { kind: 'refused', reason };
}

/** Describes an error of the file system. Rethrows any other error, because it is a bug. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const reason = REASONS[code];
  if (reason === undefined) throw error;
  return reason;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it no longer exists',
  EACCES: 'it may not be written to',
  EPERM: 'it may not be written to',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
};

/** One edit of a fix. */
export type TextEdit = Fix['edits'][number];

/** Applies edits that do not overlap, in any order, and returns the new text. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  return edits
    .toSorted((left, right) => right.start - left.start)
    .reduce(
      (result, { start, end, text: put }) => result.slice(0, start) + put + result.slice(end),
      text,
    );
}

/** Returns true if the edits cannot be applied together: they overlap, or they touch so that their order would matter. */
export function doEditsTouch(left: TextEdit, right: TextEdit): boolean {
  return left.file === right.file && left.start <= right.end && right.start <= left.end;
}
