// What a city is, and what one sends to make one. The compiler reads these types: what does not fit is refused before a view
// or a function sees it.
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

/** The city of what was sent; the id of `São Paulo` is `sao-paulo`. */
export function cityOf({ name, country, population, tags = [] }: NewCity): City {
  const id = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return { id, name, country, population, tags };
}

/** The order of lists. */
export function byName(one: City, other: City): number {
  return one.name.localeCompare(other.name, 'en');
}
