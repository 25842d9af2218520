// The order of texts in everything that is sorted.

/** By UTF-16 units: a locale would give another order on another machine. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
