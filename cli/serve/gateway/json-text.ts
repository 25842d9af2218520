// JSON between the gateway and a function. `JSON.stringify` may return undefined, which its type does not say.

/** The JSON text of a value; undefined for undefined, functions and symbols. Throws for cycles and BigInt. */
export function jsonText(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** The value after it was written and read as JSON; null where JSON has no text for it. */
export function throughJson(value: unknown): unknown {
  const text = jsonText(value);
  return text === undefined ? null : JSON.parse(text);
}
