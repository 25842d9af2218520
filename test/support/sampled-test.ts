// Replaces Vitest's `test` in files with long, independent tests: `npm test` runs some of them, and the tests take turns by
// day.
import { test, type TestAPI } from 'vitest';
import { isTurn, sampleOf } from './sample.js';

type SampledTest = {
  (title: string, body: () => void | Promise<void>, timeout?: number): void;
  readonly each: TestAPI['each'];
};

/**
 * Creates a `test` that runs one test out of every `share` tests, and one case out of every `share` cases in a table. `npm run
 * test:full` runs all of them.
 */
export function sampledTest(name: string, share: number): SampledTest {
  let count = 0;
  const sampled = (title: string, body: () => void | Promise<void>, timeout?: number): void => {
    test.runIf(isTurn(name, count++, share))(title, body, timeout);
  };
  const each = (cases: readonly unknown[]): unknown =>
    test.each(sampleOf(`${name} ${count++}`, cases, share));
  return Object.assign(sampled, { each: each as TestAPI['each'] }); // because it returns what that returns
}
