// Completes values for TypeScript, to compare `accepts` with the checker.
import { isMapping } from '../../json-values.js';
import {
  type Type,
  accepts,
  type AcceptReading as Reading,
} from '../../declarations/declared-type.js';

/**
 * Returns the value with `undefined` for properties that may be absent. JSON has no `undefined`, so for a property `a: T |
 * undefined` we accept a value without the property, but TypeScript does not.
 */
export function completed(reading: Reading, type: Type, value: unknown): unknown {
  switch (type.kind) {
    case 'named': {
      const definition = reading.definitions.get(type.key);
      return definition ? completed(reading, definition.type, value) : value;
    }
    case 'union':
      return type.of
        .filter((member) => accepts(reading, member, value))
        .reduce((filled, member) => completed(reading, member, filled), value);
    case 'list':
      return Array.isArray(value)
        ? value.map((item: unknown) => completed(reading, type.of, item))
        : value;
    case 'tuple':
      return Array.isArray(value)
        ? value.map((item: unknown, index) => {
            const part = type.items[index]?.type ?? type.rest;
            return part ? completed(reading, part, item) : item;
          })
        : value;
    case 'object':
      return isMapping(value) ? completedObject(reading, type, value) : value;
    default:
      return value;
  }
}

function completedObject(
  reading: Reading,
  { properties, indexes = [] }: Type & { readonly kind: 'object' },
  value: Readonly<Record<string, unknown>>,
): unknown {
  const filled: Record<string, unknown> = { ...value };
  for (const { name, type, isOptional } of properties) {
    if (Object.hasOwn(value, name)) filled[name] = completed(reading, type, value[name]);
    else if (isOptional) filled[name] = undefined;
  }
  for (const { type } of indexes) {
    for (const name of Object.keys(value)) {
      if (!properties.some((property) => property.name === name))
        filled[name] = completed(reading, type, value[name]);
    }
  }
  return filled;
}
