// What the members of an application that declare event sources share: option types, the types of their decorators, and
// the arguments of a member in an application that was not built.
import type { LambdaContext } from '../contract/proxy-event.js';
import type { Middleware } from '../layer.js';
import type { Bucket, Queue, Topic } from '../resources.js';

/** A name or an ARN. `process.env.NAME` may be undefined when the module is loaded: each stage sets its own value. */
export type NamedSource = string | undefined;

/** An EventBridge pattern: an object whose values are lists of the allowed values. */
export type EventPattern = { readonly [name: string]: PatternValue };

type PatternValue = readonly Matcher[] | EventPattern | readonly EventPattern[];
type Scalar = string | number | boolean | null;
type Matcher = Scalar | { readonly [operator: string]: unknown };

/** What happens to a record whose payload does not fit its type: `fail` fails it, `drop` logs it and counts it as done. */
export type OnInvalid = 'fail' | 'drop';

/** The options of every source. */
export type EventFunctionOptions = {
  /** The key in the `lambda_functions` configuration; defaults to the name of the method or variable. */
  readonly name?: string;
  /** Middleware around the function, inside that of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

/** The options of every stream. */
export type StreamOptions = {
  /** Maximum number of records per call; defaults to 100. */
  readonly batchSize?: number;
  /** How many seconds Lambda gathers records; defaults to 0. */
  readonly batchWindow?: number;
  /** Filter patterns; only records that match at least one are delivered. */
  readonly filters?: readonly EventPattern[];
  /** False stops Lambda from reading records; defaults to true. */
  readonly enabled?: boolean;
  /** Where a new function begins: with new records, or with the oldest available record (`TRIM_HORIZON`). */
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON';
  /** How many batches of one shard are processed concurrently; defaults to 1. */
  readonly parallelizationFactor?: number;
  /** How often a failed batch is retried; -1, the default, means until it expires. */
  readonly maximumRetryAttempts?: number;
  /** After how many seconds a record is discarded; -1, the default, means never. */
  readonly maximumRecordAge?: number;
  /** True splits a failed batch in two before each retry. */
  readonly bisectBatchOnError?: boolean;
  /** The `Queue`, `Topic` or `Bucket` that is notified of discarded records, or the ARN of one. */
  readonly onFailure?: NamedSource | Queue | Topic | Bucket;
  /** What happens to a record whose payload does not fit its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
} & EventFunctionOptions;

/**
 * The decorator of a function that takes the payload first and the context second. `Given` is the type of a parameter without
 * an annotation, `Any` the widest type that a parameter may declare, `Says` the end of the error message otherwise.
 */
export type EventDecorator<Given, Any, Says extends string> = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends EventFunction = (event: Given, context: LambdaContext) => unknown>(
    fn: CheckedFunction<F, Any, Says, F>,
  ): F;
  /** Decorates a method with `experimentalDecorators`. The check is on the name, where its message is shortest. */
  <F extends EventFunction>(
    target: object,
    name: CheckedFunction<F, Any, Says, string | symbol>,
    descriptor: TypedPropertyDescriptor<F>,
  ): void;
};

export type EventFunction = (...values: never) => unknown;

/** `Then` for a function that can be called with the event, otherwise the message. */
type CheckedFunction<F extends EventFunction, Any, Says extends string, Then> = [
  Parameters<F>,
] extends [never]
  ? `It must stand on a method or be given a function that takes ${Says}`
  : Required<Parameters<F>> extends
        readonly [] | readonly [infer First, unknown?] | readonly [infer First, unknown]
    ? Takes<First, Any> extends true
      ? Then
      : `The function takes ${Says}, and this parameter is something else`
    : `The function takes ${Says} and a context`;

/** `unknown` and `any` accept everything. A function with several sources takes a union of their payloads. */
type Takes<Parameter, Any> = unknown extends Parameter
  ? true
  : [Extract<Parameter, Any>] extends [never]
    ? false
    : true;

/** The arguments of a member that declares a source. */
export type UnbuiltMember = {
  /** The number of arguments before the options. */
  readonly leading: 0 | 1;
  /** The options that name the queue, topic, bucket, table or stream. */
  readonly names: readonly string[];
  /** True when a payload is text or bytes because nothing has read its type. */
  readonly isText?: true;
};
