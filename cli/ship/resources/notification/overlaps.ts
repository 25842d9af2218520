// S3 sends an event to one destination only. It refuses two entries for the same event and key, so such pairs are reported
// before the deploy.
import type { BucketEntry } from '../../../cloud/s3/s3-calls.js';

type Part = Pick<BucketEntry, 'events' | 'prefix' | 'suffix'>;

export function overlap(one: Part, other: Part): boolean {
  return (
    one.events.some((event) => other.events.some((another) => isSameEvent(event, another))) &&
    (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)) &&
    (one.suffix.endsWith(other.suffix) || other.suffix.endsWith(one.suffix))
  );
}

/** Whether an event can match both. `s3:ObjectCreated:*` includes `s3:ObjectCreated:Put`. */
function isSameEvent(one: string, other: string): boolean {
  const stems = [one, other].map((event) => event.replace(/\*$/, ''));
  const [first = '', second = ''] = stems;
  if (one === other) return true;
  return (
    (one.endsWith('*') && second.startsWith(first)) ||
    (other.endsWith('*') && first.startsWith(second))
  );
}
