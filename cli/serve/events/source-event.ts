// The event that a source would send, made of what somebody gives: a test, or a person at the terminal or in the explorer.
import type { RuleSource, S3Source } from '../../../runtime/contract/events.js';
import { dynamodbStream, type Item } from './dynamodb/dynamodb-stream.js';
import { eventBridge, schedule } from './rule/event-bridge.js';
import type { EventPlace } from './event-place.js';
import { kinesis } from './kinesis/kinesis-event.js';
import type { LocalSource } from './local-source.js';
import { s3, s3Removed } from './s3/s3-event.js';
import { sns } from './sns/sns-event.js';
import { sqs } from './sqs/sqs-event.js';

/** What one record is made of; each source takes what it has. */
export type GivenRecord = {
  /** A body, message, data or detail: text as it is, anything else as JSON. The key of an object. */
  readonly payload?: unknown;
  readonly messageGroupId?: string;
  readonly messageAttributes?: Readonly<Record<string, string | number>>;
  readonly receiveCount?: number;
  readonly subject?: string;
  readonly partitionKey?: string;
  readonly newImage?: Item;
  readonly oldImage?: Item;
  readonly size?: number;
  readonly eTag?: string;
  readonly versionId?: string;
  readonly isRemoved?: boolean;
  readonly detailType?: string;
  readonly busSource?: string;
};

/** How an event is made beside its records. */
export type EventTraits = Pick<EventPlace, 'time'> & {
  /** The attributes that are the key of a table; `id`, or the first of each item, unless given. */
  readonly keys?: readonly string[];
};

/** The event of a source. What only sends one record at a time takes the first. */
export function sourceEvent(
  { entry, name, place }: LocalSource,
  records: readonly GivenRecord[],
  { keys, ...traits }: EventTraits = {},
): unknown {
  const at = { ...place, ...traits };
  const [first = {}] = records;
  switch (entry.kind) {
    case 'schedule':
      return 'input' in entry ? entry.input : schedule({ ...at, rule: entry.function });
    case 'rule':
      return eventBridge({ ...at, ...patternTexts(entry, first), detail: first.payload ?? {} });
    case 'sns': {
      const sent = records.map((record) => ({ ...record, message: record.payload ?? '' }));
      return sns(sent, { ...at, ...(name !== undefined && { topic: name }) });
    }
    case 'sqs': {
      const sent = records.map((record) => ({ ...record, body: record.payload ?? '' }));
      return sqs(sent, { ...at, ...(name !== undefined && { queue: name }) });
    }
    case 'kinesis': {
      const put = records.map((record) => ({ ...record, data: record.payload ?? '' }));
      return kinesis(put, { ...at, ...(name !== undefined && { stream: name }) });
    }
    case 'dynamodb': {
      const table = name === undefined ? {} : { table: name };
      return dynamodbStream(records, { ...at, ...table, keys: keys ?? keysOf(records) });
    }
    case 's3':
      return bucketEvent(entry, records, { ...at, ...(name !== undefined && { bucket: name }) });
  }
}

/** An event that fits the pattern of a rule as far as it names texts. */
function patternTexts(
  { pattern }: RuleSource,
  { busSource, detailType }: GivenRecord,
): { readonly source: string; readonly detailType: string } {
  return {
    source: busSource ?? textIn(pattern['source']) ?? 'test.source',
    detailType: detailType ?? textIn(pattern['detail-type']) ?? 'Test',
  };
}

function textIn(patterns: unknown): string | undefined {
  const texts: readonly unknown[] = Array.isArray(patterns) ? patterns : [];
  return texts.find((text) => typeof text === 'string');
}

function keysOf(records: readonly GivenRecord[]): readonly string[] {
  const names = records.flatMap(({ newImage, oldImage }) =>
    Object.keys(newImage ?? oldImage ?? {}),
  );
  return names.includes('id') ? ['id'] : names.slice(0, 1);
}

function bucketEvent(
  { delivery }: S3Source,
  records: readonly GivenRecord[],
  options: EventPlace & { readonly bucket?: string },
): unknown {
  const objects = records.map(({ payload, ...record }) => ({ ...record, key: String(payload) }));
  const isRemoved = records[0]?.isRemoved === true;
  const told = isRemoved ? s3Removed(objects, options) : s3(objects, options);
  const [record] = told.Records;
  if (delivery === 'notification' || !record) return told;
  const { bucket, object } = record.s3;
  const { size, eTag: etag, versionId }: GivenRecord = object;
  return eventBridge({
    ...options,
    source: 'aws.s3',
    detailType: isRemoved ? 'Object Deleted' : 'Object Created',
    detail: {
      version: '0',
      bucket: { name: bucket.name },
      object: {
        key: objects[0]?.key ?? '',
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
