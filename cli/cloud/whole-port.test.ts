// Every call of the port, against the test cloud, by a caller who may do no more than the policy of the deployer says.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { CreateTopicCommand } from '@aws-sdk/client-sns';
import { zipSync } from 'fflate';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { CreateStreamCommand, DeleteStreamCommand } from '@aws-sdk/client-kinesis';
import { CreateQueueCommand, DeleteQueueCommand } from '@aws-sdk/client-sqs';
import { type Clients, createClients } from '../../test/cloud/clients.js';
import { startTestCloud } from '../../test/cloud/start-test-cloud.js';
import type { TestCloud } from '../../test/cloud/test-cloud.js';
import { deployerPolicy } from '../ship/deploy/deployer-policy.js';
import type { DeployerScope } from '../ship/stage/deployer-scope.js';
import { eventsOf, every } from '../ship/deploy/event-sources.fixture.js';
import { CALL_ACTIONS } from './ports.js';
import { PORTS } from './ports.js';
import type { CallActions } from './call-needs.js';
import { isCloudError } from './cloud-error.js';
import type { Cloud } from './cloud.js';
import { connect } from './connect.js';

const NAME = 'helloworld-dev';
const tags = { 'cloud-framework': 'version=0.7.0:stage=dev:app=helloworld', team: 'a' };
const trust = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'Lambda',
      Effect: 'Allow',
      Principal: { Service: 'lambda.amazonaws.com' },
      Action: ['sts:AssumeRole'],
    },
  ],
} as const;
const policy = {
  Version: '2012-10-17',
  Statement: [
    { Sid: 'Logs', Effect: 'Allow', Action: ['logs:PutLogEvents'], Resource: ['*'] },
    { Sid: 'Sources', Effect: 'Allow', Action: ['sqs:*', 'kinesis:*'], Resource: ['*'] },
  ],
};
const document = (description: string): string =>
  JSON.stringify({
    openapi: '3.0.1',
    info: { title: NAME, version: '1', description },
    paths: {
      '/': {
        get: {
          responses: { 200: { description: 'ok' } },
          'x-amazon-apigateway-integration': {
            type: 'MOCK',
            requestTemplates: { 'application/json': '{"statusCode":200}' },
          },
        },
      },
    },
  });
const zipOf = (text: string): Uint8Array => zipSync({ 'index.mjs': Buffer.from(text) });
const DOMAIN = 'api.example.com';
const CERTIFICATE = 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b';
const scope: DeployerScope = {
  app: 'helloworld',
  stage: 'dev',
  region: 'us-east-1',
  functions: [NAME],
  roles: [NAME],
  hasApi: true,
  api: { api_gateway_custom_domain: { domain_name: DOMAIN, certificate_arn: CERTIFICATE } },
  givenRoles: [],
  settings: [{ log_retention_in_days: 14 }],
  events: eventsOf({
    report: [
      every('rate(1 hour)'),
      every('rate(1 hour)', { timezone: 'Europe/Berlin' }),
      { kind: 'sns', topic: { text: 'alerts' } },
      { kind: 's3', bucket: { text: 'uploads' }, events: [], delivery: 'notification' },
    ],
  }),
  sources: [
    { kind: 'queue', name: 'orders', arn: undefined },
    { kind: 'table', name: 'Orders', arn: undefined },
    { kind: 'stream', name: 'clicks', arn: undefined },
  ],
};

let testCloud: TestCloud;
let cloud: Cloud;
beforeEach(async () => {
  testCloud = await startTestCloud();
  const signal = new AbortController().signal;
  cloud = connect({ environment: testCloud.environment, signal });
});
afterEach(async () => {
  cloud.close();
  await testCloud.close();
});

