// Handles the records that describe changes in a table.
import type { CheckPayload } from '../../contract/binding.js';
import { type EventAdapter, membersOf, recordsOf } from '../adapter.js';
import { checkedPayload } from '../payload.js';
import { runInOrder } from '../records.js';
import type {
  EventDecorator,
  NamedSource,
  StreamOptions,
  UnbuiltMember,
} from '../source-member.js';
import type { Table } from '../../resources.js';

/** A record from a table's stream in its original format: docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
export type DynamodbRecordDict = {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventSourceARN: string;
  /** The DynamoDB service principal if DynamoDB removed an expired item. */
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

/** The images of a record, converted to plain values. */
type Images<Item> = {
  readonly keys: Partial<Item>;
  readonly newImage: Item | undefined;
  readonly oldImage: Item | undefined;
};

/**
 * A change to an item in a table. Its images are plain values: a number that JavaScript cannot represent exactly stays a
 * string, sets become arrays, and binary values become bytes.
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
  /** The item after the change; undefined if it was removed, or if the stream does not include new images. */
  readonly newImage: Item | undefined;
  /** The item before the change; undefined if it was inserted, or if the stream does not include old images. */
  readonly oldImage: Item | undefined;
  readonly sequenceNumber: string;
  readonly sizeBytes: number;
  readonly streamViewType: string;
  /** The time of the change, with a precision of one second. */
  readonly timestamp: Date;
  readonly awsRegion: string;
  readonly eventSourceArn: string;
  readonly tableName: string;
  /** The DynamoDB service principal if DynamoDB removed an expired item. */
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

  /** Returns the record in the format in which AWS sends it. */
  toDict(): DynamodbRecordDict {
    return this.#dict;
  }
}

// Converts DynamoDB values to JavaScript values:
// docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_AttributeValue.html

/** A value in the format of DynamoDB, for example `{ S: 'oslo' }`. Binary values are base64. */
type AttributeValue = {
  readonly S?: string;
  readonly N?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly B?: string;
  readonly L?: readonly AttributeValue[];
  readonly M?: ImageDict;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
};

export type ImageDict = Readonly<Record<string, AttributeValue>>;

/**
 * A value in an item. A number that JavaScript cannot represent exactly stays a string, sets become arrays, and binary values
 * become bytes.
 */
export type DynamodbValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly DynamodbValue[]
  | { readonly [name: string]: DynamodbValue };

function dynamodbItem(image: ImageDict): Record<string, DynamodbValue> {
  // `fromEntries` creates an own property for every name, including `__proto__`.
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [name, dynamodbValue(value)]),
  );
}

/** Converts a DynamoDB value, which has a single member, named after its type. */
function dynamodbValue({ S, N, BOOL, NULL, B, L, M, SS, NS, BS }: AttributeValue): DynamodbValue {
  if (NULL !== undefined) return null;
  const value =
    S ??
    BOOL ??
    SS ??
    (N === undefined ? undefined : dynamodbNumber(N)) ??
    (B === undefined ? undefined : dynamodbBytes(B)) ??
    L?.map(dynamodbValue) ??
    NS?.map(dynamodbNumber) ??
    BS?.map(dynamodbBytes) ??
    (M && dynamodbItem(M));
  if (value === undefined)
    throw new TypeError('A record contains a value that DynamoDB does not support.');
  return value;
}

function dynamodbBytes(base64: string): Uint8Array {
  return Buffer.from(base64, 'base64');
}

/** DynamoDB stores 38 digits; a JavaScript number has about 16. */
function dynamodbNumber(text: string): number | string {
  const number = Number(text);
  const isExact = Number.isInteger(number)
    ? Number.isSafeInteger(number)
    : Number.isFinite(number) && digitsOfNumber(String(number)) === digitsOfNumber(text);
  return isExact ? number : text;
}

/** Returns the significant digits of a number, which are the same for `150` and `1.5e2`. */
function digitsOfNumber(text: string): string {
  return text
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '');
}

// DynamoDB streams: records are processed in order until one fails, and Lambda retries from that record
// (docs.aws.amazon.com/lambda/latest/dg/kinesis-on-failure-destination.html).

function changesOf(event: unknown): readonly DynamodbRecordDict[] | undefined {
  const records = recordsOf(event, 'aws:dynamodb', ({ eventSourceARN, dynamodb }) => [
    eventSourceARN,
    membersOf(dynamodb)['SequenceNumber'],
  ]);
  return records as readonly DynamodbRecordDict[] | undefined; // because a stream sends only such records
}

async function imageOf(
  image: ImageDict | undefined,
  member: string,
  check: CheckPayload | undefined,
): Promise<unknown> {
  return image && checkedPayload(dynamodbItem(image), { member, check });
}

/** `app.onDynamodbRecord`. */
export const dynamodbRecords: EventAdapter = {
  noun: 'table',
  rank: 0,
  sourceOf: (event) => changesOf(event)?.[0]?.eventSourceARN,
  deliver: (delivery) => {
    const { check } = delivery;
    const records = (changesOf(delivery.event) ?? []).map((dict) => ({
      id: dict.dynamodb.SequenceNumber,
      title: `record ${dict.dynamodb.SequenceNumber}`,
      read: async () => {
        const { Keys: keys, NewImage: newImage, OldImage: oldImage } = dict.dynamodb;
        return new DynamodbRecord<unknown>(dict, {
          keys: dynamodbItem(keys),
          newImage: await imageOf(newImage, 'newImage', check),
          oldImage: await imageOf(oldImage, 'oldImage', check),
        });
      },
    }));
    return runInOrder(records, delivery);
  },
};

/** The options of `app.onDynamodbRecord`. */
export type DynamodbOptions = {
  /**
   * The table whose latest stream is read: a `Table`, the table's name or ARN, or `process.env.NAME` for a different table in
   * each stage.
   */
  readonly table?: NamedSource | Table;
  /** The ARN of a table's stream, as an alternative to `table`. */
  readonly streamArn?: NamedSource;
} & StreamOptions;

export interface DynamodbMembers {
  /**
   * Declares a function that receives the changes to items in a table.
   * @example
   * ```ts
   * class Orders {
   *   @app.onDynamodbRecord({ table: 'Orders' })
   *   changed(record: DynamodbRecord<{ id: string }>) {
   *     return record.newImage?.id;
   *   }
   * }
   * ```
   */
  onDynamodbRecord(
    options: DynamodbOptions,
  ): EventDecorator<DynamodbRecord, DynamodbRecord<unknown>, 'a DynamodbRecord'>;
}

export const UNBUILT_TABLE: UnbuiltMember = { leading: 0, names: ['table', 'streamArn'] };
