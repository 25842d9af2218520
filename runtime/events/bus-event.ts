// EventBridge events: Lambda delivers one event per call, and the function's return value is the result of the invocation.
import { type Delivery, membersOf } from './adapter.js';
import { readRecord, type RecordOf } from './records.js';

/** An EventBridge event: docs.aws.amazon.com/eventbridge/latest/userguide/eb-events-structure.html */
export type CloudEventDict<Detail = unknown> = {
  readonly version: string;
  readonly id: string;
  readonly 'detail-type': string;
  readonly source: string;
  readonly account: string;
  readonly time: string;
  readonly region: string;
  readonly resources: readonly string[];
  readonly detail: Detail;
};

export function busEventOf(event: unknown): CloudEventDict | undefined {
  const { source, 'detail-type': type } = membersOf(event);
  return typeof source === 'string' && typeof type === 'string'
    ? (event as CloudEventDict) // because a bus sends only such events
    : undefined;
}

/** Lambda logs the error that the invocation throws, so the log line for the record adds only its ID. */
export async function deliverOne(record: RecordOf<unknown>, delivery: Delivery): Promise<unknown> {
  const read = await readRecord(record, delivery);
  if ('value' in read) return delivery.call(read.value);
  if (read.failure) throw read.failure.error;
  return undefined;
}
