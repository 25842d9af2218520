// Makes a diagnostic from a catalogue entry, its data and its place.
import type { CatalogueEntry } from './catalogue-entry.js';
import type { Diagnostic, Fix, SourceSpan } from './diagnostic.js';

/** The place of a problem, related places, and a fix that removes it. */
export type Place = {
  readonly at: SourceSpan | undefined;
  readonly related?: Diagnostic['related'];
  readonly fix?: Fix | undefined;
};

/**
 * A diagnostic with the texts of `entry`; without a place when none is given.
 *
 * @example
 * diagnose(trailingSlash, { path: '/cities/' }, { at: path.at });
 */
export function diagnose<Data>(
  entry: CatalogueEntry<Data>,
  data: Data,
  place: Place = { at: undefined },
): Diagnostic {
  const hint = entry.hint?.(data);
  return {
    code: entry.code,
    severity: entry.severity,
    message: entry.message(data),
    ...(place.at && { at: place.at }),
    ...(place.related && place.related.length > 0 && { related: place.related }),
    ...(hint !== undefined && { hint }),
    ...(place.fix && { fix: place.fix }),
  };
}
