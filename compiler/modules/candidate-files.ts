// Finds files by their names: the entry file, the target of an import, and files that probably belong to the application
// although no import reaches them.
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

/** Folders of packages, tools, build output and tests, by name. */
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
 * The code files that no import reaches, without tests, generated files, and folders of other applications, which have their
 * own entry file.
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

/** True for JavaScript next to the TypeScript that it was compiled from. */
function isEmitted(path: string, all: ReadonlySet<string>): boolean {
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  if (stem === undefined) return false;
  return all.has(`${stem}.${kind ?? ''}ts`) || all.has(`${stem}.tsx`);
}

/** Possible names of an entry file, the best first. */
export const ENTRY_FILES = [
  'app.ts',
  'app.mts',
  'app.cts',
  'app.tsx',
  'app.js',
  'app.mjs',
] as const;

const NAMES: ReadonlySet<string> = new Set(ENTRY_FILES);

export function isEntryFile(path: string): boolean {
  return NAMES.has(posix.basename(path));
}

/** The absolute path of the entry file of a project; undefined when it has none. */
export function findEntry(root: string, isFile: SourceFiles['isFile']): string | undefined {
  return ENTRY_FILES.map((name) => posix.join(root, name)).find(isFile);
}

/** The source extensions that a JavaScript extension may mean, in order. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** The extensions that are tried for a path without one. */
const IMPLIED = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** The file that an absolute import path means; undefined when there is none. */
export function resolveFile(path: string, isFile: SourceFiles['isFile']): string | undefined {
  const isDirectory = path.endsWith('/');
  const bare = isDirectory ? path.slice(0, -1) : path;
  if (!isDirectory) {
    const file = candidates(bare).find(isFile);
    if (file !== undefined) return file;
  }
  return IMPLIED.map((extension) => `${bare}/index${extension}`).find(isFile);
}

function candidates(path: string): readonly string[] {
  const extension = extensionOf(path);
  const sources = SOURCES_OF[extension];
  if (sources) {
    const stem = path.slice(0, -extension.length);
    return sources.map((source) => stem + source);
  }
  return [path, ...IMPLIED.map((implied) => path + implied)];
}

/** The extension of a path with its dot; empty when it has none. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

const CODE = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/** How the compiler treats a file: it follows code, reads JSON, and leaves others to the bundler. */
export function fileKind(path: string): 'code' | 'json' | 'other' {
  if (/\.d\.[cm]?ts$/.test(path)) return 'other';
  const extension = extensionOf(path);
  if (CODE.has(extension)) return 'code';
  return extension === '.json' ? 'json' : 'other';
}
