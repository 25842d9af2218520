// The files that a build was made of, each with its stamp from before it was read. Comparing the stamps tells whether the
// build is still that of the files on the disk; no event of the file system can tell it in time. What was looked for and
// not found counts too: such a file may stand in front of another one, or be what is missing.
import { type Stats, statSync } from 'node:fs';
import { openFiles, type ProjectFiles } from '../project/project-files.js';

export type SourceInputs = {
  /** The project's files; each that is looked at becomes an input. */
  readonly files: ProjectFiles;
  /** Makes files and folders inputs before anything reads them. */
  readonly expect: (paths: Iterable<string>) => void;
  /** Makes files and folders inputs that were read since the inputs were opened. */
  readonly add: (paths: Iterable<string>) => void;
  readonly has: (path: string) => boolean;
  /** Absolute, with forward slashes. */
  readonly paths: () => readonly string[];
  /** The inputs that are not as they were read. */
  readonly changed: () => readonly string[];
  /** True when the path was read by both, and was the same. */
  readonly isAsIn: (other: SourceInputs, path: string) => boolean;
  readonly stampOf: (path: string) => Stamp;
};

type Stamp = Stats | 'unknown' | undefined;

type Input = {
  /** Undefined for what is not there; unknown when it may have changed while it was read. */
  readonly stamp: Stamp;
  /** What was read; undefined when somebody else read it. */
  text: string | undefined;
  /** So young that a second change could have left the same stamp. */
  isYoung: boolean;
};

/** The clock that a file system writes into stamps may stand still for so long, in milliseconds. */
const TICK = 20;

/** Opens the inputs of one build. */
export function openInputs(): SourceInputs {
  const began = Date.now();
  const inputs = new Map<string, Input>();
  const disk = openFiles();

  const note = (path: string): Input => {
    const known = inputs.get(path);
    if (known) return known;
    const now = Date.now();
    const stamp = lookAt(path);
    const input = { stamp, text: undefined, isYoung: isYoung(stamp, now) };
    inputs.set(path, input);
    return input;
  };
  const hasChanged = (input: Input, path: string): boolean => {
    const now = Date.now();
    const stamp = lookAt(path);
    if (!isSame(input.stamp, stamp)) return true;
    if (!input.isYoung) return false;
    const isStillYoung = isYoung(stamp, now);
    if (input.text === undefined) return !isStillYoung;
    if (textOf(path) !== input.text) return true;
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
    has: (path) => inputs.has(path),
    paths: () => [...inputs.keys()],
    changed: () => {
      const changed: string[] = [];
      for (const [path, input] of inputs) if (hasChanged(input, path)) changed.push(path);
      return changed;
    },
    isAsIn: (other, path) =>
      inputs.has(path) && isSame(inputs.get(path)?.stamp, other.stampOf(path)),
    stampOf: (path) => (inputs.has(path) ? inputs.get(path)?.stamp : 'unknown'),
  };
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A folder on the way is a file, or may not be entered: nothing to read there.
    return undefined;
  }
}

/** The time of the last change of anything tells of a file that was put in place of another with its old times. */
function isSame(before: Stamp, now: Stamp): boolean {
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

function textOf(path: string): string | undefined {
  return openFiles().readText(path);
}
