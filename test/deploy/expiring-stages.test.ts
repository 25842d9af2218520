// A stage deployed with `--expires` has a tag with its end; after that, `framework delete --expired` deletes it.
import { expect } from 'vitest';
import {
  durationText,
  expiryTag,
  latestExpiry,
  parseExpiry,
  readExpiry,
} from '../../cli/ship/stage/expiry.js';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, appWith, framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('stages that expire', 3);

const TAG = 'cloud-framework-expires';
const ANN = { environment: { GITHUB_ACTOR: 'ann' } };
const JOBS = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'jobs' });
export const nightly = app.lambdaFunction()(function nightly() { return 1; });
`;

async function apiOf(cloud: TestCloud, name: string) {
  const { items = [] } = await createClients(cloud).apiGateway.getRestApis({});
  return items.find((one) => one.name === name);
}

async function tagOfFunction(cloud: TestCloud, name: string): Promise<string | undefined> {
  const Resource = `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
  const { Tags = {} } = await createClients(cloud).lambda.listTags({ Resource });
  return Tags[TAG];
}

/** Makes a stage expire. */
async function expire(cloud: TestCloud, name: string): Promise<void> {
  const { id } = (await apiOf(cloud, name)) ?? {};
  const tags = { [TAG]: '2026-01-01T00:00:00Z by ann' };
  const resourceArn = `arn:aws:apigateway:us-east-1::/restapis/${id}`;
  await createClients(cloud).apiGateway.tagResource({ resourceArn, tags });
}

test.each([
  ['30m', 1_800_000],
  ['12h', 43_200_000],
  ['3d', 259_200_000],
  ['2w', 1_209_600_000],
])('%s is a time', (text, duration) => {
  expect(parseExpiry(text, 1000)).toBe(1000 + duration);
});

test.each(['', '3', 'd', '0d', '-1d', '3 d', '3D', '1.5d', '400d', '999999w', '3d3d', 'Never'])(
  '%j is none',
  (text) => {
    expect(parseExpiry(text, 1000)).toBeUndefined();
  },
);

test('a tag is read as it was written, and no other value deletes a stage', () => {
  const at = Date.UTC(2026, 11, 1, 12);
  expect(readExpiry(expiryTag(at, 'ann <a@b.c>'))).toEqual({ at, by: 'ann _a@b.c_' });
  expect(readExpiry(expiryTag(at, ''))).toEqual({ at, by: undefined });
  expect(readExpiry(expiryTag('never', 'ann'))).toEqual({ at: undefined, by: 'ann' });
  for (const value of ['', 'soon', '2026-13-01T00:00:00Z', '2026', 'constructor']) {
    expect(readExpiry({ [TAG]: value }).at).toBeUndefined();
  }
  expect([90_000, 7_200_000, 259_200_001].map(durationText)).toEqual(['1 min', '2 h', '3 d']);
});

test('the expiry is kept by a deploy without it, moved by one with it, and taken back by never', async () => {
  const cloud = await testCloud();
  const at = { cwd: helloWorld(), cloud, ...ANN };
  const first = await framework('deploy --expires 3d', at);
  expect(first, first.err).toMatchObject({ exitCode: 0 });
  expect(first.out).toMatch(/^Stage dev expires at \d{4}-\d\d-\d\d \d\d:\d\d UTC: .*--expired.*$/m);
  const tag = (await apiOf(cloud, 'helloworld-dev'))?.tags?.[TAG];
  expect(tag).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ by ann$/);

  expect((await framework('deploy', at)).count).toMatch(/, 0 writes$/);
  const changed = helloWorld({ 'app.ts': appWith({ '/': 'other' }) });
  // Another machine, without the record.
  expect((await framework('deploy', { ...at, cwd: changed })).exitCode).toBe(0);
  expect((await apiOf(cloud, 'helloworld-dev'))?.tags?.[TAG]).toBe(tag);

  const longer = await framework('deploy --expires 2w', { ...at, cwd: changed });
  expect(longer.calls.filter((call) => !/:(?:Get|List)/.test(call)).toSorted()).toEqual([
    'apigateway:TagResource',
    'lambda:TagResource',
  ]);
  expect((await apiOf(cloud, 'helloworld-dev'))?.tags?.[TAG]).not.toBe(tag);
  expect((await framework('rollback --yes', { ...at, cwd: changed })).exitCode).toBe(0);
  await framework('deploy --expires never', at);
  expect((await apiOf(cloud, 'helloworld-dev'))?.tags?.[TAG]).toBe('never by ann');
  const { out } = await framework('stages --json', at);
  expect(JSON.parse(out)).toMatchObject({ stages: [{ expires: null, deployedBy: 'ann' }] });
});

