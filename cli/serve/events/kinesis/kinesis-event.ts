// Records of a stream of Kinesis: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html
import { textOrJson } from '../../../../compiler/json-values.js';
import { type EventPlace, nextSequence, placeOf } from '../event-place.js';

/** A record; a string or bytes are a record with this data. */
export type KinesisData =
  | string
  | Uint8Array
  | {
      /** Bytes and strings as they are; anything else becomes JSON. */
      readonly data: unknown;
      /** Defaults to `key`. */
      readonly partitionKey?: string;
    };

export type KinesisEvent = { readonly Records: KinesisEventRecord[] };

export type KinesisEventRecord = {
  readonly kinesis: {
    readonly kinesisSchemaVersion: string;
    readonly partitionKey: string;
    readonly sequenceNumber: string;
    readonly data: string;
    /** Seconds since 1970. */
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

/** The event of records of one shard. */
export function kinesis(
  records: readonly KinesisData[],
  options: KinesisOptions = {},
): KinesisEvent {
  const { stream = 'test-stream' } = options;
  const { region, account, time } = placeOf(options);
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
