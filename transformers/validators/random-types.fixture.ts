// Random types, and random values that mostly match them.
import type { Property, Type, TypeDefinition } from '../../compiler/declarations/declared-type.js';

export type Random = {
  readonly below: (limit: number) => number;
  readonly isLucky: (chance: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
};

/** Creates a generator that returns the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    isLucky: (chance) => next() < chance,
    pick: (items) => items[below(items.length)] as (typeof items)[number], // because no list here is empty
  };
}

// `__proto__` is not in the list, because ajv ignores it in schemas.
const NAMES = ['a', 'b', 'kind', 'a/b', 'x~y', 'toString', 'constructor', 'item-1'];
const TEXTS = ['', 'a', 'ab', 'abc', '\u{1f600}', '\u{1f600}\u{1f600}b', 'x-1', 'NO', '5', 'true'];
const NUMBERS = [0, -0, 1, 2, 3, 5, -1, 0.5, 1.5, 10, 1e9, -7];

export type RandomTypes = {
  readonly type: Type;
  readonly definitions: ReadonlyMap<string, TypeDefinition>;
};

/** Creates a type and the named types that it uses, which may contain each other. */
export function randomTypes(random: Random): RandomTypes {
  const at = { file: 'a.ts', start: 0, end: 0, line: 1, column: 1, endLine: 1, endColumn: 1 };
  const keys = ['A', 'B', 'C'].slice(0, random.below(4));
  const definitions = new Map<string, TypeDefinition>();
  for (const key of keys) {
    // Each named type is an object, so that no name refers only to itself.
    definitions.set(key, { name: key, type: objectType(random, { depth: 2, keys }), at });
  }
  return { type: randomType(random, { depth: 4, keys }), definitions };
}

type Around = { readonly depth: number; readonly keys: readonly string[] };

function randomType(random: Random, around: Around): Type {
  const { depth, keys } = around;
  const inner = { keys, depth: depth - 1 };
  if (depth <= 0 || random.isLucky(0.35)) return scalarType(random);
  if (keys.length > 0 && random.isLucky(0.25)) return { kind: 'named', key: random.pick(keys) };
  switch (random.below(5)) {
    case 0: {
      const of = randomType(random, inner);
      // Only lists of comparable items must be unique, because ajv also compares the inherited members of objects.
      const isComparable = of.kind !== 'named' && !('of' in of) && !('items' in of);
      const isUnique = isComparable && of.kind !== 'object' && random.isLucky(0.5);
      return {
        kind: 'list',
        of,
        rules: {
          ...(random.isLucky(0.3) && { minItems: random.below(3) }),
          ...(random.isLucky(0.3) && { maxItems: random.below(4) }),
          ...(isUnique && of.kind !== 'unknown' && { uniqueItems: true }),
        },
      };
    }
    case 1: {
      const required = random.below(3);
      const items = Array.from({ length: required + random.below(2) }, (_, index) => ({
        type: randomType(random, inner),
        isOptional: index >= required,
      }));
      return {
        kind: 'tuple',
        items,
        ...(random.isLucky(0.3) && { rest: randomType(random, inner) }),
      };
    }
    case 2:
      return unionType(random, inner);
    default:
      return objectType(random, inner);
  }
}

function objectType(random: Random, around: Around): Type {
  const names = NAMES.filter(() => random.isLucky(0.3));
  const properties = names.map((name): Property => {
    return { name, type: randomType(random, around), isOptional: random.isLucky(0.5) };
  });
  if (random.isLucky(0.75)) return { kind: 'object', properties };
  const type = scalarType(random);
  const patterns = random.isLucky(0.5) ? ['^x-'] : [];
  // TypeScript requires that declared properties match an index signature.
  const own = patterns.length > 0 ? properties : properties.map((one) => ({ ...one, type }));
  return { kind: 'object', properties: own, indexes: [{ patterns, type }] };
}

function unionType(random: Random, around: Around): Type {
  if (random.isLucky(0.3)) {
    const kinds = ['a', 'b', 'NO'].slice(0, 2 + random.below(2));
    return {
      kind: 'union',
      of: kinds.map((value): Type => {
        const kind: Property = {
          name: 'kind',
          type: { kind: 'literal', value },
          isOptional: false,
        };
        const object = objectType(random, around);
        const properties = object.kind === 'object' ? object.properties : [];
        return {
          kind: 'object',
          properties: [kind, ...properties.filter(({ name }) => name !== 'kind')],
        };
      }),
    };
  }
  const members = Array.from({ length: 2 + random.below(3) }, () => randomType(random, around));
  return { kind: 'union', of: members.flatMap((one) => (one.kind === 'union' ? one.of : [one])) };
}

function scalarType(random: Random): Type {
  switch (random.below(9)) {
    case 0:
      return { kind: 'boolean' };
    case 1:
      return { kind: 'null' };
    case 2:
      return { kind: 'literal', value: random.pick([...TEXTS, 1, 2, 5, true, false]) };
    case 3:
      return random.isLucky(0.3) ? { kind: 'unknown' } : { kind: 'text' };
    case 4:
    case 5:
      return {
        kind: 'text',
        rules: {
          ...(random.isLucky(0.5) && { minLength: random.below(4) }),
          ...(random.isLucky(0.5) && { maxLength: random.below(4) }),
          ...(random.isLucky(0.3) && { patterns: [random.pick(['^[A-Z]{2}$', 'a', '^x-', '/'])] }),
        },
      };
    case 6:
      return { kind: 'number' };
    default:
      return {
        kind: 'number',
        rules: {
          ...(random.isLucky(0.5) && { isInteger: true }),
          ...(random.isLucky(0.3) && { minimum: random.pick([-1, 0, 1]) }),
          ...(random.isLucky(0.3) && { maximum: random.pick([1, 3, 10]) }),
          ...(random.isLucky(0.2) && { exclusiveMinimum: 0 }),
          ...(random.isLucky(0.2) && { exclusiveMaximum: 5 }),
          ...(random.isLucky(0.2) && { multipleOf: random.pick([1, 2, 0.5]) }),
        },
      };
  }
}

/** Creates a value for a type, in which each part is wrong with a probability of one in eight. */
export function randomValue(random: Random, type: Type, { definitions }: RandomTypes): unknown {
  let left = 60;
  const make = (of: Type): unknown => {
    left -= 1;
    if (left < 0 || random.isLucky(0.04)) return anyValue(random, 2);
    switch (of.kind) {
      case 'named':
        return make(definitions.get(of.key)?.type ?? { kind: 'null' });
      case 'object': {
        const entries = of.properties
          .filter(({ isOptional }) => random.isLucky(isOptional ? 0.5 : 0.97))
          .map((property) => [property.name, make(property.type)] as const);
        const more = (of.indexes ?? [])
          .filter(() => random.isLucky(0.5))
          .map((index) => [index.patterns.length > 0 ? 'x-1' : 'other', make(index.type)] as const);
        return Object.fromEntries([...entries, ...more]);
      }
      case 'list': {
        const { minItems = 0, maxItems = 4 } = of.rules ?? {};
        const length = random.isLucky(0.8) ? Math.max(minItems, random.below(maxItems + 1)) : 3;
        return Array.from({ length }, () => make(of.of));
      }
      case 'tuple':
        return [
          ...of.items
            .filter(({ isOptional }) => !isOptional || random.isLucky(0.5))
            .map((item) => make(item.type)),
          ...(of.rest && random.isLucky(0.5) ? [make(of.rest)] : []),
        ];
      case 'union':
        return make(random.pick(of.of));
      case 'literal':
        return of.value;
      case 'boolean':
        return random.isLucky(0.5);
      case 'text':
        return random.pick(TEXTS);
      case 'number':
        return random.pick(NUMBERS);
      case 'null':
        return null;
      default:
        return anyValue(random, 1);
    }
  };
  return make(type);
}

function anyValue(random: Random, depth: number): unknown {
  switch (random.below(depth > 0 ? 6 : 4)) {
    case 0:
      return null;
    case 1:
      return random.isLucky(0.5);
    case 2:
      return random.pick(TEXTS);
    case 3:
      return random.pick(NUMBERS);
    case 4:
      return Array.from({ length: random.below(3) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        NAMES.filter(() => random.isLucky(0.2)).map((name) => [name, anyValue(random, depth - 1)]),
      );
  }
}
