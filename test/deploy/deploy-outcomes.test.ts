// The output of a deploy: for machines, after an error, and if there is no API.
import { randomBytes } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { framework, helloWorld, testCloud } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('outcomes of deploys', 3);

test('--json prints one document on stdout', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const first = JSON.parse((await framework('deploy --json', { cwd, cloud })).out) as unknown;
  expect(first).toMatchObject({
    version: 1,
    app: 'helloworld',
    stage: 'dev',
    outcome: 'deployed',
    url: expect.stringMatching(/_user_request_\/$/) as string,
    functions: ['helloworld-dev'],
    notDone: [],
    diagnostics: [],
  });
  const again = await framework('deploy --json', { cwd, cloud });
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'unchanged', done: [] });
});

test('a call that is denied names the permission, every step that ran ends, and the exit code is 3', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  cloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      { Effect: 'Deny', Action: 'lambda:CreateFunction', Resource: '*' },
    ],
  });
  const denied = await framework('deploy', { cwd, cloud });
  expect(denied.exitCode).toBe(3);
  expect(denied.out).toContain('Could not create function helloworld-dev');
  expect(denied.out).not.toContain('http');
  expect(denied.err).toMatch(/FW630[12]/);
  expect(denied.err).toContain('run `framework deploy` again to finish');
  cloud.restrictCaller(undefined);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
});

test('a function of the same name that is not ours stops a deploy before anything is changed', async () => {
  const cloud = await testCloud();
  const other = helloWorld({
    '.framework/config.json': '{"version":"2.0","app_name":"helloworld-dev"}',
    'app.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld-dev' });
export const view = app.route('/')(function view() { return 1; });
`,
  });
  await framework('deploy --stage x', { cwd: other, cloud });
  const refused = await framework('deploy --stage dev-x', { cwd: helloWorld(), cloud });
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('FW6220');
  expect(refused.count).toMatch(/ 0 writes$/);
});

test('an application without routes is deployed, and has no address', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({
    'app.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
export const resize = app.lambdaFunction()(function resize() { return 1; });
`,
  });
  const first = await framework('deploy', { cwd, cloud });
  expect(first).toMatchObject({ exitCode: 0, out: expect.not.stringContaining('http') as unknown });
  expect(cloud.inventory().filter((name) => name.startsWith('api'))).toEqual([]);
  expect((await framework('deploy', { cwd, cloud })).count).toBe('2 calls, 0 writes');
});

test('a zip that grew tenfold is reported before it is uploaded, and one that Lambda refuses ends the deploy', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ 'frameworklib/data.bin': '' });
  expect((await framework('deploy', { cwd, cloud })).exitCode).toBe(0);
  const writeData = (bytes: number): void => {
    writeFileSync(join(cwd, 'frameworklib/data.bin'), randomBytes(bytes));
  };
  writeData(6_000_000);
  let writesBefore: number | undefined;
  const before = cloud.calls().length;
  const grown = await framework('deploy', {
    cwd,
    cloud,
    onText: (text) => {
      if (!text.includes('FW6105')) return;
      writesBefore = cloud
        .calls()
        .slice(before)
        .filter(({ isWrite }) => isWrite).length;
    },
  });
  expect({ exitCode: grown.exitCode, writesBefore }).toEqual({ exitCode: 0, writesBefore: 0 });
  expect(grown.calls).toContain('lambda:UpdateFunctionCode');
  // One byte too many, all of them zero.
  truncateSync(join(cwd, 'frameworklib/data.bin'), 262_144_001);
  const refused = await framework('deploy', { cwd, cloud });
  expect(refused).toMatchObject({ exitCode: 1, out: '', calls: [] });
  expect(refused.err).toMatch(/^error FW6102: .*262\.1 MB/m);
});
