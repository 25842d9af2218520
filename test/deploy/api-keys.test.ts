// API keys in the configuration, as a user sees them: deployed with the deployer's policy, shown only by `framework keys`,
// enforced with their limits, kept by a rollback, and deleted with the stage.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, framework, helloWorld, type RunSettings, testCloud } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('deploys of API keys', 3);

const CONFIG = '.framework/config.json';
const PARTNER = { partner: { rate: 0.01, burst: 2, quota: { limit: 100, period: 'day' } } };

function source(answer: string): string {
  return `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
export const index = app.route('/', { apiKeyRequired: true })(() => ({ answer: '${answer}' }));
`;
}

function config(api_keys: object | undefined, more: object = {}): string {
  return JSON.stringify({ version: '2.0', app_name: 'helloworld', ...more, api_keys });
}

function project(api_keys: object | undefined): string {
  return helloWorld({ 'app.ts': source('one'), [CONFIG]: config(api_keys) });
}

async function askWith(address: string, key?: string): Promise<string> {
  const response = await fetch(address, { headers: key === undefined ? {} : { 'X-Api-Key': key } });
  const type = response.headers.get('x-amzn-errortype') ?? '';
  return `${response.status} ${type} ${await response.text()}`;
}

const FORBIDDEN = '403 ForbiddenException {"message":"Forbidden"}';

async function asDeployer(cloud: TestCloud, cwd: string): Promise<void> {
  const { out } = await framework('gen-policy --deployer', { cwd, cloud });
  cloud.restrictCaller(JSON.parse(out));
}

test('a key opens the stage up to its limits, and only `keys show` prints it', async () => {
  const cloud = await testCloud();
  const cwd = project(PARTNER);
  const at: RunSettings = { cwd, cloud };
  await asDeployer(cloud, cwd);
  expect((await framework('keys', at)).err).toContain(
    'The stage dev has no API keys in us-east-1.',
  );
  const runs = [await framework('plan', at), await framework('deploy', at)];
  expect(runs[0]?.out).toContain(
    '+  API key   helloworld-dev-partner  0.01 per second, 2 concurrently, 100 a day\n',
  );
  expect(runs[1]).toMatchObject({
    exitCode: 0,
    err: expect.not.stringContaining('FW1164') as string,
  });
  const shown = await framework('keys show partner', at);
  expect(shown).toMatchObject({ exitCode: 0, err: '' });
  const value = shown.out.trim();
  const json: unknown = JSON.parse((await framework('keys show partner --json', at)).out);
  expect(json).toEqual({
    version: 1,
    app: 'helloworld',
    stage: 'dev',
    region: 'us-east-1',
    name: 'partner',
    value,
  });
  const url = addressIn(runs[1]?.out ?? '');
  await expect.poll(() => askWith(url, value)).toBe('200  {"answer":"one"}');
  expect(await askWith(url)).toBe(FORBIDDEN);
  expect(await askWith(url, `${value}x`)).toBe(FORBIDDEN);
  expect(await askWith(url, value)).toBe('200  {"answer":"one"}');
  expect(await askWith(url, value)).toBe(
    '429 TooManyRequestsException {"message":"Too Many Requests"}',
  );

  runs.push(
    await framework('keys', at),
    await framework('keys list --json', at),
    await framework('plan --json', at),
    await framework('export --format terraform', at),
    await framework('export --format cloudformation', at),
  );
  const record = readFileSync(join(cwd, '.framework/deployed/dev.json'), 'utf8');
  for (const text of [record, ...runs.map(({ out, err }) => `${out}${err}`)]) {
    expect(text).not.toContain(value);
  }
  expect(runs[2]?.out).toBe(
    'KEY      LIMITS\npartner  0.01 per second, 2 concurrently, 100 a day\n',
  );
  expect(JSON.parse(runs[3]?.out ?? '')).toMatchObject({
    keys: [{ name: 'partner', cloudName: 'helloworld-dev-partner', isValid: true }],
  });
});

