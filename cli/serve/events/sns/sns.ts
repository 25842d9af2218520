// Local topics, and what tests send to their functions.
import type { Topic } from '../../../../runtime/resources.js';
import { mappingOf } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { sns, type SnsEvent, type SnsNotification, type SnsOptions } from './sns-event.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly sns: { kind: 'sns'; called: [topic?: string | Topic]; methods: TestTopic };
  }
  interface SampleEvents {
    /**
     * Notifications of a topic. A message that is not a string becomes JSON.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.sns([{ message: { order: 7 }, subject: 'Paid' }], { topic: 'orders' });
     * ```
     */
    readonly sns: (notifications: readonly SnsNotification[], options?: SnsOptions) => SnsEvent;
  }
}

/** A topic. A message that is not a string becomes JSON. */
export type TestTopic = {
  readonly publish: (
    message: unknown,
    options?: {
      readonly subject?: string;
      readonly messageAttributes?: Readonly<Record<string, string | number>>;
    },
  ) => Promise<Delivered>;
};

function topicEvent(
  { place, name }: LocalSourceOf<'sns'>,
  sent: SnsNotification,
  traits: EventTraits = {},
): SnsEvent {
  return sns([sent], { ...place, ...traits, ...(name !== undefined && { topic: name }) });
}

export const SNS: LocalKind<'sns'> = {
  noun: 'topic',
  recordId: ({ Sns: sent }) => mappingOf(sent)['MessageId'],
  sample: (source, payload, traits) =>
    topicEvent(source, { message: payload ?? 'sample message' }, traits),
  member: 'sns',
  methods: (source, deliver) => ({
    publish: (payload, options) =>
      deliver(topicEvent(source, { ...options, message: payload ?? '' })),
  }),
};
