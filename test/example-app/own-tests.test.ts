// The tests of the example itself, run as its author runs them.
import { afterAll, expect, test } from 'vitest';
import { runVitest } from '../vite/vitest-project.js';
import { copyExample } from './example-copy.js';
import { isTurn } from '../support/sample.js';

const example = copyExample();
afterAll(example.remove);

test.runIf(isTurn('long pages', 2, 3))('its own tests pass', async () => {
  const { output, exitCode } = await runVitest(example.directory);
  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/Tests +3\d passed/);
});
