// What happened to an object of a bucket, as a function gets it: told by the bucket's own notifications, or by
// EventBridge.
import type { CloudEventDict } from '../bus-event.js';

/**
 * A record of a bucket's notification: docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export type S3ObjectDict = {
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly s3: {
    readonly bucket: { readonly name: string; readonly arn: string };
    /** The key is written as in a form; of an object that was removed there is neither size nor `eTag`. */
    readonly object: {
      readonly key: string;
      readonly size?: number;
      readonly eTag?: string;
      readonly versionId?: string;
      readonly sequencer: string;
    };
  };
};

/** The detail of an event of S3: docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
export type S3Detail = {
  readonly bucket: { readonly name: string };
  /** The key is written as in the bucket. */
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

/** What a notification and an event of EventBridge both tell of an object. */
type Told = Omit<S3Object, 'toDict'>;

/**
 * What happened to an object of a bucket.
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
  /** As in the bucket: a notification has it encoded. */
  readonly key: string;
  /** Bytes; absent for an object that was removed. */
  readonly size: number | undefined;
  readonly eTag: string | undefined;
  readonly versionId: string | undefined;
  /** Grows with each change of an object; compare it as a hexadecimal number. */
  readonly sequencer: string | undefined;
  /** `ObjectCreated:Put`, also when EventBridge told it. */
  readonly eventName: string;
  readonly time: Date;

  readonly #dict: S3ObjectDict | CloudEventDict;

  /** @internal Made of what Lambda sends. */
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

  /** The record of a notification as AWS sends it, or the event of EventBridge. */
  toDict(): S3ObjectDict | CloudEventDict {
    return this.#dict;
  }
}

/** What a record of a notification tells. */
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

/** What an event of EventBridge tells. */
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

/** The names that notifications have for what EventBridge tells in two words. */
const EVENT_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['Object Created PutObject', 'ObjectCreated:Put'],
  ['Object Created POST Object', 'ObjectCreated:Post'],
  ['Object Created CopyObject', 'ObjectCreated:Copy'],
  ['Object Created CompleteMultipartUpload', 'ObjectCreated:CompleteMultipartUpload'],
  ['Object Deleted Permanently Deleted', 'ObjectRemoved:Delete'],
  ['Object Deleted Delete Marker Created', 'ObjectRemoved:DeleteMarkerCreated'],
]);

/** A notification has the key as a form does: a space is a plus. What is no escape stays as it is. */
function decodedKey(key: string): string {
  return new URLSearchParams(`key=${key.replaceAll('&', '%26')}`).get('key') ?? '';
}
