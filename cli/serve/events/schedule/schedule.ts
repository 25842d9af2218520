// Local schedules, and how tests run their functions.
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { type BusEvent, busEvent, type EventPlace, withDefaults } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly schedule: { kind: 'schedule'; called: [expression?: string]; methods: TestSchedule };
  }
  interface SampleEvents {
    /**
     * Creates the event that a rule with a schedule sends.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.schedule({ rule: 'nightly', time: new Date('2026-11-20T03:00:00Z') });
     * ```
     */
    readonly schedule: (options?: ScheduleOptions) => ScheduledEvent;
  }
}

/** A schedule. */
export type TestSchedule = {
  /** Runs the schedule at a given time, which defaults to now. If the schedule has an `input`, the function receives it. */
  readonly run: (time?: Date) => Promise<Delivered>;
};

function timeEvent({ entry, place }: LocalSourceOf<'schedule'>, traits: EventTraits = {}): unknown {
  return 'input' in entry ? entry.input : schedule({ ...place, ...traits, rule: entry.function });
}

export const SCHEDULE: LocalKind<'schedule'> = {
  noun: 'schedule',
  nameOf: ({ entry }) => entry.expression,
  details: ({ entry }) => (entry.timezone === undefined ? '' : ` ${entry.timezone}`),
  recordId: () => '',
  sample: (source, _, traits) => timeEvent(source, traits),
  member: 'schedule',
  methods: (source, deliver) => ({ run: (time) => deliver(timeEvent(source, time && { time })) }),
};

export type ScheduledEvent = BusEvent<Readonly<Record<string, never>>, 'Scheduled Event'>;

/** The name of the rule; defaults to `test-rule`. */
export type ScheduleOptions = EventPlace & { readonly rule?: string };

export function schedule(options: ScheduleOptions = {}): ScheduledEvent {
  const { region, account } = withDefaults(options);
  return busEvent({
    ...options,
    source: 'aws.events',
    detailType: 'Scheduled Event',
    detail: {},
    resources: [`arn:aws:events:${region}:${account}:rule/${options.rule ?? 'test-rule'}`],
  });
}
