// The calls to declared tables, queues, topics and buckets, made with the permissions of the deployer's policy.
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClients } from '../serve/local-cloud/clients.fixture.js';
import { deployerPolicy } from '../ship/deploy/deployer-policy.js';
import { isCloudError } from './cloud-error.js';
import {
  closePort,
  NAME,
  namesOfCalls,
  type OpenedPort,
  openPort,
  scope,
  tags,
  watchCalls,
} from './whole-port.fixture.js';

let port: OpenedPort;
beforeEach(async () => {
  port = await openPort();
});
afterEach(() => closePort(port));

async function whileBusy(call: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await call();
      return;
    } catch (error) {
      if (!isCloudError(error, 'busy')) throw error;
    }
  }
}

test('the policy of the deployer is enough for every call to declared resources, and for no other', async () => {
  const { testCloud, cloud } = port;
  const clients = createClients(testCloud);
  testCloud.restrictCaller(deployerPolicy(scope));
  const called = new Set<string>();
  const { tables, queues, sns, s3 } = watchCalls(cloud, called);

  const table = `${NAME}-cities`;
  const key = [{ name: 'id', type: 'string' }] as const;
  const index = { name: 'byName', key: [{ name: 'name', type: 'number' }] } as const;
  expect(await tables.describeTable(table)).toBeUndefined();
  const creation = { name: table, key, indexes: [], hasStream: false, tags };
  await tables.createTable(creation);
  await expect(tables.createTable(creation)).rejects.toMatchObject({ facts: { kind: 'exists' } });
  for (const change of [
    { kind: 'create-index', index, key },
    { kind: 'stream', isOn: true },
  ] as const) {
    await whileBusy(() => tables.changeTable(table, change));
  }
  await whileBusy(() => tables.putExpiry(table, 'until', true));
  expect(await tables.describeExpiry(table)).toBe('until');
  const made = await tables.describeTable(table);
  expect(made).toMatchObject({ name: table, key, indexes: [index], isProtected: true });
  expect(await tables.listTableTags(made?.arn ?? '')).toEqual(tags);
  expect(await tables.listTables()).toEqual([table]);
  await whileBusy(() => tables.changeTable(table, { kind: 'delete-index', name: index.name }));
  await expect(async () => {
    for (;;) await whileBusy(() => tables.deleteTable(table));
  }).rejects.toMatchObject({ facts: { kind: 'rejected' } });
  await whileBusy(() => tables.changeTable(table, { kind: 'protection', isOn: false }));
  await whileBusy(() => tables.deleteTable(table));
  while ((await tables.listTables()).length > 0);

  const queue = `${NAME}-arrivals`;
  expect(await queues.getQueueUrl(queue)).toBeUndefined();
  const url = await queues.createQueue(queue, { VisibilityTimeout: '40' }, tags);
  expect(await queues.getQueueUrl(queue)).toBe(url);
  expect(await queues.createQueue(queue, { VisibilityTimeout: '40' }, tags)).toBe(url);
  await expect(queues.createQueue(queue, { VisibilityTimeout: '1' }, tags)).rejects.toMatchObject({
    facts: { kind: 'exists' },
  });
  await queues.putAttributes(url, { VisibilityTimeout: '50' });
  expect(await queues.getAttributes(url)).toMatchObject({ VisibilityTimeout: '50' });
  expect(await queues.listQueueTags(url)).toEqual(tags);
  expect(await queues.listQueues(`${NAME}-`)).toEqual([queue]);

  const topic = `arn:aws:sns:us-east-1:123456789012:${NAME}-news`;
  expect(await sns.getTopic(topic)).toBeUndefined();
  for (let times = 0; times < 2; times += 1) await sns.createTopic(`${NAME}-news`, {}, tags);
  await sns.putTopicAttribute(topic, 'DisplayName', 'News');
  expect(await sns.getTopic(topic)).toMatchObject({ DisplayName: 'News' });
  expect(await sns.listTopicTags(topic)).toEqual(tags);

  const bucket = `${NAME}-photos-123456789012-us-east-1`;
  const cors = { origins: ['*'], methods: ['GET'], headers: [] };
  const rule = {
    ID: 'a',
    Status: 'Enabled',
    Filter: { Prefix: '' },
    Expiration: { Days: 3 },
  } as const;
  expect(await s3.getAccess(bucket)).toBeUndefined();
  await s3.createBucket(bucket, tags);
  await s3.blockAccess(bucket);
  await s3.putVersions(bucket, true);
  await s3.putRules(bucket, [rule]);
  await s3.putCors(bucket, cors);
  expect(await s3.getAccess(bucket)).toEqual({ isBlocked: true });
  expect(await s3.hasVersions(bucket)).toBe(true);
  expect(await s3.getRules(bucket)).toEqual([rule]);
  expect(await s3.getCors(bucket)).toEqual([cors]);
  expect(await s3.listBucketTags(bucket)).toEqual(tags);
  expect(await s3.listBuckets(`${NAME}-`)).toEqual([bucket]);
  await s3.putRules(bucket, []);
  await s3.putCors(bucket, undefined);
  expect([await s3.getRules(bucket), await s3.getCors(bucket)]).toEqual([undefined, undefined]);
  testCloud.restrictCaller(undefined);
  for (const Key of ['a', 'b/c', 'b/c', 'ä &']) {
    await clients.s3.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'x' }));
  }
  testCloud.restrictCaller(deployerPolicy(scope));
  await expect(s3.deleteBucket(bucket)).rejects.toMatchObject({ facts: { kind: 'busy' } });
  await s3.emptyBucket(bucket);

  for (let times = 0; times < 2; times += 1) {
    await queues.deleteQueue(url);
    await sns.deleteTopic(topic);
    await s3.deleteBucket(bucket);
    await tables.deleteTable(table);
  }
  // The name is free again after a short time, possibly before a busy machine makes the next call.
  const createAgain = async (): Promise<unknown> => {
    await queues.deleteQueue(url);
    return queues.createQueue(queue, {}, tags).catch((error: unknown) => error);
  };
  await expect.poll(createAgain).toMatchObject({ facts: { kind: 'busy' } });
  expect(testCloud.inventory()).toEqual([]);
  expect(namesOfCalls('resources').filter((name) => !called.has(name))).toEqual([]);
  await expect(s3.createBucket('other-photos', tags)).rejects.toMatchObject({
    facts: { kind: 'denied' },
  });
});

test('a deployer of an application without resources has no right to them', () => {
  const { resources: _, ...plain } = scope;
  const policy = JSON.stringify(deployerPolicy(plain));
  expect(policy).not.toMatch(/CreateTable|CreateQueue|CreateTopic|CreateBucket|ListAllMyBuckets/);
});
