// Where this package's own runtime is: the one that every bundle holds, whatever the project has installed under the
// name `framework`, because the rows that the transformer writes and the runtime that reads them are one contract.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuntimeSource } from '../../transformers/esbuild.js';
import { esbuild } from './esbuild-module.js';

/** The built runtime beside the built CLI; it is built in memory when the CLI itself runs from source. */
export function findRuntime(): RuntimeSource {
  const here = fileURLToPath(import.meta.url);
  const helpers = createRequire(here).resolve('@swc/helpers/package.json');
  return {
    text: () => (runtimeText ??= readRuntime(here)),
    helpers: dirname(helpers),
  };
}

let runtimeText: string | undefined;

function readRuntime(here: string): string {
  const directory = packageFolder(dirname(here));
  if (!here.endsWith('.ts')) {
    const text = readFileSync(join(directory, 'dist/runtime/bundled.js'), 'utf8');
    return text.replace(/^\/\/# sourceMappingURL=.*$/m, '');
  }
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [join(directory, 'runtime/bundled.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  return outputFiles[0]?.text ?? '';
}

function packageFolder(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && readFileSync(file, 'utf8').includes('"name": "framework"')) return folder;
  const above = dirname(folder);
  if (above === folder)
    throw new Error('the folder of the package "framework" is not above its code');
  return packageFolder(above);
}
