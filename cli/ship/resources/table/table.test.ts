// DynamoDB tables declared in the source: created before the functions, updated in place, and kept with their items.
import type { UpdateTableCommandInput } from '@aws-sdk/client-dynamodb';
import { expect } from 'vitest';
import { elsewhere, openCloud, type PortCloud, WRITES } from '../../deploy/port-cloud.fixture.js';
import { appWithResources, tableOf } from '../declared/resources.fixture.js';
import { sampledTest } from '../../../../test/support/sampled-test.js';

const test = sampledTest('tables', 3);

const NAME = 'fixture-dev-cities';
const byCountry = {
  name: 'byCountry',
  key: [
    { name: 'country', type: 'string' },
    { name: 'population', type: 'number' },
  ],
} as const;
const byMayor = { name: 'byMayor', key: [{ name: 'mayor', type: 'string' }] } as const;
const cities = tableOf('cities');
const large = tableOf('cities', {
  indexes: [byCountry, byMayor],
  expires: 'validUntil',
  stream: true,
});

async function tableIn({ others: { tables } }: PortCloud, name = NAME): Promise<unknown> {
  const found = await tables.describeTable(name);
  if (!found) return undefined;
  const { key, indexes, streamView, isProtected, isOnDemand, isReady } = found;
  const keyNames = key.map((one) => one.name).join();
  const indexNames = indexes.map((one) => `${one.name}:${one.key.map(({ name: n }) => n).join()}`);
  const expires = await tables.describeExpiry(name);
  return [keyNames, ...indexNames, streamView, expires, isProtected, isOnDemand, isReady].join(' ');
}

const PLAIN = 'id   true true true';
const LARGE =
  'id byCountry:country,population byMayor:mayor NEW_AND_OLD_IMAGES validUntil true true true';

function writesIn(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => WRITES.test(name) && !/^describe/.test(name));
}

test('a table is ready before the function, which gets its name', async () => {
  const cloud = await openCloud();
  const { calls, outcome } = await cloud.deploy(appWithResources([large]), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(await tableIn(cloud)).toBe(LARGE);
  expect(calls.indexOf('createTable')).toBeLessThan(calls.indexOf('putExpiry'));
  expect(calls.indexOf('putExpiry')).toBeLessThan(calls.indexOf('createFunction'));
  const made = await cloud.others.lambda.getFunction('fixture-dev-report');
  expect(made?.environment).toEqual({ TABLE_CITIES: NAME });
  const found = await cloud.others.tables.describeTable(NAME);
  expect(await cloud.others.tables.listTableTags(found?.arn ?? '')).toEqual({
    'cloud-framework': 'version=1.0.0:stage=dev:app=fixture',
  });
});

test('a deploy of the same reads each table once, and its expiry where it has one', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([cities]));
  const { calls } = await cloud.deploy(appWithResources([cities]));
  expect(calls.toSorted()).toEqual(['describeTable', 'getFunction', 'getRolePolicy']);
  await cloud.deploy(appWithResources([large]));
  const again = await cloud.deploy(appWithResources([large]));
  expect(again.calls.toSorted()).toEqual([
    'describeExpiry',
    'describeTable',
    'getFunction',
    'getRolePolicy',
  ]);
});

test.each([true, false])('changes in place, and back (record: %s)', async (has) => {
  const cloud = await openCloud();
  const known = (): typeof cloud.here => (has ? cloud.here : elsewhere());
  await cloud.deploy(appWithResources([cities]), known());
  await cloud.clients.dynamodb.putItem({ TableName: NAME, Item: { id: { S: 'one' } } });
  for (const [wanted, text] of [
    [large, LARGE],
    [cities, PLAIN],
  ] as const) {
    const { outcome } = await cloud.deploy(appWithResources([wanted]), known());
    expect(outcome.kind).toBe('done');
    expect(await tableIn(cloud)).toBe(text);
    const again = await cloud.deploy(appWithResources([wanted]), known());
    expect(writesIn(again.calls)).toEqual([]);
    // DynamoDB accepts the next change of the expiry after an hour.
    cloud.pass(3_600_000);
  }
  await cloud.remove(known());
  expect(await tableIn(cloud)).toBe(PLAIN);
});

