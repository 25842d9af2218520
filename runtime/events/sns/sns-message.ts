// One message of a topic, as a function receives it.

/** A message of a topic: docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
export type SnsMessageDict = {
  readonly EventVersion: string;
  readonly EventSubscriptionArn: string;
  readonly EventSource: string;
  readonly Sns: {
    readonly Type: string;
    readonly MessageId: string;
    readonly TopicArn: string;
    readonly Subject?: string | null;
    readonly Message: string;
    readonly Timestamp: string;
    readonly MessageAttributes: Readonly<Record<string, SnsMessageAttribute>>;
  };
};

export type SnsMessageAttribute = { readonly Type: string; readonly Value: string };

/**
 * A message of a topic. It is a string, or parsed and checked JSON when it has a type.
 *
 * @example
 * ```ts
 * import { Framework, type SnsMessage } from 'framework';
 *
 * export const app = new Framework({ appName: 'alarms' });
 *
 * export const alert = app.onSnsMessage({ topic: 'alerts' })((message: SnsMessage) => {
 *   app.log.warning(message.subject, message.message);
 * });
 * ```
 */
export class SnsMessage<Message = string> {
  readonly messageId: string;
  readonly message: Message;
  readonly subject: string | undefined;
  readonly messageAttributes: Readonly<Record<string, SnsMessageAttribute>>;
  readonly timestamp: Date;
  readonly topicArn: string;

  readonly #dict: SnsMessageDict;

  /** @internal */
  constructor(dict: SnsMessageDict, message: Message) {
    const { Sns: sns } = dict;
    this.messageId = sns.MessageId;
    this.message = message;
    this.subject = sns.Subject ?? undefined;
    this.messageAttributes = { ...sns.MessageAttributes };
    this.timestamp = new Date(sns.Timestamp);
    this.topicArn = sns.TopicArn;
    this.#dict = dict;
  }

  /** The record as AWS sends it. */
  toDict(): SnsMessageDict {
    return this.#dict;
  }
}
