// Returns the keys of an object type, as types.
import {
  literal,
  meaning,
  NUMBER,
  TEXT,
  type Meaning,
  type MeaningOf,
  type MeantIndex,
} from './meaning.js';
import { unionOf } from './unions.js';

export function keysOfObject(type: MeaningOf<'object'>): Meaning {
  return type.keys ?? unionOf([...propertyNames(type), ...type.indexes.flatMap(keysOfIndex)]);
}

function propertyNames({ properties }: MeaningOf<'object'>): readonly Meaning[] {
  return [...properties].map(
    ([name, { isNumeric, name: own }]) => own ?? literal(isNumeric ? Number(name) : name),
  );
}

/** Returns the keys of an index signature. As in TypeScript, `keyof` of a string signature includes `number`. */
function keysOfIndex({ pattern, isOfEnum }: MeantIndex): readonly Meaning[] {
  if (isOfEnum) return [];
  return pattern === undefined ? [TEXT, NUMBER] : [meaning({ kind: 'text', templates: [pattern] })];
}

/** Returns the keys that a mapped type visits: each property and each index signature. */
export function mappedKeysOf(type: MeaningOf<'object'>): readonly Meaning[] {
  const indexes = type.indexes.map(({ pattern, isOfEnum }) =>
    isOfEnum
      ? NUMBER
      : pattern === undefined
        ? TEXT
        : meaning({ kind: 'text', templates: [pattern] }),
  );
  return [...propertyNames(type), ...indexes];
}
