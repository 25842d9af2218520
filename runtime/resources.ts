// Resources that the source declares, for example `new Table('cities', { key: 'id' })`, and a deploy creates. At run time, an
// environment variable contains a resource's name, URL or ARN (docs/guide/resources.md).
import { arnVariable, mainVariable, type ResourceType } from './contract/resources.js';

/** Reads the environment variable that holds a member of a resource. */
function readVariable(type: ResourceType, name: string, member: 'name' | 'arn'): string {
  const resource = { type, name };
  const variable = member === 'arn' ? arnVariable(resource) : mainVariable(resource);
  const value = process.env[variable];
  if (value) return value;
  throw new Error(
    `The ${type} '${name}' is in the environment variable ${variable}, which is not set. A deploy, framework local and framework/testing set it; set it yourself to run this code elsewhere.`,
  );
}

/** Returns the text after the last `:` in an ARN or the last `/` in a URL. */
function lastPart(text: string): string {
  return text.replace(/^.*[:/]/s, '');
}

/** A key attribute: the name of a string attribute, or an object such as `{ id: 'number' }` for another type. */
export type TableAttribute = string | { readonly [name: string]: 'string' | 'number' | 'binary' };

/** A partition key, or a partition key and a sort key. */
export type TableKey = TableAttribute | readonly [TableAttribute, TableAttribute?];

/** A global secondary index of a table. It projects all attributes. */
export type TableIndex = { readonly key: TableKey };

/** The options of `new Table`. */
export type TableOptions = {
  /**
   * The partition key, such as `'id'`, or the partition and sort key, such as `['country', 'name']`. An attribute is a string,
   * unless it is declared as `{ id: 'number' }` or `{ id: 'binary' }`.
   */
  readonly key: TableKey;
  /** Up to 20 global secondary indexes by name, each with its own `key`. They project all attributes. */
  readonly indexes?: { readonly [name: string]: TableIndex };
  /**
   * The attribute that contains the time at which an item expires, in seconds since 1970. DynamoDB deletes the item some time
   * after that.
   */
  readonly expires?: string;
  /** If true, the table has a stream of changes, each with the old and the new item, which a function can receive. */
  readonly stream?: boolean;
};

/**
 * A DynamoDB table that a deploy creates. Declare it as a constant at the top level of a module.
 * @example
 * ```ts
 * import { Table } from 'framework';
 *
 * export const cities = new Table('cities', {
 *   key: 'id',
 *   indexes: { byCountry: { key: ['country', 'name'] } },
 *   expires: 'validUntil',
 * });
 * ```
 */
export class Table {
  declare protected readonly $table: never;
  /** @internal The declared name. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options: TableOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The name of the table in AWS, for the SDK: `TableName: cities.name`. */
  get name(): string {
    return readVariable('table', this.$name, 'name');
  }

  /** The ARN of the table. */
  get arn(): string {
    return readVariable('table', this.$name, 'arn');
  }
}

/** The options of `new Queue`. */
export type QueueOptions = {
  /**
   * How many times a failed message is retried, from 0 to 999, before it moves to a separate queue, `<name>-failed`. By
   * default, the message is retried until it expires.
   */
  readonly retries?: number;
  /**
   * How many seconds a received message is hidden from other receivers, from 0 to 43200; defaults to six times the timeout of
   * the function that receives the messages, and to at least 30.
   */
  readonly visibilityTimeout?: number;
  /** How many days a message is kept, from 1 to 14; defaults to 4. */
  readonly retention?: number;
  /**
   * If true, a message is dropped if its content equals that of a message from the last five minutes. Only for a FIFO queue,
   * whose name ends in `.fifo`.
   */
  readonly deduplication?: boolean;
};

/**
 * An SQS queue that a deploy creates. Declare it as a constant at the top level of a module. A queue whose name ends in `.fifo`
 * is a FIFO queue.
 * @example
 * ```ts
 * import { Queue } from 'framework';
 *
 * export const arrivals = new Queue('arrivals', { retries: 3 });
 * export const ledger = new Queue('ledger.fifo', { deduplication: true });
 * ```
 */
export class Queue {
  declare protected readonly $queue: never;
  /** @internal The declared name. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: QueueOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The URL of the queue, for the SDK: `QueueUrl: arrivals.url`. */
  get url(): string {
    return readVariable('queue', this.$name, 'name');
  }

  /** The name of the queue in AWS. */
  get name(): string {
    return lastPart(this.url);
  }

  /** The ARN of the queue. */
  get arn(): string {
    return readVariable('queue', this.$name, 'arn');
  }
}

/** The options of `new Topic`. */
export type TopicOptions = {
  /**
   * If true, a message is dropped if its content equals that of a message from the last five minutes. Only for a FIFO topic,
   * whose name ends in `.fifo`.
   */
  readonly deduplication?: boolean;
};

/**
 * An SNS topic that a deploy creates. Declare it as a constant at the top level of a module. A topic whose name ends in `.fifo`
 * is a FIFO topic.
 * @example
 * ```ts
 * import { Topic } from 'framework';
 *
 * export const news = new Topic('news');
 * ```
 */
export class Topic {
  declare protected readonly $topic: never;
  /** @internal The declared name. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: TopicOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The ARN of the topic, for the SDK: `TopicArn: news.arn`. */
  get arn(): string {
    return readVariable('topic', this.$name, 'arn');
  }

  /** The name of the topic in AWS. */
  get name(): string {
    return lastPart(this.arn);
  }
}

/** The CORS rule of a bucket: which pages may access it from a browser. */
export type BucketCors = {
  /** The origins of pages that may access the bucket. */
  readonly origins: readonly string[];
  /** The methods that these pages may use. */
  readonly methods: readonly ('DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT')[];
  /** The request headers that these pages may send. */
  readonly headers?: readonly string[];
};

/** The options of `new Bucket`. */
export type BucketOptions = {
  /** The number of days after which an object is deleted. By default, objects are never deleted. */
  readonly expireDays?: number;
  /** If true, earlier versions of objects are kept. */
  readonly versioning?: boolean;
  /** Which pages may access the bucket from a browser: `origins`, `methods` and `headers`. */
  readonly cors?: BucketCors;
};

/**
 * An S3 bucket that a deploy creates. Declare it as a constant at the top level of a module. The bucket is encrypted, and none
 * of its objects are public.
 * @example
 * ```ts
 * import { Bucket } from 'framework';
 *
 * export const photos = new Bucket('photos', { expireDays: 30 });
 * ```
 */
export class Bucket {
  declare protected readonly $bucket: never;
  /** @internal The declared name. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: BucketOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The name of the bucket in AWS, for the SDK: `Bucket: photos.name`. */
  get name(): string {
    return readVariable('bucket', this.$name, 'name');
  }

  /** The ARN of the bucket. */
  get arn(): string {
    return readVariable('bucket', this.$name, 'arn');
  }
}