test('an index whose key changes is made anew', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([tableOf('cities', { indexes: [byMayor] })]));
  const other = { name: 'byMayor', key: [{ name: 'mayor', type: 'number' }] } as const;
  await cloud.deploy(appWithResources([tableOf('cities', { indexes: [other] })]));
  const found = await cloud.others.tables.describeTable(NAME);
  expect(found?.indexes).toEqual([other]);
});

test('another attribute of expiry takes two deploys, an hour apart', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([tableOf('cities', { expires: 'a' })]));
  cloud.pass(3_600_000);
  const next = appWithResources([tableOf('cities', { expires: 'b' })]);
  const { outcome } = await cloud.deploy(next);
  expect(outcome).toMatchObject({ kind: 'failed', failures: [{ problem: { code: 'FW6281' } }] });
  cloud.pass(3_600_000);
  expect((await cloud.deploy(next)).outcome.kind).toBe('done');
  expect(await cloud.others.tables.describeExpiry(NAME)).toBe('b');
});

test('another key is refused before anything is changed', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([cities]));
  const key = [{ name: 'id', type: 'number' }] as const;
  for (const machine of [cloud.here, elsewhere()]) {
    const other = appWithResources([tableOf('cities', { key })], { code: 'two' });
    const { outcome, calls } = await cloud.deploy(other, machine);
    expect(outcome.kind).toBe('refused');
    expect(writesIn(calls)).toEqual([]);
  }
});

test('what was changed by hand is put back, and what was deleted is made again', async () => {
  const cloud = await openCloud();
  const { dynamodb } = cloud.clients;
  await cloud.deploy(appWithResources([large]));
  const update = (input: Omit<UpdateTableCommandInput, 'TableName'>): Promise<unknown> =>
    dynamodb.updateTable({ TableName: NAME, ...input });
  const changes: readonly (() => Promise<unknown>)[] = [
    () => update({ DeletionProtectionEnabled: false }),
    () => update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byMayor' } }] }),
    () => update({ StreamSpecification: { StreamEnabled: false } }),
    () => update({ BillingMode: 'PROVISIONED' }),
    () =>
      dynamodb.updateTimeToLive({
        TableName: NAME,
        TimeToLiveSpecification: { AttributeName: 'validUntil', Enabled: false },
      }),
    async () => {
      await update({ DeletionProtectionEnabled: false });
      cloud.pass(10_000);
      await dynamodb.deleteTable({ TableName: NAME });
    },
  ];
  for (const change of changes) {
    cloud.pass(3_600_000);
    await change();
    cloud.pass(3_600_000);
    const { outcome } = await cloud.deploy(appWithResources([large]));
    expect(outcome.kind).toBe('done');
    expect(await tableIn(cloud)).toBe(LARGE);
  }
});

test('a table that is being deleted is made again when it is gone', async () => {
  const cloud = await openCloud();
  const { dynamodb } = cloud.clients;
  await cloud.deploy(appWithResources([cities]));
  const update = { TableName: NAME, DeletionProtectionEnabled: false };
  await dynamodb.updateTable(update);
  cloud.pass(10_000);
  await dynamodb.deleteTable({ TableName: NAME });
  const { outcome } = await cloud.deploy(appWithResources([cities]));
  expect(outcome.kind).toBe('done');
  expect(await tableIn(cloud)).toBe(PLAIN);
});

test('a table of the name that is not ours is left alone', async () => {
  const cloud = await openCloud();
  await cloud.clients.dynamodb.createTable({
    TableName: NAME,
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
  });
  const { outcome, calls } = await cloud.deploy(appWithResources([cities]), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
  await cloud.remove(elsewhere());
  cloud.pass(10_000);
  expect(await tableIn(cloud)).toBe('id   false true true');
});

test('a deploy that ended while a table was being made waits for it', async () => {
  const cloud = await openCloud();
  const machine = { ...elsewhere() };
  const stop = new AbortController();
  cloud.onWrite = (name) => {
    if (name === 'createTable') stop.abort();
  };
  await cloud.deploy(appWithResources([large]), { ...machine, signal: stop.signal });
  cloud.onWrite = undefined;
  expect(cloud.namesOf('function')).toEqual([]);
  const { outcome, calls } = await cloud.deploy(appWithResources([large]), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(calls).not.toContain('createTable');
  expect(await tableIn(cloud)).toBe(LARGE);
});
