// Local buckets, and what tests send to their functions.
import type { Bucket } from '../../../../runtime/resources.js';
import { mappingOf } from '../../../../compiler/json-values.js';
import { busEvent } from '../bus-event.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { s3, s3Removed } from './s3-event.js';
import type { S3Event, S3Object, S3Options, S3RemovedObject } from './s3-event.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly s3: { kind: 's3'; called: [bucket?: string | Bucket]; methods: TestBucket };
  }
  interface SampleEvents {
    /**
     * Objects that were created in a bucket. Keys are not encoded; the event has them encoded.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.s3(['old town.png', { key: 'b.png', size: 5 }], { bucket: 'photos' });
     * ```
     */
    readonly s3: (objects: readonly S3Object[], options?: S3Options) => S3Event;
    /**
     * Objects that were removed from a bucket.
     *
     * @example
     * ```ts
     * import { events } from 'framework/testing';
     *
     * events.s3Removed(['old town.png'], { bucket: 'photos' });
     * ```
     */
    readonly s3Removed: (
      objects: readonly S3Object[],
      options?: S3Options,
    ) => S3Event<S3RemovedObject>;
  }
}

/** A bucket. Keys are not encoded. */
export type TestBucket = {
  readonly put: (
    key: string,
    options?: { readonly size?: number; readonly eTag?: string; readonly versionId?: string },
  ) => Promise<Delivered>;
  readonly remove: (key: string, options?: { readonly versionId?: string }) => Promise<Delivered>;
};

/** What happened to an object. */
type Happened = {
  readonly key: string;
  readonly size?: number;
  readonly eTag?: string;
  readonly versionId?: string;
  readonly isRemoved?: boolean;
};

/** Delivered as the function's source declares: by the bucket, or through EventBridge. */
function bucketEvent(
  { entry, name, place }: LocalSourceOf<'s3'>,
  { isRemoved = false, ...given }: Happened,
  traits: EventTraits = {},
): unknown {
  const options = { ...place, ...traits, ...(name !== undefined && { bucket: name }) };
  const told = isRemoved ? s3Removed([given], options) : s3([given], options);
  const [record] = told.Records;
  if (entry.delivery === 'notification' || !record) return told;
  const { bucket, object } = record.s3;
  const { size, eTag: etag, versionId }: Omit<Happened, 'key'> = object;
  return busEvent({
    ...options,
    source: 'aws.s3',
    detailType: isRemoved ? 'Object Deleted' : 'Object Created',
    detail: {
      version: '0',
      bucket: { name: bucket.name },
      object: {
        key: given.key,
        ...(size !== undefined && { size }),
        ...(etag !== undefined && { etag }),
        ...(versionId !== undefined && { 'version-id': versionId }),
        sequencer: object.sequencer,
      },
      'request-id': record.responseElements['x-amz-request-id'],
      requester: '123456789012',
      'source-ip-address': record.requestParameters.sourceIPAddress,
      ...(isRemoved
        ? { reason: 'DeleteObject', 'deletion-type': 'Permanently Deleted' }
        : { reason: 'PutObject' }),
    },
    resources: [bucket.arn],
  });
}

export const S3: LocalKind<'s3'> = {
  noun: 'bucket',
  details: ({ entry: { prefix = '', suffix = '' } }) =>
    prefix === '' && suffix === '' ? '' : `, ${prefix}*${suffix}`,
  recordId: ({ s3: told }) => mappingOf(mappingOf(told)['object'])['key'],
  sample: (source, _, traits) => {
    const { prefix = '', suffix = '', events } = source.entry;
    const isRemoved = events.every((name) => name.startsWith('s3:ObjectRemoved'));
    return bucketEvent(source, { key: `${prefix}sample${suffix}`, isRemoved }, traits);
  },
  member: 's3',
  methods: (source, deliver) => ({
    put: (key, options) => deliver(bucketEvent(source, { ...options, key })),
    remove: (key, options) => deliver(bucketEvent(source, { ...options, key, isRemoved: true })),
  }),
};
