// The cloud at its real speed: roles that cannot be assumed for seconds, functions that are Pending and InProgress, delayed
// reads, and the quotas of API Gateway.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type {
  TestCloud,
  TestCloudOptions,
} from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, answerOf, appWith, framework, helloWorld, testCloud } from './deployments.js';
import { createClients, LOGS_POLICY, TRUST } from '../../cli/serve/local-cloud/clients.fixture.js';

async function realCloud(options: TestCloudOptions): Promise<TestCloud> {
  const cloud = await startTestCloud(options);
  onTestFinished(() => cloud.close());
  return cloud;
}

function statusesOf(cloud: TestCloud, operation: string): readonly number[] {
  return cloud
    .calls()
    .filter((call) => call.operation === operation)
    .map(({ status }) => status);
}

test('a stage is deployed, deployed again and deleted at real speed', async () => {
  const cloud = await realCloud({ timeScale: 1, quotas: true, readsLag: 2000 });
  const cwd = helloWorld({ 'app.ts': appWith({ '/': 'one' }) });
  const first = await framework('deploy', { cwd, cloud });
  expect(first.exitCode, first.err).toBe(0);
  expect(first.out + first.err).toContain(
    'Waiting for Lambda to recognize the role that was just created (lambda:CreateFunction)\n',
  );
  expect(await answerOf(first.out)).toEqual({ answer: 'one' });
  // The role counts as new for eight seconds.
  expect(statusesOf(cloud, 'CreateFunction')).toEqual(expect.arrayContaining([400, 201]));
  expect(cloud.inventory()).toHaveLength(4);

  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'two', '/new': 'new' }));
  writeFileSync(join(cwd, '.framework/config.json'), '{"version":"2.0","lambda_timeout":9}');
  const second = await framework('deploy', { cwd, cloud });
  expect(second.exitCode, second.err).toBe(0);
  // The gateway uses a new deployment some seconds later.
  await expect.poll(() => answerOf(`${addressIn(second.out)}new`)).toEqual({ answer: 'new' });
  expect((await framework('deploy', { cwd, cloud })).out).toMatch(/^No changes\.\n/);

  const deleted = await framework('delete --yes --log-groups', { cwd, cloud });
  expect(deleted.exitCode, deleted.err).toBe(0);
  expect(cloud.inventory()).toEqual([]);
});

test('quotas make stages wait for each other, and nothing else', async () => {
  // One API per 0.3 seconds, because processes on a busy machine do not send their requests at the same moment.
  const cloud = await realCloud({ timeScale: 0.1, quotas: true });
  const stages = ['one', 'two', 'three'].map((stage) => ({ stage, cwd: helloWorld() }));
  const all = async (command: string): Promise<void> => {
    const runs = await Promise.all(
      stages.map(({ stage, cwd }) => framework(`${command} --stage ${stage}`, { cwd, cloud })),
    );
    for (const { exitCode, err } of runs) expect(exitCode, err).toBe(0);
  };
  await all('deploy');
  expect(cloud.inventory()).toHaveLength(9);
  expect(statusesOf(cloud, 'CreateRestApi')).toContain(429);
  await all('delete --yes');
  expect(cloud.inventory()).toEqual([]);
  expect(statusesOf(cloud, 'DeleteRestApi')).toContain(429);
});

// A deploy does not wait for a configured role that cannot be used.

const VPC = { subnet_ids: ['subnet-1'], security_group_ids: ['sg-1'] };

test('a role of `iam_role_arn` that lacks network rights is told at once', async () => {
  const cloud = await testCloud();
  const { iam } = createClients(cloud);
  const name = { RoleName: 'mine' };
  const made = await iam.createRole({ ...name, AssumeRolePolicyDocument: TRUST });
  const policy = { PolicyName: 'logs', PolicyDocument: LOGS_POLICY };
  await iam.putRolePolicy({ ...name, ...policy });
  const iam_role_arn = made.Role?.Arn;
  const config = { version: '2.0', manage_iam_role: false, iam_role_arn, ...VPC };
  const cwd = helloWorld({ '.framework/config.json': JSON.stringify(config) });
  // Lambda has known the role for a long time.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { exitCode, err, calls } = await framework('deploy', { cwd, cloud });
  expect(exitCode, err).toBe(3);
  expect(err).toContain('FW6310');
  expect(calls.filter((name) => name === 'lambda:CreateFunction')).toHaveLength(1);
});
