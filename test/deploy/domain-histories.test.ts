// The history of a domain: other endpoints, a rollback, a removal by a deployer with few permissions, and API Gateway creating
// only one domain per 30 seconds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { sampleOf } from '../support/sample.js';
import { sampledTest } from '../support/sampled-test.js';
import { framework, testCloud } from './deployments.js';
import { configure, deployAt, DOMAIN, pathsIn, place } from './domain-place.js';

const test = sampledTest('histories of domains', 5);

const OTHER = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'shop' });
export const other = app.route('/other')(() => ({ other: true }));
`;

test('a rollback leaves the base path that a later deploy has moved', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  writeFileSync(join(at.cwd, 'app.ts'), OTHER);
  await deployAt(at, { url_prefix: 'v2' });
  expect(await framework('rollback', at)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['v2']);
  expect((await framework('url', at)).out).toBe(`https://${DOMAIN}/v2/\n`);
  // The code is rolled back, which does not affect the domain.
  const { out } = await framework('plan', at);
  expect(out).toMatch(/\+ +GET +\/other/);
  expect(out).not.toContain(DOMAIN);
});

test('a domain of another type of endpoint is told before anything is changed', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  configure(at, { url_prefix: 'v1' }, { api_gateway_endpoint_type: 'EDGE' });
  const run = await framework('deploy', at);
  expect(run).toMatchObject({ exitCode: 1, count: expect.stringContaining(' 0 writes') as string });
  expect(run.err).toContain('FW6322');
  expect(run.err).toContain('Set `api_gateway_endpoint_type` to `REGIONAL`');
});

test('openapi --stage has the address at the domain', async () => {
  const at = place(await testCloud());
  await deployAt(at, { url_prefix: 'v1' });
  const { out } = await framework('openapi --stage dev', at);
  expect(JSON.parse(out)).toMatchObject({ servers: [{ url: `https://${DOMAIN}/v1` }] });
});

test('a deployer whose policy was made without the domain takes it away', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  configure(at, undefined);
  cloud.restrictCaller(JSON.parse((await framework('gen-policy --deployer', at)).out));
  const run = await framework('deploy', at);
  expect(run.exitCode, run.err).toBe(0);
  expect(cloud.inventory().filter((name) => name.startsWith('domain'))).toEqual([]);
});

test('a deployer may not delete the domain of somebody else', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  configure(bank, undefined);
  const policy = (await framework('gen-policy --deployer', bank)).out;
  cloud.restrictCaller(JSON.parse(policy));
  configure(shop, undefined);
  const run = await framework('deploy', shop);
  expect(run.exitCode).toBe(3);
  expect(cloud.inventory()).toContain(`domain ${DOMAIN}`);
});

test('two domains at one moment: the second waits until API Gateway makes another', async () => {
  const cloud = await testCloud({ quotas: true, timeScale: 0.05 });
  const apps = [place(cloud, 'shop'), place(cloud, 'bank')];
  for (const at of apps) await deployAt(at, undefined);
  await Promise.all(
    apps.map((at, index) => deployAt(at, { domain_name: `api${String(index)}.example.com` })),
  );
  const statuses = cloud.calls().filter(({ operation }) => operation === 'CreateDomainName');
  expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining([429, 201]));
  const domains = cloud.inventory().filter((name) => name.startsWith('domain'));
  expect(domains).toEqual(['domain api0.example.com', 'domain api1.example.com']);
});

test('a base path that moves, and back, is found again by a machine without the record', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  for (const path of ['v1', 'v2', 'v1']) {
    await deployAt(at, { url_prefix: path });
    expect(await pathsIn(cloud)).toEqual([path]);
    expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
  }
  const elsewhere = place(cloud);
  await deployAt(elsewhere, { url_prefix: 'v2' });
  expect(await pathsIn(cloud)).toEqual(['v2']);
  // The record of the first machine contains the previous base path.
  expect((await framework('plan', at)).out).toContain('api.example.com/v1');
  await deployAt(at, { url_prefix: 'v1' });
  expect(await pathsIn(cloud)).toEqual(['v1']);
});

