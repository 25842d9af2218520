// "Did you mean": the known name closest to a misspelt one.
import { distance } from 'fastest-levenshtein';

/**
 * The name of `known` that `text` most likely means, or undefined when none is close. The same letters in another case or with
 * other separators (`content_types`, `allow-origin`) always match.
 */
export function nearestName(text: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(text);
  const ranked = known
    .map((name) => ({ name, steps: stepsBetween(letters, lettersOf(name)) }))
    .toSorted((left, right) => left.steps - right.steps);
  const best = ranked[0];
  return best && best.steps <= allowedSteps(best.name) ? best.name : undefined;
}

/** Swapped letters count as one mistake: `GTE`. */
function stepsBetween(left: string, right: string): number {
  const steps = distance(left, right);
  return steps > 1 && sortLetters(left) === sortLetters(right) ? 1 : steps;
}

function sortLetters(text: string): string {
  return Array.from(text).toSorted().join('');
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** One mistake in a short name, a third of the letters in a long one. */
function allowedSteps(name: string): number {
  if (name.length <= 2) return 0;
  return Math.max(1, Math.floor(name.length / 3));
}
