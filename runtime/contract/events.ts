// The event sources of functions in the manifest: their list, and the types that several sources share. Options that only the
// runtime uses, such as `concurrency`, are in the row that binds the function (binding.ts).

/** All event sources, by the application method that declares each of them. Listed in `compiler/kinds/registry.ts`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the list fills it in
export interface EventSources {}

export type EventSource = EventSources[keyof EventSources];

/**
 * An application method that declares an event source, and the member of `app.$adapters` that handles its events. A bundle
 * contains only the adapters that its generated code names, besides `$on` and `$adapters`.
 */
export type AdapterName = keyof EventSources;

/**
 * The name or ARN of a queue, topic, bucket, table or stream, or the environment variable of the function that contains the
 * name or ARN, so that it can differ between stages.
 */
export type WrittenName = { readonly text: string } | { readonly variable: string };

/** A {@link WrittenName}, or the name of a declared resource of the appropriate type. */
export type SourceName = WrittenName | { readonly resource: string };

/** The ARN of a queue, topic or bucket, or the name of a declared one. */
export type DestinationName =
  WrittenName | { readonly resource: string; readonly type: 'queue' | 'topic' | 'bucket' };

/** The options of all sources that Lambda polls through an event source mapping. */
export type PolledSource = {
  /** Maximum number of records in a batch. */
  readonly batchSize: number;
  /** How many seconds Lambda waits to collect records for a batch. */
  readonly batchWindow: number;
  /** Filter patterns. A record must match at least one of them. */
  readonly filters?: readonly Readonly<Record<string, unknown>>[];
  readonly enabled: boolean;
};

/** The additional options of stream sources. */
export type StreamSource = PolledSource & {
  readonly startingPosition: 'LATEST' | 'TRIM_HORIZON';
  /** Number of batches of one shard that are processed concurrently, from 1 to 10. */
  readonly parallelizationFactor?: number;
  /** -1 for no limit. */
  readonly maximumRetryAttempts?: number;
  /** Seconds; -1 for no limit. */
  readonly maximumRecordAge?: number;
  readonly bisectBatchOnError?: boolean;
  /** The queue, topic or bucket that receives a notification about discarded records. */
  readonly onFailure?: DestinationName;
};
