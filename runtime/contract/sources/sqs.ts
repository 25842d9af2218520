// What the manifest says of a queue that Lambda reads.
import type { PolledSource, SourceName } from '../events.js';

/** `app.onSqsMessage({ queue: 'orders' })` and `app.onSqsBatch(...)`. */
export type SqsSource = PolledSource & {
  readonly kind: 'sqs';
  readonly queue: SourceName;
  /** 2 to 1000 batches at once; as many as Lambda likes unless given. */
  readonly maximumConcurrency?: number;
};