test('`keys` says what it was not asked right, and which keys there are', async () => {
  const cloud = await testCloud();
  const at: RunSettings = { cwd: project(PARTNER), cloud };
  await framework('deploy', at);
  const wrong = await framework('keys show partnr', at);
  expect(wrong).toMatchObject({ exitCode: 1, out: '' });
  expect(wrong.err).toContain('FW6236');
  expect(wrong.err).toContain('Did you mean `partner`?');
  for (const line of ['keys show', 'keys list partner', 'keys print partner']) {
    expect(await framework(line, at)).toMatchObject({ exitCode: 2, out: '', calls: [] });
  }
  const screen = await framework('keys show partner', { ...at, isScreen: true });
  expect(screen.out).toMatch(/^\S{20,}\n$/);
  expect(screen.err).toContain('It is a secret.');
});

test('the quota is counted by the day', async () => {
  const cloud = await testCloud();
  const cwd = project({ partner: { quota: { limit: 1, period: 'day' } } });
  const at: RunSettings = { cwd, cloud };
  const url = addressIn((await framework('deploy', at)).out);
  const value = (await framework('keys show partner', at)).out.trim();
  await expect.poll(() => askWith(url, value)).toBe('200  {"answer":"one"}');
  expect(await askWith(url, value)).toBe('429 LimitExceededException {"message":"Limit Exceeded"}');
});

test('rollbacks keep the keys, and the next deploy finds what it wants', async () => {
  const cloud = await testCloud();
  const cwd = project(undefined);
  const at: RunSettings = { cwd, cloud };
  await framework('deploy', at);
  writeFileSync(join(cwd, 'app.ts'), source('two'));
  writeFileSync(join(cwd, CONFIG), config(PARTNER));
  const url = addressIn((await framework('deploy', at)).out);
  const value = (await framework('keys show partner', at)).out;
  expect(await framework('rollback --yes', at)).toMatchObject({ exitCode: 0 });
  expect((await framework('keys show partner', at)).out).toBe(value);
  await expect.poll(() => askWith(url, value.trim())).toBe('200  {"answer":"one"}');
  expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
  expect((await framework('keys show partner', at)).out).toBe(value);

  writeFileSync(join(cwd, CONFIG), config(undefined));
  const refused = await framework('deploy', at);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.err).toContain(
    'This deploy would delete the API key `helloworld-dev-partner`, whose value is then lost.',
  );
  expect(await framework('deploy --allow-delete', at)).toMatchObject({ exitCode: 0 });
  expect((await framework('keys', at)).out).toBe('');
  writeFileSync(join(cwd, 'app.ts'), source('three'));
  await framework('deploy', at);
  await framework('rollback --yes', at);
  writeFileSync(join(cwd, CONFIG), config(PARTNER));
  expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
  expect((await framework('keys show partner', at)).out).not.toBe(value);
  expect((await framework('plan', at)).out).toBe('No changes.\n');
});

test('two stages and two regions have keys of their own, and each deletes its own', async () => {
  const cloud = await testCloud();
  const cwd = project(PARTNER);
  const places = ['', ' --stage prod', ' --region eu-west-1'];
  const values: string[] = [];
  for (const place of places) {
    const at: RunSettings = { cwd, cloud };
    expect(await framework(`deploy${place}`, at)).toMatchObject({ exitCode: 0 });
    values.push((await framework(`keys show partner${place}`, at)).out);
  }
  expect(new Set(values).size).toBe(3);
  await createClients(cloud).apiGateway.createApiKey({ name: 'of-somebody' });
  // Acts as another machine.
  for (const name of readdirSync(join(cwd, '.framework/deployed'))) {
    rmSync(join(cwd, '.framework/deployed', name), { recursive: true });
  }
  expect(await framework('delete --yes --stage prod', { cwd, cloud })).toMatchObject({
    exitCode: 0,
  });
  expect((await framework('keys show partner', { cwd, cloud })).out).toBe(values[0]);
  expect(await framework('delete --yes', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const { items = [] } = await createClients(cloud).apiGateway.getApiKeys({});
  expect(items.map(({ name }) => name)).toEqual(['of-somebody']);
});
