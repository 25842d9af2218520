// Resources that the source declares: `new Table('cities', { key: 'id' })` (docs/guide/resources.md). The compiler reads the
// declaration and a deploy creates the resource; at run time an environment variable says its name, URL or ARN.
import { arnVariable, mainVariable, type ResourceType } from './contract/resources.js';

/** The value of the variable that says a member of a resource. */
function readVariable(type: ResourceType, name: string, member: 'name' | 'arn'): string {
  const resource = { type, name };
  const variable = member === 'arn' ? arnVariable(resource) : mainVariable(resource);
  const value = process.env[variable];
  if (value) return value;
  throw new Error(
    `The ${type} '${name}' is in the environment variable ${variable}, which is not set. A deploy, framework local and framework/testing set it; set it yourself to run this code in another way.`,
  );
}

/** The part after the last `:` of an ARN or `/` of a URL. */
function lastPart(text: string): string {
  return text.replace(/^.*[:/]/s, '');
}

/** An attribute of a key: a string by its name, another type by `{ id: 'number' }`. */
export type TableAttribute = string | { readonly [name: string]: 'string' | 'number' | 'binary' };

/** A partition key, or a partition and a sort key. */
export type TableKey = TableAttribute | readonly [TableAttribute, TableAttribute?];

/** A global secondary index of a table. All attributes are in it. */
export type TableIndex = { readonly key: TableKey };

/** The options of `new Table`. */
export type TableOptions = {
  /** The partition key, `'id'`, or partition and sort key, `['country', 'name']`. An attribute is a string, or `{ id: 'number' }`, `{ id: 'binary' }`. */
  readonly key: TableKey;
  /** Up to 20 global secondary indexes by name, each with a `key` of its own; all attributes are in them. */
  readonly indexes?: { readonly [name: string]: TableIndex };
  /** The attribute that says when an item expires, in seconds since 1970; the item is deleted some time later. */
  readonly expires?: string;
  /** True gives the table a stream of changes with the old and the new item, for a function that receives them. */
  readonly stream?: boolean;
};

/**
 * A DynamoDB table that a deploy creates, as a constant at the top level of a module.
 *
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
  /** @internal The name as declared. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options: TableOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The name in the cloud, for the SDK: `TableName: cities.name`. */
  get name(): string {
    return readVariable('table', this.$name, 'name');
  }

  /** The ARN. */
  get arn(): string {
    return readVariable('table', this.$name, 'arn');
  }
}

/** The options of `new Queue`. */
export type QueueOptions = {
  /** How often a failed message is tried again, 0 to 999. Then it goes to a queue of its own, `<name>-failed`. Without `retries`, it is tried until it expires. */
  readonly retries?: number;
  /** For how many seconds a received message is hidden from other receivers, 0 to 43200; defaults to six times the time-out of the function that receives it, and at least 30. */
  readonly visibilityTimeout?: number;
  /** For how many days a message is kept, 1 to 14; defaults to 4. */
  readonly retention?: number;
  /** True drops a message with the content of one of the last five minutes. For a FIFO queue, whose name ends in `.fifo`. */
  readonly deduplication?: boolean;
};

/**
 * An SQS queue that a deploy creates, as a constant at the top level of a module. A name that ends in `.fifo` makes it a
 * FIFO queue.
 *
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
  /** @internal The name as declared. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: QueueOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The URL, for the SDK: `QueueUrl: arrivals.url`. */
  get url(): string {
    return readVariable('queue', this.$name, 'name');
  }

  /** The name in the cloud. */
  get name(): string {
    return lastPart(this.url);
  }

  /** The ARN. */
  get arn(): string {
    return readVariable('queue', this.$name, 'arn');
  }
}

/** The options of `new Topic`. */
export type TopicOptions = {
  /** True drops a message with the content of one of the last five minutes. For a FIFO topic, whose name ends in `.fifo`. */
  readonly deduplication?: boolean;
};

/**
 * An SNS topic that a deploy creates, as a constant at the top level of a module. A name that ends in `.fifo` makes it a
 * FIFO topic.
 *
 * @example
 * ```ts
 * import { Topic } from 'framework';
 *
 * export const news = new Topic('news');
 * ```
 */
export class Topic {
  declare protected readonly $topic: never;
  /** @internal The name as declared. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: TopicOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The ARN, for the SDK: `TopicArn: news.arn`. */
  get arn(): string {
    return readVariable('topic', this.$name, 'arn');
  }

  /** The name in the cloud. */
  get name(): string {
    return lastPart(this.arn);
  }
}

/** Which pages may call a bucket from a browser. */
export type BucketCors = {
  /** The origins of pages that may call the bucket. */
  readonly origins: readonly string[];
  /** The methods that they may use. */
  readonly methods: readonly ('DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT')[];
  /** The request headers that they may send. */
  readonly headers?: readonly string[];
};

/** The options of `new Bucket`. */
export type BucketOptions = {
  /** After how many days an object is deleted; never by default. */
  readonly expireDays?: number;
  /** True keeps the earlier versions of objects. */
  readonly versioning?: boolean;
  /** Which pages may call the bucket: `origins`, `methods` and `headers`. */
  readonly cors?: BucketCors;
};

/**
 * An S3 bucket that a deploy creates, as a constant at the top level of a module. It is encrypted, and nothing in it is
 * public.
 *
 * @example
 * ```ts
 * import { Bucket } from 'framework';
 *
 * export const photos = new Bucket('photos', { expireDays: 30 });
 * ```
 */
export class Bucket {
  declare protected readonly $bucket: never;
  /** @internal The name as declared. */
  readonly $name: string;

  // Only the compiler reads the options.
  constructor(name: string, options?: BucketOptions);
  constructor(name: string) {
    this.$name = name;
  }

  /** The name in the cloud, for the SDK: `Bucket: photos.name`. */
  get name(): string {
    return readVariable('bucket', this.$name, 'name');
  }

  /** The ARN. */
  get arn(): string {
    return readVariable('bucket', this.$name, 'arn');
  }
}
