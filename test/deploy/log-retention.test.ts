// The key `log_retention_in_days`, with the SDK's own clients.
import {
  DescribeLogGroupsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.js';
import { addressIn, appWith, framework, helloWorld, testCloud } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('retention of logs', 3);

const CONFIG = '.framework/config.json';
const logGroupName = '/aws/lambda/helloworld-dev';

function config(settings: object): string {
  return JSON.stringify({ version: '2.0', app_name: 'helloworld', ...settings });
}

async function retentionIn(cloud: TestCloud): Promise<number | undefined> {
  const { logGroups } = await createClients(cloud).logs.send(new DescribeLogGroupsCommand({}));
  return logGroups?.[0]?.retentionInDays;
}

test('logs are kept for so many days, whoever changes that, and stay when the stage goes', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ [CONFIG]: config({ log_retention_in_days: 14 }) });
  const policy = (await framework('gen-policy --deployer', { cwd, cloud })).out;
  cloud.restrictCaller(JSON.parse(policy));
  const planned = await framework('plan', { cwd, cloud });
  expect(planned.out).toContain(`+  log group  ${logGroupName}  kept for 14 days\n`);
  const first = await framework('deploy', { cwd, cloud });
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.out).toContain(`Created log group ${logGroupName}`);
  expect(await retentionIn(cloud)).toBe(14);
  await fetch(addressIn(first.out));
  const again = await framework('deploy', { cwd, cloud });
  expect(again.count).toBe('4 calls, 0 writes');

  await createClients(cloud).logs.send(
    new PutRetentionPolicyCommand({ logGroupName, retentionInDays: 3 }),
  );
  await framework('deploy', { cwd, cloud });
  expect(await retentionIn(cloud)).toBe(14);
  writeFileSync(join(cwd, CONFIG), config({}));
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  expect(await retentionIn(cloud)).toBe(14);

  writeFileSync(join(cwd, CONFIG), config({ log_retention_in_days: 30 }));
  await framework('deploy', { cwd, cloud });
  expect(await retentionIn(cloud)).toBe(30);
  await framework('delete --yes', { cwd, cloud });
  expect(cloud.inventory()).toEqual([`log-group ${logGroupName}`]);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  await framework('delete --yes --log-groups', { cwd, cloud });
  expect(cloud.inventory()).toEqual([]);
});

test('a rollback leaves the retention as it is', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ [CONFIG]: config({}), 'app.ts': appWith({ '/': 'first' }) });
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, CONFIG), config({ log_retention_in_days: 14 }));
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'again' }));
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await framework('rollback', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await retentionIn(cloud)).toBe(14);
});
