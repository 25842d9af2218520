// Handles events about objects in a bucket, whether delivered by the bucket's own notifications or by EventBridge.
import type { CloudEventDict } from '../bus-event.js';
import { type EventAdapter, membersOf, recordsOf, type RecordParts } from '../adapter.js';
import { type RecordOf, runAll } from '../records.js';
import type { EventDecorator, NamedSource, UnbuiltMember } from '../source-member.js';
import type { FunctionOptions } from '../../route-types/route-decorator.js';
import type { Bucket } from '../../resources.js';

/**
 * A record in a bucket's notification in its original format:
 * docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html
 */
export type S3ObjectDict = {
  readonly eventSource: string;
  readonly awsRegion: string;
  readonly eventTime: string;
  readonly eventName: string;
  readonly s3: {
    readonly bucket: { readonly name: string; readonly arn: string };
    /** The key is form-encoded. A removed object has neither `size` nor `eTag`. */
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

/** The properties that a notification and an EventBridge event have in common. */
type Told = Omit<S3Object, 'toDict'>;

/**
 * An event about an object in a bucket.
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
  /** The size in bytes; undefined for a removed object. */
  readonly size: number | undefined;
  readonly eTag: string | undefined;
  readonly versionId: string | undefined;
  /** Increases with each change to the object. Compare it as a hexadecimal number. */
  readonly sequencer: string | undefined;
  /** The name of the event, for example `ObjectCreated:Put`; the same if EventBridge delivered the event. */
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

  /** Returns the notification record or the EventBridge event in the format in which AWS sends it. */
  toDict(): S3ObjectDict | CloudEventDict {
    return this.#dict;
  }
}

/** Reads a notification record. */
function toldByBucket({ s3, eventName, eventTime }: S3ObjectDict): Told {
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
function toldByBus(event: CloudEventDict, detail: S3Detail): Told {
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

/** The event names in notifications, by the detail types and causes of EventBridge events. */
const EVENT_NAMES: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['Object Created PutObject', 'ObjectCreated:Put'],
  ['Object Created POST Object', 'ObjectCreated:Post'],
  ['Object Created CopyObject', 'ObjectCreated:Copy'],
  ['Object Created CompleteMultipartUpload', 'ObjectCreated:CompleteMultipartUpload'],
  ['Object Deleted Permanently Deleted', 'ObjectRemoved:Delete'],
  ['Object Deleted Delete Marker Created', 'ObjectRemoved:DeleteMarkerCreated'],
]);

/** Decodes the key in a notification. It is form-encoded, so a plus is a space. Invalid escapes are kept. */
function decodedKey(key: string): string {
  return new URLSearchParams(`key=${key.replaceAll('&', '%26')}`).get('key') ?? '';
}

function bucketRecordsOf(event: unknown): readonly S3ObjectDict[] | undefined {
  const records = recordsOf(event, 'aws:s3', ({ s3 }) => {
    const { bucket, object } = membersOf(s3);
    return [membersOf(bucket)['name'], membersOf(object)['key']];
  });
  return records as readonly S3ObjectDict[] | undefined; // because a bucket sends only such records
}

type BusEvent = { readonly event: CloudEventDict; readonly detail: S3Detail };

function s3BusEventOf(event: unknown): BusEvent | undefined {
  const { source, detail } = membersOf(event);
  const { bucket, object } = membersOf(detail);
  const texts = [membersOf(bucket)['name'], membersOf(object)['key']];
  if (source !== 'aws.s3' || texts.some((text) => typeof text !== 'string')) return undefined;
  return { event: event as CloudEventDict, detail: detail as S3Detail }; // because S3 sends only such events
}

/** Returns the bucket in the test event that S3 sends when a notification is created. */
function testedBucketOf(event: unknown): string | undefined {
  const { Event: name, Bucket: bucket } = membersOf(event);
  return name === 's3:TestEvent' && typeof bucket === 'string' ? bucket : undefined;
}

function arnOfBucket(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `arn:aws:s3:::${name}`;
}

/** `app.onS3Event`. */
export const s3Objects: EventAdapter = {
  noun: 'bucket',
  rank: 0,
  sourceOf: (event) =>
    arnOfBucket(
      bucketRecordsOf(event)?.[0]?.s3.bucket.name ??
        s3BusEventOf(event)?.detail.bucket.name ??
        testedBucketOf(event),
    ),
  deliver: (delivery) => {
    const fromBus = s3BusEventOf(delivery.event);
    const objects = fromBus
      ? [new S3Object(toldByBus(fromBus.event, fromBus.detail), fromBus.event)]
      : (bucketRecordsOf(delivery.event) ?? []).map(
          (dict) => new S3Object(toldByBucket(dict), dict),
        );
    const records = objects.map((object): RecordOf<S3Object> => ({
      title: `object ${object.bucket}/${object.key}`,
      read: () => Promise.resolve(object),
    }));
    return runAll(records, delivery);
  },
};

export function bucketIn(record: RecordParts): unknown {
  return record['s3']?.['bucket']?.['name'];
}

/** The options of `app.onS3Event`. */
export type S3Options = {
  /** The bucket: a `Bucket`, the bucket's name or ARN, or `process.env.NAME` for a different bucket in each stage. */
  readonly bucket: NamedSource | Bucket;
  /** The S3 event names; defaults to `s3:ObjectCreated:*`. */
  readonly events?: readonly S3EventName[];
  /** If set, only objects whose keys start with this prefix cause events. */
  readonly prefix?: string;
  /** If set, only objects whose keys end with this suffix cause events. */
  readonly suffix?: string;
  /**
   * How S3 delivers the event: with the bucket's notifications (the default), or through EventBridge, where any number of
   * functions can receive the event.
   */
  readonly delivery?: 'notification' | 'eventbridge';
} & FunctionOptions;

/** The names of S3 events. */
export type S3EventName =
  | `s3:ObjectCreated:${'*' | 'Put' | 'Post' | 'Copy' | 'CompleteMultipartUpload'}`
  | `s3:ObjectRemoved:${'*' | 'Delete' | 'DeleteMarkerCreated'}`
  | `s3:ObjectRestore:${'*' | 'Post' | 'Completed' | 'Delete'}`
  | `s3:ObjectTagging:${'*' | 'Put' | 'Delete'}`
  | 's3:ObjectAcl:Put'
  | `s3:LifecycleExpiration:${'*' | 'Delete' | 'DeleteMarkerCreated'}`
  | 's3:Replication:*'
  | `s3:Replication:Operation${'FailedReplication' | 'MissedThreshold' | 'ReplicatedAfterThreshold' | 'NotTracked'}`
  | 's3:LifecycleTransition'
  | 's3:IntelligentTiering'
  | 's3:ReducedRedundancyLostObject';

export interface S3Members {
  /**
   * Declares a function that receives the events about objects in a bucket.
   * @example
   * ```ts
   * class Photos {
   *   @app.onS3Event({ bucket: 'uploads', prefix: 'in/' })
   *   uploaded(object: S3Object) {
   *     return object.key;
   *   }
   * }
   * ```
   */
  onS3Event(options: S3Options): EventDecorator<S3Object, S3Object, 'an S3Object'>;
}

export const UNBUILT_BUCKET: UnbuiltMember = { leading: 0, names: ['bucket'] };
