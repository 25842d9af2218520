// What DynamoDB rejects, in the words of the service, and how it lists and tags tables.
import type {
  AttributeValue,
  BatchWriteItemCommandInput,
  DynamoDB,
  PutItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClients, outcomesOf, refusalOf } from '../clients.fixture.js';
import { createHandClock } from '../hand-clock.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';
import { attribute, createTable, KEY, keyOf } from './towns.fixture.js';

let cloud: TestCloud;
let client: DynamoDB;
beforeAll(async () => {
  cloud = await startTestCloud();
  client = createClients(cloud).dynamodb;
  await createTable(client);
});
afterAll(() => cloud.close());

type Call = () => Promise<unknown>;

const put = (item: object, more: object = {}) =>
  client.putItem({ TableName: 'towns', Item: { ...KEY, ...item }, ...more });
const get = (TableName: string, Key: PutItemCommandInput['Item']) =>
  client.getItem({ TableName, Key });
const update = (UpdateExpression: string, values: object = {}) => {
  const input = { TableName: 'towns', Key: KEY, UpdateExpression };
  return client.updateItem({ ...input, ...values });
};
const query = (KeyConditionExpression: string, more: object = {}) =>
  client.query({ TableName: 'towns', KeyConditionExpression, ...de, ...more });
const scan = (more: object) => client.scan({ TableName: 'towns', ...more });
const write = (RequestItems: BatchWriteItemCommandInput['RequestItems']) =>
  client.batchWriteItem({ RequestItems });

const values = (value: Record<string, AttributeValue>) => ({ ExpressionAttributeValues: value });
const de = values({ ':c': { S: 'de' } });
const number = (N: string) => values({ ':n': { N } });
const country = { country: { S: 'de' } };
const inFrance = { country: { S: 'fr' }, town: { S: 'x' } };
const ELSEWHERE = 'arn:aws:dynamodb:eu-west-1:123456789012:table/towns';
const puts = Array.from({ length: 13 }, (_, n) => ({
  PutRequest: { Item: { ...KEY, town: { S: `t${n}` } } },
}));
const otherHash = {
  IndexName: 'byPeople',
  KeySchema: keyOf('mayor', 'people'),
  Projection: { ProjectionType: 'ALL' as const },
};
const byMayor = (more: object) => () => query('mayor = :c', { IndexName: 'byMayor', ...more });
const creation = (more: object) => () => createTable(client, { TableName: 'other', ...more });

// docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html
const REFUSED: Readonly<Record<string, Call>> = {
  'another table': () => get('none', KEY),
  'the table of another region': () => get(ELSEWHERE, KEY),
  'a key that lacks a part': () => get('towns', country),
  'an item that lacks a key': () => put({ town: undefined }),
  'a key of another type': () => put({ town: { N: '1' } }),
  'an empty key': () => put({ town: { S: '' } }),
  'a key of an index of another type': () => put({ people: { S: 'x' } }),
  'an empty key of an index': () => put({ mayor: { S: '' } }),
  'an item over 400 KB': () => put({ text: { S: 'ö'.repeat(205_000) } }),
  'an empty set': () => put({ set: { SS: [] } }),
  'text as a number': () => put({ n: { N: 'one' } }),
  '39 digits': () => put({ n: { N: '1'.repeat(39) } }),
  'the key changed': () => update('SET town = :c', de),
  'a reserved word': () => update('SET size = :c', de),
  'a value that is not given': () => update('SET a = :d', de),
  'a value that is not used': () => update('REMOVE a', de),
  'two paths that overlap': () => update('SET a = :c, a.b = :c', de),
  'a path into nothing': () => update('SET nothing.b = :c', de),
  'a value that is missing': () => update('SET a = nothing'),
  'text added to': () => update('SET a = town + :n', number('1')),
  'too large a number': () => update('SET a = :n + :n', number('9e125')),
  'old values of a put': () => put({}, { ReturnValues: 'ALL_NEW' }),
  'a query without the partition key': () => query('town = :c'),
  'a query of many partitions': () => query('country > :c'),
  'a query for another type': () => query('country = :c', values({ ':c': { N: '1' } })),
  'a filter on the key': () => query('country = :c', { FilterExpression: 'town = :c' }),
  'another index': () => query('country = :c', { IndexName: 'other' }),
  'a consistent read of a global index': byMayor({ ConsistentRead: true }),
  'all of what an index does not hold': byMayor({ Select: 'ALL_ATTRIBUTES' }),
  'what a global index does not project': () =>
    scan({ IndexName: 'byMayor', ProjectionExpression: 'town, tower, river' }),
  'a start in another partition': () => query('country = :c', { ExclusiveStartKey: inFrance }),
  'a start that is no key': () => query('country = :c', { ExclusiveStartKey: country }),
  'a segment without their number': () => scan({ Segment: 0 }),
  '26 writes': () => write({ towns: puts, other: puts }),
  'an item twice in a batch': () =>
    write({ towns: [{ DeleteRequest: { Key: KEY } }, { PutRequest: { Item: KEY } }] }),
  'a key twice in a batch': () =>
    client.batchGetItem({ RequestItems: { towns: { Keys: [KEY, KEY] } } }),
  'a table without capacity': creation({ BillingMode: 'PROVISIONED' }),
  'a local index with another partition key': creation({ LocalSecondaryIndexes: [otherHash] }),
};

test('what DynamoDB refuses', async () => {
  expect(await outcomesOf(REFUSED, (call) => refusalOf(call()))).toMatchInlineSnapshot(`
    {
      "26 writes": "ValidationException 400 Too many items requested for the BatchWriteItem call",
      "39 digits": "ValidationException 400 Attempting to store more than 38 significant digits in a Number",
      "a consistent read of a global index": "ValidationException 400 Consistent reads are not supported on global secondary indexes",
      "a filter on the key": "ValidationException 400 Filter Expression can only contain non-primary key attributes: Primary key attribute: town",
      "a key of an index of another type": "ValidationException 400 One or more parameter values were invalid: Type mismatch for Index Key people Expected: N Actual: S IndexName: byMayor",
      "a key of another type": "ValidationException 400 One or more parameter values were invalid: Type mismatch for key town expected: S actual: N",
      "a key that lacks a part": "ValidationException 400 The provided key element does not match the schema",
      "a key twice in a batch": "ValidationException 400 Provided list of item keys contains duplicates",
      "a local index with another partition key": "ValidationException 400 One or more parameter values were invalid: Index KeySchema does not have the same leading hash key as table KeySchema for index: byPeople. index hash key: mayor, table hash key: country",
      "a path into nothing": "ValidationException 400 The document path provided in the update expression is invalid for update",
      "a query for another type": "ValidationException 400 One or more parameter values were invalid: Condition parameter type does not match schema type",
      "a query of many partitions": "ValidationException 400 Query key condition not supported",
      "a query without the partition key": "ValidationException 400 Query condition missed key schema element: country",
      "a reserved word": "ValidationException 400 Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: size",
      "a segment without their number": "ValidationException 400 The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
      "a start in another partition": "ValidationException 400 The provided starting key is outside query boundaries based on provided conditions",
      "a start that is no key": "ValidationException 400 The provided starting key is invalid",
      "a table without capacity": "ValidationException 400 One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
      "a value that is missing": "ValidationException 400 The provided expression refers to an attribute that does not exist in the item",
      "a value that is not given": "ValidationException 400 Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :d",
      "a value that is not used": "ValidationException 400 Value provided in ExpressionAttributeValues unused in expressions: keys: {:c}",
      "all of what an index does not hold": "ValidationException 400 One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index byMayor because its projection type is not ALL",
      "an empty key": "ValidationException 400 One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: town",
      "an empty key of an index": "ValidationException 400 One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: byMayor, IndexKey: mayor",
      "an empty set": "ValidationException 400 One or more parameter values were invalid: An string set  may not be empty",
      "an item over 400 KB": "ValidationException 400 Item size has exceeded the maximum allowed size",
      "an item that lacks a key": "ValidationException 400 One or more parameter values were invalid: Missing the key town in the item",
      "an item twice in a batch": "ValidationException 400 Provided list of item keys contains duplicates",
      "another index": "ValidationException 400 The table does not have the specified index: other",
      "another table": "ResourceNotFoundException 400 Requested resource not found",
      "old values of a put": "ValidationException 400 ReturnValues can only be ALL_OLD or NONE",
      "text added to": "ValidationException 400 An operand in the update expression has an incorrect data type",
      "text as a number": "ValidationException 400 The parameter cannot be converted to a numeric value: one",
      "the key changed": "ValidationException 400 One or more parameter values were invalid: Cannot update attribute town. This attribute is part of the key",
      "the table of another region": "ResourceNotFoundException 400 Requested resource not found",
      "too large a number": "ValidationException 400 Number overflow. Attempting to store a number with magnitude larger than supported range",
      "two paths that overlap": "ValidationException 400 Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
      "what a global index does not project": "ValidationException 400 One or more parameter values were invalid: Global secondary index byMayor does not project [tower]",
    }
  `);
});

