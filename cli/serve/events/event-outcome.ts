// The outcome of an event: which records failed, by the rules of Lambda and the event source.
import { mappingOf } from '../../../compiler/json-values.js';
import type { FailedRecord, SourceKind } from './local-kind.js';
import { kindOf } from './local-kinds.js';

/** The value that a function returned, or that it threw. */
export type InvocationEnd =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw' };

/** Whether Lambda treats the records of such an event one by one, by `batchItemFailures`. */
export function isCounted(kind: SourceKind): boolean {
  return kindOf(kind).isCounted === true;
}

/** The ids of the records of an event. */
export function recordIds(kind: SourceKind, event: unknown): readonly string[] {
  const { Records: records, id } = mappingOf(event);
  if (!Array.isArray(records)) return [typeof id === 'string' ? id : ''];
  return records.map((record) => String(kindOf(kind).recordId(mappingOf(record))));
}

/** The records that failed: those in `batchItemFailures`, or all of them when the function threw. */
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
