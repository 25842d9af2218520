// Transactions, streams, expiry and permissions: what is done atomically, and what is visible to others.
import { deserialize, serialize } from 'node:v8';
import { DynamoDB, type TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClients, outcomesOf, refusalOf } from '../clients.fixture.js';
import { createHandClock, type HandClock } from '../hand-clock.fixture.js';
import { rawCall } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';
import { createDynamodb } from './dynamodb.js';
import type { Item, TableStore } from './table-store.js';
import { attribute, createTable, KEY, keyOf } from './towns.fixture.js';

let cloud: TestCloud;
let clock: HandClock;
let client: DynamoDB;
let documents: DynamoDBDocument;
beforeEach(async () => {
  clock = createHandClock();
  cloud = await startTestCloud({ now: clock.now, timeScale: 0 });
  client = createClients(cloud).dynamodb;
  documents = DynamoDBDocument.from(client);
});
afterEach(() => cloud.close());

const put = (town: string, more: object = {}): TransactWriteItem => ({
  Put: { TableName: 'towns', Item: { ...KEY, town: { S: town } }, ...more },
});
const isNew = { ConditionExpression: 'attribute_not_exists(town)' };

function transact(TransactItems: TransactWriteItem[], ClientRequestToken?: string) {
  return client.transactWriteItems({
    TransactItems,
    ReturnConsumedCapacity: 'TOTAL',
    ...(ClientRequestToken && { ClientRequestToken }),
  });
}

async function townsIn(TableName = 'towns'): Promise<readonly unknown[]> {
  const { Items = [] } = await documents.scan({ TableName });
  return Items.map((item) => item['town'] as unknown).toSorted();
}

test('all of a transaction is done, or nothing, and every part has its reason', async () => {
  await createTable(client);
  const made = await transact([put('a', isNew), put('b')]);
  expect(made.ConsumedCapacity).toEqual([{ TableName: 'towns', CapacityUnits: 4 }]);
  const shown = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } as const;
  const adding = {
    UpdateExpression: 'ADD town_name :n',
    ExpressionAttributeValues: { ':n': { N: '1' } },
  };
  await client.putItem({ TableName: 'towns', Item: { ...KEY, town_name: { S: 'x' } } });
  const failing = transact([
    put('c'),
    put('a', { ...isNew, ...shown }),
    { Update: { TableName: 'towns', Key: KEY, ...adding } },
    { ConditionCheck: { TableName: 'towns', Key: { ...KEY, town: { S: 'b' } }, ...isNew } },
    { Delete: { TableName: 'towns', Key: { ...KEY, town: { S: 'z' } } } },
  ]);
  const failed = 'The conditional request failed';
  await expect(failing).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    message:
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed, ValidationError, ConditionalCheckFailed, None]',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Message: failed, Item: { ...KEY, town: { S: 'a' } } },
      {
        Code: 'ValidationError',
        Message: 'An operand in the update expression has an incorrect data type',
      },
      { Code: 'ConditionalCheckFailed', Message: failed },
      { Code: 'None' },
    ],
  });
  expect(await townsIn()).toEqual(['Ulm', 'a', 'b']);
  const read = (town: string) => ({
    Get: { TableName: 'towns', Key: { ...KEY, town: { S: town } }, ProjectionExpression: 'town' },
  });
  const { Responses } = await client.transactGetItems({ TransactItems: [read('a'), read('c')] });
  expect(Responses).toEqual([{ Item: { town: { S: 'a' } } }, {}]);
});