test('a stage without routes has the tag on its functions, and its first API takes it over', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': JOBS });
  await framework('deploy --expires 3d', { cwd, cloud, ...ANN });
  const tag = await tagOfFunction(cloud, 'jobs-dev-nightly');
  expect(tag).toMatch(/ by ann$/);
  expect((await framework('deploy', { cwd, cloud })).count).toMatch(/, 0 writes$/);
  const listed = await framework('stages', { cwd, cloud });
  expect(listed.out).toMatch(/^jobs +dev +0 min +in 2 d +ann$/m);
  const withRoute = `${JOBS}export const index = app.route('/')(() => 1);\n`;
  const routed = { cwd: helloWorld({ 'app.ts': withRoute }), cloud };
  await framework('deploy', routed);
  expect((await apiOf(cloud, 'jobs-dev'))?.tags?.[TAG]).toBe(tag);
  await framework('deploy --expires never', routed);
  // The last route is removed, and the stage still never expires.
  await framework('deploy --allow-delete', { cwd, cloud });
  const { out } = await framework('stages --json', { cwd, cloud });
  expect(JSON.parse(out)).toMatchObject({ stages: [{ app: 'jobs', expires: null, url: null }] });
});

test('of two APIs or several functions the latest expiry counts', () => {
  const tagged = (value: string): { tags: Record<string, string> } => ({ tags: { [TAG]: value } });
  const [early, late] = ['2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z by ann'];
  expect(latestExpiry([tagged(early), tagged(late)])).toEqual(readExpiry({ [TAG]: late }));
  expect(latestExpiry([tagged(early), tagged('never by ben')]).at).toBeUndefined();
  expect(latestExpiry([tagged(early), { tags: {} }]).at).toBeUndefined();
});

test('what is not a time is refused before anything is compiled', async () => {
  const cloud = await testCloud();
  const { exitCode, err, calls } = await framework('deploy --expires soon', {
    cwd: helloWorld({ 'app.ts': 'broken(' }),
    cloud,
  });
  expect({ exitCode, calls }).toEqual({ exitCode: 2, calls: [] });
  expect(err).toContain('`--expires soon` is not a duration of at most one year.');
  expect(err).not.toContain('app.ts');
});

test('stages are listed for every application, and only expired ones of this one are deleted', async () => {
  const { cloud, cwd } = await cloudWith();
  const other = helloWorld({ '.framework/config.json': '{"version":"2.0","app_name":"other"}' });
  const urls = new Map<string, string>();
  for (const stage of ['dev', 'pr-1', 'pr-2', 'pr-3']) {
    const line = `deploy --stage ${stage} --yes${stage === 'dev' ? '' : ' --expires 3d'}`;
    urls.set(stage, addressIn((await framework(line, { cwd, cloud, ...ANN })).out));
  }
  await framework('deploy --stage pr-1 --yes --expires 3d', { cwd: other, cloud });
  for (const name of ['helloworld-pr-1', 'helloworld-pr-3', 'other-pr-1'])
    await expire(cloud, name);

  const { out } = await framework('stages', { cwd, cloud });
  expect(out.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))).toEqual([
    'APP STAGE',
    'helloworld dev',
    'helloworld pr-1',
    'helloworld pr-2',
    'helloworld pr-3',
    'other pr-1',
    '',
  ]);
  expect(out).toMatch(/^helloworld +pr-1 +0 min +expired \d+ d ago +ann +http/m);
  const { stages } = JSON.parse(
    (await framework('stages --app helloworld --json', { cwd, cloud })).out,
  ) as {
    stages: { stage: string; url: string; isExpired: boolean }[];
  };
  expect(stages.map(({ stage, url, isExpired }) => [stage, url, isExpired])).toEqual(
    ['dev', 'pr-1', 'pr-2', 'pr-3'].map((stage) => [
      stage,
      urls.get(stage),
      ['pr-1', 'pr-3'].includes(stage),
    ]),
  );

  const both = await framework('delete --expired --stage pr-1 --yes', { cwd, cloud });
  expect([both.exitCode, both.calls]).toEqual([2, []]);
  const asked: string[] = [];
  const answer = (question: string): boolean =>
    asked.push(question) > 0 && !question.includes('pr-1');
  const run = await framework('delete --expired', { cwd, cloud, answer });
  expect(asked.map((question) => question.split(':')[0])).toEqual([
    'Delete stage pr-1 of helloworld',
    'Delete stage pr-3 of helloworld',
  ]);
  // The deletion of one was declined.
  expect(run.exitCode).toBe(1);
  const left = (): readonly string[] =>
    cloud.inventory().filter((one) => one.startsWith('function '));
  expect(left()).toEqual(
    ['helloworld-dev', 'helloworld-pr-1', 'helloworld-pr-2', 'other-pr-1'].map(
      (name) => `function ${name}`,
    ),
  );

  // A job on another machine, with only the permissions of the guide's policy for previews.
  const made = await framework('gen-policy --deployer --stage pr-0 --region us-east-1', {
    cwd,
    cloud,
  });
  cloud.restrictCaller(JSON.parse(made.out.replaceAll(/([-=])pr-0/g, '$1pr-*')));
  const job = await framework('delete --expired --yes --json', { cwd: helloWorld(), cloud });
  cloud.restrictCaller(undefined);
  expect(job, job.err).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(job.out)).toMatchObject({
    stages: [{ stage: 'pr-1', outcome: 'deleted' }],
  });
  expect(left()).not.toContain('function helloworld-pr-1');
  expect(left()).toContain('function other-pr-1');
  const again = await framework('delete --expired --yes', { cwd, cloud });
  expect(again).toMatchObject({
    exitCode: 0,
    err: 'No stage of helloworld has expired in us-east-1.\n',
  });
});
