// `api_gateway_custom_domain`, with the SDK's own clients.
import { request } from 'node:http';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, describe } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { framework, testCloud, addressIn } from './deployments.js';
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
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import { send } from '../local/support/client.js';
import { temporaryProject } from '../support/temporary-project.js';

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
  const found = await apiGateway.getDomainName({ domainName: DOMAIN });
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
  await apiGateway.createDomainName(made);
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
  const look = () => apiGateway.getDomainName({ domainName: DOMAIN });
  const other = CERTIFICATE.replace('one', 'two');
  const next = { certificate_arn: other, tls_version: 'TLS_1_0', tags: { team: 'b' } };
  await deployAt(at, next);
  const { regionalCertificateArn, securityPolicy, tags } = await look();
  expect([regionalCertificateArn, securityPolicy]).toEqual([other, 'TLS_1_0']);
  expect(Object.keys(tags ?? {}).toSorted()).toEqual(['cloud-framework', 'team']);

  const byHand = [{ op: 'replace', path: '/securityPolicy', value: 'TLS_1_2' } as const];
  await apiGateway.updateDomainName({ domainName: DOMAIN, patchOperations: byHand });
  const mapping = { domainName: DOMAIN, basePath: '(none)' };
  await apiGateway.deleteBasePathMapping(mapping);
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

// `manage_domain: false`: the API is below a domain that someone else creates, changes and deletes.
describe('a domain of others', () => {
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
});

// `framework openapi --stage`: the document contains the URL of the stage, and its routes exist there.
describe('the document of a stage', () => {
  const test = sampledTest('documents of stages', 3);

  const APP = `import { Framework, NotFoundError, type Int } from 'framework';
export const app = new Framework({ appName: 'atlas' });
class Views {
  @app.route('/cities/{id}')
  city(id: Int<{ minimum: 1 }>): { id: number } {
    if (id > 9) throw new NotFoundError('no such city');
    return { id };
  }
}
`;

  type Document = {
    readonly servers?: readonly { readonly url: string }[];
    readonly paths: Readonly<
      Record<string, { readonly get: { readonly responses: Readonly<Record<string, unknown>> } }>
    >;
  };

  test('servers has the address of the stage, where every answer of the document is found', async () => {
    const cwd = temporaryProject({ 'app.ts': APP });
    const cloud = await startTestCloud();
    try {
      const early = await framework('openapi --stage dev', { cwd, cloud });
      expect(early.exitCode).not.toBe(0);
      expect(early.out).toBe('');

      const deployed = await framework('deploy', { cwd, cloud });
      expect(deployed.exitCode, deployed.err).toBe(0);
      const printed = await framework('openapi --stage dev', { cwd, cloud });
      expect(printed.exitCode, printed.err).toBe(0);
      const document = JSON.parse(printed.out) as Document; // because the command prints one
      const [server, ...others] = document.servers ?? [];
      expect(others).toEqual([]);
      // A path is appended to the URL unchanged (spec.openapis.org/oas/v3.1.1#paths-object).
      expect(`${server?.url ?? ''}/`).toBe(addressIn(deployed.out));

      const { port, pathname } = new URL(server?.url ?? '');
      const [, , id = '', stage = ''] = pathname.split('/');
      const host = `${id}.execute-api.us-east-1.amazonaws.com`;
      const responses = Object.keys(document.paths['/cities/{id}']?.get.responses ?? {});
      const found = await Promise.all(
        ['1', '0', '10'].map(async (city) => {
          const path = `/${stage}/cities/${city}`;
          const { status } = await send(Number(port), { path, headers: { host } });
          return String(status);
        }),
      );
      expect(found).toEqual(['200', '400', '404']);
      expect(responses).toEqual(found);

      const local = await framework('openapi', { cwd, cloud });
      expect(JSON.parse(local.out)).not.toHaveProperty('servers');
    } finally {
      await cloud.close();
    }
  });
});
