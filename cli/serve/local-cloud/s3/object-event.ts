// What S3 says of an object that was put: to a function, and to EventBridge.

export type PutObject = { readonly bucket: string; readonly key: string; readonly size: number };

type Telling = { readonly id: string; readonly region: string; readonly now: number };

/** A key as notifications have it, and as their filters are held against it. */
export function encodedKey(key: string): string {
  return encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+');
}

/** docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export function objectRecord(
  { bucket, key, size }: PutObject,
  { id, region, now }: Telling,
): unknown {
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date(now).toISOString(),
        eventName: 'ObjectCreated:Put',
        userIdentity: { principalId: 'TESTER' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': 'NONE', 'x-amz-id-2': 'none' },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId: id,
          bucket: {
            name: bucket,
            ownerIdentity: { principalId: 'TESTER' },
            arn: `arn:aws:s3:::${bucket}`,
          },
          object: {
            key: encodedKey(key),
            size,
            eTag: 'none',
            sequencer: '00',
          },
        },
      },
    ],
  };
}

/** docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
export function objectEvent({ bucket, key, size }: PutObject): {
  readonly 'detail-type': string;
  readonly source: string;
  readonly resources: readonly string[];
  readonly detail: unknown;
} {
  return {
    'detail-type': 'Object Created',
    source: 'aws.s3',
    resources: [`arn:aws:s3:::${bucket}`],
    detail: {
      version: '0',
      bucket: { name: bucket },
      object: { key, size, etag: 'none', sequencer: '00' },
      'request-id': 'NONE',
      requester: 'TESTER',
      reason: 'PutObject',
    },
  };
}
