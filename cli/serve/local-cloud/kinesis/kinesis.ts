// Kinesis: JSON 1.1. The partition key of a record selects its shard.
import { createHash } from 'node:crypto';
import { mappingOf } from '../../../../compiler/json-values.js';
import { invalid, jsonService, type JsonOperations } from '../json-service.js';
import { listOf, type Members, textOf, unmet } from '../members.js';
import {
  endOf,
  parsedText,
  recordsFrom,
  type Shard,
  startOf,
  type StreamSource,
  trim,
} from '../polled-source.js';
import type { Place, Service } from '../service.js';

export type KinesisStream = {
  readonly name: string;
  readonly arn: string;
  readonly shards: Shard[];
};

export type KinesisStore = Place & {
  readonly streams: Map<string, KinesisStream>;
};

/** docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecords.html */
const MOST_RECORDS = 500;
const MOST_BYTES = 1_048_576;

/** The default quota in the largest regions: docs.aws.amazon.com/streams/latest/dev/service-sizes-and-limits.html */
const MOST_SHARDS = 20_000;

/** `ExplicitHashKey` is a 128-bit number: docs.aws.amazon.com/kinesis/latest/APIReference/API_PutRecord.html */
function checkRecord(members: Members) {
  const data = textOf(members, 'Data') ?? '';
  const key = textOf(members, 'PartitionKey') ?? '';
  if (Buffer.byteLength(data, 'base64') + Buffer.byteLength(key) > MOST_BYTES)
    throw invalid(unmet('data', 'have length less than or equal to 1048576'));
  const given = textOf(members, 'ExplicitHashKey');
  if (given !== undefined && !/^(?:0|[1-9]\d{0,38})$/.test(given))
    throw invalid(
      unmet('explicitHashKey', 'satisfy regular expression pattern: 0|([1-9]\\d{0,38})', given),
    );
  const hash = BigInt(given ?? `0x${createHash('md5').update(key).digest('hex')}`);
  if (hash >> 128n > 0n)
    throw invalid(
      `Invalid ExplicitHashKey. ExplicitHashKey must be in the range: [0, 2^128-1]. Specified value was ${hash}`,
      'InvalidArgumentException',
    );
  return { data, key, hash };
}

function putOne(members: Members, stream: KinesisStream, store: KinesisStore): object {
  const { data, key, hash } = checkRecord(members);
  const shard = Number((hash * BigInt(stream.shards.length)) >> 128n);
  const records = stream.shards[shard] ?? [];
  const now = store.clock.now();
  const id = `4954${String(shard).padStart(4, '0')}${String(endOf(records)).padStart(20, '0')}`;
  const shardId = shardName(shard);
  const kinesis = {
    kinesisSchemaVersion: '1.0',
    partitionKey: key,
    sequenceNumber: id,
    data,
    approximateArrivalTimestamp: now / 1000,
  };
  records.push({
    id,
    at: now,
    event: {
      kinesis,
      eventSource: 'aws:kinesis',
      eventVersion: '1.0',
      eventID: `${shardId}:${id}`,
      eventName: 'aws:kinesis:record',
      invokeIdentityArn: `arn:aws:iam::${store.account}:role/poller`,
      awsRegion: store.region,
      eventSourceARN: stream.arn,
    },
    filtered: { ...kinesis, data: parsedText(Buffer.from(data, 'base64').toString()) },
  });
  return { ShardId: shardId, SequenceNumber: id };
}

function shardName(index: number): string {
  return `shardId-${String(index).padStart(12, '0')}`;
}

function describe({ name, arn }: KinesisStream, { clock }: KinesisStore): object {
  return {
    StreamName: name,
    StreamARN: arn,
    StreamStatus: 'ACTIVE',
    RetentionPeriodHours: 24,
    StreamCreationTimestamp: clock.now() / 1000,
    EnhancedMonitoring: [],
  };
}

