// The permission of API Gateway to call functions, changed manually while the record of the last deploy exists.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { addressIn, answerOf, appWith, cloudWith, framework, helloWorld } from './deployments.js';
import { GUARDED } from './guarded-app.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('permissions to invoke', 3);

type Statement = { readonly Sid: string; readonly Condition?: object };

async function statementsOf(cloud: TestCloud, name: string): Promise<readonly Statement[]> {
  const { lambda } = createClients(cloud);
  try {
    const { Policy = '' } = await lambda.getPolicy({ FunctionName: name });
    return (JSON.parse(Policy) as { Statement: Statement[] }).Statement; // because it is a policy
  } catch {
    return [];
  }
}

async function revoke(cloud: TestCloud, name = 'helloworld-dev'): Promise<void> {
  const { lambda } = createClients(cloud);
  for (const { Sid } of await statementsOf(cloud, name)) {
    await lambda.removePermission({ FunctionName: name, StatementId: Sid });
  }
}

async function permit(cloud: TestCloud, id: string, sourceArn: string): Promise<void> {
  const { lambda } = createClients(cloud);
  await lambda.addPermission({
    FunctionName: 'helloworld-dev',
    StatementId: id,
    Action: 'lambda:InvokeFunction',
    Principal: 'apigateway.amazonaws.com',
    SourceArn: sourceArn,
  });
}

const OTHER_API = 'arn:aws:execute-api:us-east-1:123456789012:other/*/*';

test('a permission that was removed by hand is planned, comes back, and costs nothing afterwards', async () => {
  const { cloud, cwd } = await cloudWith();
  const { out } = await framework('deploy', { cwd, cloud });
  const before = await statementsOf(cloud, 'helloworld-dev');
  await revoke(cloud);
  const { status } = await fetch(addressIn(out));
  expect(status).toBe(500);

  const planned = await framework('plan', { cwd, cloud });
  expect(planned.out).toContain('~  function  helloworld-dev  allow API Gateway to call it\n');
  const document = JSON.parse((await framework('plan --json', { cwd, cloud })).out) as object; // because it is JSON
  expect(document).toMatchObject({
    isNothing: false,
    functions: [{ action: 'update', name: 'helloworld-dev', parts: ['permissions'] }],
  });

  const repaired = await framework('deploy', { cwd, cloud });
  expect(repaired.exitCode).toBe(0);
  expect(repaired.out).toMatch(
    /^Allowed API Gateway to call helloworld-dev \(\d+\.\d s\)\nhttp\S+\n$/,
  );
  expect(addressIn(repaired.out)).toBe(addressIn(out));
  expect(repaired.calls.filter((call) => /Update|Create|Put/.test(call))).toEqual([]);
  expect(await statementsOf(cloud, 'helloworld-dev')).toEqual(before);
  expect(await answerOf(out)).toEqual({ hello: 'world' });
  const after = await framework('deploy', { cwd, cloud });
  expect(after).toMatchObject({
    out: `No changes.\n${addressIn(out)}\n`,
    count: '3 calls, 0 writes',
  });
});

test('after every kind of change the next deploy reads three times', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': appWith({ '/': 'one' }) });
  await framework('deploy', { cwd, cloud });
  for (const change of [
    () => writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'two' })),
    () => writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'two', '/more': 'two' })),
    () =>
      writeFileSync(
        join(cwd, '.framework/config.json'),
        JSON.stringify({ version: '2.0', lambda_timeout: 10 }),
      ),
  ]) {
    change();
    expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
    expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  }
});

test('tags of a function make a revision that is looked at once', async () => {
  const { cloud, cwd } = await cloudWith();
  await framework('deploy', { cwd, cloud });
  const config = { version: '2.0', tags: { team: 'a' } };
  writeFileSync(join(cwd, '.framework/config.json'), JSON.stringify(config));
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  await framework('deploy', { cwd, cloud });
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
});

test('a permission that somebody gives by hand stays, and is looked at once', async () => {
  const { cloud, cwd } = await cloudWith();
  const { out } = await framework('deploy', { cwd, cloud });
  await permit(cloud, 'mine', OTHER_API);
  const first = await framework('deploy', { cwd, cloud });
  expect(first).toMatchObject({
    out: `No changes.\n${addressIn(out)}\n`,
    // Another revision may also mean that another deploy has created an API.
    count: '5 calls, 0 writes',
  });
  expect(first.calls).toContain('lambda:GetPolicy');
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  await revoke(cloud);
  await permit(cloud, 'mine', OTHER_API);
  await framework('deploy', { cwd, cloud });
  const ids = (await statementsOf(cloud, 'helloworld-dev')).map(({ Sid }) => Sid);
  expect(ids).toEqual(['mine', expect.stringMatching(/^framework-\w+-integration$/)]);
});

test('a permission that was narrowed by hand is the one of the API again', async () => {
  const { cloud, cwd } = await cloudWith();
  const { out } = await framework('deploy', { cwd, cloud });
  const before = await statementsOf(cloud, 'helloworld-dev');
  await revoke(cloud);
  await permit(cloud, before[0]?.Sid ?? '', OTHER_API);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  expect(await statementsOf(cloud, 'helloworld-dev')).toEqual(before);
  expect(await answerOf(out)).toEqual({ hello: 'world' });
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
});

test('a deploy from another machine gives back what was removed', async () => {
  const { cloud, cwd: first } = await cloudWith();
  const { out } = await framework('deploy', { cwd: first, cloud });
  await revoke(cloud);
  const cwd = helloWorld();
  const given = await framework('deploy', { cwd, cloud });
  expect(given.exitCode).toBe(0);
  expect(addressIn(given.out)).toBe(addressIn(out));
  expect(await answerOf(out)).toEqual({ hello: 'world' });
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  // The record of the first machine contains an earlier revision.
  expect((await framework('deploy', { cwd: first, cloud })).out).toMatch(/^No changes\.\n/);
});

test('a rollback takes no permission away, and the deploy after it gives back one that was removed', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': appWith({ '/': 'one' }) });
  const { out } = await framework('deploy', { cwd, cloud });
  await revoke(cloud);
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'two' }));
  const planned = await framework('plan', { cwd, cloud });
  expect(planned.out).toMatch(
    /~ {2}function {2}helloworld-dev {2}code\n +allow API Gateway to call it\n/,
  );
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  await expect.poll(() => answerOf(out)).toEqual({ answer: 'two' });
  expect((await framework('deploy', { cwd, cloud })).count).toBe('3 calls, 0 writes');
  expect(await framework('rollback --yes', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  await expect.poll(() => answerOf(out)).toEqual({ answer: 'one' });
  await revoke(cloud);
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  await expect.poll(() => answerOf(out)).toEqual({ answer: 'two' });
});

test('the function of an authorizer is given its permission back', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': GUARDED });
  const { out } = await framework('deploy', { cwd, cloud });
  const name = 'helloworld-dev-gatekeeper';
  const before = await statementsOf(cloud, name);
  expect((await framework('deploy', { cwd, cloud })).out).toMatch(/^No changes\.\n/);
  await revoke(cloud, name);
  const repaired = await framework('deploy', { cwd, cloud });
  expect(repaired.out).toMatch(
    /^Allowed API Gateway to call helloworld-dev-gatekeeper .*\nhttp\S+\n$/,
  );
  expect(await statementsOf(cloud, name)).toEqual(before);
  expect((await fetch(addressIn(out), { headers: { Token: 'open' } })).status).toBe(200);
});
