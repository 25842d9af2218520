// The event of a rule with a schedule.
import { type BusEvent, busEvent } from '../bus-event.js';
import { type EventPlace, placeOf } from '../event-place.js';

export type ScheduledEvent = BusEvent<Readonly<Record<string, never>>, 'Scheduled Event'>;

/** The name of the rule; defaults to `test-rule`. */
export type ScheduleOptions = EventPlace & { readonly rule?: string };

/** The event of a rule with a schedule. */
export function schedule(options: ScheduleOptions = {}): ScheduledEvent {
  const { region, account } = placeOf(options);
  return busEvent({
    ...options,
    source: 'aws.events',
    detailType: 'Scheduled Event',
    detail: {},
    resources: [`arn:aws:events:${region}:${account}:rule/${options.rule ?? 'test-rule'}`],
  });
}
