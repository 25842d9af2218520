// A value of JSON that has members.

export type Mapping = Readonly<Record<string, unknown>>;

/** Neither a list nor null, which JavaScript takes for objects too. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
