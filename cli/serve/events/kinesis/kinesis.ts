// Local Kinesis streams, and the events that tests send to their functions.
import { mappingOf, textOrJson } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { type EventPlace, nextSequence, withDefaults } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly kinesis: { kind: 'kinesis'; called: [stream?: string]; methods: TestStream };
  }
  interface SampleEvents {
    /**
     * Creates an event with records from a Kinesis stream. Data that is neither a string nor bytes is converted to JSON.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.kinesis([{ data: { page: '/' }, partitionKey: 'ann' }, 'text'], { stream: 'clicks' });
     * ```
     */
    readonly kinesis: (records: readonly KinesisData[], options?: KinesisOptions) => KinesisEvent;
  }
}

/** A Kinesis stream. Data that is neither a string nor bytes is converted to JSON. */
export type TestStream = {
  readonly put: (data: unknown, options?: { readonly partitionKey?: string }) => Promise<Delivered>;
  readonly putBatch: (data: readonly unknown[]) => Promise<Delivered>;
};

function streamEvent(
  { place, name }: LocalSourceOf<'kinesis'>,
  records: readonly KinesisData[],
  traits: EventTraits = {},
): KinesisEvent {
  return kinesis(records, { ...place, ...traits, ...(name !== undefined && { stream: name }) });
}

export const KINESIS: LocalKind<'kinesis'> = {
  noun: 'stream',
  recordId: (record) => mappingOf(record['kinesis'])['sequenceNumber'],
  isCounted: true,
  sample: (source, payload, traits) =>
    streamEvent(source, [{ data: payload ?? 'sample data' }], traits),
  member: 'kinesis',
  methods: (source, deliver) => ({
    put: (payload, options) => deliver(streamEvent(source, [{ ...options, data: payload ?? '' }])),
    putBatch: (data) => {
      const records = data.map((payload) => ({ data: payload ?? '' }));
      return deliver(streamEvent(source, records));
    },
  }),
};

// Records from a Kinesis stream: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html

/** A record. Pass a string or bytes for a record with this data. */
export type KinesisData =
  | string
  | Uint8Array
  | {
      /** Bytes and strings are sent unchanged; anything else is converted to JSON. */
      readonly data: unknown;
      /** Defaults to `key`. */
      readonly partitionKey?: string;
    };

export type KinesisEvent = { readonly Records: KinesisEventRecord[] };

type KinesisEventRecord = {
  readonly kinesis: {
    readonly kinesisSchemaVersion: string;
    readonly partitionKey: string;
    readonly sequenceNumber: string;
    readonly data: string;
    /** In seconds since 1970. */
    readonly approximateArrivalTimestamp: number;
  };
  readonly eventSource: string;
  readonly eventVersion: string;
  readonly eventID: string;
  readonly eventName: string;
  readonly invokeIdentityArn: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
};

/** The name of the stream; defaults to `test-stream`. */
export type KinesisOptions = EventPlace & { readonly stream?: string };

/** Creates an event with these records, all from one shard. */
export function kinesis(
  records: readonly KinesisData[],
  options: KinesisOptions = {},
): KinesisEvent {
  const { stream = 'test-stream' } = options;
  const { region, account, time } = withDefaults(options);
  return {
    Records: records.map((record) => {
      const isPlain = typeof record === 'string' || record instanceof Uint8Array;
      const { data, partitionKey = 'key' } = isPlain ? { data: record } : record;
      const bytes = data instanceof Uint8Array ? data : textOrJson(data);
      const sequenceNumber = nextSequence(56);
      return {
        kinesis: {
          kinesisSchemaVersion: '1.0',
          partitionKey,
          sequenceNumber,
          data: Buffer.from(bytes).toString('base64'),
          approximateArrivalTimestamp: time.getTime() / 1000,
        },
        eventSource: 'aws:kinesis',
        eventVersion: '1.0',
        eventID: `shardId-000000000000:${sequenceNumber}`,
        eventName: 'aws:kinesis:record',
        invokeIdentityArn: `arn:aws:iam::${account}:role/test-role`,
        awsRegion: region,
        eventSourceARN: `arn:aws:kinesis:${region}:${account}:stream/${stream}`,
      };
    }),
  };
}
