// Finds files by name: the entry file, the target of an import, and files that are not imported but probably belong to the
// application.
import { posix } from 'node:path';
import type { SourceFiles } from './source-files.js';

const FOREIGN_FOLDER = /^(?:\..*|node_modules|dist|build|out|coverage|__tests__|__mocks__)$/;

/** Tells whether a folder with this name may contain modules of the application. */
export function mayHoldModules(folder: string): boolean {
  return !FOREIGN_FOLDER.test(folder);
}

const TEST = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

type CandidateOptions = {
  readonly root: string;
  /** The absolute paths of the project's files. */
  readonly files: readonly string[];
  readonly isReached: (path: string) => boolean;
};

/** Returns code files that are not imported, except tests, generated files, and folders with an entry file of their own. */
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

export function isEntryFile(path: string): boolean {
  return ENTRY_FILES.some((name) => name === posix.basename(path));
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
  const folder = path.endsWith('/') ? path : `${path}/`;
  const file = folder === path ? undefined : candidates(path).find(isFile);
  return file ?? IMPLIED.map((extension) => `${folder}index${extension}`).find(isFile);
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

function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') ? path.slice(dot) : '';
}

/** Returns how the compiler treats a file: it follows code, reads JSON, and leaves other files to the bundler. */
export function fileKind(path: string): 'code' | 'json' | 'other' {
  if (/\.d\.[cm]?ts$/.test(path)) return 'other';
  const extension = extensionOf(path);
  if (extension === '.json') return 'json';
  return IMPLIED.includes(extension) ? 'code' : 'other';
}
