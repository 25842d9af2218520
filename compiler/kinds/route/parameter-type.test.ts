import { describe, expect, test } from 'vitest';
import { refusesText } from './parameters.js';

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
