// What a city is, and how one is read from a request body: either a whole city or a list of everything wrong with it.

export type City = {
  readonly id: string;
  readonly name: string;
  /** Two letters, ISO 3166. */
  readonly country: string;
  readonly population: number;
  readonly tags: readonly string[];
};

/** The order of lists. */
export function byName(one: City, other: City): number {
  return one.name.localeCompare(other.name, 'en');
}

export type CityReading =
  | { readonly kind: 'city'; readonly city: City }
  | { readonly kind: 'problems'; readonly problems: readonly string[] };

/** Reads a city from parsed JSON. */
export function readCity(value: unknown): CityReading {
  if (!isRecord(value)) return { kind: 'problems', problems: ['the body must be a JSON object'] };
  const { name, country, population, tags = [] } = value;
  const problems: string[] = [];
  if (!isText(name)) problems.push('name must be a text of 1 to 80 characters');
  if (!isCountry(country)) problems.push('country must be two letters, for example PT');
  if (!isCount(population)) problems.push('population must be a whole number, 0 or more');
  if (!isTagList(tags)) problems.push('tags must be a list of texts');
  if (isText(name) && isCountry(country) && isCount(population) && isTagList(tags)) {
    return { kind: 'city', city: { id: identifierOf(name), name, country, population, tags } };
  }
  return { kind: 'problems', problems };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim().length > 0 && value.length <= 80;
}

function isCountry(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Z]{2}$/.test(value);
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function isTagList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

/** `São Paulo` is `sao-paulo`. */
export function identifierOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
