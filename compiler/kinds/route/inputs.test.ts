// How the values of one name can be read.
import { expect, test } from 'vitest';
import type { Type } from '../../declarations/declared-type.js';
import { ambiguityOf, isReadFromTexts } from './inputs.js';

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

const FLAG: Type = { kind: 'boolean' };
const textOf = (...patterns: readonly string[]): Type => ({ kind: 'text', rules: { patterns } });

test.each<[string, string | undefined, readonly Type[]]>([
  ['any text or a number', 'a number', [TEXT, INTEGER]],
  ['any text or 1', 'a number', [TEXT, { kind: 'literal', value: 1 }]],
  ['lists of both', 'a number', [listOf({ kind: 'union', of: [TEXT, INTEGER] })]],
  ['a text of digits or a number', 'a number', [textOf('^[0-9]+$'), INTEGER]],
  ['a long text or a number', 'a number', [{ kind: 'text', rules: { minLength: 40 } }, INTEGER]],
  ['the text 1e2 or a number', 'a number', [{ kind: 'literal', value: '1e2' }, INTEGER]],
  ['any text or a flag', 'true or false', [TEXT, FLAG]],
  ['a name or a number', undefined, [ALL, INTEGER]],
  ['a text of letters or a number', undefined, [textOf('^[a-z]+$'), INTEGER]],
  ['a day or a number', undefined, [{ kind: 'text', rules: { format: 'date' } }, INTEGER]],
  ['a name, a number or a flag', undefined, [ALL, INTEGER, FLAG]],
  ['texts', undefined, [TEXT, textOf('a')]],
])('%s: may be both, %s', (_, other, of) => {
  expect(ambiguityOf({ kind: 'union', of }, new Map())).toBe(other);
});