test('the policy of the deployer is enough for every call, and each does what it says', async () => {
  const clients = createClients(testCloud);
  await createSources(clients);
  testCloud.restrictCaller(deployerPolicy(scope));
  const called = new Set<string>();
  const {
    iam,
    lambda,
    apiGateway,
    logs,
    events,
    sns,
    sts,
    s3,
    scheduler,
    mappings,
    queues,
    tables,
    streams,
  } = watchCalls(cloud, called);

  const role = await iam.createRole({ name: NAME, trust, description: 'for tests', tags });
  const createdAt = expect.any(Number) as number;
  expect(await iam.getRole(NAME)).toEqual({ name: NAME, arn: role.arn, trust, tags, createdAt });
  expect(await iam.getRole('helloworld-dev-other')).toBeUndefined();
  expect(await iam.listRoles('helloworld-')).toEqual([NAME]);
  await iam.updateTrust(NAME, trust);
  await iam.tagRole(NAME, { team: 'b' });
  expect((await iam.getRole(NAME))?.tags).toEqual({ ...tags, team: 'b' });
  expect(await iam.getRolePolicy(NAME, NAME)).toBeUndefined();
  await iam.putRolePolicy(NAME, NAME, policy);
  expect(await iam.getRolePolicy(NAME, NAME)).toEqual(policy);
  expect(await iam.listRolePolicies(NAME)).toEqual([NAME]);

  const settings = {
    role: role.arn,
    runtime: 'nodejs24.x',
    handler: 'index.handler',
    timeout: 10,
    memorySize: 128,
    environment: { STAGE: 'dev' },
    vpc: undefined,
    layers: [],
    ephemeralStorage: 512,
    tracing: false,
  };
  const zip = zipOf('export const handler = () => 1;');
  const code = { architecture: 'x86_64', zip, description: 'made' } as const;
  const creation = { ...settings, ...code, name: NAME, tags };
  const made = await whileNotReady(() => lambda.createFunction(creation));
  expect(made).toMatchObject({ ...settings, name: NAME, tags, reservedConcurrency: undefined });
  expect(made).toMatchObject({ version: '1', description: 'made' });
  await untilReady(lambda.getFunctionConfiguration);
  expect(await lambda.getFunction(NAME)).toMatchObject({
    ...settings,
    tags,
    progress: { kind: 'ready' },
  });
  expect(await lambda.getFunction('helloworld-dev-other')).toBeUndefined();
  expect(await lambda.listFunctions('helloworld-')).toEqual([NAME]);
  const next = zipOf('export const handler = () => 2;');
  const update = {
    name: NAME,
    architecture: 'x86_64',
    zip: next,
    revisionId: undefined,
  } as const;
  const updated = await lambda.updateFunctionCode(update);
  expect(updated.codeSha256).not.toBe(made.codeSha256);
  expect(updated.version).toBe('2');
  await untilReady(lambda.getFunctionConfiguration);
  await lambda.updateFunctionConfiguration({
    ...settings,
    timeout: 20,
    name: NAME,
    revisionId: undefined,
  });
  await untilReady(lambda.getFunctionConfiguration);
  await lambda.putConcurrency(NAME, 3);
  await lambda.tagFunction(made.arn, { more: 'x' });
  await lambda.untagFunction(made.arn, ['team']);
  expect(await lambda.getFunction(NAME)).toMatchObject({
    timeout: 20,
    reservedConcurrency: 3,
    tags: { 'cloud-framework': tags['cloud-framework'], more: 'x' },
  });
  await lambda.deleteConcurrency(NAME);
  expect((await lambda.getFunction(NAME))?.reservedConcurrency).toBeUndefined();
  await lambda.describeFunction({ name: NAME, description: 'changed', revisionId: undefined });
  await untilReady(lambda.getFunctionConfiguration);
  const { latest, versions: described } = await lambda.readHistory(NAME);
  expect(latest).toMatchObject({ description: 'changed', settings: { ...settings, timeout: 20 } });
  expect(described).toMatchObject([
    { version: '2', description: 'made', settings, codeSha256: updated.codeSha256 },
    { version: '1', description: 'made', settings, codeSha256: made.codeSha256 },
  ]);
  expect(await lambda.readHistory('helloworld-dev-other')).toEqual({
    latest: undefined,
    versions: [],
  });
  const versions = await lambda.listVersions(NAME);
  expect(versions.map(({ version }) => version)).toEqual(['2', '1']);
  expect(Buffer.from(await lambda.downloadCode(NAME, '1'))).toEqual(Buffer.from(zip));

  expect(await lambda.getPermissions(NAME)).toEqual([]);
  const permission = {
    statementId: 'api',
    principal: 'apigateway.amazonaws.com',
    sourceArn: 'arn:aws:execute-api:us-east-1:123456789012:a1/*',
  };
  await lambda.addPermission(NAME, permission);
  await lambda.addPermission(NAME, permission);
  expect(await lambda.getPermissions(NAME)).toEqual([permission]);
  await lambda.removePermission(NAME, 'api');
  await lambda.removePermission(NAME, 'api');

  const api = await apiGateway.createApi({ name: NAME, tags });
  expect(await apiGateway.findApis(NAME)).toEqual([api]);
  expect(await apiGateway.findApis('other')).toEqual([]);
  await apiGateway.tagApi(api.id, { more: 'x' });
  await apiGateway.putApi(api.id, document('first'));
  expect(await apiGateway.getApi(api.id)).toMatchObject({
    description: 'first',
    tags: { more: 'x' },
  });
  expect(await apiGateway.getStage(api.id, 'api')).toBeUndefined();
  const first = await apiGateway.createDeployment(api.id, {
    stage: 'api',
    description: 'one',
    stageDescription: 'ours',
  });
  const second = await apiGateway.createDeployment(api.id, {
    stage: 'api',
    description: 'two',
    stageDescription: 'ours',
  });
  const common = { tracing: false, throttle: undefined };
  const shown = { name: 'api', deploymentId: second.id, description: 'ours', ...common };
  expect(await apiGateway.getStage(api.id, 'api')).toEqual(shown);
  expect(await apiGateway.listStages(api.id)).toEqual([shown]);
  const own = { tracing: true, throttle: { rateLimit: 0.5, burstLimit: 3 } };
  await apiGateway.updateStageSettings(api.id, 'api', own);
  expect(await apiGateway.getStage(api.id, 'api')).toEqual({ ...shown, ...own });
  for (let times = 0; times < 2; times += 1) {
    await apiGateway.updateStageSettings(api.id, 'api', common);
    expect(await apiGateway.getStage(api.id, 'api')).toEqual(shown);
  }
  const size = { op: 'replace', path: '/minimumCompressionSize', value: '10' } as const;
  const compressed = { ...api.settings, minimumCompressionSize: 10 };
  expect(await apiGateway.updateApi(api.id, [size])).toMatchObject({ settings: compressed });
  expect(await apiGateway.getDeployment(api.id, first.id)).toEqual(first);
  expect(JSON.parse((await apiGateway.exportStage(api.id, 'api')) ?? '')).toHaveProperty('paths');
  await apiGateway.updateStage(api.id, 'api', first.id);

  const named = {
    name: DOMAIN,
    certificateArn: CERTIFICATE,
    endpointType: 'REGIONAL',
    tlsVersion: 'TLS_1_2',
    tags,
  };
  expect(await apiGateway.getDomain(DOMAIN)).toBeUndefined();
  expect(await apiGateway.listMappings(DOMAIN)).toEqual([]);
  const domain = await apiGateway.createDomain(named);
  expect(domain).toMatchObject(named);
  expect(await apiGateway.getDomain(DOMAIN)).toEqual(domain);
  const tls = { op: 'replace', path: '/securityPolicy', value: 'TLS_1_0' } as const;
  await apiGateway.updateDomain(DOMAIN, [tls]);
  await apiGateway.tagDomain(DOMAIN, { more: 'x' });
  await apiGateway.untagDomain(DOMAIN, ['team']);
  expect(await apiGateway.getDomain(DOMAIN)).toMatchObject({
    tlsVersion: 'TLS_1_0',
    tags: { 'cloud-framework': tags['cloud-framework'], more: 'x' },
  });
  const below = { basePath: '', apiId: api.id, stage: 'api' };
  await apiGateway.createMapping(DOMAIN, below);
  expect(await apiGateway.listMappings(DOMAIN)).toEqual([below]);
  await apiGateway.updateMapping(DOMAIN, '', { ...below, basePath: 'v1' });
  expect(await apiGateway.listMappings(DOMAIN)).toEqual([{ ...below, basePath: 'v1' }]);
  await apiGateway.untagApi(api.id, ['more']);

  const query = { from: 0, pattern: undefined, limit: undefined, nextToken: undefined };
  const nowhere = { ...query, group: '/aws/lambda/helloworld-dev-other' };
  expect(await logs.filterEvents(nowhere)).toBeUndefined();
  const group = `/aws/lambda/${NAME}`;
  await logs.createGroup(group, tags);
  await logs.createGroup(group, tags);
  expect(await logs.listGroups(group)).toEqual([{ name: group, retentionInDays: undefined }]);
  await logs.putRetention(group, 14);
  expect(await logs.listGroups(group)).toEqual([{ name: group, retentionInDays: 14 }]);
  await logs.deleteGroup(group);

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
  await events.putTarget(rule, target);
  expect(await events.listTargets(rule)).toEqual([target]);
  await expect(events.putTarget(rule, { ...target, arn: 'none' })).rejects.toMatchObject({
    facts: { kind: 'rejected', message: expect.stringContaining('not valid') as string },
  });

  expect(await sts.getCallerArn()).toBe('arn:aws:iam::123456789012:user/tester');
  const topic = 'arn:aws:sns:us-east-1:123456789012:alerts';
  expect(await sns.listSubscriptions(topic)).toBeUndefined();
  expect(await scheduler.listSchedules(NAME)).toBeUndefined();
  for (let times = 0; times < 2; times += 1) await scheduler.createScheduleGroup(NAME, tags);
  const groupArn = `arn:aws:scheduler:us-east-1:123456789012:schedule-group/${NAME}`;
  expect(await scheduler.listGroupTags(groupArn)).toEqual(tags);
  const nightly = { group: NAME, name: `${NAME}-report` };
  const at = { expression: 'cron(0 3 * * ? *)', timezone: 'Europe/Berlin', input: '{"full":true}' };
  const callee = { functionArn: made.arn, roleArn: role.arn };
  const whenever = { ...at, ...callee, description: 'Nightly', isEnabled: true };
  await iam.updateTrust(NAME, {
    ...trust,
    Statement: [{ ...trust.Statement[0], Principal: { Service: 'scheduler.amazonaws.com' } }],
  });
  await scheduler.putSchedule(nightly, whenever);
  await scheduler.putSchedule(nightly, { ...whenever, isEnabled: false });
  expect(await scheduler.getSchedule(nightly)).toEqual({ ...whenever, isEnabled: false });
  expect(await scheduler.listSchedules(NAME)).toEqual([{ name: nightly.name, isEnabled: false }]);
  expect(await s3.getNotifications('uploads')).toBeUndefined();
  testCloud.restrictCaller(undefined);
  await createClients(testCloud).s3.send(new CreateBucketCommand({ Bucket: 'uploads' }));
  await createClients(testCloud).sns.send(new CreateTopicCommand({ Name: 'alerts' }));
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
  // Of one that is gone nobody knows the function, on which the permission depends.
  testCloud.restrictCaller(undefined);
  await mappings.deleteMapping(mapping.uuid);
  expect(await mappings.getMapping(mapping.uuid)).toBeUndefined();
  expect(await mappings.getMappingTags(mapping.arn)).toEqual({});
  await deleteSources(clients);
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
    await apiGateway.deleteMapping(DOMAIN, 'v1');
    await apiGateway.deleteDomain(DOMAIN);
    await apiGateway.deleteStage(api.id, 'api');
    await apiGateway.deleteApi(api.id);
    await lambda.deleteFunction(NAME);
    await iam.deleteRolePolicy(NAME, NAME);
    await iam.deleteRole(NAME);
  }
  expect(testCloud.inventory()).toEqual([]);
  expect(namesOfCalls('read', 'write', 'logs').filter((name) => !called.has(name))).toEqual([]);
});