test('refuses transactions that are not one, and writes nothing', async () => {
  await createTable(client);
  const text = { S: 'x'.repeat(400_000) };
  const large = (town: string) => put(town, { Item: { ...KEY, town: { S: town }, text } });
  const many = (count: number) => Array.from({ length: count }, (_, n) => `t${n}`);
  const Delete = { TableName: 'towns', Key: KEY };
  const refused: Readonly<Record<string, TransactWriteItem[]>> = {
    'no part': [],
    '101 parts': many(101).map((town) => put(town)),
    'two parts in one': [{ ...put('a'), Delete }],
    'an item twice': [put('Ulm'), { Delete }],
    'another table': [put('a'), put('b', { TableName: 'none' })],
    'a wrong expression': [put('a', { ConditionExpression: 'size = town' })],
    'more than 4 MB': many(11).map(large),
  };
  expect(await outcomesOf(refused, (parts) => refusalOf(transact(parts)))).toMatchInlineSnapshot(`
    {
      "101 parts": "ValidationException 400 1 validation error detected: Value '[...]' at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100",
      "a wrong expression": "ValidationException 400 Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: size",
      "an item twice": "ValidationException 400 Transaction request cannot include multiple operations on one item",
      "another table": "ResourceNotFoundException 400 Requested resource not found",
      "more than 4 MB": "ValidationException 400 The aggregate size of the items in the transaction cannot exceed 4 MB",
      "no part": "ValidationException 400 1 validation error detected: Value '[]' at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal to 1",
      "two parts in one": "ValidationException 400 TransactItems can only contain one of Check, Put, Update or Delete",
    }
  `);
  expect(await townsIn()).toEqual([]);
});

test('a token makes a transaction once in ten minutes', async () => {
  await createTable(client);
  await transact([put('a', isNew)], 'token');
  await transact([put('a', isNew)], 'token');
  expect(await refusalOf(transact([put('b', isNew)], 'token'))).toMatch(
    /^IdempotentParameterMismatchException 400 /,
  );
  clock.advance(600_001);
  expect(await refusalOf(transact([put('a', isNew)], 'token'))).toMatch(
    /^TransactionCanceledException 400 /,
  );
});

