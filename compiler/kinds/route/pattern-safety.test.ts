// Which patterns may run on strings from clients.
import { expect, test, describe } from 'vitest';
import { isSafePattern } from 'redos-detector';
import { isPlain, linearForm, longestText, patternState } from './pattern-safety.js';
import { stepsOf } from './pattern-steps.fixture.js';
import { createRandom, type Random } from '../../../test/support/random.js';
import { sampleOf } from '../../../test/support/sample.js';
import { refusesText } from './parameters.js';

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

test.each([
  ['(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}', '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}', 1000],
  ['(?<=a+)b', '(?<=a)b', 1000],
  ['^(?:(?!.*--)[a-z-])+$', '^(?!.*--)(?:[a-z-])+$', 1000],
  ['a+b', '^a+b', 1000],
  ['a+(?=.*b)x', '^(?=.*b)a+x', 100],
  ['^.*(?=a+b)', undefined, 1000],
  ['^(a+)+$', undefined, undefined],
  ['(?<=(a+)+)b', undefined, undefined],
])('refuses %s, and names the linear form', (pattern, linear, longest) => {
  expect(patternState(pattern)).toBe('unsafe');
  expect(linearForm(pattern)).toBe(linear);
  expect(longestText(pattern)).toBe(longest);
  expect(patternState(pattern, longest ?? 1)).toBe(longest === undefined ? 'unsafe' : 'safe');
  expect(patternState(pattern, (longest ?? 1) + 1)).toBe('unsafe');
});

test.each([
  '^(?=.*\\d)(?=.*[a-z])(?=.*[A-Z]).{8,}$',
  '^(?!.*--)[a-z-]+$',
  '^[^@]+@(?!.*\\.\\.)[^@]+$',
  '^(?:(?!\\.\\.).)*$',
  '^.{8,}(?<!\\s)$',
  '^(?<year>\\d{4})-(?<month>\\d{2})$',
  '^(?=([a-z]+))\\1-$',
])('accepts %s, whose lookarounds are tried a limited number of times', (pattern) => {
  expect(patternState(pattern)).toBe('safe');
});

const CHARACTERS = ['a', 'b', '-', '[ab]', '.'] as const;
const REPEATED = ['', '', '+', '*', '?', '{1,3}'] as const;

function randomWord(random: Random): string {
  const part = (): string => random.pick(CHARACTERS) + random.pick(REPEATED);
  return part() + random.pick([part, () => ''])();
}

/** Creates a realistic pattern: lookarounds at the start, between and inside repetitions. */
function randomPattern(random: Random): string {
  const look = `(${random.pick(['?=', '?!', '?<=', '?<!'])}${random.pick(['', '.*'])}${randomWord(random)})`;
  const word = randomWord(random);
  const other = randomWord(random);
  const middle = random.pick([
    `${look}${word}`,
    `${word}${look}${other}`,
    `(?:${look}${word})+`,
    `(?:${word}|${look}${other})*`,
    `${word}(?:${look}|b)${other}`,
  ]);
  return `${random.pick(['^', '^', ''])}${middle}${random.pick(['$', ''])}`;
}

const WORDS = ['a', 'b', '-', 'ab', 'a-', 'ab-', 'aab'];

/** Returns the maximum number of steps for strings that repeat a word and then end differently. */
function mostSteps(pattern: string, length: number): number {
  const texts = WORDS.flatMap((word) =>
    ['', 'a', 'b-', '!'].map((end) => word.repeat(length / word.length) + end),
  );
  return Math.max(...texts.map((text) => stepsOf(pattern, text).steps));
}

test('accepts only patterns whose steps grow with the length of the text', () => {
  const random = createRandom(25);
  const patterns = Array.from({ length: 40 }, () => randomPattern(random));
  const accepted = patterns.filter((pattern) => patternState(pattern) === 'safe');
  expect(accepted.length).toBeGreaterThan(10);
  const tried = sampleOf('patterns that are accepted', accepted, 10);
  const slow = tried.filter((p) => mostSteps(p, 192) > 2.8 * mostSteps(p, 96));
  expect(slow).toEqual([]);
}, 60_000);

describe('types that no text has', () => {
  test.each([
    'number',
    'boolean',
    'Date',
    'string[]',
    'readonly string[]',
    'Array<string>',
    'Record<string, string>',
    '{ id: string }',
    '[string, string]',
    '() => string',
    'new () => Date',
    '42',
    'number | undefined',
    'number | boolean',
    '(number | bigint)',
    'Map<string, "a" | "b">',
    'null | Date',
  ])('%s', (type) => {
    expect(refusesText(type)).toBe(true);
  });
});

describe('types that a text may have', () => {
  test.each([
    'string',
    'unknown',
    'any',
    'string | number',
    'string | undefined',
    "'a' | 'b'",
    '"()=>" | 7',
    'City',
    'T',
    'Cities.Name',
    'Lowercase<string>',
    '`v${number}`',
    '(string)',
    '(string | number) | Date',
    'string & { readonly brand: true }',
    'undefined',
  ])('%s', (type) => {
    expect(refusesText(type)).toBe(false);
  });
});
