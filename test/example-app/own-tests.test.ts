// The tests of the example itself, run as its author runs them.
import { afterAll, expect, test } from 'vitest';
import { runVitest } from '../vite/vitest-project.js';
import { copyExample } from './example-copy.js';
import { isFull, isTurn } from '../support/sample.js';

const example = copyExample();
afterAll(example.remove);

test.runIf(isTurn('long pages', 2, 3))('its own tests pass', async () => {
  // By default, each of its files loads its application again, in a process of its own.
  const options = isFull ? [] : ['--no-isolate', '--maxWorkers=1'];
  const { output, exitCode } = await runVitest(example.directory, options);
  expect(exitCode, output).toBe(0);
  expect(output).toMatch(/Tests +3\d passed/);
});
