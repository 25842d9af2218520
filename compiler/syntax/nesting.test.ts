// The guard in front of the parser.
import { expect, test } from 'vitest';
import { findDeepNesting } from './nesting.js';

test.each([
  ['ordinary code', 'f([{ a: (1) }]);\n'.repeat(500), undefined],
  ['many brackets, each closed', '(())[]{}'.repeat(1000), undefined],
  ['a long text without brackets', `/* ${'licence '.repeat(1000)} */`, undefined],
  ['many that are open, but not too many', '{ '.repeat(999), undefined],
  ['too many that are open', 'f({ '.repeat(500), 1],
  ['too many in the middle', `${'f();\n'.repeat(300)}${'['.repeat(1000)}`, 1500],
  ['too many of all kinds, closed behind', `${'([{'.repeat(400)}${'}])'.repeat(400)}`, 0],
])('%s', (_, text, expected) => {
  expect(findDeepNesting(text)).toBe(expected);
});
