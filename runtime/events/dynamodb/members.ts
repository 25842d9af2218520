// `app.onDynamodbRecord`, with the types of its options.
import type {
  EventDecorator,
  UnbuiltMember,
  EventPattern,
  NamedSource,
  OnInvalid,
} from '../source-member.js';
import type { DynamodbRecord } from './dynamodb-record.js';
import type { Middleware } from '../../layer.js';

/** The options of `app.onDynamodbRecord`. */
export type DynamodbOptions = {
  /** The name or the ARN of the table, whose latest stream is read, or `process.env.NAME` for one of each stage. */
  readonly table?: NamedSource;
  /** The ARN of a stream of a table, in place of `table`. */
  readonly streamArn?: NamedSource;
  /** How many records Lambda hands over at most; 100 unless given. */
  readonly batchSize?: number;
  /** For how many seconds Lambda gathers records; 0 unless given. */
  readonly batchWindow?: number;
  /** Patterns, of which records fit at least one to be handed over. */
  readonly filters?: readonly EventPattern[];
  /** False lets Lambda read no records; true unless given. */
  readonly enabled?: boolean;
  /** Where a new function begins: with what comes from then on, or with the oldest record there is (`TRIM_HORIZON`). */
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON';
  /** How many batches of one shard are handed over at once; 1 unless given. */
  readonly parallelizationFactor?: number;
  /** How often a failed batch is handed over again; until it expires unless given, or with -1. */
  readonly maximumRetryAttempts?: number;
  /** After how many seconds a record is given up; never unless given, or with -1. */
  readonly maximumRecordAge?: number;
  /** True splits a failed batch in two before it is handed over again. */
  readonly bisectBatchOnError?: boolean;
  /** The ARN of the queue, topic or bucket that is told of records that were given up. */
  readonly onFailure?: NamedSource;
  /** What becomes of a record whose payload is not of its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** Middleware around the function, inside that of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

export interface DynamodbMembers {
  /**
   * Declares a function that gets the changes of the items of a table.
   *
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
