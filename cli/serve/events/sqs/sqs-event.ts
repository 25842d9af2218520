// Events of a queue: docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
import type { Queue } from '../../../../runtime/resources.js';
import { textOrJson } from '../../../../compiler/json-values.js';
import { type EventPlace, md5, newId, nextSequence, senderOf } from '../event-place.js';

/** A message; a string is a message with that body. */
export type SqsMessage =
  | string
  | {
      /** Anything but a string becomes JSON. */
      readonly body: unknown;
      readonly messageId?: string;
      /** Strings and numbers. */
      readonly messageAttributes?: Readonly<Record<string, string | number>>;
      /** For a queue whose name ends in `.fifo`. */
      readonly messageGroupId?: string;
      readonly receiveCount?: number;
    };

export type SqsEvent = { readonly Records: SqsRecord[] };

export type SqsRecord = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: {
    readonly ApproximateReceiveCount: string;
    readonly SentTimestamp: string;
    readonly SequenceNumber?: string;
    readonly MessageGroupId?: string;
    readonly SenderId: string;
    readonly MessageDeduplicationId?: string;
    readonly ApproximateFirstReceiveTimestamp: string;
  };
  readonly messageAttributes: Readonly<Record<string, SqsAttribute>>;
  readonly md5OfBody: string;
  readonly eventSource: string;
  readonly eventSourceARN: string;
  readonly awsRegion: string;
};

export type SqsAttribute = {
  readonly stringValue: string;
  readonly stringListValues: string[];
  readonly binaryListValues: string[];
  readonly dataType: string;
};

/** The name of the queue; defaults to `test-queue`. */
export type SqsOptions = EventPlace & { readonly queue?: string | Queue };

/** The event of a batch of messages. */
export function sqs(messages: readonly SqsMessage[], options: SqsOptions = {}): SqsEvent {
  const { name: queue, region, account, time } = senderOf(options.queue, 'test-queue', options);
  const records = messages.map((message): SqsRecord => {
    const given = typeof message === 'string' ? { body: message } : message;
    const body = textOrJson(given.body);
    const sent = String(time.getTime());
    return {
      messageId: given.messageId ?? newId(),
      receiptHandle: `AQEB${Buffer.from(newId()).toString('base64')}`,
      body,
      attributes: {
        ApproximateReceiveCount: String(given.receiveCount ?? 1),
        SentTimestamp: sent,
        ...(queue.endsWith('.fifo') && {
          SequenceNumber: nextSequence(20),
          MessageGroupId: given.messageGroupId ?? 'group',
          MessageDeduplicationId: md5(body),
        }),
        SenderId: 'AIDATESTFRAMEWORKUSER',
        ApproximateFirstReceiveTimestamp: sent,
      },
      messageAttributes: Object.fromEntries(
        Object.entries(given.messageAttributes ?? {}).map(([name, value]) => [
          name,
          attributeOf(value),
        ]),
      ),
      md5OfBody: md5(body),
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${region}:${account}:${queue}`,
      awsRegion: region,
    };
  });
  return { Records: records };
}

function attributeOf(value: string | number): SqsAttribute {
  return {
    stringValue: String(value),
    stringListValues: [],
    binaryListValues: [],
    dataType: typeof value === 'number' ? 'Number' : 'String',
  };
}
