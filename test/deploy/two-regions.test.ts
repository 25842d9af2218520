// One stage in two regions: IAM is global for the account, and a role that we manage is never shared between regions.
import { GetRolePolicyCommand } from '@aws-sdk/client-iam';
import { Lambda } from '@aws-sdk/client-lambda';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import {
  answerOf,
  appWith,
  type CommandRun,
  framework,
  helloWorld,
  testCloud,
  cloudWith,
} from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('two regions', 5);

// The first is the region of the environment.
const A = 'us-east-1';
const B = 'eu-west-1';
const IN_B = `helloworld-dev@${B}`;
const NO_CHANGES: unknown = expect.stringContaining('No changes.\n');
const RESIZE = `
export const resize = app.lambdaFunction()(function resize() { return 1; });
`;
const POLICY = (action: string): Record<string, string> => ({
  '.framework/config.json': JSON.stringify({ version: '2.0', autogen_policy: false }),
  '.framework/policy-dev.json': JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: [action], Resource: ['*'] }],
  }),
});

/** Runs a command, by default on a machine that has never deployed. */
function run(cloud: TestCloud, line: string, cwd: string = helloWorld()): Promise<CommandRun> {
  return framework(line, { cwd, cloud });
}

async function deployed(cloud: TestCloud, region: string, cwd?: string): Promise<CommandRun> {
  const result = await run(cloud, `deploy --region ${region}`, cwd);
  expect(result.exitCode, result.err).toBe(0);
  return result;
}

function rolesIn(cloud: TestCloud): readonly string[] {
  return cloud.inventory().flatMap((name) => /^role (.+)$/.exec(name)?.[1] ?? []);
}

function withoutLogs(cloud: TestCloud): readonly string[] {
  return cloud.inventory().filter((name) => !name.startsWith('log-group'));
}

async function policyOf(cloud: TestCloud, role: string): Promise<string> {
  const { iam } = createClients(cloud);
  const command = new GetRolePolicyCommand({ RoleName: role, PolicyName: role });
  return decodeURIComponent((await iam.send(command)).PolicyDocument ?? '');
}

/** Creates the state that the previous version left: a role without a region, which both regions use. */
async function shareAsBefore(cloud: TestCloud): Promise<CommandRun> {
  await deployed(cloud, A);
  const inB = await deployed(cloud, B);
  const { iam } = createClients(cloud);
  await forgetRegion(cloud);
  const lambda = new Lambda({ ...clientSettings(cloud), region: B });
  await lambda.updateFunctionConfiguration({
    FunctionName: 'helloworld-dev',
    Role: 'arn:aws:iam::123456789012:role/helloworld-dev',
  });
  await iam.deleteRolePolicy({ RoleName: IN_B, PolicyName: IN_B });
  await iam.deleteRole({ RoleName: IN_B });
  expect(rolesIn(cloud)).toEqual(['helloworld-dev']);
  return inB;
}

async function forgetRegion(cloud: TestCloud, RoleName = 'helloworld-dev'): Promise<void> {
  const { iam } = createClients(cloud);
  const TagKeys = ['cloud-framework-region', 'cloud-framework-shared'];
  await iam.untagRole({ RoleName, TagKeys });
}

const RECORD = '.framework/deployed/dev.json';

function loseRecord(cwd: string): void {
  rmSync(join(cwd, RECORD));
}

function keepRecord(from: string, to: string): void {
  mkdirSync(join(to, dirname(RECORD)), { recursive: true });
  copyFileSync(join(from, RECORD), join(to, RECORD));
}

function clientSettings({ url, environment }: TestCloud) {
  return {
    endpoint: url,
    credentials: {
      accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? '',
      secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? '',
    },
  };
}

