// `api_gateway_custom_domain`, with the SDK's own clients.
import {
  CreateDomainNameCommand,
  DeleteBasePathMappingCommand,
  GetDomainNameCommand,
  UpdateDomainNameCommand,
} from '@aws-sdk/client-api-gateway';
import { request } from 'node:http';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.js';
import { framework, testCloud } from './deployments.js';
import {
  CERTIFICATE,
  configure,
  deployAt,
  DOMAIN,
  pathsIn,
  place,
  type CloudProject,
} from './domain-place.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('custom domains', 3);

/** Sends a request to the domain, whose DNS points to the test cloud. */
async function ask(
  cloud: TestCloud,
  path: string,
): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const url = new URL(cloud.environment['AWS_ENDPOINT_URL'] ?? '');
  return new Promise((resolve, reject) => {
    const { hostname, port } = url;
    request({ hostname, port, path, headers: { Host: DOMAIN } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

async function expectNothingToDo(at: CloudProject): Promise<void> {
  expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
  rmSync(join(at.cwd, '.framework/deployed'), { recursive: true });
  expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
}

test('the API stands below the domain, moves, and leaves with its key', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  configure(at, { url_prefix: 'v1' });
  cloud.restrictCaller(JSON.parse((await framework('gen-policy --deployer', at)).out));
  const first = await deployAt(at, { url_prefix: 'v1' });
  expect(first.out).toContain(`https://${DOMAIN}/v1/\n`);
  expect(`${first.out}${first.err}`).toMatch(
    /The DNS record of api\.example\.com must be an alias of d-\S+ \(hosted zone \w+\)\./,
  );
  expect(await pathsIn(cloud)).toEqual(['v1']);
  expect((await framework('url', at)).out).toBe(`https://${DOMAIN}/v1/\n`);
  await expectNothingToDo(at);
  rmSync(join(at.cwd, '.framework/deployed'), { recursive: true });
  expect((await framework('url', at)).out).toBe(`https://${DOMAIN}/v1/\n`);

  configure(at, { url_prefix: 'v2' });
  expect((await framework('plan', at)).out).toContain('breaking: its URL stops working');
  await deployAt(at, { url_prefix: 'v2' });
  expect(await pathsIn(cloud)).toEqual(['v2']);
  await expectNothingToDo(at);
  await deployAt(at, {});
  expect(await pathsIn(cloud)).toEqual(['(none)']);
  await expectNothingToDo(at);

  await deployAt(at, undefined);
  expect(cloud.inventory().filter((name) => name.startsWith('domain'))).toEqual([]);
  expect((await framework('url', at)).out).not.toContain(DOMAIN);
  await expectNothingToDo(at);
});

test('captures below a base path are decoded once', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { url_prefix: 'v1' });
  const cities = ['a b', '100%25', 'a/b', 'ü', '%', 'v1'];
  for (const city of cities) {
    const { status, body } = await ask(cloud, `/v1/cities/${encodeURIComponent(city)}`);
    expect([status, (JSON.parse(body) as { city: string }).city]).toEqual([200, city]);
  }
  expect((await ask(cloud, '/cities/x')).status).toBe(403);
});

test('two applications share a domain, and the last one that made it takes it away', async () => {
  const cloud = await testCloud();
  const [shop, bank] = [place(cloud, 'shop'), place(cloud, 'bank')];
  await deployAt(shop, { url_prefix: 'shop' });
  const plan = await (configure(bank, { url_prefix: 'bank' }), framework('plan', bank));
  expect(plan.out).toContain('the domain already exists, and is not changed');
  await deployAt(bank, { url_prefix: 'bank', tls_version: 'TLS_1_0' });
  expect(await pathsIn(cloud)).toEqual(['bank', 'shop']);
  expect((await ask(cloud, '/bank/cities/x')).body).toContain('"app":"bank"');
  expect((await ask(cloud, '/shop/cities/x')).body).toContain('"app":"shop"');
  const { apiGateway } = createClients(cloud);
  const found = await apiGateway.send(new GetDomainNameCommand({ domainName: DOMAIN }));
  expect(found.securityPolicy).toBe('TLS_1_2');

  configure(bank, { url_prefix: 'shop' });
  const taken = await framework('deploy', bank);
  expect(taken).toMatchObject({ exitCode: 1 });
  expect(taken.err).toContain('FW6320');

  expect(await framework('delete --yes', shop)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['bank']);
  await deployAt(shop, { url_prefix: 'shop' });
  rmSync(join(bank.cwd, '.framework/deployed'), { recursive: true });
  expect(await framework('delete --yes --log-groups', bank)).toMatchObject({ exitCode: 0 });
  expect(await framework('delete --yes --log-groups', shop)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual([]);
});

test('a domain of somebody else is used and left', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  const { apiGateway } = createClients(cloud);
  const made = {
    domainName: DOMAIN,
    regionalCertificateArn: CERTIFICATE.replace('one', 'theirs'),
    endpointConfiguration: { types: ['REGIONAL' as const] },
  };
  await apiGateway.send(new CreateDomainNameCommand(made));
  await deployAt(at, { url_prefix: 'v1' });
  await expectNothingToDo(at);
  expect(await framework('delete --yes', at)).toMatchObject({ exitCode: 0 });
  expect(cloud.inventory()).toEqual([`domain ${DOMAIN}`]);
});

test('certificate, TLS version and tags change in place, and what was changed by hand comes back', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, { tags: { team: 'a', owner: 'ada' } });
  const { apiGateway } = createClients(cloud);
  const look = () => apiGateway.send(new GetDomainNameCommand({ domainName: DOMAIN }));
  const other = CERTIFICATE.replace('one', 'two');
  const next = { certificate_arn: other, tls_version: 'TLS_1_0', tags: { team: 'b' } };
  await deployAt(at, next);
  const { regionalCertificateArn, securityPolicy, tags } = await look();
  expect([regionalCertificateArn, securityPolicy]).toEqual([other, 'TLS_1_0']);
  expect(Object.keys(tags ?? {}).toSorted()).toEqual(['cloud-framework', 'team']);

  const byHand = [{ op: 'replace', path: '/securityPolicy', value: 'TLS_1_2' } as const];
  await apiGateway.send(
    new UpdateDomainNameCommand({ domainName: DOMAIN, patchOperations: byHand }),
  );
  const mapping = { domainName: DOMAIN, basePath: '(none)' };
  await apiGateway.send(new DeleteBasePathMappingCommand(mapping));
  expect((await framework('plan', at)).out).toContain('tls_version TLS_1_2 -> TLS_1_0');
  await deployAt(at, next);
  expect((await look()).securityPolicy).toBe('TLS_1_0');
  expect(await pathsIn(cloud)).toEqual(['(none)']);
});

