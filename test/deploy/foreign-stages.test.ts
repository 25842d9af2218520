// Stages of our API that someone else created are not changed; those of an earlier `api_gateway_stage` are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateDeploymentCommand,
  GetRestApisCommand,
  GetStagesCommand,
} from '@aws-sdk/client-api-gateway';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.js';
import { framework, helloWorld, testCloud, TYPES_UNCHECKED } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('stages of others', 3);

async function apiOf(cloud: TestCloud): Promise<string> {
  const { items } = await createClients(cloud).apiGateway.send(new GetRestApisCommand({}));
  return items?.[0]?.id ?? '';
}

async function stagesOf(cloud: TestCloud): Promise<readonly unknown[]> {
  const { apiGateway } = createClients(cloud);
  const { item = [] } = await apiGateway.send(
    new GetStagesCommand({ restApiId: await apiOf(cloud) }),
  );
  return item.map(({ stageName }) => stageName).sort();
}

test('a stage that was added by hand stays, also when a fresh checkout deploys', async () => {
  const cloud = await testCloud();
  await framework('deploy', { cwd: helloWorld(), cloud });
  const byHand = { restApiId: await apiOf(cloud), stageName: 'byhand' };
  await createClients(cloud).apiGateway.send(new CreateDeploymentCommand(byHand));
  const again = await framework('deploy', { cwd: helloWorld(), cloud });
  expect(again).toMatchObject({ exitCode: 0, err: TYPES_UNCHECKED });
  expect(again.out).toContain('No changes.\n');
  expect(await stagesOf(cloud)).toEqual(['api', 'byhand']);
});

test.each([true, false])(
  'the stage of an earlier configuration goes, with a record of it or without (%s)',
  async (hasRecord) => {
    const cloud = await testCloud();
    const cwd = helloWorld();
    await framework('deploy', { cwd, cloud });
    const byHand = { restApiId: await apiOf(cloud), stageName: 'byhand' };
    await createClients(cloud).apiGateway.send(new CreateDeploymentCommand(byHand));
    const next = hasRecord ? cwd : helloWorld({ '.framework/config.json': '' });
    const config = { version: '2.0', api_gateway_stage: 'v2' };
    writeFileSync(join(next, '.framework/config.json'), JSON.stringify(config));
    const again = await framework('deploy --yes', { cwd: next, cloud });
    expect(again.exitCode).toBe(0);
    expect(await stagesOf(cloud)).toEqual(['byhand', 'v2']);
  },
);
