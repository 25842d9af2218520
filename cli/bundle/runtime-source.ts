// Finds the runtime of this package. Every bundle contains this runtime, even if the project has another `framework` installed,
// because the transformer and the runtime must have the same version.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuntimeSource } from '../../transformers/esbuild.js';
import { ownDirectory } from '../project/disk.js';
import { once } from '../../compiler/groups.js';
import { esbuild } from './esbuild-options.js';
import { signerAlias } from './runtime-signer.js';

/** Returns the built runtime. If the CLI runs from source, the runtime is built in memory. */
export function findRuntime(): RuntimeSource {
  return { text: runtimeText, readyMade: readyMadeText, helpers: helpersFolder() };
}

const HERE = fileURLToPath(import.meta.url);
const runtimeText = once(() => readBuilt('runtime/bundled'));
const readyMadeText = once(() => readBuilt('runtime/ready-made/index'));
const helpersFolder = once(() => dirname(createRequire(HERE).resolve('@swc/helpers/package.json')));

/** Returns the names that `framework` exports at run time. */
export const runtimeExports: () => ReadonlySet<string> = once(() => {
  const listed = /^export \{([^}]*)\};?$/m.exec(runtimeText())?.[1] ?? '';
  return new Set(listed.split(',').map((name) => name.trim().replace(/^.* as /, '')));
});

function readBuilt(module: string): string {
  const directory = ownDirectory();
  if (!HERE.endsWith('.ts')) {
    const text = readFileSync(join(directory, `dist/${module}.js`), 'utf8');
    return withoutUses(text.replace(/^\/\/# sourceMappingURL=.*$/m, ''));
  }
  const { outputFiles } = esbuild.buildSync({
    entryPoints: [join(directory, `${module}.ts`)],
    external: ['../index.js'],
    ...signerAlias(esbuild, directory),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'esm',
  });
  return withoutUses(outputFiles[0]?.text ?? '');
}

/** Removes the declaration of `$uses`, so that esbuild replaces it with the constants that a build defines. */
function withoutUses(text: string): string {
  return text.replace(/^var PARTS = [^]*?^var \$uses = [^]*?;$/m, '');
}