test('the second region makes a role of its own, and takes nothing away from the first', async () => {
  const cloud = await testCloud();
  const first = await deployed(cloud, A, helloWorld(POLICY('s3:GetObject')));
  const second = await deployed(cloud, B, helloWorld(POLICY('sqs:SendMessage')));
  expect(withoutLogs(cloud)).toEqual([
    'api helloworld-dev',
    `api helloworld-dev in ${B}`,
    'function helloworld-dev',
    `function helloworld-dev in ${B}`,
    'role helloworld-dev',
    `role ${IN_B}`,
  ]);
  expect(await policyOf(cloud, 'helloworld-dev')).toContain('s3:GetObject');
  expect(await policyOf(cloud, IN_B)).toContain('sqs:SendMessage');
  expect(second.out).toMatch(/^Initiating first time deployment$/m);
  for (const { out } of [first, second]) expect(await answerOf(out)).toEqual({ hello: 'world' });
});

test('each region finds its own role again, with and without a record', async () => {
  const cloud = await testCloud();
  const machines = { [A]: helloWorld(), [B]: helloWorld() };
  for (const region of [A, B, A, B] as const) await deployed(cloud, region, machines[region]);
  for (const region of [A, B] as const) {
    const again = await deployed(cloud, region, machines[region]);
    expect([again.out, again.count]).toEqual([NO_CHANGES, '3 calls, 0 writes']);
    expect(await deployed(cloud, region)).toMatchObject({ out: NO_CHANGES });
  }
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
});

const ORDERS = [
  [A, B],
  [B, A],
] as const;

test.each(ORDERS)('a delete in %s leaves %s whole', async (one, other) => {
  const cloud = await testCloud();
  const machines = { [A]: helloWorld(), [B]: helloWorld() };
  const urls = {
    [A]: (await deployed(cloud, A, machines[A])).out,
    [B]: (await deployed(cloud, B, machines[B])).out,
  };
  expect((await run(cloud, `delete --region ${one}`, machines[one])).exitCode).toBe(0);
  expect(rolesIn(cloud)).toEqual([other === A ? 'helloworld-dev' : IN_B]);
  expect(await answerOf(urls[other])).toEqual({ hello: 'world' });
  // The remaining role keeps its name, and the plain name is free for the next region.
  expect(await deployed(cloud, other)).toMatchObject({ out: NO_CHANGES });
  await deployed(cloud, one);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
  // Another machine finds only the role of its region.
  expect((await run(cloud, `delete --region ${other}`)).exitCode).toBe(0);
  expect(rolesIn(cloud)).toEqual([one === A ? 'helloworld-dev' : IN_B]);
  expect((await run(cloud, `delete --region ${one}`)).exitCode).toBe(0);
  expect(withoutLogs(cloud)).toEqual([]);
});

test('one machine that deploys to both in turns', async () => {
  const { cloud, cwd } = await cloudWith();
  for (const region of [A, B, A, B]) await deployed(cloud, region, cwd);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
  for (const region of [B, A]) await run(cloud, `delete --region ${region}`, cwd);
  expect(withoutLogs(cloud)).toEqual([]);
});

test('a role of before, without a region, stays with the region whose function has it', async () => {
  const cloud = await testCloud();
  await deployed(cloud, A);
  await forgetRegion(cloud);
  await deployed(cloud, B);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
  const again = await deployed(cloud, A);
  expect(again.count).toMatch(/ 1 writes$/);
  expect(again.calls).toContain('iam:TagRole');
  expect(await deployed(cloud, A)).toMatchObject({ out: NO_CHANGES });
  expect((await run(cloud, `delete --region ${A}`)).err).toContain('FW6250');
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
});

