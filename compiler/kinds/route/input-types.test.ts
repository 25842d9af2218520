// What the texts of one name can be read as.
import { expect, test } from 'vitest';
import type { Type } from '../../declarations/declared-type.js';
import { isReadFromTexts } from './input-types.js';

const TEXT: Type = { kind: 'text' };
const INTEGER: Type = { kind: 'number', rules: { isInteger: true } };
const ALL: Type = { kind: 'literal', value: 'all' };
const listOf = (of: Type, minItems?: number): Type => ({
  kind: 'list',
  of,
  ...(minItems !== undefined && { rules: { minItems } }),
});

test.each<[string, boolean, readonly Type[]]>([
  ['a list or one of its items', true, [TEXT, listOf(TEXT)]],
  ['a list of some or one of them', true, [ALL, listOf({ kind: 'union', of: [ALL, INTEGER] })]],
  ['a list or null', true, [{ kind: 'null' }, listOf(INTEGER)]],
  ['a list or a text that none of its items is', false, [ALL, listOf(INTEGER)]],
  ['a list of several or one text', false, [TEXT, listOf(TEXT, 2)]],
  ['one of two lists', false, [listOf(TEXT), listOf(INTEGER)]],
])('%s: %s', (_, isRead, of) => {
  expect(isReadFromTexts({ kind: 'union', of }, new Map())).toBe(isRead);
});
