// Items through the SDK's clients: what is written and read, page by page, and the limits of a call.
import type { DynamoDB } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocument,
  type QueryCommandInput,
  type ScanCommandInput,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClients, refusalOf } from '../clients.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';
import { attribute, createTable, KEY, keyOf } from './towns.fixture.js';

let cloud: TestCloud;
let client: DynamoDB;
let documents: DynamoDBDocument;
beforeAll(async () => {
  cloud = await startTestCloud();
  client = createClients(cloud).dynamodb;
  documents = DynamoDBDocument.from(client, {
    marshallOptions: { removeUndefinedValues: true },
  });
  await createTable(client);
});
afterAll(() => cloud.close());

const AT = { TableName: 'towns', Key: { country: 'de', town: 'Ulm' } };

/** Returns an item after an update. */
async function updated(item: object, input: Partial<UpdateCommandInput>): Promise<unknown> {
  await documents.put({ TableName: 'towns', Item: { ...AT.Key, ...item } });
  const { Attributes } = await documents.update({ ...AT, ReturnValues: 'ALL_NEW', ...input });
  const { country: _, town: __, ...rest } = Attributes ?? {};
  return rest;
}

const NAMES = { '#c': 'constructor', '#s': 'toString', '#size': 'size', '#set': 'set' };

/** Returns an expression with the names and the values that it has. */
function expressed(expression: string, values: object) {
  const names = Object.entries(NAMES).filter(([name]) => new RegExp(`${name}\\b`).test(expression));
  return {
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: { ...values } }),
  };
}

test.each<[string, object, string, object, unknown]>([
  ['numbers', { n: 1 }, 'SET n = n + :two, m = :two - n', { ':two': 2 }, { n: 3, m: 1 }],
  ['fractions', { n: 0.1 }, 'ADD n :n', { ':n': 0.2 }, { n: 0.3 }],
  ['values of the item before', { a: 1, b: 2 }, 'SET a = b, b = a', {}, { a: 2, b: 1 }],
  [
    'a value that may be missing',
    {},
    'SET l = list_append(if_not_exists(l, :none), :one)',
    { ':none': [], ':one': ['x'] },
    { l: ['x'] },
  ],
  [
    'places of a list',
    { l: ['a', 'b', 'c', 'd'] },
    'REMOVE l[0], l[1] SET l[3] = :x, l[9] = :y',
    { ':x': 'x', ':y': 'y' },
    { l: ['c', 'x', 'y'] },
  ],
  [
    'places far beyond the end of a list',
    { l: ['a'] },
    'SET l[4000000000] = :y, l[3999999999] = :x',
    { ':x': 'x', ':y': 'y' },
    { l: ['a', 'x', 'y'] },
  ],
  [
    'names that every object of JavaScript has',
    {},
    'SET a = if_not_exists(#c, :one), #c = if_not_exists(#s, :one)',
    { ':one': 1 },
    { a: 1, constructor: 1 },
  ],
  [
    'members of a map',
    { m: { a: { b: 1 } } },
    'SET m.a.#size = :two REMOVE m.a.b',
    { ':two': 2 },
    { m: { a: { size: 2 } } },
  ],
  [
    'sets',
    { s: new Set(['a', 'b']), t: new Set([1]) },
    'ADD s :c DELETE t :one',
    { ':c': new Set(['b', 'c']), ':one': new Set([1]) },
    { s: new Set(['a', 'b', 'c']) },
  ],
])('an update changes %s', async (_, item, UpdateExpression, values, expected) => {
  const input = { UpdateExpression, ...expressed(UpdateExpression, values) };
  expect(await updated(item, input)).toEqual(expected);
});

test('an update changes the parameters of old', async () => {
  const AttributeUpdates = {
    n: { Action: 'ADD' as const, Value: 4 },
    gone: { Action: 'DELETE' as const },
    put: { Value: 'x' },
  };
  expect(await updated({ n: 1, gone: 1 }, { AttributeUpdates })).toEqual({ n: 5, put: 'x' });
});

test('sets come back in order', async () => {
  const Item = { ...KEY, n: { NS: ['10', '9', '-1'] }, m: { M: { s: { SS: ['b', 'a'] } } } };
  await client.putItem({ TableName: 'towns', Item });
  const found = await client.getItem({ TableName: 'towns', Key: KEY });
  expect([found.Item?.['n'], found.Item?.['m']]).toEqual([
    { NS: ['-1', '9', '10'] },
    { M: { s: { SS: ['a', 'b'] } } },
  ]);
});

