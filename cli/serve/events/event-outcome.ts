// What an event came to: which records failed, as Lambda and the source would see it.
import { type Mapping, mappingOf } from '../../../compiler/json-values.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';

/** A record that failed. */
export type FailedRecord = {
  /** Its place among the records of the event. */
  readonly index: number;
  /** The id of its message, object or event, or its sequence number. */
  readonly id: string;
};

/** What a function gave, or that it threw. */
export type InvocationEnd =
  { readonly kind: 'returned'; readonly value: unknown } | { readonly kind: 'threw' };

/** The ids of the records of an event. */
export function recordIds(kind: EventEntry['kind'], event: unknown): readonly string[] {
  const { Records: records, id } = mappingOf(event);
  if (!Array.isArray(records)) return [typeof id === 'string' ? id : ''];
  return records.map((record) => String(ID_OF[kind](mappingOf(record))));
}

const ID_OF: Readonly<Record<EventEntry['kind'], (record: Mapping) => unknown>> = {
  schedule: () => '',
  rule: () => '',
  sqs: ({ messageId }) => messageId,
  sns: ({ Sns: sns }) => mappingOf(sns)['MessageId'],
  s3: ({ s3 }) => mappingOf(mappingOf(s3)['object'])['key'],
  kinesis: ({ kinesis }) => mappingOf(kinesis)['sequenceNumber'],
  dynamodb: ({ dynamodb }) => mappingOf(dynamodb)['SequenceNumber'],
};

/** The records that failed: those that the answer names, or all when the function threw. */
export function failedRecords(
  kind: EventEntry['kind'],
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
