// What sends events to functions, as the manifest tells it: everything that the cloud must know of a source. What only the
// runtime must know, such as how many records of a batch run at once, stands in the row that binds the function.

/**
 * A queue, topic, bucket, table or stream: its name or its ARN, or the variable among `environment_variables` of the function
 * that holds one of them, so that each stage can have its own.
 */
export type SourceName = { readonly text: string } | { readonly variable: string };

/** `app.schedule('rate(5 minutes)')`. */
export type ScheduleSource = {
  readonly kind: 'schedule';
  /** `rate(...)`, `cron(...)` or `at(...)`. */
  readonly expression: string;
  /** A name of the IANA database; UTC without one. */
  readonly timezone?: string;
  /** JSON that the function gets in place of the event. */
  readonly input?: unknown;
  readonly description?: string;
  readonly enabled: boolean;
};

/** `app.onEvent({ source: ['aws.codecommit'] })`. */
export type RuleSource = {
  readonly kind: 'rule';
  /** A pattern of EventBridge. */
  readonly pattern: Readonly<Record<string, unknown>>;
  /** A name or an ARN; `default` is the one of AWS's own services. */
  readonly bus: SourceName;
  readonly description?: string;
  readonly enabled: boolean;
};

/** `app.onSnsMessage({ topic: 'alerts' })`. */
export type SnsSource = {
  readonly kind: 'sns';
  readonly topic: SourceName;
  readonly filterPolicy?: Readonly<Record<string, unknown>>;
  /** `MessageAttributes` unless given, as SNS has it. */
  readonly filterPolicyScope?: 'MessageAttributes' | 'MessageBody';
};

/** `app.onS3Event({ bucket: 'uploads' })`. */
export type S3Source = {
  readonly kind: 's3';
  readonly bucket: SourceName;
  /** `s3:ObjectCreated:*`. Sorted. */
  readonly events: readonly string[];
  readonly prefix?: string;
  readonly suffix?: string;
  /** How S3 tells it: by the bucket's own notifications, or through EventBridge. */
  readonly delivery: 'notification' | 'eventbridge';
};

/** What every source has that Lambda reads from by itself: an event source mapping. */
export type PolledSource = {
  /** Records at most. */
  readonly batchSize: number;
  /** Seconds for which Lambda gathers records. */
  readonly batchWindow: number;
  /** Patterns, of which a record fits at least one. */
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
  readonly enabled: boolean;
};

/** `app.onSqsMessage({ queue: 'orders' })` and `app.onSqsBatch(...)`. */
export type SqsSource = PolledSource & {
  readonly kind: 'sqs';
  readonly queue: SourceName;
  /** 2 to 1000 batches at once; as many as Lambda likes unless given. */
  readonly maximumConcurrency?: number;
};

/** What streams have besides. */
export type StreamSource = PolledSource & {
  readonly startingPosition: 'LATEST' | 'TRIM_HORIZON';
  /** Batches of one shard at once, 1 to 10. */
  readonly parallelizationFactor?: number;
  /** -1 for no end. */
  readonly maximumRetryAttempts?: number;
  /** Seconds; -1 for no end. */
  readonly maximumRecordAge?: number;
  readonly bisectBatchOnError?: boolean;
  /** The ARN of the queue, topic or bucket that is told of records that were given up. */
  readonly onFailure?: SourceName;
};

/** `app.onDynamodbRecord({ table: 'Orders' })`: the latest stream of a table, or a stream by its ARN. */
export type DynamodbSource = StreamSource & {
  readonly kind: 'dynamodb';
} & ({ readonly table: SourceName } | { readonly streamArn: SourceName });

/** `app.onKinesisRecord({ stream: 'clicks' })`. */
export type KinesisSource = StreamSource & {
  readonly kind: 'kinesis';
  readonly stream: SourceName;
};

export type EventSource =
  ScheduleSource | RuleSource | SnsSource | S3Source | SqsSource | DynamodbSource | KinesisSource;
