// What a deploy does and how many calls it makes (docs/performance.md), with the SDK's own clients.
import { rmSync, writeFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, describe } from 'vitest';
import {
  addressIn,
  answerOf,
  appWith,
  framework,
  helloWorld,
  testCloud,
  TYPES_UNCHECKED,
  cloudWith,
  deployedOnce,
} from './deployments.js';
import { randomBytes } from 'node:crypto';
import { sampledTest } from '../support/sampled-test.js';

describe('a stage that the tests change in turn', () => {
  const stage = deployedOnce({ 'app.ts': appWith({ '/': 'one' }) });

  test('a first deploy makes everything, prints the address as the last line of stdout, and the API answers', async () => {
    const { first } = stage();
    expect(first).toMatchObject({ exitCode: 0 });
    expect(first.err).not.toContain(' s)');
    expect(first.out).toMatch(
      /^Initiating first time deployment\n(?:.* \(\d+\.\d s\)\n)+http:\S+\/restapis\/\w+\/api\/_user_request_\/\n$/,
    );
    // A new role can be assumed only a moment later, so CreateFunction may be called more than once.
    const repeated = first.calls.filter((name) => name === 'lambda:CreateFunction').length - 1;
    expect(first.calls.length - repeated).toBeLessThanOrEqual(12);
    expect([...new Set(first.calls)].toSorted()).toEqual([
      'apigateway:CreateDeployment',
      'apigateway:CreateRestApi',
      'apigateway:GetRestApis',
      'apigateway:PutRestApi',
      'iam:CreateRole',
      'iam:GetRole',
      'iam:PutRolePolicy',
      'lambda:AddPermission',
      'lambda:CreateFunction',
      'lambda:GetFunction',
      'lambda:GetFunctionConfiguration',
    ]);
    // The deployment is live when the command ends.
    expect(await answerOf(first.out)).toEqual({ answer: 'one' });
  });

  test('the address is known from the last deploy without a call', async () => {
    const url = addressIn(stage().first.out);
    const plain = await framework('url', stage());
    expect(plain).toMatchObject({ exitCode: 0, out: `${url}\n`, err: '', calls: [] });
    const json = await framework('url --json', stage());
    expect(JSON.parse(json.out)).toEqual({ version: 1, app: 'helloworld', stage: 'dev', url });
  });

  test('the record of another cloud is not believed', async () => {
    const cloud = await testCloud();
    const url = await framework('url', { ...stage(), cloud });
    expect(url).toMatchObject({ exitCode: 1, out: '' });
  });

  test('a deploy of the same reads three times, writes nothing, and says so', async () => {
    const again = await framework('deploy', stage());
    expect(again).toMatchObject({
      exitCode: 0,
      out: `No changes.\n${addressIn(stage().first.out)}\n`,
      err: TYPES_UNCHECKED,
    });
    expect(again.calls.toSorted()).toEqual([
      'apigateway:GetStage',
      'iam:GetRolePolicy',
      'lambda:GetFunction',
    ]);
  });

  test('another machine takes the stage over: the same API, no write, and from then on three calls', async () => {
    const { cloud, first } = stage();
    const out = `${addressIn(first.out)}\n`;
    const cwd = helloWorld({ 'app.ts': appWith({ '/': 'one' }) });
    // It finds the API by name and tag.
    expect(await framework('url', { cwd, cloud })).toMatchObject({ exitCode: 0, out });
    const taken = await framework('deploy', { cwd, cloud });
    expect(taken).toMatchObject({ exitCode: 0, out: `No changes.\n${out}`, err: TYPES_UNCHECKED });
    expect(taken.count).toBe('8 calls, 0 writes');
    expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  });

  test('other code alone touches only the function', async () => {
    writeFileSync(join(stage().cwd, 'app.ts'), appWith({ '/': 'two' }));
    const again = await framework('deploy', stage());
    expect(again.count).toMatch(/^[56] calls, 1 writes$/);
    expect(again.out).toMatch(/^Updated function helloworld-dev \(\d+\.\d s\)\nhttp:.*\n$/);
    await expect.poll(() => answerOf(again.out)).toEqual({ answer: 'two' });
  });

  test('another route with its code is three writes', async () => {
    writeFileSync(join(stage().cwd, 'app.ts'), appWith({ '/': 'two', '/two': 'two' }));
    const again = await framework('deploy', stage());
    expect(again.count).toBe('8 calls, 3 writes');
    await expect.poll(() => answerOf(`${addressIn(again.out)}two`)).toEqual({ answer: 'two' });
  });

  test('other settings alone are one write', async () => {
    const config = { version: '2.0', lambda_timeout: 10 };
    writeFileSync(join(stage().cwd, '.framework/config.json'), JSON.stringify(config));
    const again = await framework('deploy', stage());
    expect(again.count).toMatch(/^[56] calls, 1 writes$/);
  });

  test('what was deleted by hand comes back', async () => {
    const { cloud } = stage();
    const whole = cloud.inventory();
    await framework('delete --log-groups', { cwd: helloWorld(), cloud });
    expect(cloud.inventory()).toEqual([]);
    const again = await framework('deploy', stage());
    expect(again.exitCode).toBe(0);
    await expect.poll(() => answerOf(again.out)).toEqual({ answer: 'two' });
    expect(cloud.inventory().map(withoutId)).toEqual(whole.map(withoutId));
  });
});

