// Converts strings of a request to declared types. Bits say what a string may become: 1 a number, 2 true or false, 4 a list
// (transformers/validators/input-code.ts). What does not fit stays a string, which the check of its type then rejects.

/** Every value of a name, or its only value. */
export type GivenTexts = Readonly<Record<string, string | readonly string[] | null>>;

/** Kinds by name; without a prototype. */
export type Kinds = Readonly<Record<string, number>>;

/** A number follows JSON: `0x10` and the empty string are not numbers. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Converts one string. */
export function valueOf(text: string, kind: number): unknown {
  if (kind & 1 && NUMBER.test(text)) return Number(text);
  return kind & 2 && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}

/** The values by name, in an object without a prototype. A repeated value is a list, whether declared as one or not. */
export function valuesOf(
  given: GivenTexts | null | undefined,
  kinds: Kinds = {},
  other = 0,
): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>; // because Object.create gives any
  for (const name in given) {
    const kind = kinds[name] ?? other;
    const items = [given[name] ?? []].flat().map((text) => valueOf(text, kind));
    if (items.length > 0) values[name] = kind & 4 || items.length > 1 ? items : items[0];
  }
  return values;
}
