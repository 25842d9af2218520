// Local buckets, and the events that tests send to their functions.
import type { Bucket } from '../../../../runtime/resources.js';
import { mappingOf } from '../../../../compiler/json-values.js';
import type { Delivered, EventTraits, LocalKind, LocalSourceOf } from '../local-kind.js';
import { busEvent, type EventPlace, md5, newId, nextSequence, senderOf } from '../event-place.js';

declare module '../local-kind.js' {
  interface TestSources {
    readonly s3: { kind: 's3'; called: [bucket?: string | Bucket]; methods: TestBucket };
  }
  interface SampleEvents {
    /**
     * Creates an event for objects that were created in a bucket. Pass the keys without encoding; the event contains them
     * encoded.
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
     * Creates an event for objects that were removed from a bucket.
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

/** A bucket. Pass the keys without encoding. */
export type TestBucket = {
  readonly put: (
    key: string,
    options?: { readonly size?: number; readonly eTag?: string; readonly versionId?: string },
  ) => Promise<Delivered>;
  readonly remove: (key: string, options?: { readonly versionId?: string }) => Promise<Delivered>;
};

type Happened = Exclude<S3Object, string> & { readonly isRemoved?: boolean };

/** Creates the event as the function's source delivers it: directly from the bucket, or through EventBridge. */
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

// Notifications from a bucket: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html

/** An object. Pass a string for an object with that key. Keys are not encoded here; the event contains them encoded. */
export type S3Object =
  | string
  | {
      readonly key: string;
      /** In bytes. */
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
    };

export type S3Options = EventPlace & {
  readonly bucket?: string | Bucket;
  /** Defaults to `ObjectCreated:Put`. */
  readonly eventName?: string;
};

/** `O` is the type of the object: a removed object has neither a size nor an `eTag`. */
export type S3Event<O = S3CreatedObject> = { readonly Records: S3Record<O>[] };

export type S3RemovedObject = {
  readonly key: string;
  readonly versionId?: string;
  readonly sequencer: string;
};

type S3CreatedObject = S3RemovedObject & { readonly size: number; readonly eTag: string };

type S3Record<O = S3CreatedObject> = {
  readonly eventVersion: string;
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly userIdentity: { readonly principalId: string };
  readonly requestParameters: { readonly sourceIPAddress: string };
  readonly responseElements: {
    readonly 'x-amz-request-id': string;
    readonly 'x-amz-id-2': string;
  };
  readonly s3: {
    readonly s3SchemaVersion: string;
    readonly configurationId: string;
    readonly bucket: {
      readonly name: string;
      readonly ownerIdentity: { readonly principalId: string };
      readonly arn: string;
    };
    readonly object: O;
  };
};

export function s3(objects: readonly S3Object[], options: S3Options = {}): S3Event {
  const records = objects.map((object) => {
    const { key, size = 1024, eTag = md5(key), versionId } = detailsOf(object);
    const said: S3CreatedObject = {
      key: encodeKey(key),
      size,
      eTag,
      ...(versionId !== undefined && { versionId }),
      sequencer: nextSequence(18),
    };
    return recordOf(said, { eventName: 'ObjectCreated:Put', ...options });
  });
  return { Records: records };
}

export function s3Removed(
  objects: readonly S3Object[],
  options: S3Options = {},
): S3Event<S3RemovedObject> {
  const records = objects.map((object) => {
    const { key, versionId } = detailsOf(object);
    const said: S3RemovedObject = {
      key: encodeKey(key),
      ...(versionId !== undefined && { versionId }),
      sequencer: nextSequence(18),
    };
    return recordOf(said, { eventName: 'ObjectRemoved:Delete', ...options });
  });
  return { Records: records };
}

function detailsOf(object: S3Object): Exclude<S3Object, string> {
  return typeof object === 'string' ? { key: object } : object;
}

function recordOf<O>(object: O, options: S3Options): S3Record<O> {
  const { eventName = '' } = options;
  const { name: bucket, region, time } = senderOf(options.bucket, 'test-bucket', options);
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: time.toISOString(),
    eventName,
    userIdentity: { principalId: 'AWS:AIDATESTFRAMEWORKUSER' },
    requestParameters: { sourceIPAddress: '127.0.0.1' },
    responseElements: {
      'x-amz-request-id': newId().replaceAll('-', '').slice(0, 16).toUpperCase(),
      'x-amz-id-2': Buffer.from(newId()).toString('base64'),
    },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: 'test-notification',
      bucket: {
        name: bucket,
        ownerIdentity: { principalId: 'A3TESTFRAMEWORK' },
        arn: `arn:aws:s3:::${bucket}`,
      },
      object,
    },
  };
}

/** Encodes a key like a form value, except for its slashes: a space becomes a plus. */
function encodeKey(key: string): string {
  return new URLSearchParams({ key }).toString().slice('key='.length).replaceAll('%2F', '/');
}
