// The benchmark runs, with counts too small to measure anything: every row except the slow one, or a sample of them.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isFull, sampleOf } from '../support/sample.js';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** How the title of each row begins, by its name. */
const TITLES: Readonly<Record<string, string>> = {
  extraction: 'Extraction',
  policy: 'Policy of an application with ten services',
  openapi: 'OpenAPI document',
  inputs: 'Inputs: check of 20 routes',
  validation: 'Validation of one rich body',
  'input-bundle': 'Typed input in a bundle',
  deploy: 'Deploys to the test cloud',
  bundle: 'Bundle',
  size: 'Bundle size',
  cold: 'Cold start',
  'cold-1000': 'Cold start',
  warm: 'Warm',
  'warm-1000': 'Warm',
  middleware: 'Middleware',
  stream: 'A streaming route',
  heap: 'Heap',
  local: 'Local server',
  reload: 'Edit to new response',
  'real-reload': 'Edit to new response: 16 routes',
  types: 'Types of 20 routes',
  help: 'Help',
};

test('the rows of the benchmark run and check their answers', async () => {
  const names = sampleOf('rows of the benchmark', Object.keys(TITLES), 21);
  const { stdout } = await bench('--quick', ...(isFull ? [] : names));
  const titles = [...stdout.matchAll(/^### ([^(\n,]+)/gm)].map(([, title = '']) => title.trim());
  expect(titles).toEqual([...names.map((name) => TITLES[name]), 'Against the targets']);
}, 600_000);

test('a name that is no benchmark is refused with the list', async () => {
  const listed = [...Object.keys(TITLES), 'instructions'].map((name) => `  ${name} `);
  await expect(bench('colld')).rejects.toMatchObject({
    code: 2,
    stderr: 'no benchmark colld\n\n',
    stdout: expect.toSatisfy(
      (list: string) =>
        listed.every((name) => list.includes(name)) &&
        list.trim().split('\n').length === listed.length + 2,
    ) as unknown,
  });
});

function bench(...argv: readonly string[]): Promise<{ readonly stdout: string }> {
  return promisify(execFile)(process.execPath, ['bench/run.mjs', ...argv], { cwd: REPOSITORY });
}
