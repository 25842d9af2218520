// The calls to event sources, made with the permissions of the deployer's policy.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clients, createClients, createOrders } from '../serve/local-cloud/clients.fixture.js';
import { deployerPolicy } from '../ship/deploy/deployer-policy.js';
import { isCloudError } from './cloud-error.js';
import {
  closePort,
  NAME,
  namesOfCalls,
  type OpenedPort,
  openPort,
  policy,
  scope,
  settingsOf,
  tags,
  trust,
  untilReady,
  watchCalls,
  whileNotReady,
  zipOf,
} from './whole-port.fixture.js';

let port: OpenedPort;
beforeEach(async () => {
  port = await openPort();
});
afterEach(() => closePort(port));

test('the policy of the deployer is enough for every call to event sources', async () => {
  const { testCloud, cloud } = port;
  const clients = createClients(testCloud);
  await createSources(clients);
  testCloud.restrictCaller(deployerPolicy(scope));
  const called = new Set<string>();
  const watched = watchCalls(cloud, called);
  const { iam, lambda, events, sns, s3, scheduler, mappings, queues, tables, streams } = watched;
  expect(await watched.parameters.listParameters('/helloworld/dev/')).toEqual([]);

  const role = await iam.createRole({ name: NAME, trust, description: 'for tests', tags });
  await iam.putRolePolicy(NAME, NAME, policy);
  const zip = zipOf('export const handler = () => 1;');
  const code = { architecture: 'x86_64', zip, description: 'made' } as const;
  const creation = { ...settingsOf(role.arn), ...code, name: NAME, tags };
  const made = await whileNotReady(() => lambda.createFunction(creation));
  await untilReady(lambda.getFunctionConfiguration);

  const rule = { name: `${NAME}-report`, bus: 'default' };
  const hourly = { pattern: undefined, expression: 'rate(1 hour)', description: 'Hourly' };
  const ruleArn = await events.putRule({ ...rule, ...hourly, isEnabled: false }, tags);
  expect(await events.listRules('default', `${NAME}-`)).toEqual([
    { ...rule, ...hourly, isEnabled: false, arn: ruleArn },
  ]);
  expect(await events.listRules('other', `${NAME}-`)).toBeUndefined();
  await events.tagRule(ruleArn, { team: 'c' });
  expect(await events.listRuleTags(ruleArn)).toEqual({ ...tags, team: 'c' });
  const target = { id: 'function', arn: made.arn, input: '{"full":true}' };
  await expect(events.putTarget(rule, { ...target, arn: 'none' })).rejects.toMatchObject({
    facts: { kind: 'rejected', message: expect.stringContaining('not valid') as string },
  });
  expect(await events.listTargets(rule)).toEqual([]);
  await events.putTarget(rule, target);
  expect(await events.listTargets(rule)).toEqual([target]);

  const topic = 'arn:aws:sns:us-east-1:123456789012:alerts';
  expect(await sns.listSubscriptions(topic)).toBeUndefined();
  expect(await scheduler.listSchedules(NAME)).toBeUndefined();
  for (let times = 0; times < 2; times += 1) await scheduler.createScheduleGroup(NAME, tags);
  const groupArn = `arn:aws:scheduler:us-east-1:123456789012:schedule-group/${NAME}`;
  expect(await scheduler.listGroupTags(groupArn)).toEqual(tags);
  const nightly = { group: NAME, name: `${NAME}-report` };
  const at = { expression: 'cron(0 3 * * ? *)', timezone: 'Europe/Berlin', input: '{"full":true}' };
  const ownRole = { name: `${NAME}-scheduler`, trust, description: 'for tests', tags };
  const { arn: roleArn } = await iam.createRole(ownRole);
  const callee = { functionArn: made.arn, roleArn };
  const whenever = { ...at, ...callee, description: 'Nightly', isEnabled: true };
  await iam.updateTrust(ownRole.name, {
    ...trust,
    Statement: [{ ...trust.Statement[0], Principal: { Service: 'scheduler.amazonaws.com' } }],
  });
  await whileNotReady(() => scheduler.putSchedule(nightly, whenever));
  await scheduler.putSchedule(nightly, { ...whenever, isEnabled: false });
  expect(await scheduler.getSchedule(nightly)).toEqual({ ...whenever, isEnabled: false });
  expect(await scheduler.listSchedules(NAME)).toEqual([{ name: nightly.name, isEnabled: false }]);
  expect(await s3.getNotifications('uploads')).toBeUndefined();
  testCloud.restrictCaller(undefined);
  await clients.s3.createBucket({ Bucket: 'uploads' });
  await clients.sns.createTopic({ Name: 'alerts' });
  testCloud.restrictCaller(deployerPolicy(scope));
  const all = { policy: undefined, scope: 'MessageAttributes' };
  const high = { policy: '{"level":["high"]}', scope: 'MessageBody' };
  const wanted = { topic, functionArn: made.arn, filter: high };
  const subscribed = await sns.putSubscription(wanted);
  expect(await sns.putSubscription(wanted)).toBe(subscribed);
  await expect(sns.putSubscription({ ...wanted, filter: all })).rejects.toMatchObject({
    facts: { kind: 'exists' },
  });
  expect(await sns.getFilter(subscribed)).toEqual(high);
  await sns.putAttribute(subscribed, 'FilterPolicy', '{}');
  expect(await sns.getFilter(subscribed)).toEqual({ ...high, policy: undefined });
  expect(await sns.listSubscriptions(topic)).toEqual([
    { arn: subscribed, protocol: 'lambda', endpoint: made.arn },
  ]);
  const orders = { arn: 'arn:aws:sqs:us-east-1:123456789012:orders', visibilityTimeout: 30 };
  expect(await queues.readQueue('orders', undefined)).toEqual({ ...orders, kmsKey: undefined });
  expect(await queues.readQueue('orders', '999999999999')).toBeUndefined();
  const table = 'arn:aws:dynamodb:us-east-1:123456789012:table/Orders';
  for (const name of ['Orders', table]) {
    expect(await tables.readTable(name)).toEqual({
      arn: table,
      streamArn: expect.stringMatching(/^arn:.*:table\/Orders\/stream\/20/) as string,
    });
  }
  const clicks = { arn: 'arn:aws:kinesis:us-east-1:123456789012:stream/clicks' };
  expect(await streams.readStream({ name: 'clicks' })).toEqual(clicks);
  expect(await streams.readStream(clicks)).toEqual(clicks);
  const polled = { batchSize: 10, batchWindow: 0, isEnabled: true, filters: ['{"body":["a"]}'] };
  const ofQueue = { ...polled, maximumConcurrency: 4, stream: undefined };
  const connection = { functionName: NAME, sourceArn: orders.arn, startingPosition: undefined };
  const mapping = await mappings.createMapping({ ...connection, ...ofQueue, tags });
  expect(mapping).toMatchObject({ ...ofQueue, sourceArn: orders.arn, functionArn: made.arn });
  expect(mapping).toMatchObject({ reportsFailures: true, state: 'Creating' });
  await expect(mappings.createMapping({ ...connection, ...ofQueue, tags })).rejects.toMatchObject({
    facts: { kind: 'exists', message: expect.stringContaining(mapping.uuid) as string },
  });
  const bare = { ...ofQueue, batchSize: 1, filters: [], maximumConcurrency: undefined };
  expect(await whileBusy(() => mappings.updateMapping(mapping.uuid, bare))).toMatchObject(bare);
  expect(await mappings.listMappings(NAME)).toMatchObject([bare]);
  await mappings.tagMapping(mapping.arn, { more: 'x' });
  expect(await mappings.getMappingTags(mapping.arn)).toEqual({ ...tags, more: 'x' });
  const stream = {
    parallelizationFactor: 2,
    maximumRetryAttempts: 3,
    maximumRecordAge: 60,
    bisectsBatchOnError: true,
    onFailure: orders.arn,
  };
  const ofStream = { ...polled, filters: [], maximumConcurrency: undefined, stream };
  const reading = { functionName: NAME, sourceArn: clicks.arn, startingPosition: 'LATEST' };
  const streaming = await mappings.createMapping({ ...reading, ...ofStream, tags });
  expect(streaming).toMatchObject({ ...ofStream, startingPosition: 'LATEST' });
  const silent = { ...ofStream, stream: { ...stream, onFailure: undefined } };
  await whileBusy(() => mappings.updateMapping(streaming.uuid, silent));
  expect((await mappings.getMapping(streaming.uuid))?.stream?.onFailure).toBeUndefined();
  for (const { uuid } of [mapping, streaming]) {
    await whileBusy(() => mappings.deleteMapping(uuid));
  }
  while ((await mappings.listMappings(NAME)).length > 0);
  // The permission depends on the mapping's function, which is unknown once the mapping is deleted.
  testCloud.restrictCaller(undefined);
  await mappings.deleteMapping(mapping.uuid);
  expect(await mappings.getMapping(mapping.uuid)).toBeUndefined();
  expect(await mappings.getMappingTags(mapping.arn)).toEqual({});
  await deleteSources(clients, testCloud.url);
  testCloud.restrictCaller(deployerPolicy(scope));

  const nothing = { entries: [], hasEventBridge: false, others: {} };
  expect(await s3.getNotifications('uploads')).toEqual({ kind: 'found', notifications: nothing });
  const entry = { id: 'one', functionArn: made.arn, events: ['s3:ObjectCreated:*'] };
  const whole = { ...entry, prefix: 'in/', suffix: '.jpg' };
  await expect(
    s3.putNotifications('uploads', { ...nothing, entries: [whole] }),
  ).rejects.toMatchObject({
    facts: { kind: 'rejected', message: expect.stringContaining(made.arn) as string },
  });
  const forS3 = { principal: 's3.amazonaws.com', sourceArn: 'arn:aws:s3:::uploads' };
  const sourceAccount = '123456789012';
  await lambda.addPermission(NAME, { ...forS3, statementId: 's3', sourceAccount });
  expect(await lambda.getPermissions(NAME)).toContainEqual({
    ...forS3,
    statementId: 's3',
    sourceAccount,
  });
  await s3.putNotifications('uploads', { ...nothing, hasEventBridge: true, entries: [whole] });
  expect(await s3.getNotifications('uploads')).toMatchObject({
    notifications: { hasEventBridge: true, entries: [whole] },
  });
  await s3.putNotifications('uploads', nothing);

  for (let times = 0; times < 2; times += 1) {
    await scheduler.deleteSchedule(nightly);
    await scheduler.deleteScheduleGroup(NAME);
    await sns.deleteSubscription(subscribed);
    await events.removeTargets(rule, ['function']);
    await events.deleteRule(rule);
    await lambda.deleteFunction(NAME);
    await iam.deleteRolePolicy(NAME, NAME);
    await iam.deleteRole(NAME);
    await iam.deleteRole(ownRole.name);
  }
  // The deletion of the table takes a while.
  await expect.poll(() => testCloud.inventory()).toEqual([]);
  expect(namesOfCalls('sources').filter((name) => !called.has(name))).toEqual([]);
});

async function createSources({ sqs, dynamodb, kinesis }: Clients): Promise<void> {
  await sqs.createQueue({ QueueName: 'orders' });
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await createOrders(dynamodb, 'NEW_IMAGE');
}

async function deleteSources({ sqs, dynamodb, kinesis }: Clients, url: string): Promise<void> {
  const QueueUrl = `${url}/123456789012/orders`;
  await sqs.deleteQueue({ QueueUrl });
  await kinesis.deleteStream({ StreamName: 'clicks' });
  await dynamodb.deleteTable({ TableName: 'Orders' });
}

async function whileBusy<Result>(call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isCloudError(error, 'busy')) throw error;
    }
  }
}
