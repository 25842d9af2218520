// Runs of properties that several inputs share, as those of `Order` in `Order & A` and `Order & B`. Each run is checked by
// one function, which makes the bundle smaller.
import type { Property, Type, TypeDefinitions } from '../../compiler/declarations/declared-type.js';
import { typeOf } from './code-parts.js';

/** An input: its place and its type. */
export type PlacedType = { readonly at: string; readonly type: Type };

/** Consecutive properties. `key` is set when several inputs have the same run. */
export type Run = { readonly properties: readonly Property[]; readonly key: string | undefined };

/** Splits the properties of an input into runs. */
export type Runs = (at: string, properties: readonly Property[]) => readonly Run[];

/** Finds the runs that inputs share. Properties are the same when their place and type are. */
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
  /** Whether each input has both properties or neither. */
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
      // The key contains all properties: an object that may be null is not counted, so its run may end earlier.
      return { properties: run, key: isWorthIt ? keys.join('\n') : undefined };
    });
  };
}

function pairOf(left: string, right: string): string {
  return `${left}\n${right}`;
}

/** A text that identifies a property. Its documentation does not matter for the check. */
function keyOf(at: string, property: Property): string {
  const text = JSON.stringify(property, (name, value: unknown) =>
    name === 'documentation' ? undefined : value,
  );
  return `${at} ${text}`;
}
