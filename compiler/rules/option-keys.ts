// An option that does not exist, in any object of options: one check for routes, functions, CORSConfig and authorizers.
import type { CatalogueEntry } from '../diagnostics/catalogue-entry.js';
import { diagnose } from '../diagnostics/diagnose.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { nearestName } from '../diagnostics/nearest-name.js';
import type { StaticEntry, StaticValue } from '../values/static-value.js';
import { replaceSource } from '../values/literal-place.js';

/** What the text of an unknown option is made of. */
export type UnknownOption = {
  readonly option: string;
  readonly suggestion: string | undefined;
  readonly known: readonly string[];
};

/** Reports every key of an object of options that is not one of `known`. */
export function checkOptionKeys(
  options: StaticValue | undefined,
  known: readonly string[],
  entry: CatalogueEntry<UnknownOption>,
): Diagnostic[] {
  return unknownEntries(options, known).map(({ key, value }) => {
    const suggestion = nearestName(key.value, known);
    return diagnose(
      entry,
      { option: key.value, suggestion, known },
      {
        at: key.at,
        fix: suggestion === undefined ? undefined : renameKey({ key, value }, suggestion),
      },
    );
  });
}

/** Whether there is an unknown key: then an option that is missing is most likely the same mistake. */
export function hasUnknownKey(options: StaticValue, known: readonly string[]): boolean {
  return unknownEntries(options, known).length > 0;
}

function unknownEntries(
  options: StaticValue | undefined,
  known: readonly string[],
): readonly StaticEntry[] {
  if (options?.kind !== 'object') return [];
  return options.entries.filter(({ key }) => !known.includes(key.value));
}

/** Only where the value is written behind the key: `{ content_types }` would lose its variable. */
function renameKey({ key, value }: StaticEntry, name: string): Fix | undefined {
  const isWrittenBehind = value.at.file === key.at.file && value.at.start >= key.at.end;
  return isWrittenBehind
    ? replaceSource(key.at, { title: `Rename to ${name}`, text: name })
    : undefined;
}
