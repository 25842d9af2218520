// Runs of properties that several inputs have in common, as those of `Order` in `Order & A` and `Order & B`: their check is
// one function, so that a bundle has less to read when it starts.
import type { Property, Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { typeOf } from './code-parts.js';

/** An input: where it is, and what it is. */
export type PlacedType = { readonly at: string; readonly type: Type };

/** Properties that stand side by side; `key` is theirs when several inputs have them. */
export type Run = { readonly properties: readonly Property[]; readonly key: string | undefined };

/** Cuts the properties of an input into runs. */
export type Runs = (at: string, properties: readonly Property[]) => readonly Run[];

/** Finds what inputs have in common. A property is the same when it is at the same place and of the same type. */
export function commonRuns(inputs: readonly PlacedType[], definitions: TypeDefinitions): Runs {
  const counts = new Map<string, number>();
  const pairs = new Map<string, number>();
  for (const { at, type } of inputs) {
    const found = typeOf(type, definitions);
    if (found.kind !== 'object') continue;
    let before: string | undefined;
    for (const property of found.properties) {
      const key = keyOf(at, property);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (before !== undefined) {
        const pair = pairOf(before, key);
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      before = key;
    }
  }
  /** Wherever one of the two is, the other is. */
  const areTogether = (left: string, right: string): boolean => {
    const both = pairs.get(pairOf(left, right));
    return both === counts.get(left) && both === counts.get(right);
  };
  return (at, properties) => {
    const runs: { properties: Property[]; keys: string[]; last: string }[] = [];
    for (const property of properties) {
      const key = keyOf(at, property);
      const run = runs.at(-1);
      if (run && areTogether(run.last, key)) {
        run.properties.push(property);
        run.keys.push(key);
        run.last = key;
      } else runs.push({ properties: [property], keys: [key], last: key });
    }
    return runs.map(({ properties: run, keys, last }) => {
      const isWorthIt = (counts.get(last) ?? 0) > 1 && run.length > 1;
      // Of all keys, because an object that may be null is not counted, and may end a run earlier.
      return { properties: run, key: isWorthIt ? keys.join('\n') : undefined };
    });
  };
}

function pairOf(left: string, right: string): string {
  return `${left}\n${right}`;
}

/** Text that tells properties apart; what is written about them is no part of a check. */
function keyOf(at: string, property: Property): string {
  const text = JSON.stringify(property, (name, value: unknown) =>
    name === 'documentation' ? undefined : value,
  );
  return `${at} ${text}`;
}
