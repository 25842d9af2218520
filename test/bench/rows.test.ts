// The benchmark runs: every row but the slow one, with counts too small to measure anything.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

test('every row of the benchmark runs and checks its answers', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['bench/run.mjs', '--quick'], {
    cwd: REPOSITORY,
  });
  const titles = [...stdout.matchAll(/^### ([^(\n,]+)/gm)].map(([, title = '']) => title.trim());
  expect(titles).toMatchInlineSnapshot(`
    [
      "Extraction",
      "Policy of an application with ten services",
      "OpenAPI document",
      "Inputs: check of 20 routes",
      "Validation of one rich body",
      "Typed input in a bundle",
      "Deploys to the test cloud",
      "Bundle",
      "Bundle size",
      "Cold start",
      "Cold start",
      "Warm",
      "Warm",
      "Middleware",
      "Heap",
      "Local server",
      "Edit to new answer",
      "Edit to new answer: 16 routes",
      "Types of 20 routes",
      "Help",
      "Against the targets",
    ]
  `);
}, 600_000);

test('a name that is no benchmark is refused with the list', async () => {
  const run = promisify(execFile)(process.execPath, ['bench/run.mjs', 'colld'], {
    cwd: REPOSITORY,
  });
  await expect(run).rejects.toMatchObject({ code: 2, stderr: 'no benchmark colld\n\n' });
});
