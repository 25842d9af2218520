// What an event came to: which records failed, as Lambda and the source would see it.
import { mappingOf } from '../../../compiler/json-values.js';
import type { FailedRecord } from './delivered.js';
import type { SourceKind } from './local-kind.js';
import { kindOf } from './registry.js';

/** What a function gave, or that it threw. */
export type InvocationEnd =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw' };

/** Whether a source counts the records of an event one by one. */
export function isCounted(kind: SourceKind): boolean {
  return kindOf(kind).isCounted === true;
}

/** The ids of the records of an event. */
export function recordIds(kind: SourceKind, event: unknown): readonly string[] {
  const { Records: records, id } = mappingOf(event);
  if (!Array.isArray(records)) return [typeof id === 'string' ? id : ''];
  return records.map((record) => String(kindOf(kind).recordId(mappingOf(record))));
}

/** The records that failed: those that the answer names, or all when the function threw. */
export function failedRecords(
  kind: SourceKind,
  event: unknown,
  end: InvocationEnd,
): readonly FailedRecord[] {
  const records = recordIds(kind, event).map((id, index) => ({ index, id }));
  if (end.kind === 'threw') return records;
  const { batchItemFailures: failures } = mappingOf(end.value);
  if (!Array.isArray(failures)) return [];
  const failed = new Set(failures.map((failure) => mappingOf(failure)['itemIdentifier']));
  return records.filter(({ id }) => failed.has(id));
}
