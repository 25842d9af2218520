// Resolves the event sources of a stage. Their names and ARNs are in the source code or in environment variables, whose values
// may differ between stages (docs/decisions/static-values.md).
import type { SourceName } from '../../runtime/contract/events.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';
import {
  readSource as readByForm,
  type ResolvedSource,
  type SourceForm,
} from '../../compiler/declarations/source-forms.js';
import { isMapping } from '../../compiler/json-values.js';
import { SOURCE_FORMS } from '../../compiler/kinds/registry.js';
import { entryOf, type StageConfig } from './stage-config.js';

export { readArn, type ResolvedSource } from '../../compiler/declarations/source-forms.js';

/** The kind of an event source, for example `queue` or `table stream`. A `destination` receives discarded records. */
export type SourceKind = SourceForm['kind'];

/** A name in an entry, with the kind of source that it refers to. */
export type SourceReference = { readonly kind: SourceKind; readonly name: SourceName };

/** Returns the names in an entry: the name of its source, and the name of the destination for its failures. */
export function sourceNames(entry: EventEntry): readonly SourceReference[] {
  const properties: Readonly<Record<string, unknown>> = { ...entry };
  return (SOURCE_FORMS.get(entry.kind) ?? []).flatMap(({ kind, property }) => {
    const name = properties[property];
    return isSourceName(name) ? [{ kind, name }] : [];
  });
}

const FORMS: ReadonlyMap<SourceKind, SourceForm> = new Map(
  [...SOURCE_FORMS.values()].flat().map((form) => [form.kind, form]),
);

/** Parses a name or an ARN. Returns undefined if it is not valid for that kind. */
export function readSource(kind: SourceKind, text: string): ResolvedSource | undefined {
  const form = FORMS.get(kind);
  return form && readByForm(form, text);
}

export function sourceExamples(kind: SourceKind): readonly string[] {
  return FORMS.get(kind)?.examples ?? [];
}

function isSourceName(value: unknown): value is SourceName {
  return (
    isMapping(value) &&
    [value['text'], value['variable'], value['resource']].some((name) => typeof name === 'string')
  );
}

/**
 * Resolves the name of a source for a function in a stage. Invalid names are reported earlier (`event-source-problems.ts`), so
 * this function cannot fail.
 */
export function resolveSource(
  { kind, name }: SourceReference,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): ResolvedSource {
  const text = sourceText(name, functionKey, config);
  const source = text === undefined ? undefined : readSource(kind, text);
  if (!source) throw new Error(`A name of a ${kind} was not checked`);
  return source;
}

/**
 * Returns the text of a name; for a declared resource, its declared name. Undefined if the name is in a variable that the
 * function does not have.
 */
export function sourceText(
  name: SourceName,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): string | undefined {
  if ('text' in name) return name.text;
  if ('resource' in name) return name.resource;
  const { settings } = config.functionConfig(functionKey);
  return entryOf(settings.environment_variables, name.variable);
}
