// A project with Vitest and this package, whose tests are run as the project's author would run them.
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryProject } from '../support/temporary-project.js';

const REPOSITORY = join(import.meta.dirname, '../..');
const PACKAGES = ['vitest', 'vite', 'reflect-metadata', '@types/node'];

export type VitestRun = { readonly output: string; readonly exitCode: number | null };

export const VITEST_CONFIG = `import { framework } from 'framework/vite';
import { defineConfig } from 'vitest/config';
export default defineConfig({ plugins: [framework()] });
`;

/** Creates the project. Must be called inside a test. */
export function vitestProject(files: Readonly<Record<string, string>>): string {
  const directory = temporaryProject({
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': VITEST_CONFIG,
    ...files,
  });
  link(directory, 'framework', REPOSITORY);
  linkPackages(directory);
  return directory;
}

/** Links the packages that Vitest needs into a project. */
export function linkPackages(directory: string): void {
  for (const name of PACKAGES) link(directory, name, join(REPOSITORY, 'node_modules', name));
}

function link(directory: string, name: string, target: string): void {
  const path = join(directory, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path, 'dir');
}

/** Runs the project's tests once, with further options. */
export function runVitest(directory: string, options: readonly string[] = []): Promise<VitestRun> {
  const program = join(REPOSITORY, 'node_modules/vitest/vitest.mjs');
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  // Vitest's default limit of five seconds per test is too short on a machine that runs other tests too.
  const argv = [program, 'run', '--testTimeout=60000', '--hookTimeout=60000', ...options];
  const child = spawn(process.execPath, argv, {
    cwd: directory,
    env: { ...Object.fromEntries(environment), NO_COLOR: '1', CI: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  return new Promise((done) => {
    child.on('close', (exitCode) => {
      done({ output, exitCode });
    });
  });
}
