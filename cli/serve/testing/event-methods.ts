// What a test sends to the functions of an application in the place of queues, topics, buckets, tables, streams, buses
// and schedules.
import type { Item } from '../events/dynamodb/dynamodb-stream.js';
import type { FailedRecord } from '../events/event-outcome.js';
import type { FunctionOf } from './typed-paths.js';

/** What became of an event. */
export type Delivered = {
  /** The records that failed: those that their source would send again. */
  readonly failed: readonly FailedRecord[];
  /** What the function threw, or what its adapter threw because every record failed. */
  readonly error: Error | undefined;
  /** What a function of a rule or schedule gave, as JSON carries it. */
  readonly result: unknown;
  /** What the application printed meanwhile; empty with `load`. */
  readonly logs: string;
};

/** Options of a message for a queue. */
export type MessageOptions = {
  /** For a queue whose name ends in `.fifo`. */
  readonly messageGroupId?: string;
  readonly messageAttributes?: Readonly<Record<string, string | number>>;
  readonly receiveCount?: number;
};

/** A queue. A body that is no text becomes JSON. */
export type TestQueue = {
  readonly send: (body: unknown, options?: MessageOptions) => Promise<Delivered>;
  /** Several messages in one batch; with a list of options, each has its own. */
  readonly sendBatch: (
    bodies: readonly unknown[],
    options?: MessageOptions | readonly MessageOptions[],
  ) => Promise<Delivered>;
};

/** A topic. A message that is no text becomes JSON. */
export type TestTopic = {
  readonly publish: (
    message: unknown,
    options?: {
      readonly subject?: string;
      readonly messageAttributes?: Readonly<Record<string, string | number>>;
    },
  ) => Promise<Delivered>;
};

/** A bucket. Keys are given as they are in the bucket. */
export type TestBucket = {
  readonly put: (
    key: string,
    options?: { readonly size?: number; readonly eTag?: string; readonly versionId?: string },
  ) => Promise<Delivered>;
  readonly remove: (key: string, options?: { readonly versionId?: string }) => Promise<Delivered>;
};

/** A change: with a new image only an insertion, with an old one only a removal, with both a modification. */
export type ItemChange = { readonly newImage?: Item; readonly oldImage?: Item };

/** A table with a stream. */
export type TestTable = {
  /** One change, or several in their order. */
  readonly change: (
    changes: ItemChange | readonly ItemChange[],
    options?: {
      /** The attributes that are the key; `id`, or the first of each item, unless given. */
      readonly keys?: readonly string[];
    },
  ) => Promise<Delivered>;
};

/** A stream of Kinesis. Data that are neither text nor bytes become JSON. */
export type TestStream = {
  readonly put: (data: unknown, options?: { readonly partitionKey?: string }) => Promise<Delivered>;
  readonly putBatch: (data: readonly unknown[]) => Promise<Delivered>;
};

/** A schedule. */
export type TestSchedule = {
  /** Runs it as at a time, now unless given; with its `input` when it has one. */
  readonly run: (time?: Date) => Promise<Delivered>;
};

/** A bus. */
export type TestBus = {
  /** Sends an event; its source and type are the first that the pattern of the rule names unless given. */
  readonly send: (
    detail: unknown,
    options?: { readonly source?: string; readonly detailType?: string },
  ) => Promise<Delivered>;
};

/**
 * The sources of a function, by its name. A function with several of a kind also takes the name of the queue, topic,
 * bucket, table, stream or bus, or the expression of the schedule.
 */
export type EventMethods = {
  readonly sqs: (name: FunctionOf<'sqs'>, queue?: string) => TestQueue;
  readonly sns: (name: FunctionOf<'sns'>, topic?: string) => TestTopic;
  readonly s3: (name: FunctionOf<'s3'>, bucket?: string) => TestBucket;
  readonly dynamodb: (name: FunctionOf<'dynamodb'>, table?: string) => TestTable;
  readonly kinesis: (name: FunctionOf<'kinesis'>, stream?: string) => TestStream;
  readonly schedule: (name: FunctionOf<'schedule'>, expression?: string) => TestSchedule;
  readonly event: (name: FunctionOf<'rule'>, bus?: string) => TestBus;
};
