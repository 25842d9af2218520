// Reads JSON values of unknown structure. A missing value, or a value of the wrong type, counts as empty. Also writes values as
// JSON.
import { compareTexts } from './groups.js';

export type Mapping = Readonly<Record<string, unknown>>;

/** Tells whether a value is an object, excluding lists and null, which JavaScript also counts as objects. */
export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the entries of an object; empty for anything else. */
export function mappingOf(value: unknown): Mapping {
  return isMapping(value) ? value : {};
}

/** Returns the object at a path of keys; empty if there is none. */
export function mappingAt(value: unknown, ...path: readonly string[]): Mapping {
  return path.reduce<Mapping>((at, key) => mappingOf(at[key]), mappingOf(value));
}

/** Returns the items of a list; empty for anything else. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** As in IAM policies, a single value counts as a list of one. Undefined and null count as an empty list. */
export function oneOrMore(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the strings among the items of {@link oneOrMore}. */
export function textsOf(value: unknown): readonly string[] {
  return oneOrMore(value).filter((item) => typeof item === 'string');
}

/** Returns the value at a path of keys in any object, including errors; undefined if the path does not exist. */
export function valueAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    value,
  );
}

/** Returns a string; empty for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Parses JSON text; undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sorts the members and removes spaces, so that equal values have equal texts. Returns text that is not JSON unchanged. */
export function canonicalJson(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(sorted(value));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => compareTexts(left, right));
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]));
}

/** Returns JSON with line breaks and indentation, as in a file or the output of a command. */
export function indentedJson(value: unknown): string {
  return `${printableJson(value, 2)}\n`;
}

/** Returns JSON in which control characters that a terminal would interpret are also escaped. */
export function printableJson(value: unknown, indent?: number): string {
  return (jsonText(value, indent) ?? 'undefined').replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isTextMapping(value: unknown): boolean {
  return isMapping(value) && Object.values(value).every(isText);
}

export function isListOf<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem);
}

/** Returns undefined for undefined, functions and symbols, unlike the type of `JSON.stringify`. Throws for cycles or BigInt. */
export function jsonText(value: unknown, indent?: number): string | undefined {
  return JSON.stringify(value, null, indent);
}

/** Returns a string unchanged; anything else as JSON. */
export function textOrJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the value after a round trip through JSON; null if it has no JSON representation. */
export function throughJson(value: unknown): unknown {
  const text = jsonText(value);
  return text === undefined ? null : JSON.parse(text);
}
