// Replaces Vitest's `test` in files of long, independent tests: `npm test` tries some of them, and days take turns.
import { test, type TestAPI } from 'vitest';
import { isTurn, sampleOf } from './sample.js';

type SampledTest = {
  (title: string, body: () => void | Promise<void>, timeout?: number): void;
  readonly each: TestAPI['each'];
};

/** Creates a `test` that tries one test in `share`, and one case in `share` of a table. `npm run test:full` tries all. */
export function sampledTest(name: string, share: number): SampledTest {
  let count = 0;
  const sampled = (title: string, body: () => void | Promise<void>, timeout?: number): void => {
    test.runIf(isTurn(name, count++, share))(title, body, timeout);
  };
  const each = (cases: readonly unknown[]): unknown =>
    test.each(sampleOf(`${name} ${count++}`, cases, share));
  return Object.assign(sampled, { each: each as TestAPI['each'] }); // because it returns what that returns
}