test('the policy for plan is enough to read, and refuses to write', async () => {
  testCloud.restrictCaller(deployerPolicy(scope, 'plan'));
  expect(await cloud.iam.getRole(NAME)).toBeUndefined();
  expect(await cloud.iam.listRoles(NAME)).toEqual([]);
  expect(await cloud.lambda.getFunction(NAME)).toBeUndefined();
  expect(await cloud.apiGateway.findApis(NAME)).toEqual([]);
  await expect(cloud.apiGateway.createApi({ name: NAME, tags })).rejects.toMatchObject({
    facts: { kind: 'denied', action: 'apigateway:POST' },
  });
  await expect(cloud.iam.deleteRole(NAME)).rejects.toMatchObject({
    facts: { kind: 'denied', action: 'iam:DeleteRole' },
  });
});

/** Remembers what is called: `lambda.getFunction`. */
function watchCalls(of: Cloud, called: Set<string>): Cloud {
  const watch = <Calls extends object>(service: string, calls: Calls): Calls =>
    new Proxy(calls, {
      get: (target, name, receiver) => {
        called.add(`${service}.${String(name)}`);
        return Reflect.get(target, name, receiver) as unknown; // because it is whatever the call is
      },
    });
  const watched = PORTS.map(({ name }) => [name, watch(name, of[name])] as const);
  return { ...of, ...Object.fromEntries(watched) };
}

