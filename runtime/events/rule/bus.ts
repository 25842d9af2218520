// Rules and schedules: one event a call, and what the function gives is the result of the invocation.
import type { CloudEventDict } from '../../contract/event-shapes.js';
import { type Delivery, type EventAdapter, membersOf } from '../adapter.js';
import { CloudEvent, ScheduledEvent } from './cloud-event.js';
import { checkedPayload } from '../payload.js';
import { readRecord, type RecordOf } from '../records.js';

function busEventOf(event: unknown): CloudEventDict | undefined {
  const { source, 'detail-type': type } = membersOf(event);
  return typeof source === 'string' && typeof type === 'string'
    ? (event as CloudEventDict) // because a bus sends no others
    : undefined;
}

/** Lambda logs what the invocation fails with, so the log of a record adds only its id. */
async function deliverOne(record: RecordOf<unknown>, delivery: Delivery): Promise<unknown> {
  const read = await readRecord(record, delivery);
  if ('value' in read) return delivery.call(read.value);
  if (read.failure) throw read.failure.error;
  return undefined;
}

/** `app.onEvent`. */
export const busEvents: EventAdapter = {
  noun: 'bus',
  rank: 2,
  sourceOf: (event) => busEventOf(event) && '',
  deliver: (delivery) => {
    const dict = delivery.event as CloudEventDict; // because it is one of a bus
    return deliverOne(
      {
        title: `event ${dict.id}`,
        read: async () =>
          new CloudEvent(
            dict,
            await checkedPayload(dict.detail, { member: 'detail', ...delivery }),
          ),
      },
      delivery,
    );
  },
};

/** `app.schedule`, with or without `input`. */
export const schedules: EventAdapter = {
  noun: 'schedule',
  rank: 1,
  sourceOf: (event, { hasInput }) =>
    hasInput || busEventOf(event)?.['detail-type'] === 'Scheduled Event' ? '' : undefined,
  deliver: (delivery) => {
    const { event, options } = delivery;
    const dict = event as CloudEventDict; // because it is one of a schedule
    const detail = {};
    return deliverOne(
      options.hasInput
        ? { title: 'input', read: () => checkedPayload(event, { member: 'input', ...delivery }) }
        : {
            title: `event ${dict.id}`,
            read: () => Promise.resolve(new ScheduledEvent(dict, detail)),
          },
      delivery,
    );
  },
};
