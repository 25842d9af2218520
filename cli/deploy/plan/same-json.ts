// Compares policies as IAM means them: the order of keys does not matter, nor the order of a list, nor whether a list of
// one is written as a list.

/** True when two policies say the same. */
export function saysTheSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(canonical(left)) === JSON.stringify(canonical(right));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(canonical);
    if (items.length === 1) return items[0];
    return items.toSorted((left, right) => compare(JSON.stringify(left), JSON.stringify(right)));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => compare(left, right))
      .map(([key, entry]) => [key, canonical(entry)]),
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
