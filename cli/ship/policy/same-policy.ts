// Whether two policies are equal for IAM.
import { isMapping } from '../../../compiler/json-values.js';
import { compareTexts } from '../../../compiler/text-order.js';

type Rewrite = (text: string) => string;

/**
 * Compares without regard to the order of members and lists, and treats a single value as a list of one. `rewrite` gives
 * equivalent texts the same form.
 */
export function isSamePolicy(left: unknown, right: unknown, rewrite: Rewrite = asItIs): boolean {
  return JSON.stringify(canonical(left, rewrite)) === JSON.stringify(canonical(right, rewrite));
}

function asItIs(text: string): string {
  return text;
}

function canonical(value: unknown, rewrite: Rewrite): unknown {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => canonical(item, rewrite));
    if (items.length === 1) return items[0];
    return items.toSorted((left, right) =>
      compareTexts(JSON.stringify(left), JSON.stringify(right)),
    );
  }
  if (!isMapping(value)) return value;
  const entries = Object.entries(value)
    .map(([key, entry]) => [key, canonical(entry, rewrite)] as const)
    .toSorted(([left], [right]) => compareTexts(left, right));
  const [only] = entries;
  // The principal `{ "AWS": "*" }` is everybody, as `"*"` is.
  return entries.length === 1 && only?.[0] === 'AWS' && only[1] === '*'
    ? '*'
    : Object.fromEntries(entries);
}
