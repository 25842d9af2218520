// `framework delete`: all resources of a stage are deleted, and no others.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createClients, refusalOf } from '../../cli/serve/local-cloud/clients.fixture.js';
import { addressIn, appWith, framework, helloWorld, stageOnce, testCloud } from './deployments.js';
import { version } from '../../cli/program/version.js';
import { sampledTest } from '../support/sampled-test.js';

describe('a stage that is deployed and deleted again and again', () => {
  const stage = stageOnce();

  test('deleting what is not there says so and is fine', async () => {
    const { exitCode, err, out } = await framework('delete', stage());
    expect({ exitCode, err, out }).toEqual({
      exitCode: 0,
      err: 'Stage dev of helloworld is not deployed.\n',
      out: '',
    });
  });

  test('a stage is deleted in four writes, with one line for each resource', async () => {
    await framework('deploy', stage());
    const { exitCode, out, calls } = await framework('delete', stage());
    expect(exitCode).toBe(0);
    expect(out.match(/^Deleted .*(?= \(\d+\.\d s\)$)/gm)?.toSorted()).toEqual([
      'Deleted API helloworld-dev',
      'Deleted function helloworld-dev',
      'Deleted role helloworld-dev',
    ]);
    expect(calls.toSorted()).toEqual([
      'apigateway:DeleteRestApi',
      // Checks whether the recorded API belongs to the stage.
      'apigateway:GetRestApi',
      'iam:DeleteRole',
      'iam:DeleteRolePolicy',
      'lambda:DeleteFunction',
      // Checks whether another machine has deployed since.
      'lambda:GetFunctionConfiguration',
    ]);
    expect(stage().cloud.inventory()).toEqual([]);
  });

  test('with --log-groups, it says how to delete the logs of functions that are gone', async () => {
    const { exitCode, err } = await framework('delete --log-groups --yes', stage());
    expect(exitCode).toBe(0);
    expect(err).toContain('aws logs delete-log-group --log-group-name /aws/lambda/helloworld-dev');
  });

  test('logs go when they are asked for, and --json prints one document', async () => {
    const { out } = await framework('deploy', stage());
    await fetch(addressIn(out));
    expect(stage().cloud.inventory().join()).toContain('/aws/lambda/helloworld-dev');
    const { out: json } = await framework('delete --log-groups --json', stage());
    expect(JSON.parse(json)).toMatchObject({ version: 1, app: 'helloworld', outcome: 'deleted' });
    expect(stage().cloud.inventory()).toEqual([]);
  });

  test('a stage can be deleted when its source is broken', async () => {
    await framework('deploy', stage());
    rmSync(join(stage().cwd, 'app.ts'));
    expect(await framework('delete', stage())).toMatchObject({ exitCode: 0 });
    expect(stage().cloud.inventory()).toEqual([]);
  });
});

test('a machine without the record finds everything by name and tag', async () => {
  const cloud = await testCloud();
  const app = `${appWith({ '/': 'one' })}
export const resize = app.lambdaFunction()(function resize() { return 1; });
`;
  await framework('deploy', { cwd: helloWorld({ 'app.ts': app }), cloud });
  // The source there no longer contains the function.
  const { exitCode, out } = await framework('delete', { cwd: helloWorld(), cloud });
  expect(exitCode).toBe(0);
  expect(out).toContain('Deleted function helloworld-dev-resize');
  expect(cloud.inventory()).toEqual([]);
});

const READER = `${appWith({ '/': 'one' })}
export const order = app.onSqsMessage({ queue: 'orders' })(function order() { return undefined; });
`;

test('event source mappings that the credentials may not list are named, and so is the permission', async () => {
  const cloud = await testCloud();
  await createClients(cloud).sqs.createQueue({
    QueueName: 'orders',
    Attributes: { VisibilityTimeout: '900' },
  });
  const cwd = helloWorld({ 'app.ts': READER });
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const Action = 'lambda:ListEventSourceMappings';
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      { Effect: 'Deny', Action, Resource: '*' },
    ],
  });
  // The source no longer contains the queue, or nothing is known about it.
  const plan = await framework('plan', {
    cwd: helloWorld({
      'app.ts': READER.replace("onSqsMessage({ queue: 'orders' })", 'lambdaFunction()'),
    }),
    cloud,
  });
  const deletion = await framework('delete', { cwd: helloWorld(), cloud });
  for (const { exitCode, err } of [plan, deletion]) {
    expect(exitCode).toBe(0);
    expect(err).toContain('warning FW6278: ');
    expect(err).toContain('`helloworld-dev-order`');
    expect(err).toContain(`missing the permission \`${Action}\``);
  }
  expect(cloud.inventory().join()).toContain('mapping');
});

