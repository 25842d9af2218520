// Reads JSON of unknown form.

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object at a key, empty when there is none. */
export function fieldsAt(fields: Fields, key: string): Fields {
  const value = fields[key];
  return isFields(value) ? value : {};
}

/** The text at a key; a number counts as its digits. */
export function textAt(fields: Fields, key: string): string | undefined {
  const value = fields[key];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

export function textsAt(fields: Fields, key: string): readonly string[] {
  const value = fields[key];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The object at a key with its texts; other values as JSON text. */
export function textMapAt(fields: Fields, key: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fieldsAt(fields, key)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}
