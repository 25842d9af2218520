import { describe, expect, test } from 'vitest';
import { matchesWildcards } from './policy.js';

describe('wildcards', () => {
  test.each<[string, string, boolean]>([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['**', 'abc', true],
    ['?', '', false],
    ['?', 'a', true],
    ['?', '*', true],
    ['a*c', 'ac', true],
    ['a*c', 'abcbc', true],
    ['a*c', 'abcb', false],
    ['*b?d*', 'abcbxdz', true],
    ['a.c', 'abc', false],
    ['a+(b)[c]$', 'a+(b)[c]$', true],
    ['a*\n*b', 'a1\n2b', true],
    ['arn:*:/GET/*', 'arn:aws:x/GET/', false],
    ['arn:*/GET/*', 'arn:aws:x/GET/', true],
    ['*a', 'a\u{1F600}', false],
  ])('%j on %j: %s', (pattern, text, isMatch) => {
    expect(matchesWildcards(pattern, text)).toBe(isMatch);
  });

  test('agree with a regular expression on random patterns', () => {
    let state = 7;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
    const textOf = (letters: string, length: number): string =>
      Array.from({ length }, () => letters[random(letters.length)]).join('');
    for (let round = 0; round < 20_000; round++) {
      const pattern = textOf('ab*?', random(7));
      const text = textOf('ab', random(9));
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      expect([pattern, text, matchesWildcards(pattern, text)]).toEqual([
        pattern,
        text,
        expression.test(text),
      ]);
    }
  });

  // With a regular expression, these would never end.
  test.each([
    ['many stars', `${'*a'.repeat(4000)}b`, 'a'.repeat(8000)],
    ['stars alone', `${'*'.repeat(8000)}b`, 'a'.repeat(8000)],
    ['stars and any characters', `${'*?'.repeat(2000)}b`, 'a'.repeat(8000)],
    ['one long part', `*${'a'.repeat(4000)}b`, 'a'.repeat(8000)],
  ])('%s cost no more than the product of both lengths', (_, pattern, text) => {
    expect(matchesWildcards(pattern, text)).toBe(false);
  });
});
