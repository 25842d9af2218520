// Local topics, and the events that tests send to their functions.
import type { Topic } from '../../../../runtime/resources.js';
import { mappingOf, textOrJson } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { type EventPlace, newId, senderOf } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly sns: { kind: 'sns'; called: [topic?: string | Topic]; methods: TestTopic };
  }
  interface SampleEvents {
    /**
     * Creates an event with notifications from a topic. A message that is not a string is converted to JSON.
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

/** A topic. A message that is not a string is converted to JSON. */
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

// Events from a topic: docs.aws.amazon.com/lambda/latest/dg/with-sns.html

/** A notification. Pass a string for a notification with that message. */
export type SnsNotification =
  | string
  | {
      /** Anything other than a string is converted to JSON. */
      readonly message: unknown;
      readonly subject?: string;
      readonly messageAttributes?: Readonly<Record<string, string | number>>;
    };

export type SnsEvent = { readonly Records: SnsRecord[] };

type SnsRecord = {
  readonly EventSource: string;
  readonly EventVersion: string;
  readonly EventSubscriptionArn: string;
  readonly Sns: {
    readonly Type: string;
    readonly MessageId: string;
    readonly TopicArn: string;
    readonly Subject: string | null;
    readonly Message: string;
    readonly Timestamp: string;
    readonly SignatureVersion: string;
    readonly Signature: string;
    readonly SigningCertUrl: string;
    readonly UnsubscribeUrl: string;
    readonly MessageAttributes: Readonly<
      Record<string, { readonly Type: string; readonly Value: string }>
    >;
  };
};

/** The name of the topic; defaults to `test-topic`. */
export type SnsOptions = EventPlace & { readonly topic?: string | Topic };

/** Creates an event with these notifications. SNS itself sends notifications one at a time. */
export function sns(notifications: readonly SnsNotification[], options: SnsOptions = {}): SnsEvent {
  const { name, region, account, time } = senderOf(options.topic, 'test-topic', options);
  const topicArn = `arn:aws:sns:${region}:${account}:${name}`;
  const service = `https://sns.${region}.amazonaws.com`;
  const records = notifications.map((notification): SnsRecord => {
    const given = typeof notification === 'string' ? { message: notification } : notification;
    const subscription = `${topicArn}:${newId()}`;
    return {
      EventSource: 'aws:sns',
      EventVersion: '1.0',
      EventSubscriptionArn: subscription,
      Sns: {
        Type: 'Notification',
        MessageId: newId(),
        TopicArn: topicArn,
        Subject: given.subject ?? null,
        Message: textOrJson(given.message),
        Timestamp: time.toISOString(),
        SignatureVersion: '1',
        Signature: Buffer.from(newId()).toString('base64'),
        SigningCertUrl: `${service}/SimpleNotificationService-0123456789abcdef.pem`,
        UnsubscribeUrl: `${service}/?Action=Unsubscribe&SubscriptionArn=${subscription}`,
        MessageAttributes: Object.fromEntries(
          Object.entries(given.messageAttributes ?? {}).map(([name, value]) => [
            name,
            { Type: typeof value === 'number' ? 'Number' : 'String', Value: String(value) },
          ]),
        ),
      },
    };
  });
  return { Records: records };
}
