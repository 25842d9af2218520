// How deployed resources are recognized.
import { expect, test, onTestFinished } from 'vitest';
import { ownDescription, readOwnDescription } from './own-tag.js';
import { createWait } from './run-steps.js';

test('the description of a deployed resource is the text that earlier versions wrote', () => {
  const owner = { app: 'helloworld', stage: 'dev' };
  expect(ownDescription(owner)).toBe('Stage dev of helloworld, made by framework');
  expect(readOwnDescription(ownDescription(owner))).toEqual(owner);
});

// What the steps of a deploy share.

test('any number of steps waits side by side without a warning of Node.js', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): void => void warnings.push(name);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const wait = createWait(new AbortController().signal, undefined);
  await Promise.all(Array.from({ length: 12 }, () => wait(1)));
  expect(warnings).toEqual([]);
});
