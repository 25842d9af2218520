// The files that a build read or looked for, each with a stamp (times, size, inode) taken before it was read. Comparing stamps
// shows whether a file has changed or been created, even if a file system event is late.
import { type Stats, statSync } from 'node:fs';
import { openFiles, type ProjectFiles } from '../../project/project-files.js';
import { valueFor } from '../../../compiler/groups.js';

export type SourceInputs = {
  /** Every file that is read or looked for becomes an input. */
  readonly files: ProjectFiles;
  readonly expect: (paths: Iterable<string>) => void;
  /** Adds files and folders that were read after the inputs were opened. */
  readonly add: (paths: Iterable<string>) => void;
  /** Adds files that never change after they have been created, possibly by the build itself. */
  readonly addLasting: (paths: Iterable<string>) => void;
  readonly has: (path: string) => boolean;
  /** Returns absolute paths, with forward slashes. */
  readonly paths: () => readonly string[];
  readonly changed: () => readonly string[];
  readonly isAsIn: (other: SourceInputs, path: string) => boolean;
  readonly stampOf: (path: string) => Stamp;
};

type Stamp = Stats | 'unknown' | undefined;

type Input = {
  /** The stamp; undefined if the file does not exist, and `unknown` if it may have changed while it was being read. */
  readonly stamp: Stamp;
  /** The text that was read; undefined if other code read the file. */
  text: string | undefined;
  /** True if the file is so new that another change could leave the stamp unchanged. */
  isYoung: boolean;
};

/** The resolution of a file system's clock, in milliseconds. */
const TICK = 20;

export function openInputs(): SourceInputs {
  const began = Date.now();
  const inputs = new Map<string, Input>();
  const disk = openFiles();

  const note = (path: string): Input =>
    valueFor(inputs, path, () => {
      const now = Date.now();
      const stamp = lookAt(path);
      return { stamp, text: undefined, isYoung: isYoung(stamp, now) };
    });
  const hasChanged = (input: Input, path: string): boolean => {
    const now = Date.now();
    const stamp = lookAt(path);
    if (!isSameStamp(input.stamp, stamp)) return true;
    if (!input.isYoung) return false;
    const isStillYoung = isYoung(stamp, now);
    if (input.text === undefined) return !isStillYoung;
    if (openFiles().readText(path) !== input.text) return true;
    input.isYoung = isStillYoung;
    return false;
  };
  return {
    files: {
      forget: disk.forget,
      isFile: (path) => {
        note(path);
        return disk.isFile(path);
      },
      readText: (path) => {
        const input = note(path);
        const text = disk.readText(path);
        input.text = text;
        return text;
      },
      ...(disk.realPath && { realPath: disk.realPath }),
      ...(disk.whyUnreadable && { whyUnreadable: disk.whyUnreadable }),
    },
    expect: (paths) => {
      for (const path of paths) note(path);
    },
    add: (paths) => {
      for (const path of paths) {
        if (inputs.has(path)) continue;
        const stamp = lookAt(path);
        const isRead = stamp === undefined || stamp.ctimeMs < began - TICK;
        inputs.set(path, { stamp: isRead ? stamp : 'unknown', text: undefined, isYoung: false });
      }
    },
    addLasting: (paths) => {
      for (const path of paths) {
        inputs.set(path, { stamp: lookAt(path), text: undefined, isYoung: false });
      }
    },
    has: (path) => inputs.has(path),
    paths: () => [...inputs.keys()],
    changed: () => {
      const changed: string[] = [];
      for (const [path, input] of inputs) if (hasChanged(input, path)) changed.push(path);
      return changed;
    },
    isAsIn: (other, path) =>
      inputs.has(path) && isSameStamp(inputs.get(path)?.stamp, other.stampOf(path)),
    stampOf: (path) => (inputs.has(path) ? inputs.get(path)?.stamp : 'unknown'),
  };
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A parent directory is a file, or is not accessible, so there is nothing to read.
    return undefined;
  }
}

/** `ctime` also changes if a file with older times replaces another one. */
function isSameStamp(before: Stamp, now: Stamp): boolean {
  if (before === undefined || now === undefined) return before === now;
  if (before === 'unknown' || now === 'unknown') return false;
  return (
    before.mtimeMs === now.mtimeMs &&
    before.size === now.size &&
    before.ino === now.ino &&
    before.ctimeMs === now.ctimeMs
  );
}

function isYoung(stamp: Stats | undefined, now: number): boolean {
  return stamp !== undefined && stamp.ctimeMs > now - TICK;
}
