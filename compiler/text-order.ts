/** Compares strings by UTF-16 code units, because locale order may differ between machines. */
export function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
