// A value of the configuration in a sentence.

const LONGEST = 40;

/** The value as JSON, shortened; a list or a mapping only by its kind. */
export function showValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'a mapping';
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** The kind of a value, for one that must not be shown. */
export function showKind(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'object' ? showValue(value) : `a ${typeof value}`;
}
