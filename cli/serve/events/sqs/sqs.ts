// Local queues, and the events that tests send to their functions.
import type { Queue } from '../../../../runtime/resources.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { textOrJson } from '../../../../compiler/json-values.js';
import { type EventPlace, md5, newId, nextSequence, senderOf } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly sqs: { kind: 'sqs'; called: [queue?: string | Queue]; methods: TestQueue };
  }
  interface SampleEvents {
    /**
     * Creates an event with messages from a queue. A body that is not a string is converted to JSON. If the name of the queue
     * ends in `.fifo`, the messages are ordered.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.sqs(['text', { body: { order: 7 }, receiveCount: 2 }], { queue: 'orders' });
     * ```
     */
    readonly sqs: (messages: readonly SqsMessage[], options?: SqsOptions) => SqsEvent;
  }
}

/** The options for a message that is sent to a queue. */
export type MessageOptions = {
  /** For a queue whose name ends in `.fifo`. */
  readonly messageGroupId?: string;
  readonly messageAttributes?: Readonly<Record<string, string | number>>;
  readonly receiveCount?: number;
};

/** A queue. A body that is not a string is converted to JSON. */
export type TestQueue = {
  readonly send: (body: unknown, options?: MessageOptions) => Promise<Delivered>;
  /** Sends several messages in one batch. If a list of options is passed, each message has its own options. */
  readonly sendBatch: (
    bodies: readonly unknown[],
    options?: MessageOptions | readonly MessageOptions[],
  ) => Promise<Delivered>;
};

function queueEvent(
  { place, name }: LocalSourceOf<'sqs'>,
  messages: readonly SqsMessage[],
  traits: EventTraits = {},
): SqsEvent {
  return sqs(messages, { ...place, ...traits, ...(name !== undefined && { queue: name }) });
}

export const SQS: LocalKind<'sqs'> = {
  noun: 'queue',
  recordId: ({ messageId }) => messageId,
  isCounted: true,
  sample: (source, payload, traits) =>
    queueEvent(source, [{ body: payload ?? 'sample message' }], traits),
  member: 'sqs',
  methods: (source, deliver) => ({
    send: (payload, options) => deliver(queueEvent(source, [{ ...options, body: payload ?? '' }])),
    sendBatch: (bodies, options) => {
      const own = options && 'length' in options ? options : bodies.map(() => options);
      const messages = bodies.map((payload, index) => ({ ...own[index], body: payload ?? '' }));
      return deliver(queueEvent(source, messages));
    },
  }),
};

// Events from a queue: docs.aws.amazon.com/lambda/latest/dg/with-sqs.html

/** A message. Pass a string for a message with that body. */
export type SqsMessage =
  | string
  | (MessageOptions & {
      /** Anything other than a string is converted to JSON. */
      readonly body: unknown;
      readonly messageId?: string;
    });

export type SqsEvent = { readonly Records: SqsRecord[] };

type SqsRecord = {
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

type SqsAttribute = {
  readonly stringValue: string;
  readonly stringListValues: string[];
  readonly binaryListValues: string[];
  readonly dataType: string;
};

/** The name of the queue; defaults to `test-queue`. */
export type SqsOptions = EventPlace & { readonly queue?: string | Queue };

export function sqs(messages: readonly SqsMessage[], options: SqsOptions = {}): SqsEvent {
  const { name: queue, region, account, time } = senderOf(options.queue, 'test-queue', options);
  const records = messages.map((message): SqsRecord => {
    const given = typeof message === 'string' ? { body: message } : message;
    const attributes = Object.entries(given.messageAttributes ?? {});
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
        attributes.map(([name, value]) => [name, attributeOf(value)]),
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
