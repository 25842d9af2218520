// Checks the form of properties of a record, which was read from a file.

import { isMapping } from '../../../compiler/json-values.js';

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTextMapping(value: unknown): boolean {
  return isMapping(value) && Object.values(value).every(isText);
}

export function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}