test('money that is moved by many at once is neither made nor lost, and no reader sees half of a transfer', async () => {
  const TableName = await createTable(client, {
    TableName: 'accounts',
    KeySchema: keyOf('town'),
    AttributeDefinitions: [attribute('town')],
    GlobalSecondaryIndexes: undefined,
    LocalSecondaryIndexes: undefined,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const town of names) await documents.put({ TableName, Item: { town, money: 20 } });
  const move = async (from: string, to: string, amount: number): Promise<boolean> => {
    const change = (town: string, sign: number) => ({
      Update: {
        TableName,
        Key: { town },
        UpdateExpression: 'SET money = money + :n',
        ConditionExpression: 'money >= :least',
        ExpressionAttributeValues: { ':n': sign * amount, ':least': sign < 0 ? amount : 0 },
      },
    });
    const done = await refusalOf(
      documents.transactWrite({ TransactItems: [change(from, -1), change(to, 1)] }),
    );
    if (done !== 'accepted')
      expect(done).toMatch(/^TransactionCanceledException .*ConditionalCheckFailed/);
    return done === 'accepted';
  };
  const total = async (): Promise<number> => {
    const { Items = [] } = await documents.scan({ TableName });
    return Items.reduce((sum, { money }) => sum + Number(money), 0);
  };
  const moves = Array.from({ length: 120 }, (_, n) =>
    move(names[n % 5] ?? '', names[(n + 1 + (n % 3)) % 5] ?? '', (n * 7) % 23),
  );
  const [moved, totals] = await Promise.all([
    Promise.all(moves),
    Promise.all(Array.from({ length: 40 }, total)),
  ]);
  expect(new Set(moved)).toEqual(new Set([true, false]));
  expect(new Set([...totals, await total()])).toEqual(new Set([100]));
});

type StreamRecord = {
  readonly eventName: string;
  readonly userIdentity?: { readonly principalId: string };
  readonly dynamodb: {
    readonly Keys: Item;
    readonly NewImage?: Item;
    readonly OldImage?: Item;
    readonly SequenceNumber: string;
  };
};

type StreamAnswer = {
  readonly __type: string;
  readonly Streams: readonly [{ readonly StreamArn: string }];
  readonly StreamDescription: { readonly Shards: readonly [{ readonly ShardId: string }] };
  readonly ShardIterator: string;
  readonly NextShardIterator: string;
  readonly Records: readonly StreamRecord[];
};

/** Makes calls of the SDK's client for streams, which is another package. */
async function streams(name: string, body: object): Promise<StreamAnswer> {
  const headers = { 'X-Amz-Target': `DynamoDBStreams_20120810.${name}` };
  const answer = await rawCall(cloud, { service: 'dynamodb', headers, body: JSON.stringify(body) });
  const parsed: unknown = JSON.parse(answer.slice(4));
  return parsed as StreamAnswer; // because the test checks the result
}

test('a stream tells every write that changes something, and what the service deletes', async () => {
  const TableName = await createTable(client, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  await client.updateTimeToLive({
    TableName,
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' },
  });
  const Key = { country: 'de', town: 'Ulm' };
  const change = (UpdateExpression: string) =>
    documents.update({ TableName, Key, UpdateExpression, ExpressionAttributeValues: { ':n': 1 } });
  await change('SET n = :n');
  await change('SET n = :n');
  await change('ADD n :n');
  const until = Math.floor(clock.now() / 1000) + 60;
  await documents.batchWrite({
    RequestItems: {
      towns: [
        { DeleteRequest: { Key } },
        { PutRequest: { Item: { ...Key, town: 'gone', until } } },
        { PutRequest: { Item: { ...Key, town: 'old', until: 1 } } },
      ],
    },
  });
  expect(await townsIn()).toEqual(['gone', 'old']);
  clock.advance(61_000);
  expect(await townsIn()).toEqual(['old']);
  const { Streams } = await streams('ListStreams', { TableName });
  const { StreamArn } = Streams[0];
  const { StreamDescription } = await streams('DescribeStream', { StreamArn });
  expect(StreamDescription).toMatchObject({
    StreamStatus: 'ENABLED',
    StreamViewType: 'NEW_AND_OLD_IMAGES',
    TableName,
    KeySchema: keyOf('country', 'town'),
  });
  const { ShardId } = StreamDescription.Shards[0];
  const { ShardIterator } = await streams('GetShardIterator', {
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  });
  const first = await streams('GetRecords', { ShardIterator, Limit: 2 });
  const rest = await streams('GetRecords', { ShardIterator: first.NextShardIterator });
  const records = [...first.Records, ...rest.Records];
  const keys = (town: string) => ({ ...KEY, town: { S: town } });
  expect(
    records.map(({ eventName, userIdentity, dynamodb: { Keys, NewImage, OldImage } }) => [
      eventName,
      Keys['town']?.S,
      NewImage?.['n']?.N,
      OldImage?.['n']?.N,
      userIdentity?.principalId,
    ]),
  ).toEqual([
    ['INSERT', 'Ulm', '1', undefined, undefined],
    ['MODIFY', 'Ulm', '2', '1', undefined],
    ['REMOVE', 'Ulm', undefined, '2', undefined],
    ['INSERT', 'gone', undefined, undefined, undefined],
    ['INSERT', 'old', undefined, undefined, undefined],
    ['REMOVE', 'gone', undefined, undefined, 'dynamodb.amazonaws.com'],
  ]);
  expect(records[5]?.dynamodb.OldImage).toEqual({ ...keys('gone'), until: { N: String(until) } });
  const end = await streams('GetRecords', { ShardIterator: rest.NextShardIterator });
  expect(end.Records).toEqual([]);
  const last = await streams('GetShardIterator', {
    StreamArn,
    ShardId,
    ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
    SequenceNumber: records[4]?.dynamodb.SequenceNumber,
  });
  expect((await streams('GetRecords', last)).Records).toEqual([records[5]]);
  clock.advance(901_000);
  expect(await streams('GetRecords', last)).toMatchObject({ __type: 'ExpiredIteratorException' });
  clock.advance(86_400_000);
  const trimmed = {
    StreamArn,
    ShardId,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
    SequenceNumber: records[0]?.dynamodb.SequenceNumber,
  };
  expect(await streams('GetShardIterator', trimmed)).toMatchObject({
    __type: 'TrimmedDataAccessException',
  });
});

test('a batch needs its right on each table, a transaction those of its parts, a query that on its index', async () => {
  await createTable(client);
  await createTable(client, { TableName: 'other' });
  const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/towns';
  const allow = (Action: string[], Resource: string) => {
    cloud.restrictCaller({
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action, Resource }],
    });
  };
  const denied = (action: string, resource: string): string =>
    `AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: dynamodb:${action} on resource: ${resource}`;
  allow(['dynamodb:PutItem', 'dynamodb:BatchWriteItem', 'dynamodb:Query'], table);
  const Item = { country: 'de', town: 'Ulm' };
  const batch = (names: readonly string[]) =>
    documents.batchWrite({
      RequestItems: Object.fromEntries(names.map((name) => [name, [{ PutRequest: { Item } }]])),
    });
  expect(await refusalOf(batch(['towns']))).toBe('accepted');
  expect(await refusalOf(batch(['towns', 'other']))).toContain(
    denied('BatchWriteItem', table.replace('towns', 'other')),
  );
  expect(await refusalOf(transact([put('a')]))).toBe('accepted');
  const checked = transact([
    put('b'),
    { ConditionCheck: { TableName: 'towns', Key: KEY, ...isNew } },
  ]);
  expect(await refusalOf(checked)).toContain(denied('ConditionCheckItem', table));
  expect(
    await refusalOf(
      client.query({
        TableName: 'towns',
        IndexName: 'byMayor',
        KeyConditionExpression: 'mayor = :m',
        ExpressionAttributeValues: { ':m': { S: 'a' } },
      }),
    ),
  ).toContain(denied('Query', `${table}/index/byMayor`));
});

