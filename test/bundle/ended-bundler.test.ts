import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../support/run.js';
import { bundleProject } from './bundle-project.js';
import { makeProject } from './temporary-project.js';

const DEEP = 100_000;

const FILES = {
  'package.json': '{ "name": "hello", "type": "module" }',
  'app.ts': `import { Framework } from 'framework';
import deep from 'deep';
export const app = new Framework({ appName: 'hello' });
export const index = app.route('/')(() => typeof deep);
`,
  'node_modules/deep/package.json': '{ "name": "deep", "type": "module", "main": "index.js" }',
  'node_modules/deep/index.js': `export default ${'() => '.repeat(DEEP)}1;`,
};

test('the terminal shows what it means, and no trace of the bundler', async () => {
  const { stdout, stderr, exitCode } = await run('build', { cwd: makeProject(FILES) });
  expect(stderr).toMatch(/^error FW5025: .*\n {2}hint: .*\n1 error\n$/);
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 });
});

test('a package that the bundler cannot survive is told, and the next build has another bundler', async () => {
  const root = makeProject(FILES);
  const failed = await bundleProject(root);
  expect(failed.diagnostics.map(({ code }) => code)).toEqual(['FW5025']);

  writeFileSync(join(root, 'node_modules/deep/index.js'), 'export default 1;');
  expect((await bundleProject(root)).kind).toBe('built');
});