test('a role of before stays when the region that took it is deleted first, whoever deletes it', async () => {
  for (const isRecorded of [true, false]) {
    const cloud = await testCloud();
    const { out } = await shareAsBefore(cloud);
    const cwd = helloWorld();
    await deployed(cloud, A, cwd);
    expect((await deployed(cloud, A, cwd)).count).toBe('3 calls, 0 writes');
    const deleted = await run(cloud, `delete --region ${A}`, isRecorded ? cwd : helloWorld());
    expect(deleted.exitCode, deleted.err).toBe(0);
    expect(deleted.err).toContain('warning FW6250: The role `helloworld-dev` is kept');
    expect(rolesIn(cloud)).toEqual(['helloworld-dev']);
    expect(await policyOf(cloud, 'helloworld-dev')).toContain('Statement');
    expect(await answerOf(out)).toEqual({ hello: 'world' });
    await deployed(cloud, B);
    expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
    expect(await answerOf(out)).toEqual({ hello: 'world' });
  }
});

test('a role of before that one region needs no more stays for the other', async () => {
  const cloud = await testCloud();
  const files = (isOwn: boolean): Record<string, string> => ({
    'app.ts': isOwn ? `${appWith({ '/': 'one' })}${RESIZE}` : appWith({ '/': 'one' }),
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      ...(isOwn && { lambda_functions: { resize: { manage_iam_role: true } } }),
    }),
  });
  const cwd = helloWorld(files(true));
  await deployed(cloud, A, cwd);
  await forgetRegion(cloud, 'helloworld-dev-resize');
  loseRecord(cwd);
  await deployed(cloud, A, cwd);
  const rest = helloWorld(files(false));
  keepRecord(cwd, rest);
  const result = await run(cloud, `deploy --region ${A} --allow-delete`, rest);
  expect(result.exitCode, result.err).toBe(0);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', 'helloworld-dev-resize']);
  const deleted = await run(cloud, `delete --region ${A}`, rest);
  expect(deleted.err).toContain('The role `helloworld-dev-resize` is kept');
  expect(rolesIn(cloud)).toEqual(['helloworld-dev-resize']);
});

test('two regions that share a role of before part with their next deploys', async () => {
  const cloud = await testCloud();
  await shareAsBefore(cloud);
  const { out } = await deployed(cloud, A);
  const parted = await deployed(cloud, B);
  expect(parted.out).toContain(`Created role ${IN_B}`);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
  await run(cloud, `delete --region ${B}`);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev']);
  expect(await answerOf(out)).toEqual({ hello: 'world' });
  // A third region may use it, which cannot be determined.
  expect((await run(cloud, `delete --region ${A}`)).err).toContain('FW6250');
  expect(withoutLogs(cloud)).toEqual(['role helloworld-dev']);
});

test('a delete does not take a role of before, which another region may use, and says so', async () => {
  const cloud = await testCloud();
  await shareAsBefore(cloud);
  const deleted = await run(cloud, `delete --region ${B}`);
  expect(deleted.exitCode).toBe(0);
  expect(deleted.err).toContain('warning FW6250: The role `helloworld-dev` is kept');
  expect(rolesIn(cloud)).toEqual(['helloworld-dev']);
  const { out } = await deployed(cloud, A);
  expect(await answerOf(out)).toEqual({ hello: 'world' });
  const last = await run(cloud, `delete --region ${A} --json`);
  const diagnostics = [{ code: 'FW6250', severity: 'warning' }];
  expect(JSON.parse(last.out)).toMatchObject({ outcome: 'deleted', diagnostics });
  expect(withoutLogs(cloud)).toEqual(['role helloworld-dev']);
});

test('a first deploy of the second region that was cut short goes on with its own role', async () => {
  const cloud = await testCloud();
  await deployed(cloud, A);
  const cwd = helloWorld();
  const whole = (await run(cloud, `plan --region ${B}`, cwd)).calls.length;
  // The reads, then CreateRole.
  cloud.arm({ kind: 'reset-before', at: whole + 2, times: 1000 });
  const cut = await run(cloud, `deploy --region ${B}`, cwd);
  cloud.disarm();
  expect(cut.exitCode).toBe(3);
  expect(cut.err).toContain(`run \`framework deploy --region ${B}\` again to finish.`);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
  await deployed(cloud, B);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', IN_B]);
});

