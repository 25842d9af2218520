// The event sources of functions in the manifest: their list, and the parts that several sources share. Options that only
// the runtime uses, such as `concurrency`, are in the row that binds the function (binding.ts).

/** Every source, by the member of an application that declares it: `compiler/kinds/registry.ts` lists them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the list fills it in
export interface EventSources {}

export type EventSource = EventSources[keyof EventSources];

/**
 * What declares a source of events: a member of the application, and the member of `app.$adapters` that serves it. A
 * bundle holds those whose names the compiler gives with the code that it writes, beside `$on` and `$adapters`.
 */
export type AdapterName = keyof EventSources;

/**
 * A queue, topic, bucket, table or stream: its name or its ARN, or the variable among `environment_variables` of the function
 * that holds one of them, so that each stage can have its own.
 */
export type SourceName = { readonly text: string } | { readonly variable: string };

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
