// Notifications of a bucket: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
import type { Bucket } from '../../../../runtime/resources.js';
import { type EventPlace, md5, newId, nextSequence, senderOf } from '../event-place.js';

/** An object; a string is an object with that key. The key is not encoded; the event has it encoded. */
export type S3Object =
  | string
  | {
      readonly key: string;
      /** Bytes. */
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
    };

export type S3Options = EventPlace & {
  readonly bucket?: string | Bucket;
  /** Defaults to `ObjectCreated:Put`. */
  readonly eventName?: string;
};

/** `O` describes the object: a removed one has neither size nor `eTag`. */
export type S3Event<O = S3CreatedObject> = { readonly Records: S3Record<O>[] };

export type S3RemovedObject = {
  readonly key: string;
  readonly versionId?: string;
  readonly sequencer: string;
};

export type S3CreatedObject = S3RemovedObject & { readonly size: number; readonly eTag: string };

export type S3Record<O = S3CreatedObject> = {
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

/** The event of objects that were created. */
export function s3(objects: readonly S3Object[], options: S3Options = {}): S3Event {
  const records = objects.map((object) => {
    const {
      key,
      size = 1024,
      eTag,
      versionId,
    } = typeof object === 'string' ? { key: object } : object;
    const said: S3CreatedObject = {
      key: encodeKey(key),
      size,
      eTag: eTag ?? md5(key),
      ...(versionId !== undefined && { versionId }),
      sequencer: sequencer(),
    };
    return recordOf(said, { eventName: 'ObjectCreated:Put', ...options });
  });
  return { Records: records };
}

/** The event of objects that were removed. */
export function s3Removed(
  objects: readonly S3Object[],
  options: S3Options = {},
): S3Event<S3RemovedObject> {
  const records = objects.map((object) => {
    const { key, versionId } = typeof object === 'string' ? { key: object } : object;
    const said: S3RemovedObject = {
      key: encodeKey(key),
      ...(versionId !== undefined && { versionId }),
      sequencer: sequencer(),
    };
    return recordOf(said, { eventName: 'ObjectRemoved:Delete', ...options });
  });
  return { Records: records };
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

/** Encodes a key as a form does, except for slashes: a space is a plus. */
function encodeKey(key: string): string {
  return new URLSearchParams({ key }).toString().slice('key='.length).replaceAll('%2F', '/');
}

function sequencer(): string {
  return nextSequence(18);
}
