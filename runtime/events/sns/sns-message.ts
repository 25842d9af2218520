// One message of a topic, as a function gets it.
import type { SnsMessageAttribute, SnsMessageDict } from './sns-dict.js';

/**
 * A message of a topic. It is text, or with a type, parsed and checked JSON.
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

  /** @internal Made of what Lambda sends. */
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
