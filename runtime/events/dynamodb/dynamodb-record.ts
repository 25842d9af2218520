// One change of a table, as a function receives it.
import type { DynamodbValue, ImageDict } from './dynamodb-value.js';

/** A record of a table's stream: docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export type DynamodbRecordDict = {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  /** The service, when it removed an expired item. */
  readonly userIdentity?: { readonly type: string; readonly principalId: string };
  readonly dynamodb: {
    /** Seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: ImageDict;
    readonly NewImage?: ImageDict;
    readonly OldImage?: ImageDict;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  };
};

/** The images of a record, as plain values. */
type Images<Item> = {
  readonly keys: Partial<Item>;
  readonly newImage: Item | undefined;
  readonly oldImage: Item | undefined;
};

/**
 * A change of a table. Its images are plain values: a number that JavaScript cannot represent exactly stays a string,
 * sets are lists, and binary values are bytes.
 *
 * @example
 * ```ts
 * import { Framework, type DynamodbRecord } from 'framework';
 *
 * export const app = new Framework({ appName: 'shop' });
 *
 * export const changed = app.onDynamodbRecord({ table: 'Orders' })(
 *   (record: DynamodbRecord<{ id: string; total: number }>) => {
 *     app.log.info(record.eventName, record.oldImage?.total, record.newImage?.total);
 *   },
 * );
 * ```
 */
export class DynamodbRecord<Item = Readonly<Record<string, DynamodbValue>>> {
  readonly eventId: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly keys: Partial<Item>;
  /** The item after the change; absent when it was removed, or when the stream does not include it. */
  readonly newImage: Item | undefined;
  /** The item before the change; absent when it was inserted, or when the stream does not include it. */
  readonly oldImage: Item | undefined;
  readonly sequenceNumber: string;
  readonly sizeBytes: number;
  readonly streamViewType: string;
  /** When the item changed, to the second. */
  readonly timestamp: Date;
  readonly awsRegion: string;
  readonly eventSourceArn: string;
  readonly tableName: string;
  /** The service, when it removed an expired item. */
  readonly userIdentity: { readonly type: string; readonly principalId: string } | undefined;

  readonly #dict: DynamodbRecordDict;

  /** @internal */
  constructor(dict: DynamodbRecordDict, { keys, newImage, oldImage }: Images<Item>) {
    const { dynamodb } = dict;
    this.eventId = dict.eventID;
    this.eventName = dict.eventName;
    this.keys = keys;
    this.newImage = newImage;
    this.oldImage = oldImage;
    this.sequenceNumber = dynamodb.SequenceNumber;
    this.sizeBytes = dynamodb.SizeBytes;
    this.streamViewType = dynamodb.StreamViewType;
    this.timestamp = new Date(dynamodb.ApproximateCreationDateTime * 1000);
    this.awsRegion = dict.awsRegion;
    this.eventSourceArn = dict.eventSourceARN;
    this.tableName = dict.eventSourceARN.split('/')[1] ?? '';
    this.userIdentity = dict.userIdentity;
    this.#dict = dict;
  }

  /** The record as AWS sends it. */
  toDict(): DynamodbRecordDict {
    return this.#dict;
  }
}