test('a certificate of another region is told before the first call', async () => {
  const at = place(await testCloud());
  configure(at, { certificate_arn: CERTIFICATE.replace('us-east-1', 'eu-west-1') });
  const run = await framework('deploy', at);
  expect(run).toMatchObject({ exitCode: 1, calls: [] });
  expect(run.err).toContain('FW6321');
});

test('an application without a domain makes no call for one', async () => {
  const at = place(await testCloud());
  const runs = [await deployAt(at, undefined), await framework('delete --yes', at)];
  const calls = runs.flatMap((run) => run.calls);
  expect(calls.filter((name) => /Domain|BasePath/.test(name))).toEqual([]);
});

test('a rollback leaves the API where it stands', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployAt(at, undefined);
  await deployAt(at, { url_prefix: 'v1' });
  const source = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
export const other = app.route('/other')(() => ({ other: true }));
`;
  writeFileSync(join(at.cwd, 'app.ts'), source);
  await deployAt(at, { url_prefix: 'v1' });
  expect(await framework('rollback', at)).toMatchObject({ exitCode: 0 });
  expect(await pathsIn(cloud)).toEqual(['v1']);
  await expect
    .poll(async () => (await ask(cloud, '/v1/cities/x')).status, { timeout: 5000 })
    .toBe(200);
});
