// Lists files that probably belong to the application although no import reaches them. It looks at names only.
import { posix } from 'node:path';
import { isEntryFile } from './entry-file.js';
import { fileKind } from './resolve-file.js';

/** Folders of packages, tools and built files, and of tests by their name. */
const FOREIGN_FOLDER = /^(?:\..*|node_modules|dist|build|out|coverage|__tests__|__mocks__)$/;

/** Whether a folder of this name may hold modules of the application. */
export function mayHoldModules(folder: string): boolean {
  return !FOREIGN_FOLDER.test(folder);
}

const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

export type CandidateOptions = {
  /** The project directory. */
  readonly root: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  /** Whether the application has read a file. */
  readonly isReached: (path: string) => boolean;
};

/**
 * The code files that no import reaches, without tests, generated files, and folders of other applications, which have
 * an entry file of their own.
 */
export function candidateFiles({ root, files, isReached }: CandidateOptions): readonly string[] {
  const all = new Set(files);
  const foreign = files.filter(
    (path) => isEntryFile(path) && posix.dirname(path) !== root && !isReached(path),
  );
  const folders = foreign.map((path) => `${posix.dirname(path)}/`);
  return files.filter(
    (path) =>
      !isReached(path) &&
      path.startsWith(`${root}/`) &&
      fileKind(path) === 'code' &&
      !TEST.test(path) &&
      !isEmitted(path, all) &&
      path
        .slice(root.length + 1)
        .split('/')
        .slice(0, -1)
        .every(mayHoldModules) &&
      !folders.some((folder) => path.startsWith(folder)),
  );
}

/** True for JavaScript beside the TypeScript that it was compiled from. */
function isEmitted(path: string, all: ReadonlySet<string>): boolean {
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  if (stem === undefined) return false;
  return all.has(`${stem}.${kind ?? ''}ts`) || all.has(`${stem}.tsx`);
}
