// What DynamoDB rejects, in the words of the service, and how it lists and tags tables.
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  ListTagsOfResourceCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TagResourceCommand,
  UntagResourceCommand,
  UpdateItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClients, refusalOf } from '../clients.fixture.js';
import { createHandClock } from '../hand-clock.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.js';
import { attribute, createTable, KEY, keyOf } from './towns.fixture.js';

let cloud: TestCloud;
let client: DynamoDBClient;
beforeAll(async () => {
  cloud = await startTestCloud();
  client = createClients(cloud).dynamodb;
  await createTable(client);
});
afterAll(() => cloud.close());

const put = (item: object, more: object = {}) =>
  new PutItemCommand({ TableName: 'towns', Item: { ...KEY, ...item }, ...more });
const update = (UpdateExpression: string, more: object = {}) =>
  new UpdateItemCommand({ TableName: 'towns', Key: KEY, UpdateExpression, ...more });
const query = (KeyConditionExpression: string, more: object = {}) =>
  new QueryCommand({ TableName: 'towns', KeyConditionExpression, ...more });
const de = { ExpressionAttributeValues: { ':c': { S: 'de' } } };
const ELSEWHERE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/towns';
const WRONG = 'One or more parameter values were invalid: ';

// docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
test.each<[string, () => Promise<unknown>, string]>([
  [
    'another table',
    () => client.send(new GetItemCommand({ TableName: 'none', Key: KEY })),
    'ResourceNotFoundException 400 Requested resource not found',
  ],
  [
    'the table of another region',
    () => client.send(new GetItemCommand({ TableName: ELSEWHERE, Key: KEY })),
    'ResourceNotFoundException 400 Requested resource not found',
  ],
  [
    'a key that lacks a part',
    () => client.send(new GetItemCommand({ TableName: 'towns', Key: { country: { S: 'de' } } })),
    'ValidationException 400 The provided key element does not match the schema',
  ],
  [
    'an item that lacks a key',
    () => client.send(new PutItemCommand({ TableName: 'towns', Item: { country: { S: 'de' } } })),
    `ValidationException 400 ${WRONG}Missing the key town in the item`,
  ],
  [
    'a key of another type',
    () => client.send(put({ town: { N: '1' } })),
    `ValidationException 400 ${WRONG}Type mismatch for key town expected: S actual: N`,
  ],
  [
    'an empty key',
    () => client.send(put({ town: { S: '' } })),
    'ValidationException 400 One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: town',
  ],
  [
    'a key of an index of another type',
    () => client.send(put({ people: { S: 'x' } })),
    `ValidationException 400 ${WRONG}Type mismatch for Index Key people Expected: N Actual: S IndexName: byMayor`,
  ],
  [
    'an empty key of an index',
    () => client.send(put({ mayor: { S: '' } })),
    'ValidationException 400 One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: byMayor, IndexKey: mayor',
  ],
  [
    'an item over 400 KB',
    () => client.send(put({ text: { S: 'ö'.repeat(205_000) } })),
    'ValidationException 400 Item size has exceeded the maximum allowed size',
  ],
  [
    'an empty set',
    () => client.send(put({ set: { SS: [] } })),
    `ValidationException 400 ${WRONG}An string set  may not be empty`,
  ],
  [
    'text as a number',
    () => client.send(put({ n: { N: 'one' } })),
    'ValidationException 400 The parameter cannot be converted to a numeric value: one',
  ],
  [
    '39 digits',
    () => client.send(put({ n: { N: '1'.repeat(39) } })),
    'ValidationException 400 Attempting to store more than 38 significant digits in a Number',
  ],
  [
    'the key changed',
    () => client.send(update('SET town = :c', de)),
    `ValidationException 400 ${WRONG}Cannot update attribute town. This attribute is part of the key`,
  ],
  [
    'a reserved word',
    () => client.send(update('SET size = :c', de)),
    'ValidationException 400 Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: size',
  ],
  [
    'a value that is not given',
    () => client.send(update('SET a = :d', de)),
    'ValidationException 400 Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :d',
  ],
  [
    'a value that is not used',
    () => client.send(update('REMOVE a', de)),
    'ValidationException 400 Value provided in ExpressionAttributeValues unused in expressions: keys: {:c}',
  ],
  [
    'two paths that overlap',
    () => client.send(update('SET a = :c, a.b = :c', de)),
    'ValidationException 400 Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]',
  ],
  [
    'a path into nothing',
    () => client.send(update('SET nothing.b = :c', de)),
    'ValidationException 400 The document path provided in the update expression is invalid for update',
  ],
  [
    'a value that is missing',
    () => client.send(update('SET a = nothing')),
    'ValidationException 400 The provided expression refers to an attribute that does not exist in the item',
  ],
  [
    'text added to',
    () =>
      client.send(update('SET a = town + :n', { ExpressionAttributeValues: { ':n': { N: '1' } } })),
    'ValidationException 400 An operand in the update expression has an incorrect data type',
  ],
  [
    'too large a number',
    () =>
      client.send(
        update('SET a = :n + :n', { ExpressionAttributeValues: { ':n': { N: '9e125' } } }),
      ),
    'ValidationException 400 Number overflow. Attempting to store a number with magnitude larger than supported range',
  ],
  [
    'old values of a put',
    () => client.send(put({}, { ReturnValues: 'ALL_NEW' })),
    'ValidationException 400 ReturnValues can only be ALL_OLD or NONE',
  ],
  [
    'a query without the partition key',
    () => client.send(query('town = :c', de)),
    'ValidationException 400 Query condition missed key schema element: country',
  ],
  [
    'a query of many partitions',
    () => client.send(query('country > :c', de)),
    'ValidationException 400 Query key condition not supported',
  ],
  [
    'a query for another type',
    () => client.send(query('country = :c', { ExpressionAttributeValues: { ':c': { N: '1' } } })),
    `ValidationException 400 ${WRONG}Condition parameter type does not match schema type`,
  ],
  [
    'a filter on the key',
    () => client.send(query('country = :c', { ...de, FilterExpression: 'town = :c' })),
    'ValidationException 400 Filter Expression can only contain non-primary key attributes: Primary key attribute: town',
  ],
  [
    'another index',
    () => client.send(query('country = :c', { ...de, IndexName: 'other' })),
    'ValidationException 400 The table does not have the specified index: other',
  ],
  [
    'a consistent read of a global index',
    () => client.send(query('mayor = :c', { ...de, IndexName: 'byMayor', ConsistentRead: true })),
    'ValidationException 400 Consistent reads are not supported on global secondary indexes',
  ],
  [
    'all of what an index does not hold',
    () =>
      client.send(query('mayor = :c', { ...de, IndexName: 'byMayor', Select: 'ALL_ATTRIBUTES' })),
    `ValidationException 400 ${WRONG}Select type ALL_ATTRIBUTES is not supported for global secondary index byMayor because its projection type is not ALL`,
  ],
  [
    'what a global index does not project',
    () =>
      client.send(
        new ScanCommand({
          TableName: 'towns',
          IndexName: 'byMayor',
          ProjectionExpression: 'town, tower, river',
        }),
      ),
    `ValidationException 400 ${WRONG}Global secondary index byMayor does not project [tower]`,
  ],
  [
    'a start in another partition',
    () =>
      client.send(
        query('country = :c', {
          ...de,
          ExclusiveStartKey: { country: { S: 'fr' }, town: { S: 'x' } },
        }),
      ),
    'ValidationException 400 The provided starting key is outside query boundaries based on provided conditions',
  ],
  [
    'a start that is no key',
    () =>
      client.send(query('country = :c', { ...de, ExclusiveStartKey: { country: { S: 'de' } } })),
    'ValidationException 400 The provided starting key is invalid',
  ],
  [
    'a segment without their number',
    () => client.send(new ScanCommand({ TableName: 'towns', Segment: 0 })),
    'ValidationException 400 The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
  ],
  [
    '26 writes',
    () =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: {
            towns: Array.from({ length: 13 }, (_, n) => ({
              PutRequest: { Item: { ...KEY, town: { S: `t${n}` } } },
            })),
            other: Array.from({ length: 13 }, (_, n) => ({
              PutRequest: { Item: { ...KEY, town: { S: `t${n}` } } },
            })),
          },
        }),
      ),
    'ValidationException 400 Too many items requested for the BatchWriteItem call',
  ],
  [
    'an item twice in a batch',
    () =>
      client.send(
        new BatchWriteItemCommand({
          RequestItems: { towns: [{ DeleteRequest: { Key: KEY } }, { PutRequest: { Item: KEY } }] },
        }),
      ),
    'ValidationException 400 Provided list of item keys contains duplicates',
  ],
  [
    'a key twice in a batch',
    () => client.send(new BatchGetItemCommand({ RequestItems: { towns: { Keys: [KEY, KEY] } } })),
    'ValidationException 400 Provided list of item keys contains duplicates',
  ],
  [
    'a table without capacity',
    () => createTable(client, { TableName: 'other', BillingMode: 'PROVISIONED' }),
    `ValidationException 400 ${WRONG}ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED`,
  ],
  [
    'a local index with another partition key',
    () =>
      createTable(client, {
        TableName: 'other',
        LocalSecondaryIndexes: [
          {
            IndexName: 'byPeople',
            KeySchema: keyOf('mayor', 'people'),
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    `ValidationException 400 ${WRONG}Index KeySchema does not have the same leading hash key as table KeySchema for index: byPeople. index hash key: mayor, table hash key: country`,
  ],
])('refuses %s', async (_, call, refusal) => {
  expect(await refusalOf(call())).toBe(refusal);
});

test('an expression that is not one is refused with its place', async () => {
  expect(await refusalOf(client.send(query('country = ', de)))).toMatch(
    /^ValidationException 400 Invalid KeyConditionExpression: Syntax error; /,
  );
});

test('a table and an index that are being made cannot be read', async () => {
  const clock = createHandClock();
  const slow = await startTestCloud({ timeScale: 1, now: clock.now });
  const { dynamodb } = createClients(slow);
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'new',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: keyOf('country'),
      AttributeDefinitions: [attribute('country')],
    }),
  );
  const read = (IndexName?: string): Promise<string> =>
    refusalOf(dynamodb.send(new ScanCommand({ TableName: 'new', IndexName })));
  expect(await read()).toBe('ResourceNotFoundException 400 Requested resource not found');
  clock.advance(5000);
  expect(await read()).toBe('accepted');
  const Projection = { ProjectionType: 'ALL' } as const;
  await dynamodb.send(
    new UpdateTableCommand({
      TableName: 'new',
      AttributeDefinitions: [attribute('river')],
      GlobalSecondaryIndexUpdates: [
        { Create: { IndexName: 'byRiver', KeySchema: keyOf('river'), Projection } },
      ],
    }),
  );
  expect(await read('byRiver')).toBe(
    'ValidationException 400 Cannot read from backfilling global secondary index: byRiver',
  );
  clock.advance(8000);
  expect(await read('byRiver')).toBe('accepted');
  await slow.close();
});

