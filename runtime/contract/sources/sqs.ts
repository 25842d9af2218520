// A queue that Lambda reads, in the manifest.
import type { PolledSource, SourceName } from '../events.js';

/** `app.onSqsMessage({ queue: 'orders' })` and `app.onSqsBatch(...)`. */
export type SqsSource = PolledSource & {
  readonly kind: 'sqs';
  readonly queue: SourceName;
  /** 2 to 1000 concurrent batches; unlimited by default. */
  readonly maximumConcurrency?: number;
};
