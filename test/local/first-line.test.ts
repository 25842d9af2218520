// `framework local` prints its first line before it loads what is slow to load: the parser, the bundler, the compiler.
import { build } from 'esbuild';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const REPOSITORY = join(import.meta.dirname, '../..');

test('what is loaded before the first line is small', async () => {
  const { metafile } = await build({
    absWorkingDir: REPOSITORY,
    entryPoints: ['cli/run-process.ts', 'cli/commands/local.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outdir: 'dist',
    metafile: true,
    write: false,
  });
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: to, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external === true) packages.add(to);
      else load(to);
    }
  };
  load('dist/run-process.js');
  load('dist/commands/local.js');
  expect([...packages].filter((name) => !name.startsWith('node:')).sort()).toEqual([
    'cac',
    'fast-string-width',
    'fast-wrap-ansi',
    'fastest-levenshtein',
    'picocolors',
  ]);
  const inputs = [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  expect(inputs).toContain('cli/commands/local.ts');
  // The modules on JSON and on groups are small and import nothing else.
  expect(
    inputs.filter((path) => /^compiler\/(?!diagnostics\/)|^cli\/serve\/local\//.test(path)).sort(),
  ).toEqual(['compiler/groups.ts', 'compiler/json-values.ts']);
});
