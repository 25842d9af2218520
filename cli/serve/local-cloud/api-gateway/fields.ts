// Reads JSON of unknown shape.

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object at a key; empty if there is none. */
export function fieldsAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : {};
}

/** Returns the text at a key; a number is converted to text. */
export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

export function textsAt(fields: Fields, key: string): readonly string[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the texts of the object at a key; other values are converted to JSON. */
export function textMapAt(fields: Fields, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsAt(fields, key)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
