// The options of the members that declare sources of events.
import type { Middleware } from '../layer.js';

/** What every source of events takes. */
export type FunctionOfEvents = {
  /** The key in the `lambda_functions` configuration; the name of the method or variable unless given. */
  readonly name?: string;
  /** What runs around the function, inside of the middleware of the application. */
  readonly middleware?: readonly Middleware<'event'>[];
};

/** What sources with a payload take. */
export type PayloadOptions = {
  /** What becomes of a record whose payload is not of its type: it fails unless this says `drop`. */
  readonly onInvalid?: 'fail' | 'drop';
};

/** A name or an ARN, or a variable of the environment that holds one. */
export type SourceText = string | undefined;

/** The options of `app.schedule`. */
export type ScheduleOptions = FunctionOfEvents & {
  /** A name of the IANA database; UTC unless given. */
  readonly timezone?: string;
  /** What the function gets in place of the event; JSON. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled?: boolean;
};

/** The options of `app.onEvent`. */
export type EventOptions = FunctionOfEvents &
  PayloadOptions & {
    /** A name or an ARN; `default` unless given. */
    readonly bus?: SourceText;
    readonly description?: string;
    readonly enabled?: boolean;
  };

/** A pattern of EventBridge. */
export type EventPattern = Readonly<Record<string, unknown>>;

/** The options of `app.onSnsMessage`. */
export type SnsOptions = FunctionOfEvents &
  PayloadOptions & {
    readonly topic: SourceText;
    readonly filterPolicy?: Readonly<Record<string, unknown>>;
    readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
  };

/** The options of `app.onS3Event`. */
export type S3Options = FunctionOfEvents & {
  readonly bucket: SourceText;
  /** `['s3:ObjectCreated:*']` unless given. */
  readonly events?: readonly string[];
  readonly prefix?: string;
  readonly suffix?: string;
  readonly delivery?: 'notification' | 'eventbridge';
};

type PolledOptions = FunctionOfEvents &
  PayloadOptions & {
    readonly batchSize?: number;
    /** Seconds. */
    readonly batchWindow?: number;
    readonly filters?: readonly Readonly<Record<string, unknown>>[];
    readonly enabled?: boolean;
  };

/** The options of `app.onSqsBatch`. */
export type SqsBatchOptions = PolledOptions & {
  readonly queue: SourceText;
  /** Batches at once, 2 to 1000. */
  readonly maximumConcurrency?: number;
};

/** The options of `app.onSqsMessage`. */
export type SqsOptions = SqsBatchOptions & {
  /** Messages of a batch at once; all of them unless given. */
  readonly concurrency?: number;
};

type StreamOptions = PolledOptions & {
  readonly startingPosition?: 'LATEST' | 'TRIM_HORIZON';
  readonly parallelizationFactor?: number;
  readonly maximumRetryAttempts?: number;
  /** Seconds. */
  readonly maximumRecordAge?: number;
  readonly bisectBatchOnError?: boolean;
  readonly onFailure?: SourceText;
};

/** The options of `app.onDynamodbRecord`. */
export type DynamodbOptions = StreamOptions &
  ({ readonly table: SourceText } | { readonly streamArn: SourceText });

/** The options of `app.onKinesisRecord`. */
export type KinesisOptions = StreamOptions & { readonly stream: SourceText };
