// An event of an object in a bucket, as a function receives it: delivered by the bucket's own notifications, or by EventBridge.
import type { CloudEventDict } from '../bus-event.js';

/** A record of a bucket's notification: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html */
export type S3ObjectDict = {
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly s3: {
    readonly bucket: { readonly name: string; readonly arn: string };
    /** The key is form-encoded; a removed object has neither size nor `eTag`. */
    readonly object: {
      readonly key: string;
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
      readonly sequencer: string;
    };
  };
};

/** The detail of an S3 event on EventBridge: docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
export type S3Detail = {
  readonly bucket: { readonly name: string };
  /** The key is not encoded. */
  readonly object: {
    readonly key: string;
    readonly size?: number;
    readonly etag?: string;
    readonly 'version-id'?: string;
    readonly sequencer?: string;
  };
  readonly reason?: string;
  readonly 'deletion-type'?: string;
};

/** What a notification and an EventBridge event have in common. */
type Told = Omit<S3Object, 'toDict'>;

/**
 * An event of an object in a bucket.
 *
 * @example
 * ```ts
 * import { Framework, type S3Object } from 'framework';
 *
 * export const app = new Framework({ appName: 'photos' });
 *
 * export const uploaded = app.onS3Event({ bucket: 'uploads' })((object: S3Object) => {
 *   app.log.info(object.eventName, object.bucket, object.key);
 * });
 * ```
 */
export class S3Object {
  readonly bucket: string;
  /** The decoded key. */
  readonly key: string;
  /** Bytes; absent for a removed object. */
  readonly size: number | undefined;
  readonly eTag: string | undefined;
  readonly versionId: string | undefined;
  /** Grows with each change of an object; compare it as a hexadecimal number. */
  readonly sequencer: string | undefined;
  /** `ObjectCreated:Put`, also when EventBridge delivered it. */
  readonly eventName: string;
  readonly time: Date;

  readonly #dict: S3ObjectDict | CloudEventDict;

  /** @internal */
  constructor(told: Told, dict: S3ObjectDict | CloudEventDict) {
    this.bucket = told.bucket;
    this.key = told.key;
    this.size = told.size;
    this.eTag = told.eTag;
    this.versionId = told.versionId;
    this.sequencer = told.sequencer;
    this.eventName = told.eventName;
    this.time = told.time;
    this.#dict = dict;
  }

  /** The notification record as AWS sends it, or the EventBridge event. */
  toDict(): S3ObjectDict | CloudEventDict {
    return this.#dict;
  }
}

/** Reads a notification record. */
export function toldByBucket({ s3, eventName, eventTime }: S3ObjectDict): Told {
  const { key, size, eTag, versionId, sequencer } = s3.object;
  return {
    bucket: s3.bucket.name,
    key: decodedKey(key),
    size,
    eTag,
    versionId,
    sequencer,
    eventName,
    time: new Date(eventTime),
  };
}

/** Reads an EventBridge event. */
export function toldByBus(event: CloudEventDict, detail: S3Detail): Told {
  const { key, size, etag, sequencer, 'version-id': versionId } = detail.object;
  const type = event['detail-type'];
  const cause = detail['deletion-type'] ?? detail.reason ?? '';
  return {
    bucket: detail.bucket.name,
    key,
    size,
    eTag: etag,
    versionId,
    sequencer,
    eventName: EVENT_NAMES.get(`${type} ${cause}`) ?? type,
    time: new Date(event.time),
  };
}

/** The notification names of the events that EventBridge names in two words. */
const EVENT_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['Object Created PutObject', 'ObjectCreated:Put'],
  ['Object Created POST Object', 'ObjectCreated:Post'],
  ['Object Created CopyObject', 'ObjectCreated:Copy'],
  ['Object Created CompleteMultipartUpload', 'ObjectCreated:CompleteMultipartUpload'],
  ['Object Deleted Permanently Deleted', 'ObjectRemoved:Delete'],
  ['Object Deleted Delete Marker Created', 'ObjectRemoved:DeleteMarkerCreated'],
]);

/** The key of a notification is form-encoded: a plus is a space. An invalid escape is kept. */
function decodedKey(key: string): string {
  return new URLSearchParams(`key=${key.replaceAll('&', '%26')}`).get('key') ?? '';
}
