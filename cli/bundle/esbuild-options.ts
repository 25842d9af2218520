// The options of esbuild for an application.
import type { BuildOptions, Plugin } from 'esbuild';
import type { JsxSettings } from '../../compiler/modules/source-files.js';
import { ENTRY } from '../../transformers/esbuild.js';
import { PLACE_NAMES } from './bundle-text.js';
import { packageFolder } from './packages/installed-package.js';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export type EsbuildRequest = {
  /** Real path of the project. */
  readonly root: string;
  /** The folder that the map's `sources` are relative to. */
  readonly mapFolder: string;
  readonly minify: boolean;
  /**
   * The JSX settings for the files that our plugin finds, because esbuild reads tsconfig.json only for files that it
   * finds itself.
   */
  readonly jsx: JsxSettings | undefined;
  readonly plugins: readonly Plugin[];
};

/** Options with which the result has files and a metafile. */
export type EsbuildOptions = BuildOptions & { readonly write: false; readonly metafile: true };

/** Makes the options. esbuild writes nothing; the result holds `index.mjs` and its map. */
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
    keepNames: true, // `Code` of an error body is the name of its class (docs/decisions/answers.md)
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false, // `finishMap` adds the texts of the project
    define: PLACE_NAMES,
    logLevel: 'silent',
    logOverride: {
      'unsupported-dynamic-import': 'warning',
      'unsupported-require-call': 'warning',
    },
    plugins: [...plugins],
  };
}

/** Matches the files in the project's directory outside its `node_modules`, the paths given, and the packages of these. */
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

function entriesOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== '.git')
    .map((entry) => escaped(join(folder, entry.name)) + (entry.isDirectory() ? '[\\\\/].*' : ''))
    .sort();
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
