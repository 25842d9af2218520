// Every call of the port, against the test cloud, by a caller with only the permissions of the deployer's policy.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deployerPolicy } from '../ship/deploy/deployer-policy.js';
import {
  CERTIFICATE,
  closePort,
  DOMAIN,
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
import { createClients } from '../serve/local-cloud/clients.fixture.js';
import { isCloudError } from './cloud-error.js';

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

let port: OpenedPort;
beforeEach(async () => {
  port = await openPort();
});
afterEach(() => closePort(port));

test('the policy of the deployer is enough for every call, and each does what it says', async () => {
  const { testCloud, cloud } = port;
  testCloud.restrictCaller(
    deployerPolicy({ ...scope, api: { ...scope.api, role_per_function: true } }),
  );
  const called = new Set<string>();
  const { iam, lambda, apiGateway, logs, sts } = watchCalls(cloud, called);
  expect(await sts.getCallerArn()).toBe('arn:aws:iam::123456789012:user/tester');

  const role = await iam.createRole({ name: NAME, trust, description: 'for tests', tags });
  const createdAt = expect.any(Number) as number;
  expect(await iam.getRole(NAME)).toEqual({ name: NAME, arn: role.arn, trust, tags, createdAt });
  expect(await iam.getRole('helloworld-dev-other')).toBeUndefined();
  expect(await iam.listRoles('helloworld-')).toEqual([NAME]);
  expect(await iam.readRoleUse()).toEqual({ used: 1, quota: 1000 });
  await iam.updateTrust(NAME, trust);
  await iam.tagRole(NAME, { team: 'b' });
  expect((await iam.getRole(NAME))?.tags).toEqual({ ...tags, team: 'b' });
  expect(await iam.getRolePolicy(NAME, NAME)).toBeUndefined();
  await iam.putRolePolicy(NAME, NAME, policy);
  expect(await iam.getRolePolicy(NAME, NAME)).toEqual(policy);
  expect(await iam.listRolePolicies(NAME)).toEqual([NAME]);

  const settings = settingsOf(role.arn);
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
  expect(await lambda.describeFunctions()).toMatchObject([{ name: NAME }]);
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

  const name = 'helloworld-dev-partner';
  const key = await apiGateway.createKey(name, tags);
  expect(key).toMatchObject({ name, isEnabled: true, tags });
  expect(await apiGateway.listKeys('helloworld-dev-')).toEqual([key]);
  expect(await apiGateway.getKeyValue(key.id)).toMatch(/^\w{20,}$/);
  await apiGateway.enableKey(key.id);
  const limits = {
    throttle: { rateLimit: 2.5, burstLimit: 5 },
    quota: { limit: 7, period: 'WEEK' },
  } as const;
  const opened = { apiId: api.id, stage: 'api' };
  const plan = await apiGateway.createPlan({ name, tags, ...limits, ...opened });
  expect(plan).toEqual({ id: plan.id, name, tags, ...limits, stages: [opened] });
  expect(await apiGateway.hasPlanKey(plan.id, key.id)).toBe(false);
  for (let times = 0; times < 2; times += 1) await apiGateway.addPlanKey(plan.id, key.id);
  expect(await apiGateway.hasPlanKey(plan.id, key.id)).toBe(true);
  await apiGateway.updatePlan(plan.id, [
    { op: 'remove', path: '/apiStages', value: `${api.id}:api` },
    { op: 'remove', path: '/throttle' },
    { op: 'replace', path: '/quota/limit', value: '8' },
  ]);
  expect(await apiGateway.listPlans()).toEqual([
    { ...plan, throttle: undefined, quota: { limit: 8, period: 'WEEK' }, stages: [] },
  ]);

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

  // Only resources with our tag may be deleted, and a deleted resource has no tags.
  await apiGateway.deleteKey(key.id);
  await apiGateway.deletePlan(plan.id);
  for (let times = 0; times < 2; times += 1) {
    await apiGateway.deleteMapping(DOMAIN, 'v1');
    await apiGateway.deleteDomain(DOMAIN);
    await apiGateway.deleteStage(api.id, 'api');
    await apiGateway.deleteApi(api.id);
    await lambda.deleteFunction(NAME);
    await iam.deleteRolePolicy(NAME, NAME);
    await iam.deleteRole(NAME);
  }
  expect(testCloud.inventory()).toEqual([]);
  expect(namesOfCalls('api').filter((name) => !called.has(name))).toEqual([]);
});

test('the policy for plan is enough to read, and refuses to write', async () => {
  const { testCloud, cloud } = port;
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

// The calls to declared tables, queues, topics and buckets, made with the permissions of the deployer's policy.

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
    await clients.s3.putObject({ Bucket: bucket, Key, Body: 'x' });
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
