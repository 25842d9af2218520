// Handles records from a Kinesis stream.
import { type EventAdapter, membersOf, recordsOf } from '../adapter.js';
import { checkedPayload, readPayloadBytes } from '../payload.js';
import { runInOrder } from '../records.js';
import type {
  EventDecorator,
  NamedSource,
  StreamOptions,
  UnbuiltMember,
} from '../source-member.js';

/** A record from a stream in its original format: docs.aws.amazon.com/lambda/latest/dg/with-kinesis.html */
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
 * A record from a Kinesis stream. Its data is bytes, or parsed and validated JSON if a type is declared.
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
  /** The time at which the stream received the record. */
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

  /** Returns the record in the format in which AWS sends it. */
  toDict(): KinesisRecordDict {
    return this.#dict;
  }
}

// Kinesis streams: records are processed in order until one fails, and Lambda retries from that record
// (docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html).

function kinesisRecordsOf(event: unknown): readonly KinesisRecordDict[] | undefined {
  const records = recordsOf(event, 'aws:kinesis', ({ eventSourceARN, kinesis }) => [
    eventSourceARN,
    membersOf(kinesis)['sequenceNumber'],
  ]);
  return records as readonly KinesisRecordDict[] | undefined; // because a stream sends only such records
}

/** `app.onKinesisRecord`. */
export const kinesisRecords: EventAdapter = {
  noun: 'stream',
  rank: 0,
  sourceOf: (event) => kinesisRecordsOf(event)?.[0]?.eventSourceARN,
  deliver: (delivery) => {
    const { options, check } = delivery;
    const records = (kinesisRecordsOf(delivery.event) ?? []).map((dict) => ({
      id: dict.kinesis.sequenceNumber,
      title: `record ${dict.kinesis.sequenceNumber}`,
      read: async () => {
        const data = readPayloadBytes(dict.kinesis.data, options.payload, 'data');
        return new KinesisRecord(dict, await checkedPayload(data, { member: 'data', check }));
      },
    }));
    return runInOrder(records, delivery);
  },
};

/** The options of `app.onKinesisRecord`. */
export type KinesisOptions = {
  /** The name or ARN of the stream, or `process.env.NAME` for a different stream in each stage. */
  readonly stream: NamedSource;
} & StreamOptions;

export interface KinesisMembers {
  /**
   * Declares a function that receives the records from a stream.
   * @example
   * ```ts
   * class Clicks {
   *   @app.onKinesisRecord({ stream: 'clicks' })
   *   click(record: KinesisRecord<{ page: string }>) {
   *     return record.data.page;
   *   }
   * }
   * ```
   */
  onKinesisRecord(
    options: KinesisOptions,
  ): EventDecorator<KinesisRecord, KinesisRecord<unknown>, 'a KinesisRecord'>;
}

export const UNBUILT_STREAM: UnbuiltMember = { leading: 0, names: ['stream'], isText: true };
