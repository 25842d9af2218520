// Stages of our API that someone else created are not changed; those of an earlier `api_gateway_stage` are.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import {
  addressIn,
  appWith,
  cloudWith,
  framework,
  helloWorld,
  testCloud,
  TYPES_UNCHECKED,
} from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';
import { editAndDeployApi, editApi, updateApi } from './drift/drift-row.js';

const test = sampledTest('stages of others', 3);

async function apiOf(cloud: TestCloud): Promise<string> {
  const { items } = await createClients(cloud).apiGateway.getRestApis({});
  return items?.[0]?.id ?? '';
}

async function stagesOf(cloud: TestCloud): Promise<readonly unknown[]> {
  const { apiGateway } = createClients(cloud);
  const { item = [] } = await apiGateway.getStages({ restApiId: await apiOf(cloud) });
  return item.map(({ stageName }) => stageName).sort();
}

test('a stage that was added by hand stays, also when a fresh checkout deploys', async () => {
  const cloud = await testCloud();
  await framework('deploy', { cwd: helloWorld(), cloud });
  const byHand = { restApiId: await apiOf(cloud), stageName: 'byhand' };
  await createClients(cloud).apiGateway.createDeployment(byHand);
  const again = await framework('deploy', { cwd: helloWorld(), cloud });
  expect(again).toMatchObject({ exitCode: 0, err: TYPES_UNCHECKED });
  expect(again.out).toContain('No changes.\n');
  expect(await stagesOf(cloud)).toEqual(['api', 'byhand']);
});

test.each([true, false])(
  'the stage of an earlier configuration goes, with a record of it or without (%s)',
  async (hasRecord) => {
    const { cloud, cwd } = await cloudWith();
    await framework('deploy', { cwd, cloud });
    const byHand = { restApiId: await apiOf(cloud), stageName: 'byhand' };
    await createClients(cloud).apiGateway.createDeployment(byHand);
    const next = hasRecord ? cwd : helloWorld({ '.framework/config.json': '' });
    const config = { version: '2.0', api_gateway_stage: 'v2' };
    writeFileSync(join(next, '.framework/config.json'), JSON.stringify(config));
    const again = await framework('deploy --yes', { cwd: next, cloud });
    expect(again.exitCode).toBe(0);
    expect(await stagesOf(cloud)).toEqual(['byhand', 'v2']);
  },
);

test.each<readonly [string, object]>([
  ['an API key', { api_keys: { partner: {} } }],
  [
    'a base path',
    {
      api_gateway_custom_domain: {
        domain_name: 'api.example.com',
        certificate_arn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d',
      },
    },
  ],
])('%s that is removed together with the stage it uses goes before the stage', async (_, more) => {
  const config = { version: '2.0', api_keys: {}, api_gateway_stage: 'v2' };
  const at = await cloudWith({ '.framework/config.json': JSON.stringify({ ...config, ...more }) });
  expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
  const next = { version: '2.0', api_keys: {} };
  writeFileSync(join(at.cwd, '.framework/config.json'), JSON.stringify(next));
  expect(await framework('deploy --allow-delete', at)).toMatchObject({
    exitCode: 0,
    err: TYPES_UNCHECKED,
  });
  expect(await stagesOf(at.cloud)).toEqual(['api']);
  expect(at.cloud.inventory().filter((one) => /^(?:api-key|usage plan|domain)/.test(one))).toEqual(
    [],
  );
});

// A change to the resources of an API in the console is a draft until it is deployed (docs/decisions/deployed-state.md).
describe('a draft of the API', () => {
  const test = sampledTest('drafts of an API', 3);

  const BEFORE = appWith({ '/': 'one', '/old': 'old' });

  /** Changes the path of a route to one that the function does not know. */
  function change(text: string): string {
    return text.replace('"/old":', '"/new":');
  }

  async function statusesAt(url: string): Promise<readonly number[]> {
    const answers = ['', 'old', 'new'].map((path) => fetch(`${url}${path}`));
    return (await Promise.all(answers)).map(({ status }) => status);
  }

  test('a draft reaches nobody, is no change, and is replaced by the next routes', async () => {
    const cloud = await testCloud();
    const at = { cwd: helloWorld({ 'app.ts': BEFORE }), cloud };
    const url = addressIn((await framework('deploy', at)).out);
    await editApi(change)(createClients(cloud));
    expect(await statusesAt(url)).toEqual([200, 200, 403]);
    const again = await framework('deploy', at);
    expect([again.out.split('\n')[0], again.count]).toEqual(['No changes.', '3 calls, 0 writes']);

    writeFileSync(join(at.cwd, 'app.ts'), appWith({ '/': 'one', '/old': 'old', '/third': 'x' }));
    expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
    await expect.poll(async () => (await fetch(`${url}third`)).status).toBe(200);
    expect(await statusesAt(url)).toEqual([200, 200, 403]);
  });

  test.each([true, false])(
    'a draft that somebody deploys is told route by route and taken back; with a record: %s',
    async (hasRecord) => {
      const cloud = await testCloud();
      const at = { cwd: helloWorld({ 'app.ts': BEFORE }), cloud };
      const url = addressIn((await framework('deploy', at)).out);
      await editAndDeployApi(change)(createClients(cloud));
      await expect.poll(() => statusesAt(url)).toEqual([200, 403, 403]);
      const here = hasRecord ? at : { cwd: helloWorld({ 'app.ts': BEFORE }), cloud };
      const { out } = await framework('plan', here);
      expect(out).toMatch(/\+ +GET +\/old/);
      expect(out).toMatch(/- +GET +\/new +breaking: answers 403/);
      expect(await framework('deploy', here)).toMatchObject({ exitCode: 0 });
      await expect.poll(() => statusesAt(url)).toEqual([200, 200, 403]);
      expect((await framework('plan', here)).out).toBe('No changes.\n');
    },
  );

  test('a setting that the configuration does not have is seen without a record, and goes with the next routes', async () => {
    const cloud = await testCloud();
    const at = { cwd: helloWorld({ 'app.ts': BEFORE }), cloud };
    await framework('deploy', at);
    const path = '/endpointConfiguration/types/REGIONAL';
    await updateApi({ op: 'replace', path, value: 'EDGE' })(createClients(cloud));
    expect((await framework('plan', at)).out).toBe('No changes.\n');
    const elsewhere = { cwd: helloWorld({ 'app.ts': BEFORE }), cloud };
    const seen = 'api_gateway_endpoint_type EDGE -> REGIONAL';
    expect((await framework('plan', elsewhere)).out).toContain(seen);
    writeFileSync(join(at.cwd, 'app.ts'), appWith({ '/': 'one' }));
    expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
    writeFileSync(join(elsewhere.cwd, 'app.ts'), appWith({ '/': 'one' }));
    expect((await framework('plan', elsewhere)).out).toBe('No changes.\n');
  });
});
