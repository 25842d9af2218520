// `keyof`.
import {
  lazy,
  literal,
  meaning,
  NEVER,
  NUMBER,
  refuse,
  TEXT,
  type Lazy,
  type Meaning,
  type MeaningOf,
  type NodePlace,
} from './meaning.js';
import { intersection } from './intersections.js';
import { NO_KEYS } from './refusals.js';
import { unionOf } from './unions.js';

export function keysOf(type: Meaning, at: NodePlace): Meaning {
  switch (type.kind) {
    case 'refused':
      return type;
    case 'never':
    case 'any':
      return refuse(at, NO_KEYS);
    case 'unknown':
    case 'null':
    case 'undefined':
    case 'void':
      return NEVER;
    case 'object':
      return unionOf([...keysOfObject(type), ...type.indexes.flatMap(keysOfIndex)]);
    case 'union':
      return type.of
        .map((member) => keysOf(member, at))
        .reduce((left, right) => intersection(left, right, at));
    default:
      return refuse(at, NO_KEYS);
  }
}

/** The names of the properties as types. */
export function keysOfObject({ properties }: MeaningOf<'object'>): readonly Meaning[] {
  return [...properties].map(([name, { isNumeric }]) => literal(isNumeric ? Number(name) : name));
}

/** A text as a name is also a number. */
function keysOfIndex({ pattern }: { readonly pattern?: string }): readonly Meaning[] {
  return pattern === undefined ? [TEXT, NUMBER] : [meaning({ kind: 'text', templates: [pattern] })];
}

/** A type with which an index signature is asked for. */
export function indexKey({ pattern }: { readonly pattern?: string }): Meaning {
  return pattern === undefined ? TEXT : meaning({ kind: 'text', templates: [pattern] });
}

export function always(type: Meaning): Lazy<Meaning> {
  return lazy(() => type);
}
