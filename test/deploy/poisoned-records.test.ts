// Invalid content in the place of the record of the last deploy: every command ends with the correct result or a message, and
// changes no files or resources of others.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { sampleOf } from '../support/sample.js';
import { createProject, HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';
import { framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { type CloudPicture, pictureOf } from './faults/cloud-picture.js';

const test = sampledTest('poisoned records', 4);

const MINE = '{"mine": true}';
const FILE = '.framework/deployed/dev.json';

/** Replaces the record with something else. `elsewhere` is a folder outside the project. */
type Poison = (file: string, elsewhere: string) => void;

const FILES: Readonly<Record<string, Poison>> = {
  'a link to a file': (file, elsewhere) => symlinkSync(join(elsewhere, 'mine.json'), file),
  'a link to a folder': (file, elsewhere) => symlinkSync(elsewhere, file),
  'a link to nothing': (file, elsewhere) => symlinkSync(join(elsewhere, 'none'), file),
  'a link to itself': (file) => symlinkSync(file, file),
  'a link to a device': (file) => symlinkSync('/dev/zero', file),
  'a pipe': (file) => void execFileSync('mkfifo', [file]),
  'a folder': (file) => {
    mkdirSync(file);
  },
  'a sparse file of a gigabyte': (file) => {
    writeFileSync(file, '');
    truncateSync(file, 2 ** 30);
  },
};

const files = sampleOf('things in place of the record', Object.entries(FILES), 3);

test.each(files)('%s in place of the record is never read or written', async (_, poison) => {
  const { cloud, cwd } = await cloudWith();
  const elsewhere = temporaryProject({ 'mine.json': MINE });
  const put = (): void => {
    rmSync(join(cwd, FILE), { recursive: true, force: true });
    poison(join(cwd, FILE), elsewhere);
  };
  const { out } = await framework('deploy', { cwd, cloud });
  const address = out.trim().split('\n').at(-1) ?? '';
  put();
  const plan = await framework('plan', { cwd, cloud });
  expect(plan).toMatchObject({ exitCode: 0, out: 'No changes.\n' });
  expect(plan.err).toContain('FW6201');
  expect(await framework('url', { cwd, cloud })).toMatchObject({
    exitCode: 0,
    out: `${address}\n`,
  });
  expect(await framework('logs', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect((await framework('rollback', { cwd, cloud })).err).toContain('FW6227');
  const again = await framework('deploy', { cwd, cloud });
  expect(again.err).toContain('FW6201');
  expect(again.count).toMatch(/ 0 writes$/);
  put();
  const deleted = await framework('delete --yes --log-groups', { cwd, cloud });
  expect(deleted).toMatchObject({ exitCode: 0 });
  expect(deleted.err).toContain('FW6201');
  expect(cloud.inventory()).toEqual([]);
  expect(readFileSync(join(elsewhere, 'mine.json'), 'utf8')).toBe(MINE);
});

test('a folder of records that is a link is refused before anything is changed', async () => {
  const { cloud, cwd } = await cloudWith();
  await framework('deploy', { cwd, cloud });
  const before = await pictureOf(cloud);
  const record = readFileSync(join(cwd, FILE), 'utf8');
  const elsewhere = temporaryProject({ 'dev.json': record });
  rmSync(join(cwd, '.framework/deployed'), { recursive: true });
  symlinkSync(elsewhere, join(cwd, '.framework/deployed'));
  for (const line of ['deploy', 'rollback', 'delete --yes']) {
    const refused = await framework(line, { cwd, cloud });
    expect(refused.exitCode).not.toBe(0);
    expect(refused.err).toContain('link');
  }
  expect(await pictureOf(cloud)).toEqual(before);
  expect(readFileSync(join(elsewhere, 'dev.json'), 'utf8')).toBe(record);
});

test('a lock that is a pipe or huge is refused with its name', async () => {
  const cloud = await testCloud();
  for (const poison of [FILES['a pipe'], FILES['a sparse file of a gigabyte']]) {
    const cwd = helloWorld({ '.framework/deployed/dev.json': '' });
    poison?.(join(cwd, '.framework/deployed/dev.lock'), '');
    const refused = await framework('deploy', { cwd, cloud });
    expect(refused).toMatchObject({ exitCode: 1 });
    expect(refused.err).toContain('FW6204');
    expect(refused.err).toContain('dev.lock');
  }
  expect(cloud.inventory()).toEqual([]);
});

/** Creates resources of other stages and other users next to ours. */
async function othersIn(cloud: TestCloud): Promise<Others> {
  const { iam, apiGateway } = createClients(cloud);
  const Principal = { Service: 'ec2.amazonaws.com' };
  const Statement = [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole' }];
  const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
  await iam.createRole({ RoleName: 'theirs', AssumeRolePolicyDocument });
  const { id: foreign = '' } = await apiGateway.createRestApi({ name: 'theirs' });
  const { directory: cwd, remove } = createProject({ 'app.ts': HELLO_WORLD });
  await framework('deploy --stage prod', { cwd, cloud });
  remove();
  const { items = [] } = await apiGateway.getRestApis({});
  return { foreign, prod: items.find(({ name }) => name === 'helloworld-prod')?.id ?? '' };
}

/** The ids of APIs. */
type Others = { readonly foreign: string; readonly prod: string };

type Change = (record: Record<string, unknown>, others: Others) => object;

const apiOf = (record: Record<string, unknown>): object => Object(record['api']) as object; // because it is one

const CONTENTS: Readonly<Record<string, Change>> = {
  'names of others': () => ({
    roles: ['theirs', 'helloworld-prod', 'helloworld-dev'],
    functions: ['helloworld-prod', 'helloworld-dev', '../helloworld-prod'],
  }),
  'the API of others': (record, { foreign }) => ({ api: { ...apiOf(record), id: foreign } }),
  'the API of another stage': (record, { prod }) => ({ api: { ...apiOf(record), id: prod } }),
  'an API that is no id': (record) => ({ api: { ...apiOf(record), id: '../restapis?x=/' } }),
  'an API with an empty id': (record) => ({ api: { ...apiOf(record), id: '' } }),
  'no API': () => ({ api: null }),
  'a deployment that is none': (record) => ({
    api: { ...apiOf(record), deploymentId: 'x', hash: 'x', stage: 'x', routes: [] },
  }),
  'another account': () => ({ account: '999999999999' }),
  'another region': () => ({ region: 'eu-north-1' }),
  'another partition': () => ({ partition: 'aws-cn' }),
  'names without end': () => ({ functions: ['x'.repeat(100_000)], roles: ['x'.repeat(100_000)] }),
  'empty names': () => ({ functions: [''], roles: [''] }),
  'other code and revisions': () => ({
    code: 'x',
    revisions: { 'helloworld-dev': 'x', theirs: 'x' },
  }),
  'rules, schedules, buckets, topics, queues and domains of others': () => ({
    rules: [{ name: 'theirs', bus: 'default' }],
    schedules: ['theirs'],
    buckets: ['theirs'],
    polled: ['theirs'],
    subscriptions: [{ topic: 'arn:aws:sns:us-east-1:999999999999:theirs', function: 'theirs' }],
    domains: [{ name: 'theirs.example.com', basePath: '', target: '', zone: '' }],
  }),
};

describe('a record', () => {
  let cloud: TestCloud;
  let ids: Others;
  let others: CloudPicture;
  beforeAll(async () => {
    cloud = await startTestCloud();
    ids = await othersIn(cloud);
    others = await pictureOf(cloud);
    return cloud.close;
  });

  test.each(Object.entries(CONTENTS))('with %s is put right from the cloud', async (_, change) => {
    const cwd = helloWorld();
    await framework('deploy', { cwd, cloud });
    const whole = await pictureOf(cloud);
    const put = (): void => {
      const record = JSON.parse(readFileSync(join(cwd, FILE), 'utf8')) as Record<string, unknown>; // because it is a record
      writeFileSync(join(cwd, FILE), JSON.stringify({ ...record, ...change(record, ids) }));
    };
    put();
    for (const line of ['plan', 'url', 'logs', 'deploy --allow-delete', 'plan']) {
      const result = await framework(line, { cwd, cloud });
      expect([line, result.exitCode, result.err]).toEqual([
        line,
        0,
        expect.not.stringContaining('FW9'),
      ]);
      if (line === 'plan') expect(result.out).toBe('No changes.\n');
    }
    expect(await pictureOf(cloud)).toEqual(whole);
    put();
    expect((await framework('rollback', { cwd, cloud })).err).toContain('FW6227');
    expect(await framework('delete --yes --log-groups', { cwd, cloud })).toMatchObject({
      exitCode: 0,
    });
    expect(await pictureOf(cloud)).toEqual(others);
  });
});