test('an update answers with what was asked for, and makes an item that is not there', async () => {
  await documents.delete(AT);
  const change = {
    ...AT,
    UpdateExpression: 'SET a = :a, m = :m',
    ExpressionAttributeValues: { ':a': 1, ':m': { x: 1 } },
  };
  const shown = async (
    ReturnValues: UpdateCommandInput['ReturnValues'],
    more: object = {},
  ): Promise<unknown> => (await documents.update({ ...change, ReturnValues, ...more })).Attributes;
  expect(await shown('UPDATED_OLD')).toBeUndefined();
  expect(await shown('ALL_OLD')).toEqual({ ...AT.Key, a: 1, m: { x: 1 } });
  const nested = { UpdateExpression: 'SET m.x = :a', ExpressionAttributeValues: { ':a': 2 } };
  expect(await shown('UPDATED_NEW', nested)).toEqual({ m: { x: 2 } });
  expect(await shown('UPDATED_OLD')).toEqual({ a: 1, m: { x: 2 } });
  const { Attributes } = await documents.delete({ ...AT, ReturnValues: 'ALL_OLD' });
  expect(Attributes).toEqual({ ...AT.Key, a: 1, m: { x: 1 } });
});

const SHOWN = {
  s: 'Höhe',
  n: 10,
  b: Buffer.from([1, 2, 255]),
  ok: false,
  nil: null,
  l: [1, { a: 'x' }],
  m: { b: 1, a: 2 },
  set: new Set([2, 10]),
};

test.each<[string, object, boolean]>([
  ['n = :v', { ':v': 10 }, true],
  ['n <> :v', { ':v': '10' }, true],
  ['absent <> :v', { ':v': 1 }, true],
  ['absent = away', {}, false],
  ['n BETWEEN :low AND :high', { ':low': 9, ':high': 10 }, true],
  ['n > :v', { ':v': 9 }, true],
  ['n IN (:a, :b)', { ':a': 9, ':b': 10 }, true],
  ['m = :v', { ':v': { a: 2, b: 1 } }, true],
  ['m = :v', { ':v': { a: 2 } }, false],
  ['l = :v', { ':v': [1, { a: 'x' }] }, true],
  ['#set = :v', { ':v': new Set([10, 2]) }, true],
  ['ok = :v', { ':v': false }, true],
  ['nil = :v', { ':v': null }, true],
  ['begins_with(s, :v)', { ':v': 'Hö' }, true],
  ['begins_with(b, :v)', { ':v': Buffer.from([1, 2]) }, true],
  ['b < :v', { ':v': Buffer.from([1, 3]) }, true],
  ['contains(s, :v)', { ':v': 'öh' }, true],
  ['contains(#set, :v)', { ':v': 10 }, true],
  ['contains(l, :v)', { ':v': { a: 'x' } }, true],
  ['size(l) = :v', { ':v': 2 }, true],
  ['size(b) = :v', { ':v': 3 }, true],
  ['attribute_type(nil, :v)', { ':v': 'NULL' }, true],
  ['attribute_exists(l[1].a) AND NOT attribute_exists(l[2])', {}, true],
  ['attribute_not_exists(m.c) OR n = s', {}, true],
  ['attribute_not_exists(toString)', {}, true],
])('a condition: %s', async (ConditionExpression, values, expected) => {
  await documents.put({ TableName: 'towns', Item: { ...AT.Key, ...SHOWN } });
  const input = { ConditionExpression, ...expressed(ConditionExpression, values) };
  const call = documents.delete({ ...AT, ...input });
  expect(await refusalOf(call)).toBe(
    expected ? 'accepted' : 'ConditionalCheckFailedException 400 The conditional request failed',
  );
});

test('an item that does not meet the condition is shown when that is asked for', async () => {
  await documents.put({ TableName: 'towns', Item: { ...AT.Key, n: 1 } });
  const failing = {
    ...AT,
    ConditionExpression: 'n > :n',
    ExpressionAttributeValues: { ':n': { N: '1' } },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  await expect(client.deleteItem({ ...failing, Key: KEY })).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: { ...KEY, n: { N: '1' } },
  });
});

