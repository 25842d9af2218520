// Notes what the analysis could not resolve: operations, imports and inputs.
import type { Span } from '../../../syntax/tree.js';
import { shortText } from '../../../facts/unknown-value.js';
import type { Analysis } from '../analysis.js';
import type { Place } from '../call.js';

type Seen = { readonly place: Place; readonly at: Span };

/** Notes a use of a package whose operation is not known. */
export function noteComputed({ unresolved }: Analysis, packageName: string, seen: Seen): void {
  const { place, at } = seen;
  unresolved.push({
    kind: 'computed-operation',
    text: shortText(place.module, at),
    package: packageName,
    at: place.module.record.source.spanOf(at),
  });
}

/** Notes an import whose module is not known. */
export function noteComputedImport({ unresolved }: Analysis, { place, at }: Seen): void {
  unresolved.push({
    kind: 'computed-import',
    text: shortText(place.module, at),
    at: place.module.record.source.spanOf(at),
  });
}
