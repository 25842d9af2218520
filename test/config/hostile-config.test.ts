// Configuration files that no person would write: they are rejected with a code and a location, quickly.
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../cli/config/load-config.js';
import { renderPlain } from '../../cli/terminal/plain-diagnostics.js';
import { filesInMemory } from '../support/memory-files.js';
import { sampleOf } from '../support/sample.js';

/** Returns the number of diagnostics, and the first ones, each as its first line. */
function load(text: string, stage = 'dev'): { count: number; first: readonly string[] } {
  const files = filesInMemory({ '.framework/config.json': text });
  const { diagnostics } = loadConfig({ root: '/project', files }, stage);
  const shown = diagnostics
    .slice(0, 3)
    .map((one) => renderPlain([one], { readText: () => text }).split('\n')[0] ?? '');
  return { count: diagnostics.length, first: shown };
}

/** Creates a mapping with the given number of entries, as JSON. */
function mapping(count: number, entry: (index: number) => string): string {
  return `{${Array.from({ length: count }, (_, index) => entry(index)).join(',')}}`;
}

describe('nesting', () => {
  test.each([3000, 100_000])('%d lists in each other', (levels) => {
    const text = `{"tags": ${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(load(text).first).toEqual([
      expect.stringMatching(/^\.framework\/config\.json:1:\d+: error FW\d+: .*nest/),
    ]);
  });

  test.each([3000, 100_000])('%d mappings in each other', (levels) => {
    const text = `${'{"stages":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(load(text).count).toBe(1);
  });

  test('brackets in a string nest nothing', () => {
    const text = JSON.stringify({ environment_variables: { AB: '[{'.repeat(500) } });
    expect(load(text)).toEqual({ count: 0, first: [] });
  });
});

// If the work grew with the square of the size, each of these would take minutes.
describe('fifty thousand', () => {
  const MANY = 50_000;
  const ENTRIES: readonly (readonly [string, (index: number) => string])[] = [
    ['right variables', (index) => `"V${String(index)}": "x"`],
    ['variables that are no strings', (index) => `"V${String(index)}": 1`],
    ['variables with wrong names', (index) => `"-${String(index)}": "x"`],
    ['variables of one name', () => '"V": "x"'],
  ];

  test.each(sampleOf('fifty thousand', ENTRIES, 4))('%s', { timeout: 60_000 }, (_, entry) => {
    const { count, first } = load(`{"environment_variables":\n${mapping(MANY, entry)}}`);
    expect(first[0]).toMatch(/^\.framework\/config\.json:[12]:\d+: error FW\d+: /);
    expect(count).toBeLessThanOrEqual(201);
  });

  test('unknown keys', { timeout: 60_000 }, () => {
    const { count, first } = load(mapping(MANY, (index) => `"k${String(index)}": 1`));
    expect(first[0]).toMatch(/error FW1103: /);
    expect(count).toBe(100);
  });
});

test('half a million variables are not even read', () => {
  const text = `{"environment_variables": ${mapping(500_000, (index) => `"V${String(index)}": "x"`)}}`;
  expect(load(text)).toEqual({
    count: 1,
    first: [
      '.framework/config.json:1:1: error FW1133: The configuration has more than 1,000,000 characters, so it is not read.',
    ],
  });
});

describe('keys that every object has', () => {
  const NAMES = ['__proto__', 'constructor', 'toString'];
  const at = (path: string, name: string): string => path.replace('$', `"${name}": {"a": "b"}`);

  test.each(
    NAMES.flatMap((name) =>
      ['{$}', '{"stages": {"dev": {$}}}', '{"lambda_functions": {"f": {$}}}'].map(
        (path) => [name, path] as const,
      ),
    ),
  )('%s in %s is unknown', (name, path) => {
    const { first } = load(at(path, name));
    expect(first).toEqual([expect.stringContaining(`\`${name}\``)]);
    expect(first[0]).toMatch(/error FW1103: /);
  });

  test.each(['__proto__', 'constructor', 'prototype'])(
    "%s as a name of one's own is refused, never lost",
    (name) => {
      for (const key of ['stages', 'lambda_functions', 'environment_variables', 'tags']) {
        const { first } = load(at(`{"${key}": {$}}`, name));
        expect(first).toEqual([expect.stringContaining('error FW1103: ')]);
      }
    },
  );

  test('toString is a name like any other', () => {
    const named = '"toString": "x"';
    const text = `{"environment_variables": {${named}}, "tags": {${named}}, "stages": {"toString": {}}}`;
    expect(load(text, 'toString')).toEqual({ count: 0, first: [] });
  });
});