test('another application whose name begins the same is left alone', async () => {
  const cloud = await testCloud();
  const other = helloWorld({
    '.framework/config.json': '{"version":"2.0","app_name":"helloworld-dev"}',
  });
  await framework('deploy --stage x', { cwd: other, cloud });
  const before = cloud.inventory();
  await framework('deploy', { cwd: helloWorld(), cloud });
  await framework('delete', { cwd: helloWorld(), cloud });
  expect(cloud.inventory()).toEqual(before);
});

test('a role that is given is never deleted', async () => {
  const cloud = await testCloud();
  const given = helloWorld({ '.framework/config.json': '{"version":"2.0","app_name":"giver"}' });
  await framework('deploy', { cwd: given, cloud });
  const before = cloud.inventory();
  const cwd = helloWorld({
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'helloworld',
      manage_iam_role: false,
      iam_role_arn: 'arn:aws:iam::123456789012:role/giver-dev',
    }),
  });
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  rmSync(join(cwd, '.framework/deployed'), { recursive: true });
  expect(await framework('delete', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual(before);
});

// Two applications whose names become the same in AWS: the second is rejected, and nothing of the first is changed.

const named = (app: string): Record<string, string> => ({
  '.framework/config.json': JSON.stringify({ version: '2.0', app_name: app }),
});

test('a deploy and a plan refuse names that belong to another application', async () => {
  const cloud = await testCloud();
  const first = helloWorld(named('shop-eu'));
  expect(await framework('deploy --stage a', { cwd: first, cloud })).toMatchObject({ exitCode: 0 });
  const before = cloud.inventory();
  const second = helloWorld(named('shop'));
  for (const command of ['plan', 'deploy']) {
    const run = await framework(`${command} --stage eu-a`, { cwd: second, cloud });
    expect(run.exitCode).toBe(1);
    expect(run.count).toMatch(/ 0 writes$/);
    expect(run.err).toContain(
      'error FW6220: The role `shop-eu-a` already exists and belongs to the stage `a` of `shop-eu`.',
    );
    expect(cloud.inventory()).toEqual(before);
  }
});

// Specification 2.6: every deployed resource carries the tag `cloud-framework`.
describe('tags', () => {
  const test = sampledTest('tags', 3);

  const VALUE = `version=${version}:stage=dev:app=helloworld`;

  test('every deployed resource carries the tag', async () => {
    const cloud = await testCloud();
    await framework('deploy', { cwd: helloWorld(), cloud });
    const { iam, lambda, apiGateway } = createClients(cloud);
    const { Role } = await iam.getRole({ RoleName: 'helloworld-dev' });
    expect(Role?.Tags).toContainEqual({ Key: 'cloud-framework', Value: VALUE });
    const { Tags } = await lambda.getFunction({ FunctionName: 'helloworld-dev' });
    expect(Tags).toMatchObject({ 'cloud-framework': VALUE });
    const { items = [] } = await apiGateway.getRestApis({});
    expect(items.map(({ tags }) => tags)).toMatchObject([{ 'cloud-framework': VALUE }]);
  });

  test('the gateway stage has it from its API: a policy that asks for the tag reaches the stage', async () => {
    const cloud = await testCloud();
    const apiIds: string[] = [];
    for (const stage of ['dev', 'other']) {
      const { out } = await framework(`deploy --stage ${stage}`, { cwd: helloWorld(), cloud });
      apiIds.push(/restapis\/(\w+)\//.exec(out)?.[1] ?? '');
    }
    cloud.restrictCaller({
      Version: '2012-10-17',
      Statement: [
        {
          Effect: 'Allow',
          Action: 'apigateway:GET',
          Resource: 'arn:aws:apigateway:*::/restapis/*/stages/*',
          Condition: { StringEquals: { 'aws:ResourceTag/cloud-framework': VALUE } },
        },
      ],
    });
    const { apiGateway } = createClients(cloud);
    const [own, other] = apiIds.map((restApiId) =>
      apiGateway.getStage({ restApiId, stageName: 'api' }),
    );
    expect(await own).toMatchObject({ stageName: 'api' });
    expect(await refusalOf(other ?? Promise.resolve())).toMatch(/^AccessDeniedException 403 /);
  });
});
