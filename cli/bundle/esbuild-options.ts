// How esbuild is asked to bundle an application.
import type { BuildOptions, Plugin } from 'esbuild';
import type { JsxSettings } from '../../compiler/modules/source-files.js';
import { ENTRY } from '../../transformers/esbuild.js';
import { PLACE_NAMES } from './bundle-text.js';

export type EsbuildRequest = {
  /** Real path of the project. */
  readonly root: string;
  /** The folder that the map's `sources` are relative to. */
  readonly mapFolder: string;
  readonly minify: boolean;
  /** For the files that our plugin finds: esbuild reads a tsconfig.json only for those that it finds itself. */
  readonly jsx: JsxSettings | undefined;
  readonly plugins: readonly Plugin[];
};

/** What is set here so that the result has files and a metafile. */
export type EsbuildOptions = BuildOptions & { readonly write: false; readonly metafile: true };

/** Nothing is written: the result holds `index.mjs` and its map. */
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
    sourcesContent: false, // `finishMap` adds those of the project
    define: PLACE_NAMES,
    logLevel: 'silent',
    logOverride: {
      'unsupported-dynamic-import': 'warning',
      'unsupported-require-call': 'warning',
    },
    plugins: [...plugins],
  };
}
