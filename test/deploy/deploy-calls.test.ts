// What a deploy does and how many calls it makes (docs/performance.md), with the SDK's own clients.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  addressIn,
  answerOf,
  appWith,
  framework,
  helloWorld,
  testCloud,
  TYPES_UNCHECKED,
} from './deployments.js';

test('a first deploy makes everything, prints the address as the last line of stdout, and the API answers', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const first = await framework('deploy', { cwd, cloud });
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
  expect(await answerOf(first.out)).toEqual({ hello: 'world' });
});

test('a deploy of the same reads three times, writes nothing, and says so', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  const { out } = await framework('deploy', { cwd, cloud });
  const again = await framework('deploy', { cwd, cloud });
  expect(again).toMatchObject({
    exitCode: 0,
    out: `No changes.\n${addressIn(out)}\n`,
    err: TYPES_UNCHECKED,
  });
  expect(again.calls.toSorted()).toEqual([
    'apigateway:GetStage',
    'iam:GetRolePolicy',
    'lambda:GetFunction',
  ]);
});

test('other code alone touches only the function', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ 'app.ts': appWith({ '/': 'one' }) });
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'two' }));
  const again = await framework('deploy', { cwd, cloud });
  expect(again.count).toMatch(/^[56] calls, 1 writes$/);
  expect(again.out).toMatch(/^Updated function helloworld-dev \(\d+\.\d s\)\nhttp:.*\n$/);
  await expect.poll(() => answerOf(again.out)).toEqual({ answer: 'two' });
});

test('another route with its code is three writes', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld({ 'app.ts': appWith({ '/': 'one' }) });
  await framework('deploy', { cwd, cloud });
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'one', '/two': 'two' }));
  const again = await framework('deploy', { cwd, cloud });
  expect(again.count).toBe('8 calls, 3 writes');
  await expect.poll(() => answerOf(`${addressIn(again.out)}two`)).toEqual({ answer: 'two' });
});

test('other settings alone are one write', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  await framework('deploy', { cwd, cloud });
  const config = { version: '2.0', lambda_timeout: 10 };
  writeFileSync(join(cwd, '.framework/config.json'), JSON.stringify(config));
  const again = await framework('deploy', { cwd, cloud });
  expect(again.count).toMatch(/^[56] calls, 1 writes$/);
});

test('another machine takes the stage over: the same API, no write, and from then on three calls', async () => {
  const cloud = await testCloud();
  const { out } = await framework('deploy', { cwd: helloWorld(), cloud });
  const cwd = helloWorld();
  const taken = await framework('deploy', { cwd, cloud });
  expect(taken).toMatchObject({
    exitCode: 0,
    out: `No changes.\n${addressIn(out)}\n`,
    err: TYPES_UNCHECKED,
  });
  expect(taken.count).toBe('8 calls, 0 writes');
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
});

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

test('what was deleted by hand comes back', async () => {
  const cloud = await testCloud();
  const cwd = helloWorld();
  await framework('deploy', { cwd, cloud });
  const whole = cloud.inventory();
  await framework('delete', { cwd: helloWorld(), cloud });
  expect(cloud.inventory()).toEqual([]);
  const again = await framework('deploy', { cwd, cloud });
  expect(again.exitCode).toBe(0);
  expect(cloud.inventory().map(withoutId)).toEqual(whole.map(withoutId));
  await expect.poll(() => answerOf(again.out)).toEqual({ hello: 'world' });
});

function withoutId(name: string): string {
  return name.replaceAll(/\b[a-z0-9]{10}\b/g, 'id');
}

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
