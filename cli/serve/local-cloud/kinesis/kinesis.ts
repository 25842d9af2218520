// Kinesis: JSON 1.1. A record goes to a shard by its key.
import { createHash } from 'node:crypto';
import { invalid, jsonService, type JsonOperation, type Members, textOf } from '../json-service.js';
import { parsedText, type PolledRecord, type StreamSource } from '../polled-source.js';
import type { CloudClock, Service } from '../service.js';

export type KinesisStream = {
  readonly name: string;
  readonly arn: string;
  readonly shards: PolledRecord[][];
};

export type KinesisStore = {
  readonly account: string;
  readonly region: string;
  readonly clock: CloudClock;
  readonly streams: Map<string, KinesisStream>;
};

type Operation = JsonOperation<KinesisStore>;

const NAMED = { StreamName: 'text', StreamARN: 'text' } as const;

const createStream: Operation = {
  name: 'CreateStream',
  isWrite: true,
  members: { StreamName: 'text', ShardCount: 'integer', StreamModeDetails: 'map' },
  required: ['StreamName'],
  resource: arnIn,
  run: (members, store) => {
    const name = textOf(members, 'StreamName') ?? '';
    if (store.streams.has(name)) {
      const message = `Stream ${name} under account ${store.account} already exists.`;
      throw invalid(message, 'ResourceInUseException');
    }
    const count = Number(members['ShardCount'] ?? 1);
    const shards = Array.from({ length: count }, (): PolledRecord[] => []);
    store.streams.set(name, { name, arn: arnIn(members, store), shards });
    return {};
  },
};

const describeSummary: Operation = {
  name: 'DescribeStreamSummary',
  isWrite: false,
  members: NAMED,
  required: [],
  resource: arnIn,
  run: (members, store) => {
    const { name, arn, shards } = streamOf(members, store);
    return {
      StreamDescriptionSummary: {
        StreamName: name,
        StreamARN: arn,
        StreamStatus: 'ACTIVE',
        RetentionPeriodHours: 24,
        StreamCreationTimestamp: store.clock.now() / 1000,
        EnhancedMonitoring: [],
        OpenShardCount: shards.length,
      },
    };
  },
};

const listStreams: Operation = {
  name: 'ListStreams',
  isWrite: false,
  members: {},
  required: [],
  resource: () => '*',
  run: (_, { streams }) => ({ StreamNames: [...streams.keys()], HasMoreStreams: false }),
};

const deleteStream: Operation = {
  name: 'DeleteStream',
  isWrite: true,
  members: NAMED,
  required: [],
  resource: arnIn,
  run: (members, store) => {
    store.streams.delete(streamOf(members, store).name);
    return {};
  },
};

const putRecord: Operation = {
  name: 'PutRecord',
  isWrite: true,
  members: { ...NAMED, Data: 'text', PartitionKey: 'text' },
  required: ['Data', 'PartitionKey'],
  resource: arnIn,
  run: (members, store) => {
    const stream = streamOf(members, store);
    const data = textOf(members, 'Data') ?? '';
    const key = textOf(members, 'PartitionKey') ?? '';
    const shard = (createHash('md5').update(key).digest()[0] ?? 0) % stream.shards.length;
    const records = stream.shards[shard] ?? [];
    const now = store.clock.now();
    const id = `4954${String(shard).padStart(4, '0')}${String(records.length).padStart(20, '0')}`;
    const shardId = `shardId-${String(shard).padStart(12, '0')}`;
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
  },
};

export function createKinesis(store: KinesisStore): Service {
  return jsonService({
    name: 'kinesis',
    target: 'Kinesis_20131202',
    version: '1.1',
    store,
    operations: [createStream, listStreams, describeSummary, deleteStream, putRecord],
    inventory: () => [...store.streams.keys()].map((name) => `stream ${name}`),
  });
}

export function kinesisSource({ arn, shards }: KinesisStream): StreamSource {
  return { kind: 'stream', arn, service: 'kinesis', shards };
}

function arnIn(members: Members, { region, account }: KinesisStore): string {
  const given = textOf(members, 'StreamARN');
  return (
    given ?? `arn:aws:kinesis:${region}:${account}:stream/${textOf(members, 'StreamName') ?? ''}`
  );
}

function streamOf(members: Members, store: KinesisStore): KinesisStream {
  const arn = arnIn(members, store);
  const found = [...store.streams.values()].find((one) => one.arn === arn);
  if (found) return found;
  const name = arn.split('/').at(-1) ?? '';
  const message = `Stream ${name} under account ${store.account} not found.`;
  throw invalid(message, 'ResourceNotFoundException');
}
