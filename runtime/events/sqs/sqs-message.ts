// One message of a queue, as a function receives it.

/** A message of a queue: docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export type SqsMessageDict = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: SqsAttributes;
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>;
  readonly md5OfBody: string;
  readonly eventSource: string;
  readonly eventSourceARN: string;
  readonly awsRegion: string;
};

/** The SQS attributes of a message. Times are milliseconds since 1970. */
export type SqsAttributes = {
  readonly ApproximateReceiveCount: string;
  readonly SentTimestamp: string;
  readonly SenderId: string;
  readonly ApproximateFirstReceiveTimestamp: string;
  readonly AWSTraceHeader?: string;
  readonly SequenceNumber?: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly DeadLetterQueueSourceArn?: string;
};

/** What a sender added to the body; binary values are base64. */
export type SqsMessageAttribute = {
  readonly stringValue?: string;
  readonly binaryValue?: string;
  readonly dataType: string;
};

/**
 * A message of a queue. Its body is a string, or parsed and checked JSON when it has a type.
 *
 * @example
 * ```ts
 * import { Framework, type SqsMessage } from 'framework';
 *
 * export const app = new Framework({ appName: 'shop' });
 *
 * export const order = app.onSqsMessage({ queue: 'orders' })(
 *   async (message: SqsMessage<{ id: string }>) => {
 *     app.log.info(message.messageId, message.body.id);
 *   },
 * );
 * ```
 */
export class SqsMessage<Body = string> {
  readonly messageId: string;
  readonly body: Body;
  readonly receiptHandle: string;
  readonly attributes: SqsAttributes;
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>;
  /** How often the message was received, including this time. */
  readonly receiveCount: number;
  /** The group of a message in a FIFO queue. */
  readonly messageGroupId: string | undefined;
  readonly eventSourceArn: string;

  readonly #dict: SqsMessageDict;

  /** @internal */
  constructor(dict: SqsMessageDict, body: Body) {
    const { attributes, messageAttributes } = dict as Partial<SqsMessageDict>; // because anyone may call a function
    this.messageId = dict.messageId;
    this.body = body;
    this.receiptHandle = dict.receiptHandle;
    this.attributes = { ...dict.attributes };
    this.messageAttributes = messageAttributes ?? {};
    this.receiveCount = Number(attributes?.ApproximateReceiveCount ?? 1);
    this.messageGroupId = attributes?.MessageGroupId;
    this.eventSourceArn = dict.eventSourceARN;
    this.#dict = dict;
  }

  /** The message as AWS sends it. */
  toDict(): SqsMessageDict {
    return this.#dict;
  }
}
