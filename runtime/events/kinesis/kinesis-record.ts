// One record of a stream, as a function receives it.

/** A record of a stream: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html */
export type KinesisRecordDict = {
  readonly eventID: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  readonly kinesis: {
    readonly kinesisSchemaVersion: string;
    readonly partitionKey: string;
    readonly sequenceNumber: string;
    /** In base64. */
    readonly data: string;
    /** Seconds since 1970. */
    readonly approximateArrivalTimestamp: number;
  };
};

/**
 * A record of a Kinesis stream. Its data is bytes, or parsed and checked JSON when it has a type.
 *
 * @example
 * ```ts
 * import { Framework, type KinesisRecord } from 'framework';
 *
 * export const app = new Framework({ appName: 'web' });
 *
 * export const click = app.onKinesisRecord({ stream: 'clicks' })(
 *   (record: KinesisRecord<{ page: string }>) => {
 *     app.log.info(record.partitionKey, record.data.page);
 *   },
 * );
 * ```
 */
export class KinesisRecord<Data = Uint8Array> {
  readonly data: Data;
  readonly sequenceNumber: string;
  readonly partitionKey: string;
  readonly schemaVersion: string;
  /** When the stream received it. */
  readonly timestamp: Date;
  readonly eventId: string;
  readonly eventSourceArn: string;

  readonly #dict: KinesisRecordDict;

  /** @internal */
  constructor(dict: KinesisRecordDict, data: Data) {
    const { kinesis } = dict;
    this.data = data;
    this.sequenceNumber = kinesis.sequenceNumber;
    this.partitionKey = kinesis.partitionKey;
    this.schemaVersion = kinesis.kinesisSchemaVersion;
    this.timestamp = new Date(kinesis.approximateArrivalTimestamp * 1000);
    this.eventId = dict.eventID;
    this.eventSourceArn = dict.eventSourceARN;
    this.#dict = dict;
  }

  /** The record as AWS sends it. */
  toDict(): KinesisRecordDict {
    return this.#dict;
  }
}