type SdkRequest = Parameters<NodeHttpHandler['handle']>[0];

/** Creates a client of a service without a server. */
function clientOf(store: TableStore): DynamoDB {
  const service = createDynamodb(store);
  return new DynamoDB({
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: {
      handle: async ({ method, path, headers, body }: SdkRequest) => {
        const request = {
          method,
          path,
          query: new URLSearchParams(),
          headers,
          body: Buffer.from(String(body)),
          region: 'us-east-1',
        };
        const operation = service.operationOf(request);
        if (!operation) throw new Error('unknown');
        const answer = await operation.run();
        return {
          response: {
            statusCode: answer.status,
            headers: answer.headers ?? {},
            body: Buffer.from(String(answer.body)),
          },
        };
      },
    },
  });
}

test('tables with their items, indexes, streams and tokens are plain data, and go on after a restart', async () => {
  const place = {
    account: '000000000000',
    region: 'us-east-1',
    clock: { now: clock.now, after: clock.after, scaled: () => 0 },
  };
  const before: TableStore = { ...place, tables: new Map(), tokens: new Map() };
  const old = clientOf(before);
  await createTable(old, {
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
  });
  for (const town of ['a', 'b', 'c'])
    await old.putItem({
      TableName: 'towns',
      Item: { ...KEY, town: { S: town }, mayor: { S: 'm' }, people: { N: '1' } },
    });
  const once = { TransactItems: [put('d', isNew)], ClientRequestToken: 'token' };
  await old.transactWriteItems(once);
  const kept: unknown = deserialize(serialize({ tables: before.tables, tokens: before.tokens }));
  const after: TableStore = { ...place, ...(kept as Pick<TableStore, 'tables' | 'tokens'>) }; // because it was one before serialization
  const next = clientOf(after);
  await next.transactWriteItems(once);
  await next.putItem({ TableName: 'towns', Item: { ...KEY, town: { S: 'b' } } });
  const { Items } = await next.query({
    TableName: 'towns',
    IndexName: 'byMayor',
    KeyConditionExpression: 'mayor = :m',
    ExpressionAttributeValues: { ':m': { S: 'm' } },
  });
  expect(Items?.map((item) => item['town']?.S)).toEqual(['a', 'c']);
  const records = after.tables.get('towns')?.streams[0]?.records;
  expect(records).toHaveLength(5);
  const found = await DynamoDBDocument.from(next).scan({ TableName: 'towns' });
  expect(found.Items?.map((item) => String(item['town'])).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  // After a day the records are deleted, and the numbers of new ones continue.
  clock.advance(86_400_001);
  await next.putItem({ TableName: 'towns', Item: { ...KEY, town: { S: 'e' } } });
  expect(records?.map(({ id }) => Number(id))).toEqual([6]);
});