function namesOfCalls(...uses: readonly CallActions['use'][]): readonly string[] {
  return Object.entries(CALL_ACTIONS).flatMap(([service, calls]) =>
    Object.entries(calls).flatMap(([name, { use }]) =>
      uses.includes(use) ? [`${service}.${name}`] : [],
    ),
  );
}

async function whileNotReady<Result>(create: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await create();
    } catch (error) {
      if (!isCloudError(error, 'role-not-ready')) throw error;
    }
  }
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

async function createSources({ sqs, dynamodb, kinesis }: Clients): Promise<void> {
  await sqs.send(new CreateQueueCommand({ QueueName: 'orders' }));
  await kinesis.send(new CreateStreamCommand({ StreamName: 'clicks', ShardCount: 1 }));
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'Orders',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
}

async function deleteSources({ sqs, dynamodb, kinesis }: Clients): Promise<void> {
  const QueueUrl = `${testCloud.url}/123456789012/orders`;
  await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  await kinesis.send(new DeleteStreamCommand({ StreamName: 'clicks' }));
  await dynamodb.send(new DeleteTableCommand({ TableName: 'Orders' }));
}

async function untilReady(look: Cloud['lambda']['getFunctionConfiguration']): Promise<void> {
  while ((await look(NAME))?.progress.kind !== 'ready');
}
