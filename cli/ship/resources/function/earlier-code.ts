// Downloads the earlier code before anything is changed. Its exports name the functions that it serves.
import { strFromU8, unzipSync } from 'fflate';
import { functionExport } from '../../../../transformers/entry-module.js';
import { esbuild } from '../../../bundle/esbuild-module.js';
import type { LambdaCalls } from '../../../cloud/lambda-calls.js';

export type EarlierCode = {
  readonly zip: Uint8Array;
  /** The names of exported handlers; undefined for a package that cannot be read. */
  readonly handlers: readonly string[] | undefined;
};

export async function fetchEarlierCode(
  lambda: Pick<LambdaCalls, 'downloadCode'>,
  name: string,
  version: string,
): Promise<EarlierCode> {
  const zip = await lambda.downloadCode(name, version);
  return { zip, handlers: await readHandlers(zip) };
}

/** Reads the names from the text of the module, which is not run. */
async function readHandlers(zip: Uint8Array): Promise<readonly string[] | undefined> {
  const text = readModule(zip);
  if (text === undefined) return undefined;
  try {
    const { metafile } = await esbuild.build({
      stdin: { contents: text, loader: 'js' },
      format: 'esm',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    return Object.values(metafile.outputs).flatMap(({ exports }) => exports);
  } catch {
    // Not a module that this framework has built.
    return undefined;
  }
}

function readModule(zip: Uint8Array): string | undefined {
  try {
    const file = unzipSync(zip, { filter: ({ name }) => name === MODULE })[MODULE];
    return file && strFromU8(file);
  } catch {
    return undefined;
  }
}

const MODULE = 'index.mjs';

/** The functions for exported handlers. `base` is the name of the API's function. */
export function functionsOf(handlers: readonly string[], base: string): readonly string[] {
  const prefix = functionExport('');
  return handlers.flatMap((name) => {
    if (name === 'handler') return [base];
    return name.startsWith(prefix) ? [`${base}-${name.slice(prefix.length)}`] : [];
  });
}
