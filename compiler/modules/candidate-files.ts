// Finds files by name: the entry file, the target of an import, and files that are not imported but probably belong to the
// application.
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

/** The names of folders for packages, tools, build output and tests. */
const FOREIGN_FOLDER = /^(?:\..*|node_modules|dist|build|out|coverage|__tests__|__mocks__)$/;

/** Tells whether a folder with this name may contain modules of the application. */
export function mayHoldModules(folder: string): boolean {
  return !FOREIGN_FOLDER.test(folder);
}

const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

export type CandidateOptions = {
  readonly root: string;
  /** The absolute paths of the project's files. */
  readonly files: readonly string[];
  /** Tells whether the application has already read a file. */
  readonly isReached: (path: string) => boolean;
};

/**
 * Returns the code files that are not imported. Excludes tests, generated files, and the folders of other applications, which
 * have their own entry file.
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

/** Tells whether a file is JavaScript that was compiled from the TypeScript file next to it. */
function isEmitted(path: string, all: ReadonlySet<string>): boolean {
  const [, stem, kind] = /^(.*)\.([cm]?)jsx?$/.exec(path) ?? [];
  if (stem === undefined) return false;
  return all.has(`${stem}.${kind ?? ''}ts`) || all.has(`${stem}.tsx`);
}

/** The possible names for an entry file, in order of preference. */
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

/** Returns the absolute path of a project's entry file; undefined if it has none. */
export function findEntry(root: string, isFile: SourceFiles['isFile']): string | undefined {
  return ENTRY_FILES.map((name) => posix.join(root, name)).find(isFile);
}

/** The source extensions that a JavaScript extension may stand for, in order. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.js', '.jsx'],
  '.jsx': ['.tsx', '.jsx'],
  '.mjs': ['.mts', '.mjs'],
  '.cjs': ['.cts', '.cjs'],
};

/** The extensions that are tried for a path without an extension. */
const IMPLIED = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json'];

/** Returns the file that an absolute import path refers to; undefined if there is none. */
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

/** Returns the extension of a path, including its dot; empty if it has none. */
function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

const CODE = new Set(['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs']);

/** Returns how the compiler treats a file: it follows code, reads JSON, and leaves other files to the bundler. */
export function fileKind(path: string): 'code' | 'json' | 'other' {
  if (/\.d\.[cm]?ts$/.test(path)) return 'other';
  const extension = extensionOf(path);
  if (CODE.has(extension)) return 'code';
  return extension === '.json' ? 'json' : 'other';
}
