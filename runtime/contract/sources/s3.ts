// What the manifest says of a bucket that calls a function.
import type { SourceName } from '../events.js';

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
