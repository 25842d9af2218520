// Where a record of a bucket names it.
import type { RecordParts } from '../adapter.js';

export function bucketIn(record: RecordParts): unknown {
  return record['s3']?.['bucket']?.['name'];
}
