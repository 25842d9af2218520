// JSON between the gateway and a function, with the types JSON really has.

/** Undefined for what JSON has no text for: undefined, functions and symbols. Throws for cycles and BigInt. */
export function jsonText(value: unknown): string | undefined {
  return JSON.stringify(value);
}

/** What is left of a value after a way through JSON; null where JSON has nothing. */
export function throughJson(value: unknown): unknown {
  const text = jsonText(value);
  return text === undefined ? null : JSON.parse(text);
}
