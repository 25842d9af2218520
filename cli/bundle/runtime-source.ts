// Where this package's own runtime is: the one that every bundle holds, whatever the project has installed under the
// name `framework`, because the rows that the transformer writes and the runtime that reads them are one contract.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuntimeSource } from '../../transformers/esbuild.js';

/** The built runtime beside the built CLI; the source when the CLI itself runs from source. */
export function findRuntime(): RuntimeSource {
  const here = fileURLToPath(import.meta.url);
  const entry = here.endsWith('.ts') ? 'runtime/bundled.ts' : 'dist/runtime/bundled.js';
  const helpers = createRequire(here).resolve('@swc/helpers/package.json');
  return { directory: packageFolder(dirname(here)), entry, helpers: dirname(helpers) };
}

function packageFolder(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8').includes('"name": "framework"')) return folder;
  const above = dirname(folder);
  if (above === folder)
    throw new Error('the folder of the package "framework" is not above its code');
  return packageFolder(above);
}
