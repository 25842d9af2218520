// Schedules: an event at each time, or the input instead.
import type { EventAdapter } from '../adapter.js';
import { type CloudEventDict, busEventOf, deliverOne } from '../bus-event.js';
import { checkedPayload } from '../payload.js';
import { ScheduledEvent } from './scheduled-event.js';

/** `app.schedule`, with or without `input`. */
export const schedules: EventAdapter = {
  noun: 'schedule',
  rank: 1,
  sourceOf: (event, { hasInput }) =>
    hasInput || busEventOf(event)?.['detail-type'] === 'Scheduled Event' ? '' : undefined,
  deliver: (delivery) => {
    const { event, options } = delivery;
    const dict = event as CloudEventDict; // because it comes from a schedule
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
