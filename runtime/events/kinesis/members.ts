// `app.onKinesisRecord`, with the types of its options.
import type {
  EventDecorator,
  UnbuiltMember,
  EventPattern,
  NamedSource,
  OnInvalid,
} from '../source-member.js';
import type { KinesisRecord } from './kinesis-record.js';
import type { Middleware } from '../../layer.js';

/** The options of `app.onKinesisRecord`. */
export type KinesisOptions = {
  /** The name or the ARN of the stream, or `process.env.NAME` for one of each stage. */
  readonly stream: NamedSource;
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

export interface KinesisMembers {
  /**
   * Declares a function that gets the records of a stream.
   *
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
