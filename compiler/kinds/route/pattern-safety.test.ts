// Which patterns may run on what clients send.
import { expect, test } from 'vitest';
import { isSafePattern } from 'redos-detector';
import { isPlain, patternState } from './pattern-safety.js';

const PLAIN = [
  '^[A-Z]{2}$',
  '^[A-Z]{3}-[0-9]+$',
  '^[0-9]{4}$',
  '^v\\d{1,3}$',
  '^[\\w.-]+$',
  '^[^@]*$',
  '^#[0-9a-f]{6}$',
  '^a+?b',
  '^$',
  '^é+$',
  '^\\[x\\]{2,}y$',
];

test.each(PLAIN)('takes %s as it is', (pattern) => {
  expect(isPlain(pattern)).toBe(true);
  expect(isSafePattern(pattern, { unicode: true, maxScore: 50, timeout: Infinity }).safe).toBe(
    true,
  );
});

test.each([
  '[a-z]+$',
  '^a+a+$',
  '^(a+)+$',
  '^(a|a)*$',
  '^a|b$',
  '^.*$',
  '^[^@]+@[^@]+$',
  '^\\1$',
  '^a{1000}$',
  '^a{2,}{3}$',
  '^a*a{999}$',
  '^[[]+$',
  '^a+\\$*$',
])('has %s judged', (pattern) => {
  expect(isPlain(pattern)).toBe(false);
});

test('judges what is not plain', () => {
  expect(patternState('^(a+)+$')).toBe('unsafe');
  expect(patternState('^[^@]+@[^@]+$')).toBe('safe');
  expect(patternState('^a{2,}{3}$')).toBe('invalid');
  expect(patternState('^[z-a]$')).toBe('invalid');
});
