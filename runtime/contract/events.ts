// The event sources of functions in the manifest: their list, and the parts that several sources share. Options that only
// the runtime uses, such as `concurrency`, are in the row that binds the function (binding.ts).

/** Every source, by the member of an application that declares it: `compiler/kinds/registry.ts` lists them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the list fills it in
export interface EventSources {}

export type EventSource = EventSources[keyof EventSources];

/**
 * A member of an application that declares an event source, and the member of `app.$adapters` that serves it. A bundle
 * holds the adapters that its generated code names, next to `$on` and `$adapters`.
 */
export type AdapterName = keyof EventSources;

/**
 * A queue, topic, bucket, table or stream: its name or its ARN, or the environment variable of the function that holds
 * one of them, so that each stage can have its own.
 */
export type WrittenName = { readonly text: string } | { readonly variable: string };

/** A {@link WrittenName}, or the name of a declared resource of the type that belongs there. */
export type SourceName = WrittenName | { readonly resource: string };

/** The ARN of a queue, topic or bucket, or one that the application declares. */
export type DestinationName =
  WrittenName | { readonly resource: string; readonly type: 'queue' | 'topic' | 'bucket' };

/** What all sources have that Lambda polls through an event source mapping. */
export type PolledSource = {
  /** Maximum number of records. */
  readonly batchSize: number;
  /** How many seconds Lambda gathers records. */
  readonly batchWindow: number;
  /** Filter patterns; a record must match at least one. */
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
  readonly enabled: boolean;
};

/** What streams add. */
export type StreamSource = PolledSource & {
  readonly startingPosition: 'LATEST' | 'TRIM_HORIZON';
  /** Concurrent batches of one shard, 1 to 10. */
  readonly parallelizationFactor?: number;
  /** -1 for no limit. */
  readonly maximumRetryAttempts?: number;
  /** Seconds; -1 for no limit. */
  readonly maximumRecordAge?: number;
  readonly bisectBatchOnError?: boolean;
  /** The queue, topic or bucket that is notified of discarded records. */
  readonly onFailure?: DestinationName;
};
