// What the steps of a deploy share.
import { expect, onTestFinished, test } from 'vitest';
import { createWait } from './run-steps.js';

test('any number of steps waits side by side without a warning of Node.js', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const wait = createWait(new AbortController().signal, undefined);
  await Promise.all(Array.from({ length: 12 }, () => wait(1)));
  expect(warnings).toEqual([]);
});
