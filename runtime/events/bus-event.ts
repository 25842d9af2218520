// Events of EventBridge: one a call, and what the function gives is the result of the invocation.
import { type Delivery, membersOf } from './adapter.js';
import type { CloudEventDict } from './bus-dict.js';
import { readRecord, type RecordOf } from './records.js';

export function busEventOf(event: unknown): CloudEventDict | undefined {
  const { source, 'detail-type': type } = membersOf(event);
  return typeof source === 'string' && typeof type === 'string'
    ? (event as CloudEventDict) // because a bus sends no others
    : undefined;
}

/** Lambda logs what the invocation fails with, so the log of a record adds only its id. */
export async function deliverOne(record: RecordOf<unknown>, delivery: Delivery): Promise<unknown> {
  const read = await readRecord(record, delivery);
  if ('value' in read) return delivery.call(read.value);
  if (read.failure) throw read.failure.error;
  return undefined;
}
