// Events of a topic: docs.aws.amazon.com/lambda/latest/dg/with-sns.html
import type { Topic } from '../../../../runtime/resources.js';
import { textOrJson } from '../../../../compiler/json-values.js';
import { type EventPlace, newId, senderOf } from '../event-place.js';

/** A notification; a string is a notification with that message. */
export type SnsNotification =
  | string
  | {
      /** Anything but a string becomes JSON. */
      readonly message: unknown;
      readonly subject?: string;
      readonly messageAttributes?: Readonly<Record<string, string | number>>;
    };

export type SnsEvent = { readonly Records: SnsRecord[] };

export type SnsRecord = {
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

/** The event of notifications; SNS itself sends one at a time. */
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