test('a domain that left the configuration does not come with a rollback, and goes with the stage', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  writeFileSync(join(at.cwd, 'app.ts'), OTHER);
  await deployAt(at, undefined);
  expect(await framework('rollback', at)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory().filter((name) => name.startsWith('domain'))).toEqual([]);
  expect((await framework('url', at)).out).not.toContain(DOMAIN);
  // The configuration restores the domain, with the routes of the rollback.
  configure(at, { url_prefix: 'v1' });
  expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['v1']);
  expect(await framework('delete --yes --log-groups', at)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual([]);
});

test('of two applications on a domain each may go first, and nothing is left of either', async () => {
  for (const order of [
    ['shop', 'bank'],
    ['bank', 'shop'],
  ]) {
    const cloud = await testCloud();
    const apps = { shop: place(cloud, 'shop'), bank: place(cloud, 'bank') };
    await deployAt(apps.shop, { url_prefix: 'shop' });
    await deployAt(apps.bank, { url_prefix: 'bank' });
    for (const name of order) {
      const at = name === 'shop' ? apps.shop : apps.bank;
      cloud.restrictCaller(JSON.parse((await framework('gen-policy --deployer', at)).out));
      const run = await framework('delete --yes --log-groups', at);
      expect(run, `${run.out}${run.err}`).toMatchObject({ exitCode: 0 });
    }
    expect(cloud.inventory(), order.join()).toEqual([]);
  }
});

test('a domain passes on although any call of the removal is refused once', async () => {
  const world = async () => {
    const cloud = await testCloud();
    const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
    await deployAt(shop, { url_prefix: 'shop' });
    await deployAt(bank, { url_prefix: 'bank' });
    configure(shop, undefined);
    return { cloud, shop, bank };
  };
  const { calls } = await framework('deploy', (await world()).shop);
  const first = calls.indexOf('apigateway:DeleteBasePathMapping');
  expect(first).toBeGreaterThan(0);
  const places = [...calls.keys()].slice(first - 3);
  for (const at of sampleOf('refusals of a removal', places, 6)) {
    const { cloud, shop, bank } = await world();
    cloud.arm({ kind: 'denied', at: at + 1 });
    await framework('deploy', shop);
    cloud.disarm();
    expect(await framework('deploy', shop)).toMatchObject({ exitCode: 0 });
    for (const app of [shop, bank]) await framework('delete --yes --log-groups', app);
    expect(cloud.inventory(), calls[at]).toEqual([]);
  }
});

test('a deployer whose policy was made without the domain passes it on', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  await deployAt(bank, { url_prefix: 'bank' });
  configure(shop, undefined);
  cloud.restrictCaller(JSON.parse((await framework('gen-policy --deployer', shop)).out));
  const run = await framework('deploy', shop);
  expect(run.exitCode, run.err).toBe(0);
  cloud.restrictCaller(undefined);
  for (const app of [shop, bank]) await framework('delete --yes --log-groups', app);
  expect(cloud.inventory()).toEqual([]);
});

test('a domain stays with a stage that moves to a base path that somebody made for its API', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  await deployAt(bank, { url_prefix: 'bank' });
  const { apiGateway } = createClients(cloud);
  const { items = [] } = await apiGateway.getRestApis({});
  const restApiId = items.find(({ name }) => name === 'shop-dev')?.id;
  await apiGateway.createBasePathMapping({
    domainName: DOMAIN,
    basePath: 'store',
    restApiId,
    stage: 'api',
  });
  await deployAt(shop, { url_prefix: 'store' });
  expect(await pathsIn(cloud)).toEqual(['bank', 'store']);
  const { tags } = await apiGateway.getDomainName({ domainName: DOMAIN });
  expect(tags?.['cloud-framework']).toMatch(/:app=shop$/);
});
