// How large a constant may become. A few lines that double a text or a list again and again would otherwise take all
// memory; nothing that is read of an application comes near these limits.
import type { Span } from '../syntax/tree.js';
import type { StaticValue } from '../values/static-value.js';
import type { LoadedModule } from './module-graph.js';
import type { Program } from './program.js';
import { shortText, unknownValue } from './unknown-value.js';

/** Characters of a text. */
const LONGEST_TEXT = 100_000;

/** Items and properties of a value, with those of the values in it. */
const MOST_PARTS = 100_000;

/** Constants that are defined by each other, or values in values; each takes some of the stack. */
export const DEEPEST_VALUE = 250;

type Place = { readonly module: LoadedModule; readonly span: Span };

/** The value, or that it is too large. */
export function limitSize(value: StaticValue, place: Place): StaticValue {
  return isTooLarge(value) ? tooLarge(place) : value;
}

function tooLarge({ module, span }: Place): StaticValue {
  return unknownValue(module, span, { kind: 'too-large', text: shortText(module, span) });
}

/** Evaluates one level deeper, or says that it is too deep. */
export function evaluateDeeper(
  program: Program,
  place: Place,
  evaluate: () => StaticValue,
): StaticValue {
  const { depth } = program;
  if (depth.value >= DEEPEST_VALUE) return tooLarge(place);
  depth.value++;
  try {
    return evaluate();
  } finally {
    depth.value--;
  }
}

function isTooLarge(value: StaticValue): boolean {
  return value.kind === 'string' ? value.value.length > LONGEST_TEXT : partsOf(value) > MOST_PARTS;
}

/** Counted once for the parts of a value, which many values may share. */
const COUNTED = new WeakMap<readonly unknown[], number>();

function partsOf(value: StaticValue): number {
  switch (value.kind) {
    case 'list':
      return count(value.items, (item) => item);
    case 'object':
      return count(value.entries, (entry) => entry.value);
    case 'instance':
      return count(value.arguments, (item) => item);
    default:
      return 1;
  }
}

function count<T>(parts: readonly T[], valueOf: (part: T) => StaticValue): number {
  let known = COUNTED.get(parts);
  if (known === undefined) {
    known = 1;
    for (const part of parts) known += partsOf(valueOf(part));
    COUNTED.set(parts, known);
  }
  return known;
}
