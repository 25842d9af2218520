// Buckets. When one record fails, Lambda retries the whole event. So every record runs before the first error is thrown.
import { type EventAdapter, membersOf, recordsOf, type RecordParts } from '../adapter.js';
import type { CloudEventDict } from '../bus-event.js';
import { type RecordOf, runAll } from '../records.js';
import {
  type S3ObjectDict,
  type S3Detail,
  S3Object,
  toldByBucket,
  toldByBus,
} from './s3-object.js';

function bucketRecordsOf(event: unknown): readonly S3ObjectDict[] | undefined {
  const records = recordsOf(event, 'aws:s3', ({ s3 }) => {
    const { bucket, object } = membersOf(s3);
    return [membersOf(bucket)['name'], membersOf(object)['key']];
  });
  return records as readonly S3ObjectDict[] | undefined; // because a bucket sends no others
}

type BusEvent = { readonly event: CloudEventDict; readonly detail: S3Detail };

function s3BusEventOf(event: unknown): BusEvent | undefined {
  const { source, detail } = membersOf(event);
  const { bucket, object } = membersOf(detail);
  const texts = [membersOf(bucket)['name'], membersOf(object)['key']];
  if (source !== 'aws.s3' || texts.some((text) => typeof text !== 'string')) return undefined;
  return { event: event as CloudEventDict, detail: detail as S3Detail }; // because S3 sends no others
}

/** The bucket of the test event that S3 sends when a notification is created. */
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
