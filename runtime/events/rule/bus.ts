// Rules: the events of a bus.
import type { EventAdapter } from '../adapter.js';
import { type CloudEventDict, busEventOf, deliverOne } from '../bus-event.js';
import { checkedPayload } from '../payload.js';
import { CloudEvent } from './cloud-event.js';

/** `app.onEvent`. */
export const busEvents: EventAdapter = {
  noun: 'bus',
  rank: 2,
  sourceOf: (event) => busEventOf(event) && '',
  deliver: (delivery) => {
    const dict = delivery.event as CloudEventDict; // because it comes from a bus
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
