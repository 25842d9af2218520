// Local tables, and the events that tests send to their functions.
import type { Table } from '../../../../runtime/resources.js';
import { isMapping, mappingOf } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { type EventPlace, newId, nextSequence, senderOf } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly dynamodb: { kind: 'dynamodb'; called: [table?: string | Table]; methods: TestTable };
  }
  interface SampleEvents {
    /**
     * Creates an event with changes from a table's stream. A change with both images is a modification; with only one, it is an
     * insertion or a removal.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.dynamodbStream([{ newImage: { id: 'oslo', population: 709037 } }], { keys: ['id'] });
     * ```
     */
    readonly dynamodbStream: (
      changes: readonly TableChange[],
      options?: StreamOptions,
    ) => DynamodbStreamEvent;
  }
}

/** A change to an item: with only a new image, an insertion; with only an old image, a removal; with both, a modification. */
export type ItemChange = { readonly newImage?: Item; readonly oldImage?: Item };

/** A table with a stream. */
export type TestTable = {
  /** Sends one change, or several in order. */
  readonly change: (
    changes: ItemChange | readonly ItemChange[],
    options?: {
      /** The key attributes; defaults to `id`, or to the first attribute of each item. */
      readonly keys?: readonly string[];
    },
  ) => Promise<Delivered>;
};

function tableEvent(
  { place, name }: LocalSourceOf<'dynamodb'>,
  changes: readonly ItemChange[],
  { keys = keysOf(changes), ...traits }: EventTraits & { readonly keys?: readonly string[] } = {},
): DynamodbStreamEvent {
  const table = name === undefined ? {} : { table: name };
  return dynamodbStream(changes, { ...place, ...traits, ...table, keys });
}

function keysOf(changes: readonly ItemChange[]): readonly string[] {
  const names = changes.flatMap(({ newImage, oldImage }) =>
    Object.keys(newImage ?? oldImage ?? {}),
  );
  return names.includes('id') ? ['id'] : names.slice(0, 1);
}

/** Returns true for an object. A sample value from a schema is JSON, and any JSON object can be an item. */
function isItem(value: unknown): value is Item {
  return isMapping(value);
}

export const DYNAMODB: LocalKind<'dynamodb'> = {
  noun: 'table',
  recordId: ({ dynamodb: record }) => mappingOf(record)['SequenceNumber'],
  isCounted: true,
  sample: (source, payload, traits) =>
    tableEvent(source, [{ newImage: isItem(payload) ? payload : { id: 'sample' } }], traits),
  member: 'dynamodb',
  methods: (source, deliver) => ({
    change: (changes, options) => deliver(tableEvent(source, [changes].flat(), options)),
  }),
};

// Records from a table's stream: docs.aws.amazon.com/lambda/latest/dg/with-ddb.html

/** An item, with plain JavaScript values. */
export type Item = Readonly<Record<string, ItemValue>>;
export type ItemValue =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | readonly ItemValue[]
  | { readonly [name: string]: ItemValue };

/** A change to an item of a table, for `events.dynamodbStream`. */
export type TableChange = ItemChange;

export type StreamOptions = EventPlace & {
  readonly table?: string | Table;
  /** The key attributes; defaults to `['id']`. */
  readonly keys?: readonly string[];
};

/** A value in DynamoDB's format, for example `{ S: 'oslo' }`. */
type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: boolean }
  | { readonly B: string }
  | { readonly L: AttributeValue[] }
  | { readonly M: Record<string, AttributeValue> };

export type DynamodbStreamEvent = { readonly Records: DynamodbRecord[] };

type DynamodbRecord = {
  readonly eventID: string;
  readonly eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  readonly eventVersion: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly dynamodb: {
    /** In seconds since 1970. */
    readonly ApproximateCreationDateTime: number;
    readonly Keys: Record<string, AttributeValue>;
    readonly NewImage?: Record<string, AttributeValue>;
    readonly OldImage?: Record<string, AttributeValue>;
    readonly SequenceNumber: string;
    readonly SizeBytes: number;
    readonly StreamViewType: 'NEW_AND_OLD_IMAGES';
  };
  readonly eventSourceARN: string;
};

export function dynamodbStream(
  changes: readonly TableChange[],
  options: StreamOptions = {},
): DynamodbStreamEvent {
  const { keys = ['id'] } = options;
  const { name: table, region, account, time } = senderOf(options.table, 'test-table', options);
  const label = time.toISOString().replace('Z', '');
  const records = changes.map(({ newImage, oldImage }): DynamodbRecord => {
    const images = {
      ...(newImage && { NewImage: marshal(newImage) }),
      ...(oldImage && { OldImage: marshal(oldImage) }),
    };
    const image = Object.entries(newImage ?? oldImage ?? {});
    return {
      eventID: newId().replaceAll('-', ''),
      eventName: newImage ? (oldImage ? 'MODIFY' : 'INSERT') : 'REMOVE',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: region,
      dynamodb: {
        ApproximateCreationDateTime: Math.floor(time.getTime() / 1000),
        Keys: marshal(Object.fromEntries(image.filter(([name]) => keys.includes(name)))),
        ...images,
        SequenceNumber: nextSequence(21),
        SizeBytes: JSON.stringify(images).length,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
      eventSourceARN: `arn:aws:dynamodb:${region}:${account}:table/${table}/stream/${label}`,
    };
  });
  return { Records: records };
}

function marshal(item: Item): Record<string, AttributeValue> {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, attributeOf(value)]),
  );
}

function attributeOf(value: ItemValue): AttributeValue {
  if (value === null) return { NULL: true };
  if (typeof value === 'string') return { S: value };
  if (typeof value === 'number') return { N: String(value) };
  if (typeof value === 'boolean') return { BOOL: value };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (isList(value)) return { L: value.map(attributeOf) };
  return { M: marshal(value) };
}

/** `Array.isArray` does not narrow a `readonly` array. */
function isList(value: readonly ItemValue[] | Item): value is readonly ItemValue[] {
  return Array.isArray(value);
}
