// A change to the resources of an API in the console is a draft until it is deployed (docs/decisions/deployed-state.md).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { addressIn, appWith, framework, helloWorld, testCloud } from './deployments.js';
import { editAndDeployApi, editApi, updateApi } from './drift/drift-row.js';
import { sampledTest } from '../support/sampled-test.js';

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
