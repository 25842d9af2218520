// The TypeScript releases with which the transformer and the editor plugin are tested.
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { TypeScript } from '../../../transformers/typescript/app-place.js';

export type InstalledCompiler = {
  /** The version in short form, for example `5.9`. */
  readonly version: string;
  /** The folder of the package. */
  readonly directory: string;
  readonly ts: TypeScript;
};

const require = createRequire(import.meta.url);

function openCompiler(name: string): InstalledCompiler {
  const ts = require(name) as TypeScript; // because the package exports it
  const directory = dirname(require.resolve(`${name}/package.json`));
  return { version: ts.versionMajorMinor, directory, ts };
}

/** The compilers from the oldest to the newest. */
export const COMPILERS: readonly [InstalledCompiler, InstalledCompiler] = [
  openCompiler('typescript-5.9'),
  openCompiler('typescript'),
];
