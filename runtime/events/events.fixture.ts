// Functions with event sources, bound manually in the way the compiler binds them.
import type { AdapterName } from '../contract/events.js';
import type { CheckPayload, SourceOptions } from '../contract/binding.js';
import { Framework } from '../framework.js';
import { createFunctionHandler, type FunctionHandler } from '../function-handler.js';

/** An event source of the function under test. */
export type TestedSource = {
  readonly by: AdapterName;
  readonly options?: SourceOptions;
  readonly check?: CheckPayload;
};

/** Creates the Lambda handler for a function `job` with these sources. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the function says what it takes
export function jobOf<Value>(
  sources: TestedSource | readonly TestedSource[],
  run: (value: Value, context: unknown) => unknown,
): FunctionHandler {
  const app = new Framework({ appName: 'fixture' });
  const rows = [sources].flat().map(({ by, options, check }) => {
    const row = ['job', app.$adapters[by], options ?? (0 as const)] as const;
    return check ? ([...row, check] as const) : row;
  });
  app.$on(rows, app.$callFunction(['job', 'job', 0]))(run);
  return createFunctionHandler('job', app);
}

/** A check that requires an object with a string `id`, as the compiler generates it. */
export const hasId: CheckPayload = (payload, report) => {
  const id = (payload as { readonly id?: unknown } | null)?.id; // because a check accepts any value
  if (typeof id !== 'string') report('/id', 'text', 'type', id);
  return payload;
};

const PLACE = 'eu-west-1:123456789012';

/** Creates an event from a queue, with one message for each body; `groups` are the message groups in a FIFO queue. */
export function queueEvent(
  bodies: readonly unknown[],
  { queue = 'orders', groups = [] }: { readonly queue?: string; readonly groups?: string[] } = {},
): object {
  return {
    Records: bodies.map((body, place) => ({
      messageId: `m${place + 1}`,
      receiptHandle: `handle-${place + 1}`,
      body: typeof body === 'string' || body === null ? body : JSON.stringify(body),
      attributes: {
        ApproximateReceiveCount: '2',
        SentTimestamp: '1',
        SenderId: 'sender',
        ApproximateFirstReceiveTimestamp: '1',
        ...(groups[place] !== undefined && { MessageGroupId: groups[place] }),
      },
      messageAttributes: {},
      md5OfBody: '',
      eventSource: 'aws:sqs',
      eventSourceARN: `arn:aws:sqs:${PLACE}:${queue}`,
      awsRegion: 'eu-west-1',
    })),
  };
}

/** Creates an event from a Kinesis stream, with one record for each text. */
export function streamEvent(texts: readonly (string | Uint8Array)[]): object {
  return {
    Records: texts.map((text, place) => ({
      eventID: `shardId-0:${place + 1}`,
      eventSource: 'aws:kinesis',
      awsRegion: 'eu-west-1',
      eventSourceARN: `arn:aws:kinesis:${PLACE}:stream/clicks`,
      kinesis: {
        kinesisSchemaVersion: '1.0',
        partitionKey: 'key',
        sequenceNumber: String(place + 1),
        data: Buffer.from(text).toString('base64'),
        approximateArrivalTimestamp: 1_700_000_000.5,
      },
    })),
  };
}

/** Creates an event from a table's stream; each change contains the members of `dynamodb` except the key. */
export function tableEvent(changes: readonly object[]): object {
  return {
    Records: changes.map((change, place) => ({
      eventID: `e${place + 1}`,
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: `arn:aws:dynamodb:${PLACE}:table/Orders/stream/2026-11-22T00:00:00.000`,
      dynamodb: {
        ApproximateCreationDateTime: 1_700_000_000,
        Keys: { id: { S: `k${place + 1}` } },
        SequenceNumber: String(place + 1),
        SizeBytes: 10,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
        ...change,
      },
    })),
  };
}

/** Creates an event from a topic, with one message for each text; Lambda itself sends one message at a time. */
export function topicEvent(messages: readonly unknown[]): object {
  return {
    Records: messages.map((message, place) => ({
      EventVersion: '1.0',
      EventSubscriptionArn: `arn:aws:sns:${PLACE}:alerts:1`,
      EventSource: 'aws:sns',
      Sns: {
        Type: 'Notification',
        MessageId: `n${place + 1}`,
        TopicArn: `arn:aws:sns:${PLACE}:alerts`,
        Subject: null,
        Message: message,
        Timestamp: '2026-11-22T10:00:00.000Z',
        MessageAttributes: { level: { Type: 'String', Value: 'high' } },
      },
    })),
  };
}

/** Creates a bucket's notification, with one record for each key, encoded as in real notifications. */
export function bucketEvent(keys: readonly string[], bucket = 'uploads'): object {
  return {
    Records: keys.map((key) => ({
      eventVersion: '2.1',
      eventSource: 'aws:s3',
      awsRegion: 'eu-west-1',
      eventTime: '2026-11-22T10:00:00.000Z',
      eventName: 'ObjectCreated:Put',
      s3: {
        bucket: { name: bucket, arn: `arn:aws:s3:::${bucket}` },
        object: { key, size: 3, eTag: 'tag', sequencer: '0A' },
      },
    })),
  };
}

/** Creates an EventBridge event. */
export function busEvent(source: string, detailType: string, detail: unknown): object {
  return {
    version: '0',
    id: 'b1',
    'detail-type': detailType,
    source,
    account: '123456789012',
    time: '2026-11-22T10:00:00Z',
    region: 'eu-west-1',
    resources: [],
    detail,
  };
}

/** Returns the members of the value that a function received. */
export function membersIn(value: object): object {
  return Object.fromEntries(Object.entries(value));
}
