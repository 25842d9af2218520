// S3 sends an event of a key to one destination. It refuses two entries that fit the same event and key, so such pairs are
// found before the deploy.
import type { BucketEntry } from '../../../cloud/s3/s3-calls.js';

type Part = Pick<BucketEntry, 'events' | 'prefix' | 'suffix'>;

export function overlap(one: Part, other: Part): boolean {
  return (
    one.events.some((event) => other.events.some((another) => isSameEvent(event, another))) &&
    (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)) &&
    (one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix))
  );
}

/** `s3:ObjectCreated:*` is `s3:ObjectCreated:Put` too. */
function isSameEvent(one: string, other: string): boolean {
  const stems = [one, other].map((event) => event.replace(/\*$/, ''));
  const [first = '', second = ''] = stems;
  if (one === other) return true;
  return (
    (one.endsWith('*') && second.startsWith(first)) ||
    (other.endsWith('*') && first.startsWith(second))
  );
}