/** Creates the same numbers in the same order for a seed. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function oneOf<Value>(random: (below: number) => number, values: readonly Value[]): Value {
  const [found] = values.slice(random(values.length));
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

type Town = {
  readonly country: string;
  readonly town: number;
  readonly mayor?: string;
  readonly people?: number;
  readonly n: number;
};

async function readAll(
  input: QueryCommandInput | ScanCommandInput,
  limit: number,
): Promise<Town[]> {
  const all: Town[] = [];
  let next: Record<string, unknown> | undefined;
  do {
    const page = { ...input, Limit: limit, ...(next && { ExclusiveStartKey: next }) };
    const found =
      'KeyConditionExpression' in page ? await documents.query(page) : await documents.scan(page);
    expect(found.Count).toBe(found.Items?.length);
    expect(found.ScannedCount).toBeLessThanOrEqual(limit);
    all.push(...((found.Items ?? []) as Town[])); // because these items were written before
    next = found.LastEvaluatedKey;
    expect(all.length).toBeLessThan(1000);
  } while (next);
  return all;
}

test('pages hold together what a plain list holds, for every index, order, condition and size of a page', async () => {
  const TableName = await createTable(client, {
    TableName: 'paged',
    AttributeDefinitions: [
      attribute('country'),
      attribute('town', 'N'),
      attribute('mayor'),
      attribute('people', 'N'),
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byPeople',
        KeySchema: keyOf('country', 'people'),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byMayor',
        KeySchema: keyOf('mayor', 'people'),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
  const random = randomFrom(29);
  const model = new Map<string, Town>();
  for (let turn = 0; turn < 5; turn += 1) {
    const writes = new Map<string, Town | undefined>();
    for (let n = 0; n < 20; n += 1) {
      const country = `c${random(3)}`;
      // Numbers whose order as text would be different.
      const town = (random(80) - 40) * 10 ** random(4);
      const item = {
        country,
        town,
        n: random(5),
        ...(random(4) > 0 && { mayor: `m${random(3)}` }),
        ...(random(4) > 0 && { people: random(6) - 3 }),
      };
      writes.set(`${country} ${town}`, random(4) === 0 ? undefined : item);
    }
    const towns = [...writes].map(([key, item]) => {
      if (item) model.set(key, item);
      else model.delete(key);
      const [country, town] = key.split(' ');
      return item
        ? { PutRequest: { Item: item } }
        : { DeleteRequest: { Key: { country, town: Number(town) } } };
    });
    await documents.batchWrite({ RequestItems: { [TableName]: towns } });
    const items = [...model.values()];
    const sizes = [1000, 1, 2, 3, 7];
    for (let asked = 0; asked < 6; asked += 1) {
      const [hash, range, IndexName] = oneOf(random, [
        ['country', 'town', ''],
        ['country', 'people', 'byPeople'],
        ['mayor', 'people', 'byMayor'],
      ] as const);
      const value = hash === 'country' ? `c${random(4)}` : `m${random(4)}`;
      const [low, high] = [random(6) - 4, random(6)];
      const [operator, isIn] = oneOf<[string, (one: number) => boolean]>(random, [
        ['', () => true],
        [' AND #r >= :low', (one) => one >= low],
        [' AND #r < :low', (one) => one < low],
        [' AND #r BETWEEN :low AND :high', (one) => one >= low && one <= high],
        [' AND #r = :low', (one) => one === low],
      ]);
      const isForward = random(2) === 0;
      const isFiltered = random(3) === 0;
      const input = {
        TableName,
        ...(IndexName && { IndexName }),
        ScanIndexForward: isForward,
        KeyConditionExpression: `#h = :h${operator}`,
        ExpressionAttributeNames: { '#h': hash, ...(operator && { '#r': range }) },
        ExpressionAttributeValues: {
          ':h': value,
          ...(operator && { ':low': low }),
          ...(/high/.test(operator) && { ':high': high }),
          ...(isFiltered && { ':n': 2 }),
        },
        ...(isFiltered && { FilterExpression: 'n > :n' }),
      };
      const read = await readAll(input, oneOf(random, sizes));
      const wanted = items.filter(
        (one) =>
          one[hash] === value &&
          one[range] !== undefined &&
          isIn(one[range]) &&
          (!isFiltered || one.n > 2),
      );
      const text = (list: readonly Town[]): readonly string[] =>
        list.map((one) => JSON.stringify(Object.entries(one).toSorted()));
      expect(text(read).toSorted()).toEqual(text(wanted).toSorted());
      const order = read.map((one) => one[range] ?? 0);
      expect(order).toEqual(order.toSorted((a, b) => (isForward ? a - b : b - a)));
    }
    const total = oneOf(random, [1, 2, 5]);
    const segments = await Promise.all(
      Array.from({ length: total }, (_, Segment) =>
        readAll({ TableName, Segment, TotalSegments: total }, oneOf(random, sizes)),
      ),
    );
    expect(
      segments
        .flat()
        .map(({ country, town }) => `${country} ${town}`)
        .toSorted(),
    ).toEqual([...model.keys()].toSorted());
  }
});

test('a page ends at a megabyte, and a count has no items', async () => {
  const TableName = await createTable(client, { TableName: 'large' });
  const text = 'x'.repeat(300_000);
  for (const town of ['a', 'b', 'c', 'd', 'e', 'f'])
    await documents.put({ TableName, Item: { country: 'de', town, text } });
  const input = {
    TableName,
    KeyConditionExpression: 'country = :c',
    ExpressionAttributeValues: { ':c': 'de' },
  };
  const first = await documents.query({ ...input, ReturnConsumedCapacity: 'TOTAL' });
  expect(first.Items?.map(({ town }) => String(town))).toEqual(['a', 'b', 'c', 'd']);
  expect(first.LastEvaluatedKey).toEqual({ country: 'de', town: 'd' });
  expect(first.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 146.5 });
  const count = await documents.query({
    ...input,
    Select: 'COUNT',
    ExclusiveStartKey: first.LastEvaluatedKey,
  });
  expect([count.Count, count.Items, count.LastEvaluatedKey]).toEqual([2, undefined, undefined]);
  const found = await client.describeTable({ TableName });
  expect(found.Table).toMatchObject({
    ItemCount: 6,
    TableStatus: 'ACTIVE',
    GlobalSecondaryIndexes: [{ ItemCount: 0, IndexStatus: 'ACTIVE' }],
  });
  expect(found.Table?.TableSizeBytes).toBeGreaterThan(1_800_000);
});

test('what an index holds, projections, batches and the capacity of each', async () => {
  const TableName = await createTable(client, { TableName: 'held' });
  const Item = {
    country: 'de',
    town: 'Ulm',
    mayor: 'a',
    people: 1,
    river: 'Donau',
    tower: { height: 161, parts: ['x', 'y'] },
  };
  const written = await documents.put({ TableName, Item, ReturnConsumedCapacity: 'INDEXES' });
  expect(written.ConsumedCapacity).toEqual({
    TableName,
    CapacityUnits: 3,
    Table: { CapacityUnits: 1 },
    GlobalSecondaryIndexes: { byMayor: { CapacityUnits: 1 } },
    LocalSecondaryIndexes: { byPeople: { CapacityUnits: 1 } },
  });
  const all = async (IndexName?: string, more: object = {}) =>
    (await documents.scan({ TableName, IndexName, ...more })).Items;
  const { tower, ...held } = Item;
  expect(await all('byMayor')).toEqual([held]);
  expect(await all('byPeople')).toEqual([{ country: 'de', town: 'Ulm', people: 1 }]);
  expect(await all('byPeople', { Select: 'ALL_ATTRIBUTES' })).toEqual([Item]);
  expect(await all(undefined, { ProjectionExpression: 'tower.height, tower.parts[1]' })).toEqual([
    { tower: { height: tower.height, parts: ['y'] } },
  ]);
  const got = await client.batchGetItem({
    ReturnConsumedCapacity: 'TOTAL',
    RequestItems: {
      [TableName]: {
        Keys: [KEY, { ...KEY, town: { S: 'none' } }],
        ProjectionExpression: 'river',
        ConsistentRead: true,
      },
    },
  });
  expect(got).toMatchObject({
    Responses: { held: [{ river: { S: 'Donau' } }] },
    UnprocessedKeys: {},
    ConsumedCapacity: [{ TableName, CapacityUnits: 2 }],
  });
  const none = await documents.get({
    TableName,
    Key: { country: 'x', town: 'y' },
    ReturnConsumedCapacity: 'TOTAL',
  });
  expect([none.Item, none.ConsumedCapacity?.CapacityUnits]).toEqual([undefined, 0.5]);
});