function withoutId(name: string): string {
  return name.replaceAll(/\b[a-z0-9]{10}\b/g, 'id');
}

test('an address of AWS has the form of AWS where there is no endpoint', async () => {
  const { apiAddress } = await import('../../cli/ship/resources/rest-api/api-state.js');
  const place = { id: 'abc', stage: 'api', partition: 'aws', endpoint: undefined };
  expect(apiAddress({ ...place, region: 'eu-west-1' })).toBe(
    'https://abc.execute-api.eu-west-1.amazonaws.com/api/',
  );
  expect(apiAddress({ ...place, region: 'cn-north-1', partition: 'aws-cn' })).toBe(
    'https://abc.execute-api.cn-north-1.amazonaws.com.cn/api/',
  );
});

test('a record that is lost in the middle of a stage of several functions costs nothing', async () => {
  const cloud = await testCloud();
  const app = `${appWith({ '/': 'one' })}
export const resize = app.lambdaFunction()(function resize() { return 1; });
`;
  const cwd = helloWorld({ 'app.ts': app });
  await framework('deploy', { cwd, cloud });
  rmSync(join(cwd, '.framework/deployed'), { recursive: true });
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'one' }));
  const again = await framework('deploy --allow-delete', { cwd, cloud });
  expect(again.out).toContain('Deleted function helloworld-dev-resize');
});

// The output of a deploy: for machines, after an error, and if there is no API.
describe('outcomes of a deploy', () => {
  const test = sampledTest('outcomes of deploys', 3);

  test('--json prints one document on stdout', async () => {
    const { cloud, cwd } = await cloudWith();
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
    const { cloud, cwd } = await cloudWith();
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
    const { cloud, cwd } = await cloudWith({
      'app.ts': `import { Framework } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
export const resize = app.lambdaFunction()(function resize() { return 1; });
`,
    });
    const first = await framework('deploy', { cwd, cloud });
    expect(first).toMatchObject({
      exitCode: 0,
      out: expect.not.stringContaining('http') as unknown,
    });
    expect(cloud.inventory().filter((name) => name.startsWith('api'))).toEqual([]);
    expect((await framework('deploy', { cwd, cloud })).count).toBe('2 calls, 0 writes');
  });

  test('a zip that grew tenfold is reported before it is uploaded, and one that Lambda refuses ends the deploy', async () => {
    const { cloud, cwd } = await cloudWith({ 'frameworklib/data.bin': '' });
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
});

test('a stage that is not deployed is an error that says what to type', async () => {
  const cloud = await testCloud();
  const url = await framework('url --stage prod', { cwd: helloWorld(), cloud });
  expect(url).toMatchObject({ exitCode: 1, out: '' });
  expect(url.err).toContain('FW6226');
  expect(url.err).toContain('framework deploy --stage prod');
});
