// SQS queues as event sources, in the manifest.
import type { PolledSource, SourceName } from '../events.js';

/** `app.onSqsMessage({ queue: 'orders' })` or `app.onSqsBatch(...)`. */
export type SqsSource = PolledSource & {
  readonly kind: 'sqs';
  readonly queue: SourceName;
  /** The maximum number of concurrent batches, from 2 to 1000; unlimited by default. */
  readonly maximumConcurrency?: number;
};
