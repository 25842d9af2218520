// Handles messages from an SNS topic.
import { type EventAdapter, membersOf, recordsOf, type RecordParts } from '../adapter.js';
import { checkedPayload, readPayloadText } from '../payload.js';
import { runAll } from '../records.js';
import type {
  EventDecorator,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { FunctionOptions } from '../../route-types/route-decorator.js';
import type { Topic } from '../../resources.js';

/** A message from a topic in its original format: docs.aws.amazon.com/lambda/latest/dg/with-sns.html */
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
 * A message from a topic. Its content is a string, or parsed and validated JSON if a type is declared.
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

  /** Returns the record in the format in which AWS sends it. */
  toDict(): SnsMessageDict {
    return this.#dict;
  }
}

function topicRecordsOf(event: unknown): readonly SnsMessageDict[] | undefined {
  const records = recordsOf(event, 'aws:sns', ({ Sns: sns }) => {
    const { MessageId: id, TopicArn: arn } = membersOf(sns);
    return [id, arn];
  });
  return records as readonly SnsMessageDict[] | undefined; // because a topic sends only such records
}

/** `app.onSnsMessage`. */
export const snsMessages: EventAdapter = {
  noun: 'topic',
  rank: 0,
  sourceOf: (event) => topicRecordsOf(event)?.[0]?.Sns.TopicArn,
  deliver: (delivery) => {
    const { options, check } = delivery;
    const records = (topicRecordsOf(delivery.event) ?? []).map((dict) => ({
      title: `message ${dict.Sns.MessageId}`,
      read: async () => {
        const message = readPayloadText(dict.Sns.Message, options.payload, 'message');
        return new SnsMessage(dict, await checkedPayload(message, { member: 'message', check }));
      },
    }));
    return runAll(records, delivery);
  },
};

export function topicIn(record: RecordParts): unknown {
  return record['Sns']?.['TopicArn'];
}

/** The options of `app.onSnsMessage`. */
export type SnsOptions = {
  /** The topic: a `Topic`, the topic's name or ARN, or `process.env.NAME` for a different topic in each stage. */
  readonly topic: NamedSource | Topic;
  /** The pattern that a message must match to be delivered. */
  readonly filterPolicy?: EventPattern;
  /** What the pattern is matched against: the attributes of a message (the default), or its JSON body. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
  /**
   * What happens to a message whose payload does not match its type: by default it fails; with `drop` it is logged and treated
   * as processed.
   */
  readonly onInvalid?: OnInvalid;
} & FunctionOptions;

export interface SnsMembers {
  /**
   * Declares a function that receives the messages from a topic.
   * @example
   * ```ts
   * class Alerts {
   *   @app.onSnsMessage({ topic: 'alerts' })
   *   alert(message: SnsMessage) {
   *     return message.subject;
   *   }
   * }
   * ```
   */
  onSnsMessage(
    options: SnsOptions,
  ): EventDecorator<SnsMessage, SnsMessage<unknown>, 'an SnsMessage'>;
}

export const UNBUILT_TOPIC: UnbuiltMember = { leading: 0, names: ['topic'], isText: true };
