// A vitest global setup: builds dist/ once before the tests in test/, unless it is newer than every source file.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['runtime', 'compiler', 'transformers', 'cli', 'tools', 'package.json'];
const PROGRAM = 'dist/cli/main.js';

export function setup({ vitest }: TestProject): void {
  const usesIt = (path: string): boolean => path.startsWith(join(REPOSITORY, 'test/'));
  if (!vitest.state.getPaths().some(usesIt) || isFresh(PROGRAM)) return;
  const argv = [join(REPOSITORY, 'tools/build.mjs')];
  spawnSync(process.execPath, argv, { cwd: REPOSITORY, stdio: 'inherit' });
  if (!isFresh(PROGRAM)) throw new Error('tools/build.mjs failed; its messages are above');
}

function isFresh(result: string): boolean {
  const built = statSync(join(REPOSITORY, result), { throwIfNoEntry: false })?.mtimeMs;
  return built !== undefined && SOURCES.every((path) => newest(join(REPOSITORY, path)) < built);
}

function newest(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0;
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
  return Math.max(
    0,
    ...files
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => statSync(join(path, file), { throwIfNoEntry: false })?.mtimeMs ?? 0),
  );
}
