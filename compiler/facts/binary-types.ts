// The media types that are binary for an application, as its statements leave them (spec 2.1, 4.4, design.md 4.19).
import { DEFAULT_BINARY_TYPES, mediaTypeOf } from '../../runtime/contract/media-types.js';
import type { AppFacts } from '../declarations/app-facts.js';
import { readStrings } from './route-options.js';

/** In the order the program has them, each once; undefined when a change cannot be followed. */
export function readBinaryTypes(facts: AppFacts, app: number): readonly string[] | undefined {
  let types = DEFAULT_BINARY_TYPES;
  for (const change of facts.changes) {
    if (change.app !== app || change.kind !== 'binaryTypes') continue;
    const values = readStrings(change.value);
    if (!values || change.operation === 'dynamic' || change.isConditional) return undefined;
    types = change.operation === 'push' ? [...types, ...values] : values;
  }
  return [...new Set(types.map(mediaTypeOf))];
}
