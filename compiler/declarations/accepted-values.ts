// Whether a JSON value has a type, in the simplest possible implementation. It checks the patterns of template literal types,
// because TypeScript knows them, and no other rules.
import { isMapping } from '../json-values.js';
import type { Type, TypeDefinitions } from './declared-type.js';

export type AcceptReading = {
  readonly definitions: TypeDefinitions;
  /**
   * TypeScript assigns strings and lists to an object type without required properties. Here only JSON objects are accepted.
   */
  readonly isLoose?: true;
};

export function accepts(reading: AcceptReading, type: Type, value: unknown): boolean {
  switch (type.kind) {
    case 'unknown':
      return true;
    case 'never':
    case 'undefined':
      return false;
    case 'null':
      return value === null;
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return (
        typeof value === 'string' &&
        (type.rules?.patterns ?? []).every((pattern) => new RegExp(pattern, 'u').test(value))
      );
    case 'number':
      return typeof value === 'number';
    case 'literal':
      return value === type.value;
    case 'list':
      return Array.isArray(value) && value.every((item) => accepts(reading, type.of, item));
    case 'tuple':
      return acceptsTuple(reading, type, value);
    case 'object':
      return acceptsObject(reading, type, value);
    case 'union':
      return type.of.some((member) => accepts(reading, member, value));
    case 'named': {
      const definition = reading.definitions.get(type.key);
      if (!definition) throw new Error(`no definition of ${type.key}`);
      return accepts(reading, definition.type, value);
    }
    case 'schema':
      return accepts(reading, type.document, value);
    case 'date':
    case 'bytes':
      return false;
  }
}

function acceptsTuple(
  reading: AcceptReading,
  { items, rest }: Type & { readonly kind: 'tuple' },
  value: unknown,
): boolean {
  if (!Array.isArray(value)) return false;
  const required = items.filter(({ isOptional }) => !isOptional).length;
  if (value.length < required || (!rest && value.length > items.length)) return false;
  return value.every((item, index) => {
    const type = items[index]?.type ?? rest;
    return type !== undefined && accepts(reading, type, item);
  });
}

function acceptsObject(
  reading: AcceptReading,
  { properties, indexes = [] }: Type & { readonly kind: 'object' },
  value: unknown,
): boolean {
  if (!isMapping(value)) {
    const asksNothing = indexes.length === 0 && properties.every(({ isOptional }) => isOptional);
    return reading.isLoose === true && value !== null && asksNothing;
  }
  const names = new Set(properties.map(({ name }) => name));
  const own = Object.keys(value);
  return (
    properties.every(({ name, type, isOptional }) =>
      Object.hasOwn(value, name) ? accepts(reading, type, value[name]) : isOptional,
    ) &&
    own
      .filter((name) => !names.has(name))
      .every((name) =>
        indexes
          .filter(({ patterns }) => patterns.every((one) => new RegExp(one, 'u').test(name)))
          .every(({ type }) => accepts(reading, type, value[name])),
      )
  );
}
