// `manage_domain: false`: the API is below a domain that someone else creates, changes and deletes.
import { expect } from 'vitest';
import { framework, testCloud } from './deployments.js';
import { configure, deployAt, DOMAIN, pathsIn, place, type CloudProject } from './domain-place.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('domains of others', 3);

const KEY = { certificate_arn: undefined, manage_domain: false } as const;

async function asDeployer(line: string, at: CloudProject) {
  at.cloud.restrictCaller(JSON.parse((await framework('gen-policy --deployer', at)).out));
  const run = await framework(line, at);
  at.cloud.restrictCaller(undefined);
  return run;
}

test('a domain that is not there is told before anything is made', async () => {
  const at = place(await testCloud());
  configure(at, { ...KEY, url_prefix: 'v1' });
  for (const line of ['plan', 'deploy']) {
    const run = await framework(line, at);
    expect(run).toMatchObject({
      exitCode: 1,
      count: expect.stringContaining(' 0 writes') as string,
    });
    expect(run.err).toContain('FW6323');
  }
});

test('the domain of another stage is used, and its deployer may neither make nor change it', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  configure(bank, { ...KEY, url_prefix: 'bank' });
  const { out } = await framework('gen-policy --deployer', bank);
  expect(out).not.toMatch(/"AllDomains"|CreateServiceLinkedRole/);
  expect(await asDeployer('deploy', bank)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['bank', 'shop']);
  expect((await framework('plan', bank)).out).toBe('No changes.\n');
  expect(await asDeployer('delete --yes', bank)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['shop']);
});

test('a domain that the stage had made is let go, and a deletion of the stage leaves it', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  configure(at, { ...KEY, url_prefix: 'v1' });
  expect((await framework('plan', at)).out).toContain('no longer managed by this stage');
  expect(await asDeployer('deploy', at)).toMatchObject({ exitCode: 0 });
  expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
  expect(await asDeployer('delete --yes', at)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual([`domain ${DOMAIN}`]);
});

test.each<readonly [string, object]>([
  ['FW1155', { certificate_arn: undefined }],
  ['FW1156', { manage_domain: false }],
  ['FW1156', { ...KEY, tags: { team: 'shop' } }],
  ['FW1156', { ...KEY, tls_version: 'TLS_1_2' }],
])('%s for %j', async (code, keys) => {
  const at = place(await testCloud());
  configure(at, keys);
  const run = await framework('check', at);
  expect(run).toMatchObject({ exitCode: 1 });
  expect(run.out).toContain(code);
});
