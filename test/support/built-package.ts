// A vitest global setup: builds dist/ once before tests that drive the real CLI, unless it is newer than every source.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['runtime', 'compiler', 'transformers', 'cli', 'tools', 'package.json'];
const RESULTS = ['dist/cli/main.js', 'dist/types/runtime/index.d.ts'];

export function setup(): void {
  if (isFresh()) return;
  const build = join(REPOSITORY, 'tools/build.mjs');
  const { status } = spawnSync(process.execPath, [build, '--types'], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('tools/build.mjs failed; its messages are above');
}

function isFresh(): boolean {
  const results = RESULTS.map((path) => join(REPOSITORY, path));
  if (!results.every((path) => existsSync(path))) return false;
  const built = Math.min(...results.map((path) => statSync(path).mtimeMs));
  return SOURCES.every((path) => newest(join(REPOSITORY, path)) < built);
}

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(
    0,
    ...files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => statSync(join(path, file)).mtimeMs),
  );
}
