// The order of all sorted strings.

/** By UTF-16 units: a locale would order differently on another machine. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
