// Creates a diagnostic from a catalogue entry, its data and its location.
import type { CatalogueEntry } from './catalogue-entry.js';
import type { Diagnostic, Fix, SourceSpan } from './diagnostic.js';

/** The location of a problem, related locations, and a fix that removes it. */
export type Place = {
  readonly at: SourceSpan | undefined;
  readonly related?: Diagnostic['related'];
  readonly fix?: Fix | undefined;
};

/**
 * A diagnostic with the texts of `entry`; `at` is optional.
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