test('what to type next is for the region that was asked about', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': `${appWith({ '/': 'one' })}${RESIZE}` });
  for (const line of ['rollback', 'url'])
    expect((await run(cloud, `${line} --region ${B}`, cwd)).err).toContain(
      `\`framework deploy --region ${B}\``,
    );
  await deployed(cloud, B, cwd);
  writeFileSync(join(cwd, 'app.ts'), appWith({ '/': 'one' }));
  const refused = await run(cloud, `deploy --region ${B} --json`, cwd);
  expect(refused.out).toContain(`framework deploy --region ${B} --allow-delete`);
});

test('a record of before is not believed about the role', async () => {
  const { cloud, cwd } = await cloudWith();
  await deployed(cloud, A, cwd);
  await forgetRegion(cloud);
  const file = join(cwd, '.framework/deployed/dev.json');
  const { hasRegions, ...before } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    unknown
  >;
  expect(hasRegions).toBe(true);
  writeFileSync(file, JSON.stringify(before));
  expect((await deployed(cloud, A, cwd)).calls).toContain('iam:TagRole');
  await forgetRegion(cloud);
  writeFileSync(file, JSON.stringify(before));
  expect((await run(cloud, `delete --region ${A}`, cwd)).err).toContain('FW6250');
  expect(rolesIn(cloud)).toEqual(['helloworld-dev']);
});

test('the role of a single function is parted as well, and goes with it', async () => {
  const cloud = await testCloud();
  const files = {
    'app.ts': `${appWith({ '/': 'one' })}${RESIZE}`,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      lambda_functions: { resize: { manage_iam_role: true } },
    }),
  };
  await deployed(cloud, A, helloWorld(files));
  await deployed(cloud, B, helloWorld(files));
  expect(rolesIn(cloud)).toEqual([
    'helloworld-dev',
    'helloworld-dev-resize',
    `helloworld-dev-resize@${B}`,
    IN_B,
  ]);
  const rest = helloWorld({ 'app.ts': appWith({ '/': 'one' }) });
  const result = await run(cloud, `deploy --region ${B} --allow-delete`, rest);
  expect(result.exitCode, result.err).toBe(0);
  expect(rolesIn(cloud)).toEqual(['helloworld-dev', 'helloworld-dev-resize', IN_B]);
});

const APPLICATIONS = ['helloworld', `shop-${'x'.repeat(50)}`];

test.each(APPLICATIONS)(
  'the policy of the deployer is enough for the second region (%s)',
  async (app) => {
    const cloud = await testCloud();
    const files = { 'app.ts': appWith({ '/': 'one' }).replace('helloworld', app) };
    await deployed(cloud, A, helloWorld(files));
    const printed = await run(cloud, `gen-policy --deployer --region ${B}`, helloWorld(files));
    if (app === 'helloworld') expect(printed.out).toContain(`"arn:aws:iam::*:role/${IN_B}"`);
    for (const region of ['', ` --region ${B}`]) {
      const policy = await run(cloud, `gen-policy --deployer${region}`, helloWorld(files));
      cloud.restrictCaller(JSON.parse(policy.out));
      const cwd = helloWorld(files);
      await deployed(cloud, B, cwd);
      const own = rolesIn(cloud).filter((name) => name.endsWith(`@${B}`));
      expect(own).toHaveLength(1);
      expect(own[0]?.length).toBeLessThanOrEqual(64);
      expect(await deployed(cloud, B, helloWorld(files))).toMatchObject({ out: NO_CHANGES });
      const gone = await run(cloud, `delete --region ${B}`, helloWorld(files));
      expect(gone.exitCode, gone.err).toBe(0);
      expect(rolesIn(cloud)).toEqual([`${app}-dev`]);
      cloud.restrictCaller(undefined);
    }
  },
);
