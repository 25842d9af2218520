import { expect, test } from 'vitest';
import { placeAt, textAt } from '../../test/support/hand-made-facts.js';
import { placeInText, removeItem, replaceInText, writtenElsewhere } from './static-value.js';

test('a character of a plain literal is found behind its quote', () => {
  expect(placeInText(textAt('/cities/', 10), [7, 8])).toMatchObject({
    start: 18,
    end: 19,
    column: 19,
    endColumn: 20,
  });
});

test('a text that is not written as it reads is pointed at as a whole and has no correction', () => {
  const escaped = { kind: 'string', value: '/a/', at: placeAt(0, 9) } as const;
  expect(placeInText(escaped, [2, 3])).toBe(escaped.at);
  expect(replaceInText(escaped, [2, 3], { title: 'Remove', text: '' })).toBeUndefined();
});

test('a text that a constant stands for is pointed at where it is used and corrected where it is written', () => {
  const path = { ...textAt('/a/', 10), at: placeAt(50, 54) };
  expect(placeInText(path, [2, 3])).toBe(path.at);
  expect(writtenElsewhere(path, [2, 3])).toMatchObject([{ at: { start: 13, end: 14 } }]);
  expect(replaceInText(path, [2, 3], { title: 'Remove', text: '' })?.edits).toEqual([
    { file: 'app.ts', start: 13, end: 14, text: '' },
  ]);
});

test('an item goes with the comma in front of it, the first with the comma behind it', () => {
  const list = {
    kind: 'list',
    items: [textAt('GET', 1), textAt('OPTIONS', 8)],
    at: placeAt(0, 18),
  } as const;
  expect(removeItem(list, 1)?.edits).toEqual([{ file: 'app.ts', start: 6, end: 17, text: '' }]);
  expect(removeItem(list, 0)?.edits).toEqual([{ file: 'app.ts', start: 1, end: 8, text: '' }]);
});

test('an item that is written elsewhere is not taken out', () => {
  const list = { kind: 'list', items: [textAt('GET', 100)], at: placeAt(0, 10) } as const;
  expect(removeItem(list, 0)).toBeUndefined();
});