test('an expression that is not one is refused with its place', async () => {
  expect(await refusalOf(query('country = '))).toMatch(
    /^ValidationException 400 Invalid KeyConditionExpression: Syntax error; /,
  );
});

test('a table and an index that are being made cannot be read', async () => {
  const clock = createHandClock();
  const slow = await startTestCloud({ timeScale: 1, now: clock.now });
  const { dynamodb } = createClients(slow);
  await dynamodb.createTable({
    TableName: 'new',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keyOf('country'),
    AttributeDefinitions: [attribute('country')],
  });
  const read = (IndexName?: string): Promise<string> =>
    refusalOf(dynamodb.scan({ TableName: 'new', IndexName }));
  expect(await read()).toBe('ResourceNotFoundException 400 Requested resource not found');
  clock.advance(5000);
  expect(await read()).toBe('accepted');
  const Projection = { ProjectionType: 'ALL' } as const;
  await dynamodb.updateTable({
    TableName: 'new',
    AttributeDefinitions: [attribute('river')],
    GlobalSecondaryIndexUpdates: [
      { Create: { IndexName: 'byRiver', KeySchema: keyOf('river'), Projection } },
    ],
  });
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
  await client.updateItem({ ...asked, UpdateExpression: 'SET #p = :v' });
  expect(await refusalOf(client.deleteItem({ ...asked, ConditionExpression: '#p = :v' }))).toBe(
    'accepted',
  );
});

test('tables are listed page by page, tagged, and named by their ARN', async () => {
  for (const TableName of ['held', 'paged']) await createTable(client, { TableName });
  const first = await client.listTables({ Limit: 1 });
  const { TableNames: rest } = await client.listTables({
    ExclusiveStartTableName: first.LastEvaluatedTableName,
  });
  expect([...(first.TableNames ?? []), ...(rest ?? [])]).toEqual(['held', 'paged', 'towns']);
  const { Table } = await client.describeTable({ TableName: 'towns' });
  const ResourceArn = Table?.TableArn;
  await client.tagResource({
    ResourceArn,
    Tags: [
      { Key: 'a', Value: '1' },
      { Key: 'b', Value: '2' },
    ],
  });
  await client.untagResource({ ResourceArn, TagKeys: ['a'] });
  const { Tags } = await client.listTagsOfResource({ ResourceArn });
  expect(Tags).toEqual([{ Key: 'b', Value: '2' }]);
  await client.putItem({ TableName: ResourceArn, Item: KEY });
});
