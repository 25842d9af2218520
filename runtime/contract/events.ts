// The event sources in the manifest: the list of all kinds, and the types that several kinds share. Options that only the
// runtime uses, such as `concurrency`, are in the row that binds the function (binding.ts).

/** All kinds of event source, by the method that declares them. `compiler/kinds/registry.ts` adds the members. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the list fills it in
export interface EventSources {}

export type EventSource = EventSources[keyof EventSources];

/** The name of a method that declares an event source, and of the member of `app.$adapters` that handles its events. */
export type AdapterName = keyof EventSources;

/** A name or an ARN, or the environment variable of the function that contains it, so that it can differ between stages. */
export type WrittenName = { readonly text: string } | { readonly variable: string };

/** A {@link WrittenName}, or the name of a declared resource with a suitable type. */
export type SourceName = WrittenName | { readonly resource: string };

/** The ARN of a queue, topic or bucket, or the name of a declared resource of one of these types. */
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
  /** The number of batches from one shard that are processed concurrently, from 1 to 10. */
  readonly parallelizationFactor?: number;
  /** -1 for no limit. */
  readonly maximumRetryAttempts?: number;
  /** Seconds; -1 for no limit. */
  readonly maximumRecordAge?: number;
  readonly bisectBatchOnError?: boolean;
  /** The queue, topic or bucket that receives a notification about discarded records. */
  readonly onFailure?: DestinationName;
};
