// What was seen and could not be told.
import type { Span } from '../../syntax/tree.js';
import { shortText } from '../../facts/unknown-value.js';
import type { Analysis } from './analysis.js';
import type { Place } from './call.js';

type Seen = { readonly place: Place; readonly at: Span };

/** Which operation of a package it is, is not known. */
export function noteComputed({ unresolved }: Analysis, packageName: string, seen: Seen): void {
  const { place, at } = seen;
  unresolved.push({
    kind: 'computed-operation',
    text: shortText(place.module, at),
    package: packageName,
    at: place.module.record.source.spanOf(at),
  });
}

/** Which module is imported, is not known. */
export function noteComputedImport({ unresolved }: Analysis, { place, at }: Seen): void {
  unresolved.push({
    kind: 'computed-import',
    text: shortText(place.module, at),
    at: place.module.record.source.spanOf(at),
  });
}
