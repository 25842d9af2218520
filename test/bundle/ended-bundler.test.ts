import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { isTurn } from '../support/sample.js';
import { bundleProject } from './bundle-project.js';
import { makeProject } from './temporary-project.js';

const APP = `import { Framework } from 'framework';
import deep from 'deep';
export const app = new Framework({ appName: 'hello' });
export const index = app.route('/')(() => typeof deep);
`;

const filesWith = (deep: string) => ({
  'package.json': '{ "name": "hello", "type": "module" }',
  'app.ts': APP,
  'node_modules/deep/package.json': '{ "name": "deep", "type": "module", "main": "index.js" }',
  'node_modules/deep/index.js': `export default ${deep};`,
});

// Twenty seconds: the stack of the bundler becomes full twice.
test.runIf(isTurn('a bundler that ends', 0, 6))(
  'the terminal shows what a bundler means that does not survive a package, and no trace of it',
  async () => {
    const cwd = makeProject(filesWith(`${'() => '.repeat(100_000)}1`));
    const { stdout, stderr, exitCode } = await run('build', { cwd });
    expect(stderr).toMatch(/^error FW5025: .*\n {2}hint: .*\n1 error\n$/);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
  },
);

test.skipIf(process.platform === 'win32')(
  'a build whose bundler was killed starts another one',
  async () => {
    const root = makeProject(filesWith('1'));
    expect((await bundleProject(root)).kind).toBe('built');
    const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' });
    const bundlers = [...stdout.matchAll(/^ *(\d+) +(\d+) +\S*esbuild/gm)].filter(
      ([, , parent]) => Number(parent) === process.pid,
    );
    expect(bundlers).not.toEqual([]);
    for (const [, pid] of bundlers) process.kill(Number(pid), 'SIGKILL');
    expect((await bundleProject(root)).kind).toBe('built');
  },
);