test('a name may be that of a prototype', async () => {
  const asked = {
    TableName: 'towns',
    Key: KEY,
    ExpressionAttributeNames: { '#p': '__proto__' },
    ExpressionAttributeValues: { ':v': { S: 'x' } },
  };
  await client.send(new UpdateItemCommand({ ...asked, UpdateExpression: 'SET #p = :v' }));
  const remove = new DeleteItemCommand({ ...asked, ConditionExpression: '#p = :v' });
  expect(await refusalOf(client.send(remove))).toBe('accepted');
});

test('tables are listed page by page, tagged, and named by their ARN', async () => {
  for (const TableName of ['held', 'paged']) await createTable(client, { TableName });
  const first = await client.send(new ListTablesCommand({ Limit: 1 }));
  const { TableNames: rest } = await client.send(
    new ListTablesCommand({ ExclusiveStartTableName: first.LastEvaluatedTableName }),
  );
  expect([...(first.TableNames ?? []), ...(rest ?? [])]).toEqual(['held', 'paged', 'towns']);
  const { Table } = await client.send(new DescribeTableCommand({ TableName: 'towns' }));
  const ResourceArn = Table?.TableArn;
  await client.send(
    new TagResourceCommand({
      ResourceArn,
      Tags: [
        { Key: 'a', Value: '1' },
        { Key: 'b', Value: '2' },
      ],
    }),
  );
  await client.send(new UntagResourceCommand({ ResourceArn, TagKeys: ['a'] }));
  const { Tags } = await client.send(new ListTagsOfResourceCommand({ ResourceArn }));
  expect(Tags).toEqual([{ Key: 'b', Value: '2' }]);
  await client.send(new PutItemCommand({ TableName: ResourceArn, Item: KEY }));
});
