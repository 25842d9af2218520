// Builds the package: JavaScript with esbuild (one file an entry, shared chunks), declarations with tsc.
// `node tools/build.mjs --types` also writes the declarations; without it only the JavaScript, in well under a second.
import { existsSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  packages: 'external',
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
await Promise.all([
  build({ ...shared, entryPoints: { 'runtime/index': 'runtime/index.ts' }, outdir: 'dist' }),
  build({
    ...shared,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    entryPoints: {
      'cli/main': 'cli/main.ts',
      'cli/worker': 'cli/local/worker.ts',
      'compiler/index': 'compiler/index.ts',
    },
    outdir: 'dist',
  }),
]);

if (process.argv.includes('--types') || !existsSync('dist/types')) {
  const tsc = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
  if (tsc.status !== 0) process.exitCode = 1;
}
