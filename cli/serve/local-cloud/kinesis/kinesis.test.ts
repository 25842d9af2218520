// Kinesis with the SDK's own client: records are assigned to a shard by their key, and are read from the position of an
// iterator.
import { Kinesis, type GetShardIteratorCommandInput } from '@aws-sdk/client-kinesis';
import { deserialize, serialize } from 'node:v8';
import { expect, test } from 'vitest';
import {
  createClients,
  createReadyFunction,
  createRole,
  policyOf,
  refusalOf,
} from '../clients.fixture.js';
import { createHandClock } from '../hand-clock.fixture.js';
import type { KinesisStream } from './kinesis.js';
import { startLocalCloud } from '../start-local-cloud.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';

test('records are put in shards and read page by page', async () => {
  const cloud = await startTestCloud({ timeScale: 0 });
  const { kinesis } = createClients(cloud);
  const StreamName = 'clicks';
  await kinesis.createStream({ StreamName, ShardCount: 2 });
  const { StreamDescription } = await kinesis.describeStream({ StreamName });
  const { Shards = [] } = await kinesis.listShards({ StreamName });
  expect(StreamDescription?.Shards).toEqual(Shards);
  expect(Shards.map(({ HashKeyRange }) => HashKeyRange?.StartingHashKey)).toEqual([
    '0',
    '170141183460469231731687303715884105728',
  ]);
  const Records = ['one', 'two', 'three'].map((text) => ({
    Data: Buffer.from(text),
    PartitionKey: text,
    ExplicitHashKey: '0',
  }));
  const put = await kinesis.putRecords({ StreamName, Records });
  expect(put.Records?.map(({ ShardId }) => ShardId)).toEqual(Array(3).fill('shardId-000000000000'));
  const read = async (more: Partial<GetShardIteratorCommandInput>, Limit = 10) => {
    const ShardIteratorType = 'TRIM_HORIZON';
    const asked = {
      StreamName,
      ShardId: 'shardId-000000000000',
      ShardIteratorType,
      ...more,
    } as const;
    const { ShardIterator } = await kinesis.getShardIterator(asked);
    const found = await kinesis.getRecords({ ShardIterator, Limit });
    return [
      found.Records?.map(({ Data }) => Buffer.from(Data ?? []).toString()),
      found.NextShardIterator,
    ] as const;
  };
  const [first, ShardIterator] = await read({}, 2);
  expect(first).toEqual(['one', 'two']);
  const rest = await kinesis.getRecords({ ShardIterator });
  expect(rest.Records?.map(({ PartitionKey }) => PartitionKey)).toEqual(['three']);
  const StartingSequenceNumber = put.Records?.[1]?.SequenceNumber;
  expect(
    (await read({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', StartingSequenceNumber }))[0],
  ).toEqual(['three']);
  expect((await read({ ShardIteratorType: 'LATEST' }))[0]).toEqual([]);
  expect(
    (await read({ ShardIteratorType: 'AT_TIMESTAMP', Timestamp: new Date(0) }))[0],
  ).toHaveLength(3);
  expect(await refusalOf(read({ ShardId: 'shardId-000000000009' }))).toContain(
    'ResourceNotFoundException',
  );
  await cloud.close();
});

test('the client as it is made, which speaks HTTP/2, reaches the cloud', async () => {
  const cloud = await startTestCloud({ timeScale: 0 });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new Kinesis({ endpoint: cloud.url, region: 'us-east-1', credentials });
  await client.createStream({ StreamName: 'clicks', ShardCount: 1 });
  expect((await client.listStreams({})).StreamNames).toEqual(['clicks']);
  client.destroy();
  await cloud.close();
});

test('a record that belongs to no shard is refused, and those beside it are not put', async () => {
  const cloud = await startTestCloud({ timeScale: 0 });
  const { kinesis } = createClients(cloud);
  const StreamName = 'clicks';
  const create = (ShardCount: number) =>
    refusalOf(kinesis.createStream({ StreamName, ShardCount }));
  expect(await create(0)).toMatch(/^ValidationException 400/);
  expect(await create(1_000_000_000)).toMatch(/^LimitExceededException 400/);
  await kinesis.createStream({ StreamName, ShardCount: 1 });
  const put = (ExplicitHashKey: string) => {
    const record = { Data: Buffer.from('x'), PartitionKey: 'x' };
    const Records = [record, { ...record, ExplicitHashKey }];
    return refusalOf(kinesis.putRecords({ StreamName, Records }));
  };
  expect(await put('x')).toMatch(/^ValidationException 400/);
  expect(await put(String(2n ** 128n))).toMatch(/^InvalidArgumentException 400/);
  const { ShardIterator } = await kinesis.getShardIterator({
    StreamName,
    ShardId: 'shardId-000000000000',
    ShardIteratorType: 'TRIM_HORIZON',
  });
  expect((await kinesis.getRecords({ ShardIterator })).Records).toEqual([]);
  await cloud.close();
});

test('records are kept for a day: readers go on with the ones after them, and sequence numbers too', async () => {
  const clock = createHandClock();
  const cloud = await startLocalCloud({ timeScale: 0, now: clock.now, after: clock.after });
  const clients = createClients(cloud);
  const { kinesis, lambda } = clients;
  const StreamName = 'clicks';
  await kinesis.createStream({ StreamName, ShardCount: 1 });
  const put = async (...texts: readonly string[]) => {
    const Records = texts.map((text) => ({ Data: Buffer.from(text), PartitionKey: 'x' }));
    const answer = await kinesis.putRecords({ StreamName, Records });
    return answer.Records?.map(({ SequenceNumber }) => Number(SequenceNumber?.slice(-3)));
  };
  const Role = await createRole(clients, {
    policy: policyOf({ Effect: 'Allow', Action: 'kinesis:*', Resource: '*' }),
  });
  const files = { 'index.mjs': 'export const handler = () => undefined;' };
  await createReadyFunction(clients, { FunctionName: 'count', files, Role });
  await lambda.createEventSourceMapping({
    FunctionName: 'count',
    EventSourceArn: `arn:aws:kinesis:us-east-1:123456789012:stream/${StreamName}`,
    StartingPosition: 'TRIM_HORIZON',
  });
  const read = async (): Promise<readonly number[]> => {
    const before = (await cloud.poll()).length;
    const batches = await cloud.poll();
    expect(batches).toHaveLength(before);
    return batches.flatMap(({ ids }) => ids.map((id) => Number(id.slice(-3))));
  };
  expect(await put('a', 'b')).toEqual([0, 1]);
  expect(await read()).toEqual([0, 1]);
  const at = { StreamName, ShardId: 'shardId-000000000000' };
  const { ShardIterator } = await kinesis.getShardIterator({
    ...at,
    ShardIteratorType: 'TRIM_HORIZON',
  });
  await put('c');
  clock.advance(86_400_001);
  expect(await read()).toEqual([0, 1]);
  expect(await put('d')).toEqual([3]);
  expect(await read()).toEqual([0, 1, 3]);
  const found = await kinesis.getRecords({ ShardIterator });
  expect(found.Records?.map(({ Data }) => Buffer.from(Data ?? []).toString())).toEqual(['d']);
  const streams = cloud.store.map<KinesisStream>('us-east-1/streams');
  expect(streams.get(StreamName)?.shards.map(({ length }) => length)).toEqual([1]);
  const kept: unknown = deserialize(serialize(streams.get(StreamName)?.shards));
  expect(kept).toMatchObject([{ trimmed: 3 }]);
  await cloud.close();
});
