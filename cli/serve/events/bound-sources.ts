// The event sources of an application, as bound by the compiler, with their payload types and sample payloads.
import type { AppModule } from '../../../compiler/compile-app.js';
import type { BoundEvents } from '../../../compiler/declarations/kind.js';
import { jsonSchemaOf } from '../../../compiler/types/json-schema.js';
import { namedSchemas } from '../../../compiler/types/schema-names.js';
import { sampleOf } from '../samples/sample-value.js';
import type { EventTraits, LocalSource, FailedRecord, SourceKind } from './local-kind.js';
import { kindOf } from './local-kinds.js';
import type { Manifest } from '../../../runtime/contract/manifest.js';
import { boundName } from '../../../compiler/kinds/event/source-name.js';
import type { ResourceType } from '../../../runtime/contract/resources.js';
import {
  readSource,
  type SourceReference,
  sourceNames,
  sourceText,
} from '../../config/event-sources.js';
import type { StageConfig } from '../../config/stage-config.js';
import { mappingOf } from '../../../compiler/json-values.js';

export function boundSources(modules: readonly AppModule[]): readonly BoundEvents[] {
  return modules
    .flatMap(({ bindings }) => bindings)
    .flatMap((binding) => {
      if (binding.form === 'class') return binding.sources ?? [];
      const { row } = binding;
      return 'function' in row && row.source ? [row.source] : [];
    });
}

/** Returns a payload of the type that the function declares; undefined if it declares none. */
function samplePayload({ options, payload }: BoundEvents): unknown {
  const isJson = options !== 0 && options.payload === 'json';
  if (!payload) return isJson ? '{}' : undefined;
  const { type, definitions } = payload;
  const schemas = namedSchemas([type], definitions);
  const value = sampleOf(jsonSchemaOf(type, schemas.options), schemas.named ?? {});
  return isJson ? JSON.stringify(value) : value;
}

export type SampleTraits = EventTraits & {
  /** The bound sources with their payload types. Without them, a sample payload is a string, or an item with an `id`. */
  readonly bound?: readonly BoundEvents[];
};

/** Returns an event with one record, so that a function can be run without writing an event by hand. */
export function sampleEvent(
  source: LocalSource,
  { bound = [], ...traits }: SampleTraits = {},
): unknown {
  const { function: name, member, kind } = source.entry;
  const own = bound.find((each) => each.name === name && each.adapter === member);
  return kindOf(kind).sample(source, own && samplePayload(own), traits);
}

export function findSources(
  { events = [] }: Manifest,
  config: Pick<StageConfig, 'functionConfig'>,
): readonly LocalSource[] {
  return events.map((entry) => {
    const [reference] = sourceNames(entry);
    const text = reference && nameOf(reference, entry.function, config);
    const source = text === undefined ? undefined : reference && readSource(reference.kind, text);
    const { region = '', account = '' } = source?.arn ?? {};
    return {
      entry,
      // The name of a table's stream has the format `<table>/<stream>`.
      name: source?.name.split('/')[0],
      ...(reference && 'resource' in reference.name && { declared: reference.name.resource }),
      place: { ...(region !== '' && { region }), ...(account !== '' && { account }) },
    };
  });
}

/** Returns the name of a source. The local name of a declared resource is in its environment variable. */
function nameOf(
  { kind, name }: SourceReference,
  functionKey: string,
  config: Pick<StageConfig, 'functionConfig'>,
): string | undefined {
  if (!('resource' in name)) return sourceText(name, functionKey, config);
  const bound = boundName(name, kind as ResourceType); // because only sources of these kinds can be resources
  return sourceText(bound, functionKey, config) ?? name.resource;
}

export function isCounted(kind: SourceKind): boolean {
  return kindOf(kind).isCounted === true;
}

export function recordIds(kind: SourceKind, event: unknown): readonly string[] {
  const { Records: records, id } = mappingOf(event);
  if (!Array.isArray(records)) return [typeof id === 'string' ? id : ''];
  return records.map((record) => String(kindOf(kind).recordId(mappingOf(record))));
}

/** Returns the ids of the records that failed: those in `batchItemFailures`, or all of them if the function threw. */
export function failedRecords(
  kind: SourceKind,
  event: unknown,
  end:
    { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'failed' | 'threw' },
): readonly FailedRecord[] {
  const records = recordIds(kind, event).map((id, index) => ({ index, id }));
  if (end.kind !== 'returned') return records;
  const { batchItemFailures: failures } = mappingOf(end.value);
  if (!Array.isArray(failures)) return [];
  const failed = new Set(failures.map((failure) => mappingOf(failure)['itemIdentifier']));
  return records.filter(({ id }) => failed.has(id));
}
