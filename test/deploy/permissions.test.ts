// The permissions that the deploying user or job needs: `gen-policy --deployer` is enough and contains nothing superfluous;
// adding what a failed command prints also succeeds.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients, LOGS_POLICY, TRUST } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { appWith, framework, helloWorld, testCloud, cloudWith } from './deployments.js';
import { AFTER, BEFORE } from './faults/fault-apps.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('policies of deployers', 5);

type Statement = { readonly Action: readonly string[]; readonly Resource: readonly string[] };
type Policy = { readonly Version: string; readonly Statement: readonly object[] };

/** Runs a command line, by default in the test's own project. */
type Run = (line: string, cwd?: string) => Promise<void>;

function write(cwd: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
}

/** Runs everything that can happen to a stage. `asAdmin` makes the manual changes of others. */
async function liveThrough(cloud: TestCloud, run: Run, asAdmin: AsAdmin): Promise<void> {
  const cwd = helloWorld(BEFORE.files);
  for (const line of ['plan', 'deploy', 'url', 'logs']) await run(line, cwd);
  write(cwd, AFTER.files);
  await run('deploy --allow-delete', cwd);
  write(cwd, BEFORE.files);
  for (const line of ['plan', 'deploy --allow-delete', 'rollback', 'deploy --allow-delete'])
    await run(line, cwd);
  write(cwd, { 'app.ts': appWith({ '/': 'other', '/old': 'old' }) });
  for (const line of ['deploy --allow-delete', 'rollback']) await run(line, cwd);
  write(cwd, { '.framework/config.json': '{"version":"2.0","api_gateway_stage":"v2"}' });
  await run('deploy --allow-delete', cwd);
  await asAdmin(() => changeByHand(cloud));
  await run('deploy --allow-delete', helloWorld(BEFORE.files));
  await run('delete --yes --log-groups', helloWorld());
  expect(cloud.inventory()).toEqual([]);
}

type AsAdmin = (work: () => Promise<void>) => Promise<void>;

async function changeByHand(cloud: TestCloud): Promise<void> {
  const { iam, apiGateway } = createClients(cloud);
  const role = { RoleName: 'helloworld-dev' };
  await iam.putRolePolicy({ ...role, PolicyName: 'mine', PolicyDocument: LOGS_POLICY });
  const trust = LOGS_POLICY.replace(/"Action".*/, '"Action":"sts:AssumeRole"}]}').replace(
    '"Effect"',
    '"Principal":{"Service":["lambda.amazonaws.com","ec2.amazonaws.com"]},"Effect"',
  );
  await iam.updateAssumeRolePolicy({ ...role, PolicyDocument: trust });
  const { items = [] } = await apiGateway.getRestApis({});
  for (const { id } of items) await apiGateway.deleteRestApi({ restApiId: id });
}

async function deployerPolicy(line = 'gen-policy --deployer'): Promise<Policy> {
  const cloud = await testCloud();
  const { out } = await framework(line, { cwd: helloWorld(AFTER.files), cloud });
  return JSON.parse(out) as Policy; // because it is the policy that is printed
}

test('the policy of the deployer is enough for everything that can happen to a stage', async () => {
  const cloud = await testCloud();
  const policy = await deployerPolicy('gen-policy --deployer --region us-east-1');
  cloud.restrictCaller(policy);
  const run: Run = async (line, cwd = helloWorld()) => {
    const { exitCode, err } = await framework(line, { cwd, cloud });
    expect(exitCode, `${line}: ${err}`).toBe(0);
  };
  await liveThrough(cloud, run, async (work) => {
    cloud.restrictCaller(undefined);
    await work();
    cloud.restrictCaller(policy);
  });
});

test('who adds the statements that refused commands print can do everything in the end, and the policy of the deployer holds no other action', async () => {
  const cloud = await testCloud();
  const statements: Statement[] = [];
  const run: Run = async (line, cwd = helloWorld()) => {
    for (;;) {
      const other = { Effect: 'Allow', Action: 's3:ListAllMyBuckets', Resource: '*' };
      cloud.restrictCaller({ Version: '2012-10-17', Statement: [other, ...statements] });
      const { exitCode, err } = await framework(line, { cwd, cloud });
      if (exitCode === 0) return;
      const printed = [...err.matchAll(/Add this statement to the policy[^{]*(\{.*\})/g)];
      expect(printed, `${line}: ${err}`).not.toEqual([]);
      for (const [, text = ''] of printed) statements.push(JSON.parse(text) as Statement); // because it is a statement that is printed
    }
  };
  await liveThrough(cloud, run, async (work) => {
    cloud.restrictCaller(undefined);
    await work();
  });
  const needed = [...new Set(statements.flatMap(({ Action }) => Action))].toSorted();
  const { Statement } = await deployerPolicy();
  const granted = Statement.flatMap((one) => ('Action' in one ? one.Action : []) as string[]); // because Action is a list of strings
  // The application has no subnets, and commands continue without the list of mappings, with a warning (FW6278).
  const others = /^(?:ec2:|lambda:ListEventSourceMappings$)/;
  expect([...new Set(granted)].filter((action) => !others.test(action)).toSorted()).toEqual(needed);
});

test('the policy of the deployer is enough to go from a role of ours to one that is given', async () => {
  const cloud = await testCloud();
  const { iam } = createClients(cloud);
  const mine = { RoleName: 'mine', AssumeRolePolicyDocument: TRUST };
  const { Role } = await iam.createRole(mine);
  const cwd = helloWorld();
  expect(await framework('deploy', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const config = { version: '2.0', manage_iam_role: false, iam_role_arn: Role?.Arn };
  write(cwd, { '.framework/config.json': JSON.stringify(config) });
  const { out } = await framework('gen-policy --deployer', { cwd, cloud });
  cloud.restrictCaller(JSON.parse(out) as Policy); // because it is the policy that is printed
  const { exitCode, err } = await framework('deploy --yes', { cwd, cloud });
  expect(exitCode, err).toBe(0);
  expect(cloud.inventory().filter((resource) => resource.includes('role'))).toEqual(['role mine']);
});

test('the policy for reading is enough to plan, and changes nothing', async () => {
  const { cloud, cwd } = await cloudWith();
  cloud.restrictCaller(await deployerPolicy('gen-policy --deployer --read-only'));
  expect(await framework('plan', { cwd, cloud })).toMatchObject({ exitCode: 0 });
  const refused = await framework('deploy', { cwd, cloud });
  expect(refused.exitCode).toBe(3);
  expect(refused.err).toContain('iam:CreateRole');
  expect(cloud.inventory()).toEqual([]);
  cloud.restrictCaller(undefined);
  await framework('deploy', { cwd, cloud });
  cloud.restrictCaller(await deployerPolicy('gen-policy --deployer --read-only'));
  write(cwd, AFTER.files);
  const elsewhere = helloWorld(AFTER.files);
  for (const directory of [cwd, elsewhere]) {
    const { exitCode, err } = await framework('plan', { cwd: directory, cloud });
    expect(exitCode, err).toBe(0);
  }
  expect(await framework('url', { cwd, cloud })).toMatchObject({ exitCode: 0 });
});
