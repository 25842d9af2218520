// Creates the esbuild options for an application.
import type { BuildOptions, Plugin, BuildFailure, Message } from 'esbuild';
import type { JsxSettings } from '../../compiler/modules/source-files.js';
import { ENTRY } from '../../transformers/esbuild.js';
import { packageFolder } from './packages/installed-package.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER, PACKAGE_URL } from '../../transformers/app-source.js';
import childProcess from 'node:child_process';
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

export type EsbuildRequest = {
  readonly root: string;
  /** The folder that the `sources` of the source map are relative to. */
  readonly mapFolder: string;
  readonly minify: boolean;
  /** The settings for files that our plugin resolves: esbuild reads tsconfig.json only for files that it resolves itself. */
  readonly jsx: JsxSettings | undefined;
  readonly plugins: readonly Plugin[];
};

/** The result contains the output files and a metafile. */
export type EsbuildOptions = BuildOptions & { readonly write: false; readonly metafile: true };

/** Creates options with which the result contains `index.mjs` and its source map. */
export function esbuildOptions({
  root,
  mapFolder,
  minify,
  jsx,
  plugins,
}: EsbuildRequest): EsbuildOptions {
  return {
    entryPoints: [{ in: ENTRY, out: 'index' }],
    absWorkingDir: root,
    outdir: mapFolder,
    outExtension: { '.js': '.mjs' },
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    charset: 'utf8',
    mainFields: ['module', 'main'],
    minify,
    ...jsx,
    keepNames: true, // the `Code` of an error body is the class name of the error (docs/decisions/answers.md)
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false, // `finishMap` adds the texts of the project's files
    define: PLACE_NAMES,
    logLevel: 'silent',
    logOverride: { 'unsupported-dynamic-import': 'warning', 'unsupported-require-call': 'warning' },
    plugins: [...plugins],
  };
}

/** Returns a pattern for the project's files outside its `node_modules`, the given paths, and the packages of those paths. */
export function ownFiles(root: string, paths: readonly string[]): RegExp {
  const isElsewhere = (path: string): boolean =>
    !path.startsWith(join(root, '/')) || /[\\/]node_modules[\\/]/.test(path.slice(root.length));
  const outside = paths.filter(isElsewhere);
  const folders = new Set(outside.flatMap((path) => packageFolder(path) ?? []));
  const patterns = [
    ...entriesOf(root),
    ...[...folders].flatMap(entriesOf),
    ...outside.filter((path) => packageFolder(path) === undefined).map(escaped),
  ];
  return new RegExp(`^(?:${patterns.join('|')})$`);
}

/** Returns true if a package's code reads its own location, which does not exist in a bundle. */
export function asksForPlace(code: string): boolean {
  return /\b__bundle(?:Dirname|Filename|Url)\b/.test(code);
}

/** Returns the code that goes before a bundle, with its line ending; empty if nothing is needed. */
export function preambleOf(code: string, imports = ''): string {
  const own = PREAMBLES.filter(({ uses }) => uses.test(code)).map(({ text }) => text);
  const texts = imports === '' ? own : [imports, ...own];
  return texts.length > 0 ? `${texts.join('')}\n` : '';
}

/** Adds the texts of the project's files. Packages are left out, because Lambda reads the map when it logs an error. */
export function finishMap(
  json: string,
  preamble: string,
  textOf: (source: string) => string | undefined = () => undefined,
): string {
  const map = JSON.parse(json) as { sources: readonly string[]; mappings: string }; // because esbuild wrote it
  const sourcesContent = map.sources.map((source) => textOf(source) ?? null);
  const mappings = (preamble === '' ? '' : ';') + map.mappings;
  return JSON.stringify({ ...map, sourcesContent, mappings });
}

function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .map((entry) => escaped(join(folder, entry.name)) + (entry.isDirectory() ? '[\\\\/].*' : ''))
    .sort();
}

/** Returns a pattern that matches exactly the text. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

// Completes the text of index.mjs: declares what CommonJS modules expect, such as `require` and `__dirname`, but only what the
// bundle uses.

/** The names that esbuild's `define` substitutes for `__dirname` and `__filename` in packages. */
const PLACE_NAMES = {
  __dirname: '__bundleDirname',
  __filename: '__bundleFilename',
  'import.meta.dirname': '__bundleDirname',
  'import.meta.filename': '__bundleFilename',
  'import.meta.url': '__bundleUrl',
} as const;

const PREAMBLES: readonly { readonly uses: RegExp; readonly text: string }[] = [
  {
    uses: /\btypeof require\b/,
    text: 'import{createRequire as __bundleRequire}from"node:module";const require=__bundleRequire(import.meta.url);',
  },
  { uses: /\b__bundleDirname\b/, text: 'const __bundleDirname=import.meta.dirname;' },
  { uses: /\b__bundleFilename\b/, text: 'const __bundleFilename=import.meta.filename;' },
  { uses: /\b__bundleUrl\b/, text: 'const __bundleUrl=import.meta.url;' },
  { uses: wholeWord(PACKAGE_URL), text: `const ${PACKAGE_URL}=import.meta.url;` },
  { uses: wholeWord(PACKAGE_FOLDER), text: `const ${PACKAGE_FOLDER}=import.meta.dirname;` },
];

function wholeWord(name: string): RegExp {
  return new RegExp(`\\b${name}\\b`);
}

// Loads esbuild with `require`: `import` of a CommonJS package first scans it for the names that it exports, which takes four
// times as long as running it.

const require = createRequire(import.meta.url);

export const esbuild: typeof Esbuild = require('esbuild') as typeof Esbuild; // because `require` is untyped

/** Collects garbage less often until 1 GiB is in use: a build takes 20 % less time and some 70 MB more memory. */
const FEWER_COLLECTIONS = { GOGC: '400', GOMEMLIMIT: '1GiB' };

/** Starts the esbuild process, so that it is ready when the application has been compiled. */
export function startEsbuild(): void {
  void startQuietly(() => esbuild.transform(''));
}

/** Silences the process that esbuild starts, for which there is no option: if it dies, Go prints its stack (see FW5025). */
export function startQuietly<T>(call: () => T): T {
  const { spawn } = childProcess;
  const quiet = (command: string, args: readonly string[], options: childProcess.SpawnOptions) =>
    spawn(command, args, {
      ...options,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...FEWER_COLLECTIONS, ...process.env },
    });
  // esbuild starts the process before the call returns, so no other code calls the replaced `spawn`.
  Object.assign(childProcess, { spawn: quiet });
  try {
    return call();
  } finally {
    Object.assign(childProcess, { spawn });
  }
}

export type Failure = {
  readonly kind: 'failure';
  readonly errors: readonly Message[];
  readonly hasEnded?: true;
};

/** Converts an error about a user's mistake, or about the end of the esbuild process, to data. Any other error is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) {
    const { errors } = error as BuildFailure; // because esbuild throws no other errors with a member `errors`
    return { kind: 'failure', errors };
  }
  if (
    error instanceof Error &&
    /^The service (?:was stopped|is no longer running)/.test(error.message)
  )
    return { kind: 'failure', errors: [], hasEnded: true };
  throw error;
}
