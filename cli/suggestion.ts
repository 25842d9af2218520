// "Did you mean": the known name nearest to a mistyped one.
import { closest, distance } from 'fastest-levenshtein';

/** The candidate nearest to `typed`, when it is near enough to be a slip; letter case does not count. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const wanted = typed.toLowerCase();
  const best = closest(wanted, [...candidates]);
  const slips = distance(wanted, best.toLowerCase());
  return slips <= Math.max(1, Math.floor(Math.max(wanted.length, best.length) / 3)) ? best : undefined;
}
