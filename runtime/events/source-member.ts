// What all methods that declare event sources share: the types of their options and decorators, and the arguments of a method
// in an application that was not built.
import type { LambdaContext } from '../contract/proxy-event.js';
import type { Bucket, Queue, Topic } from '../resources.js';
import type { FunctionOptions } from '../route-types/route-decorator.js';

/**
 * A name or an ARN. It may be undefined, because `process.env.NAME`, which each stage sets to its own value, may not be set
 * when the module is loaded.
 */
export type NamedSource = string | undefined;

/** An EventBridge pattern: an object whose values are lists of allowed values. */
export type EventPattern = { readonly [name: string]: PatternValue };

type PatternValue = readonly Matcher[] | EventPattern | readonly EventPattern[];
type Scalar = string | number | boolean | null;
type Matcher = Scalar | { readonly [operator: string]: unknown };

/** What happens to a record with an invalid payload: with `fail` it fails; with `drop` it is logged and counts as processed. */
export type OnInvalid = 'fail' | 'drop';

/** The options of every stream. */
export type StreamOptions = {
  /** Maximum number of records per call; defaults to 100. */
  readonly batchSize?: number;
  /** How many seconds Lambda waits to collect records for a batch; defaults to 0. */
  readonly batchWindow?: number;
  /** Filter patterns. Only records that match at least one of them are delivered. */
  readonly filters?: readonly EventPattern[];
  /** If false, Lambda does not read records; defaults to true. */
  readonly enabled?: boolean;
  /** Where a new function starts reading: `LATEST` for new records, or `TRIM_HORIZON` for the oldest available record. */
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON';
  /** How many batches from one shard are processed concurrently; defaults to 1. */
  readonly parallelizationFactor?: number;
  /** How many times a failed batch is retried; defaults to -1, which retries until the records expire. */
  readonly maximumRetryAttempts?: number;
  /** The age in seconds at which a record is discarded; defaults to -1, which never discards it. */
  readonly maximumRecordAge?: number;
  /** If true, a failed batch is split in two before each retry. */
  readonly bisectBatchOnError?: boolean;
  /** The `Queue`, `Topic` or `Bucket`, or its ARN, that receives a notification about discarded records. */
  readonly onFailure?: NamedSource | Queue | Topic | Bucket;
  /**
   * What happens to a record whose payload does not match its type: by default it fails; with `drop` it is logged and treated
   * as processed.
   */
  readonly onInvalid?: OnInvalid;
} & FunctionOptions;

/**
 * The decorator for a function that takes the payload first and the context second. `Given` is the type of a parameter without
 * an annotation, and `Any` is the widest type that a parameter may declare. `Says` ends the error message for any other type.
 */
export type EventDecorator<Given, Any, Says extends string> = {
  /** Decorates a method in standard mode, or wraps a function. */
  <F extends EventFunction = (event: Given, context: LambdaContext) => unknown>(
    fn: CheckedFunction<F, Any, Says, F>,
  ): F;
  /** Decorates a method with `experimentalDecorators`. Checks the type of `name`, where `tsc` prints the shortest message. */
  <F extends EventFunction>(
    target: object,
    name: CheckedFunction<F, Any, Says, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

export type EventFunction = (...values: never) => unknown;

/** Returns `Then` if the function can be called with the event, otherwise the message. */
type CheckedFunction<F extends EventFunction, Any, Says extends string, Then> = [
  Parameters<F>,
] extends [never]
  ? `It must decorate a method or be called with a function that takes ${Says}`
  : Required<Parameters<F>> extends
        readonly [] | readonly [infer First, unknown?] | readonly [infer First, unknown]
    ? Takes<First, Any> extends true
      ? Then
      : `The function takes ${Says}, and this parameter is something else`
    : `The function takes ${Says} and a context`;

/** `unknown` and `any` accept every payload. A function with several sources declares a union of their payloads. */
type Takes<Parameter, Any> = unknown extends Parameter
  ? true
  : [Extract<Parameter, Any>] extends [never]
    ? false
    : true;

/** The arguments of a method that declares an event source. */
export type UnbuiltMember = {
  /** The number of arguments before the options. */
  readonly leading: 0 | 1;
  /** The options that name the queue, topic, bucket, table or stream. */
  readonly names: readonly string[];
  /** True if a payload is text or bytes because no build has read its type. */
  readonly isText?: true;
};
