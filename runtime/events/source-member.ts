// What the members of an application that declare event sources share: option types, the types of their decorators, and
// the arguments of a member in an application that was not built.
import type { LambdaContext } from '../contract/proxy-event.js';
import type { Middleware } from '../layer.js';

/** A name or an ARN. `process.env.NAME` may be undefined when the module is loaded: each stage sets its own value. */
export type NamedSource = string | undefined;

/** A pattern of EventBridge: an object whose values are lists of what a value may be. */
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
} & EventFunctionOptions;

/**
 * The decorator of a function that takes the payload first and the context second. `Given` is the type of a parameter
 * without an annotation, `Any` the widest type that a parameter may declare, `Says` the end of the message for another one.
 */
export type EventDecorator<Given, Any, Says extends string> = {
  /** Decorates a method, in the standard mode, or takes a function. */
  <F extends EventFunction = (event: Given, context: LambdaContext) => unknown>(
    fn: CheckedFunction<F, Any, Says, F>,
  ): F;
  /** Decorates a method with `experimentalDecorators`. The check sits on the name, where its message is shortest. */
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

/** Nothing is known of `unknown` and `any`. A function with several sources takes a union of what they hand over. */
type Takes<Parameter, Any> = unknown extends Parameter
  ? true
  : [Extract<Parameter, Any>] extends [never]
    ? false
    : true;

/** The arguments of a member that declares a source. */
export type UnbuiltMember = {
  /** How many arguments stand before the options. */
  readonly leading: 0 | 1;
  /** The options that name the queue, topic, bucket, table or stream. */
  readonly names: readonly string[];
  /** True where a payload is text or bytes because nothing has read its type. */
  readonly isText?: true;
};
