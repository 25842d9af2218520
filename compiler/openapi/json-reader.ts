// Reads JSON of uncertain form. A missing value, or one of another type, counts as empty.

type Mapping = Readonly<Record<string, unknown>>;

/** The entries of an object; empty for anything else. */
export function mappingOf(value: unknown): Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** The mapping at a path of keys. */
export function mappingAt(value: unknown, ...path: readonly string[]): Mapping {
  return path.reduce<Mapping>((at, key) => mappingOf(at[key]), mappingOf(value));
}

/** The items of a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
