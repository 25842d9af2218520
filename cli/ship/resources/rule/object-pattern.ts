// The event pattern of a rule for the events that S3 sends to EventBridge about the objects of a bucket:
// docs.aws.amazon.com/AmazonS3/latest/userguide/ev-mapping-troubleshooting.html
import type { S3Source } from '../../../../runtime/contract/sources/s3.js';

type Detail = Readonly<Record<string, unknown>>;
type Meaning = { readonly type: string; readonly detail?: Detail };

/** The `detail-type` and reasons of EventBridge for each event name of notifications. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  's3:ObjectCreated:*': { type: 'Object Created' },
  's3:ObjectCreated:Put': { type: 'Object Created', detail: { reason: ['PutObject'] } },
  's3:ObjectCreated:Post': { type: 'Object Created', detail: { reason: ['POST Object'] } },
  's3:ObjectCreated:Copy': { type: 'Object Created', detail: { reason: ['CopyObject'] } },
  's3:ObjectCreated:CompleteMultipartUpload': {
    type: 'Object Created',
    detail: { reason: ['CompleteMultipartUpload'] },
  },
  's3:ObjectRemoved:*': { type: 'Object Deleted', detail: { reason: ['DeleteObject'] } },
  's3:ObjectRemoved:Delete': {
    type: 'Object Deleted',
    detail: { reason: ['DeleteObject'], 'deletion-type': ['Permanently Deleted'] },
  },
  's3:ObjectRemoved:DeleteMarkerCreated': {
    type: 'Object Deleted',
    detail: { reason: ['DeleteObject'], 'deletion-type': ['Delete Marker Created'] },
  },
  's3:LifecycleExpiration:*': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'] },
  },
  's3:LifecycleExpiration:Delete': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'], 'deletion-type': ['Permanently Deleted'] },
  },
  's3:LifecycleExpiration:DeleteMarkerCreated': {
    type: 'Object Deleted',
    detail: { reason: ['Lifecycle Expiration'], 'deletion-type': ['Delete Marker Created'] },
  },
  's3:LifecycleTransition': { type: 'Object Storage Class Changed' },
  's3:IntelligentTiering': { type: 'Object Access Tier Changed' },
  's3:ObjectRestore:Post': { type: 'Object Restore Initiated' },
  's3:ObjectRestore:Completed': { type: 'Object Restore Completed' },
  's3:ObjectRestore:Delete': { type: 'Object Restore Expired' },
  's3:ObjectAcl:Put': { type: 'Object ACL Updated' },
  's3:ObjectTagging:Put': { type: 'Object Tags Added' },
  's3:ObjectTagging:Delete': { type: 'Object Tags Deleted' },
};

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  's3:ObjectRestore:*': [
    's3:ObjectRestore:Post',
    's3:ObjectRestore:Completed',
    's3:ObjectRestore:Delete',
  ],
  's3:ObjectTagging:*': ['s3:ObjectTagging:Put', 's3:ObjectTagging:Delete'],
};

export function objectPattern(
  bucket: string,
  { events, prefix = '', suffix = '' }: Pick<S3Source, 'events' | 'prefix' | 'suffix'>,
): Detail {
  const key = keyMatcher(prefix, suffix);
  const common = { bucket: { name: [bucket] }, ...(key && { object: { key: [key] } }) };
  const meanings = events
    .flatMap((event) => GROUPS[event] ?? [event])
    .flatMap((event) => MEANINGS[event] ?? []);
  const branches = meanings.map(({ type, detail }) => ({
    'detail-type': [type],
    detail: { ...common, ...detail },
  }));
  const [first, ...others] = branches;
  const source = ['aws.s3'];
  return others.length === 0 ? { source, ...first } : { source, $or: branches };
}

/** A key must match only one matcher of the list, so prefix and suffix must be in one matcher. */
function keyMatcher(prefix: string, suffix: string): Detail | undefined {
  if (suffix === '') return prefix === '' ? undefined : { prefix };
  if (prefix === '') return { suffix };
  const literal = (text: string): string => text.replaceAll(/[\\*]/g, '\\$&');
  return { wildcard: `${literal(prefix)}*${literal(suffix)}` };
}