function shardsOf({ shards }: KinesisStream): readonly object[] {
  const width = (1n << 128n) / BigInt(shards.length);
  return shards.map((_, index) => {
    const end = index === shards.length - 1 ? 1n << 128n : width * BigInt(index + 1);
    return {
      ShardId: shardName(index),
      HashKeyRange: {
        StartingHashKey: String(width * BigInt(index)),
        EndingHashKey: String(end - 1n),
      },
      SequenceNumberRange: { StartingSequenceNumber: `4954${String(index).padStart(4, '0')}` },
    };
  });
}

function iteratorAt({ arn }: KinesisStream, shard: number, next: number): string {
  return Buffer.from(JSON.stringify([arn, shard, next])).toString('base64');
}

function readIterator(members: Members): readonly [string, number, number] | undefined {
  try {
    const text = Buffer.from(textOf(members, 'ShardIterator') ?? '', 'base64').toString();
    return JSON.parse(text) as [string, number, number]; // because this service wrote it; a forged iterator finds nothing
  } catch {
    return undefined;
  }
}

const OPERATIONS: JsonOperations<KinesisStore> = {
  CreateStream: {
    takes: 'StreamName! ShardCount:integer StreamModeDetails:map',
    resource: arnIn,
    run: (members, store) => {
      const name = textOf(members, 'StreamName') ?? '';
      if (store.streams.has(name)) {
        const message = `Stream ${name} under account ${store.account} already exists.`;
        throw invalid(message, 'ResourceInUseException');
      }
      const count = Number(members['ShardCount'] ?? 1);
      if (count < 1) throw invalid(unmet('shardCount', 'have value greater than or equal to 1'));
      if (count > MOST_SHARDS)
        throw invalid(
          `This request would exceed the shard limit for the account ${store.account} in ${store.region}. Limit: ${MOST_SHARDS}.`,
          'LimitExceededException',
        );
      const shards = Array.from({ length: count }, (): Shard => []);
      store.streams.set(name, { name, arn: arnIn(members, store), shards });
    },
  },
  ListStreams: {
    takes: 'Limit:integer NextToken ExclusiveStartStreamName',
    run: (_, { streams }) => ({ StreamNames: [...streams.keys()], HasMoreStreams: false }),
  },
  DescribeStreamSummary: {
    takes: 'StreamName StreamARN',
    resource: arnIn,
    run: (members, store) => {
      const stream = streamOf(members, store);
      const OpenShardCount = stream.shards.length;
      return { StreamDescriptionSummary: { ...describe(stream, store), OpenShardCount } };
    },
  },
  DescribeStream: {
    takes: 'StreamName StreamARN Limit:integer ExclusiveStartShardId',
    resource: arnIn,
    run: (members, store) => {
      const stream = streamOf(members, store);
      const shards = { Shards: shardsOf(stream), HasMoreShards: false };
      return { StreamDescription: { ...describe(stream, store), ...shards } };
    },
  },
  ListShards: {
    takes: 'StreamName StreamARN MaxResults:integer ShardFilter:map',
    resource: arnIn,
    run: (members, store) => ({ Shards: shardsOf(streamOf(members, store)) }),
  },
  DeleteStream: {
    takes: 'StreamName StreamARN',
    resource: arnIn,
    run: (members, store) => {
      store.streams.delete(streamOf(members, store).name);
    },
  },
  PutRecord: {
    takes: 'StreamName StreamARN Data! PartitionKey! ExplicitHashKey SequenceNumberForOrdering',
    resource: arnIn,
    run: (members, store) => putOne(members, streamOf(members, store), store),
  },
  PutRecords: {
    takes: 'StreamName StreamARN Records:list!',
    resource: arnIn,
    run: (members, store) => {
      const stream = streamOf(members, store);
      const records = listOf(members, 'Records');
      if (records.length === 0 || records.length > MOST_RECORDS)
        throw invalid(unmet('records', `have length less than or equal to ${MOST_RECORDS}`));
      // If a record is invalid, the call is rejected before any record is written.
      records.forEach(checkRecord);
      return { FailedRecordCount: 0, Records: records.map((one) => putOne(one, stream, store)) };
    },
  },
  GetShardIterator: {
    takes: `StreamName StreamARN ShardId! ShardIteratorType! StartingSequenceNumber Timestamp:number`,
    resource: arnIn,
    run: (members, store) => {
      const stream = streamOf(members, store);
      const id = textOf(members, 'ShardId') ?? '';
      const index = stream.shards.findIndex((_, at) => shardName(at) === id);
      const records = stream.shards[index];
      if (!records) {
        const message = `Shard ${id} in stream ${stream.name} under account ${store.account} does not exist`;
        throw invalid(message, 'ResourceNotFoundException');
      }
      const from = textOf(members, 'StartingSequenceNumber') ?? '';
      const at = records.findIndex((one) => one.id === from);
      const time = Number(members['Timestamp'] ?? 0) * 1000;
      const later = records.findIndex((one) => one.at >= time);
      const starts: Readonly<Record<string, number>> = {
        TRIM_HORIZON: 0,
        LATEST: records.length,
        AT_SEQUENCE_NUMBER: at,
        AFTER_SEQUENCE_NUMBER: at + 1,
        AT_TIMESTAMP: later === -1 ? records.length : later,
      };
      const start = starts[textOf(members, 'ShardIteratorType') ?? ''];
      if (start === undefined || (from !== '' && at === -1))
        throw invalid(
          `StartingSequenceNumber ${from} used in GetShardIterator on shard ${id} in stream ${stream.name} is invalid.`,
          'InvalidArgumentException',
        );
      return { ShardIterator: iteratorAt(stream, index, startOf(records) + start) };
    },
  },
  GetRecords: {
    takes: 'ShardIterator! Limit:integer StreamARN',
    resource: (members) => readIterator(members)?.[0] ?? '*',
    run: (members, store) => {
      const [arn = '', shard = 0, start = 0] = readIterator(members) ?? [];
      const stream = streamAt(arn, store);
      const records = stream?.shards[shard];
      if (!stream || !records) throw invalid('Invalid ShardIterator.', 'InvalidArgumentException');
      const ahead = recordsFrom(records, start);
      const read = ahead.slice(0, Number(members['Limit'] ?? 10_000));
      const oldest = ahead[read.length];
      return {
        Records: read.map(({ id, at, event }) => {
          const { data: Data, partitionKey: PartitionKey } = mappingOf(event['kinesis']);
          const ApproximateArrivalTimestamp = at / 1000;
          return { SequenceNumber: id, ApproximateArrivalTimestamp, Data, PartitionKey };
        }),
        NextShardIterator: iteratorAt(stream, shard, endOf(records) - ahead.length + read.length),
        MillisBehindLatest: oldest ? store.clock.now() - oldest.at : 0,
      };
    },
  },
};

