// S3 buckets as event sources, in the manifest.
import type { SourceName } from '../events.js';

/** `app.onS3Event({ bucket: 'uploads' })`. */
export type S3Source = {
  readonly kind: 's3';
  readonly bucket: SourceName;
  /** For example `s3:ObjectCreated:*`; sorted. */
  readonly events: readonly string[];
  readonly prefix?: string;
  readonly suffix?: string;
  /** How S3 delivers events: with the bucket's own notifications, or through EventBridge. */
  readonly delivery: 'notification' | 'eventbridge';
};
