// A city, and the input that creates a city. The compiler reads these types: input that does not match them is rejected before
// it reaches a view or a function.
import type { Int, Text } from 'framework';

export type NewCity = {
  readonly name: Text<{ minLength: 1; maxLength: 80; pattern: '\\S' }>;
  /** Two letters, ISO 3166. */
  readonly country: Text<{ pattern: '^[A-Z]{2}$' }>;
  readonly population: Int<{ minimum: 0 }>;
  readonly tags?: readonly Text<{ minLength: 1; maxLength: 80 }>[];
};

export type City = {
  readonly id: string;
  readonly name: string;
  /** Two letters, ISO 3166. */
  readonly country: string;
  readonly population: number;
  readonly tags: readonly string[];
};

/** Creates the city from its input. The id of `São Paulo` is `sao-paulo`. */
export function cityOf({ name, country, population, tags = [] }: NewCity): City {
  const id = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { id, name, country, population, tags };
}

/** Compares two cities by name, to sort lists. */
export function byName(one: City, other: City): number {
  return one.name.localeCompare(other.name, 'en');
}