export function createKinesis(store: KinesisStore): Service {
  return jsonService({
    name: 'kinesis',
    target: 'Kinesis_20131202',
    version: '1.1',
    store,
    operations: OPERATIONS,
    inventory: () => [...store.streams.keys()].map((name) => `stream ${name}`),
  });
}

export function kinesisSource({ arn, shards }: KinesisStream): StreamSource {
  return { kind: 'stream', arn, service: 'kinesis', shards };
}

/** Finds a stream, and deletes its old records. */
function streamAt(arn: string, { streams, clock }: KinesisStore): KinesisStream | undefined {
  const found = [...streams.values()].find((one) => one.arn === arn);
  for (const shard of found?.shards ?? []) trim(shard, clock.now());
  return found;
}

function arnIn(members: Members, { region, account }: KinesisStore): string {
  const name = textOf(members, 'StreamName') ?? '';
  return textOf(members, 'StreamARN') ?? `arn:aws:kinesis:${region}:${account}:stream/${name}`;
}

function streamOf(members: Members, store: KinesisStore): KinesisStream {
  const arn = arnIn(members, store);
  const found = streamAt(arn, store);
  if (found) return found;
  const name = arn.split('/').at(-1) ?? '';
  const message = `Stream ${name} under account ${store.account} not found.`;
  throw invalid(message, 'ResourceNotFoundException');
}
