// A role for each function (`role_per_function`): the functions are called after every write of a change between one role and
// many, and always have the permissions that their code needs, whatever interrupts the change.
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../test/support/sample.js';
import { isRoleNameOfStage, regionalRoleName } from '../../../config/cloud-names.js';
import type { RawConfig } from '../../../config/keys.js';
import {
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  recordOrNot,
  writesIn,
} from '../../deploy/port-cloud.fixture.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { appWith, desiredOf, observedOf } from '../../deploy/states.fixture.js';
import type { RolePolicy } from '../../policy/role-policies.js';
import type { Ports } from '../../stage/run-steps.js';
import type { Desired } from '../../stage/states.js';
import { roleType } from './role.js';

/** What the code of each function reads: roles with these names, none of which exists. */
type Reach = { readonly api_handler: string; readonly resize: string };

const ONE: Reach = { api_handler: 'one-of-api', resize: 'one-of-resize' };
const TWO: Reach = { api_handler: 'two-of-api', resize: 'two-of-resize' };

/** Returns functions whose result tells whether they may read what their code reads. */
function codeOf({ api_handler, resize }: Reach): string {
  return `
    import { request } from 'node:http';
    const handlerOf = (name) => async () => {
      const { AWS_ENDPOINT_URL, AWS_ACCESS_KEY_ID } = process.env;
      const now = new Date().toISOString().replaceAll(/[-:]|\\.\\d+/g, '');
      const scope = AWS_ACCESS_KEY_ID + '/' + now.slice(0, 8) + '/us-east-1/iam/aws4_request';
      const headers = {
        'X-Amz-Date': now,
        'Content-Type': 'application/x-www-form-urlencoded',
        Authorization: 'AWS4-HMAC-SHA256 Credential=' + scope + ', SignedHeaders=host, Signature=' + '0'.repeat(64),
      };
      const body = 'Action=GetRole&Version=2010-05-08&RoleName=' + name;
      // The first call of fetch takes longer than the start of the process.
      const response = await new Promise((resolve, reject) => {
        request(AWS_ENDPOINT_URL, { method: 'POST', headers }, resolve).on('error', reject).end(body);
      });
      response.resume();
      return response.statusCode;
    };
    export const handler = handlerOf('${api_handler}');
    export const function_resize = handlerOf('${resize}');`;
}

/** The status for a missing role if the caller may read it. */
const MISSING = 404;

function policyOf(...names: readonly string[]): RolePolicy {
  const Resource = names.map((name) => `arn:aws:iam::*:role/${name}`);
  const statement = { Effect: 'Allow', Action: ['iam:GetRole'], Resource };
  const logs = { Effect: 'Allow', Action: ['logs:*'], Resource: ['*'] };
  const document = { Version: '2012-10-17', Statement: [statement, logs] };
  return { kind: 'file', path: 'policy.json', document };
}

function stageOf(isDivided: boolean, reach: Reach, config: RawConfig = {}): Desired {
  const { api_handler, resize } = reach;
  return appWith(codeOf(reach), {
    functions: ['resize'],
    config: { lambda_timeout: 20, ...(isDivided && { role_per_function: true }), ...config },
    policies: isDivided
      ? {
          'fixture-dev-api_handler': policyOf(api_handler),
          'fixture-dev-resize': policyOf(resize),
        }
      : { 'fixture-dev': policyOf(api_handler, resize) },
  });
}

const SHARED = ['fixture-dev'];
const DIVIDED = ['fixture-dev-api_handler', 'fixture-dev-resize'];

/** Returns the result of each function; functions that cannot be called yet are omitted. */
async function answersOf({ clients }: PortCloud): Promise<readonly string[]> {
  const each = ['fixture-dev', 'fixture-dev-resize'].map(async (FunctionName) => {
    const { Payload } = await clients.lambda.invoke({ FunctionName });
    return `${FunctionName} ${Payload?.transformToString() ?? ''}`;
  });
  return Promise.all(each);
}

const ALLOWED = [`fixture-dev ${MISSING}`, `fixture-dev-resize ${MISSING}`];

/** Calls the functions after each write; returns the writes after which a permission is missing. */
function watch(cloud: PortCloud): readonly string[] {
  const refused: string[] = [];
  cloud.onWrite = async (call) => {
    const answers = await answersOf(cloud);
    if (answers.join() !== ALLOWED.join()) refused.push(`${call}: ${answers.join(', ')}`);
  };
  return refused;
}

async function deployed(desired: Desired): Promise<{ cloud: PortCloud; machine: Machine }> {
  const cloud = await openCloud();
  const machine = elsewhere();
  expect((await cloud.deploy(desired, machine)).outcome.kind).toBe('done');
  cloud.pass(600_000);
  return { cloud, machine };
}

/** Changes between one role and one for each function, alone or together with other code. */
const CHANGES = [
  { name: 'on', before: stageOf(false, ONE), after: stageOf(true, ONE), roles: DIVIDED },
  { name: 'off', before: stageOf(true, ONE), after: stageOf(false, ONE), roles: SHARED },
  { name: 'on, with code', before: stageOf(false, ONE), after: stageOf(true, TWO), roles: DIVIDED },
  { name: 'off, with code', before: stageOf(true, ONE), after: stageOf(false, TWO), roles: SHARED },
] as const;

const DRAWN = sampleOf('changes of roles', CHANGES, 4);

test.each(DRAWN)('$name: no call is refused at any moment', async ({ before, after, roles }) => {
  const { cloud, machine } = await deployed(before);
  const refused = watch(cloud);
  const { outcome, events } = await cloud.deploy(after, machine);
  expect(outcome.kind).toBe('done');
  expect(refused).toEqual([]);
  expect(cloud.namesOf('role')).toEqual(roles);
  // There is one wait for all roles, and the former roles are deleted last.
  const done = events.filter((text) => text.startsWith('done'));
  expect(done.filter((text) => text.includes('await'))).toEqual([
    'done await the new roles to take effect',
  ]);
  expect(events.indexOf('done await the new roles to take effect')).toBeLessThan(
    events.findIndex((text) => text.startsWith('started update function')),
  );
  const lastOf = (start: string): number => done.findLastIndex((text) => text.startsWith(start));
  const firstDeletion = done.findIndex((text) => text.startsWith('done delete role'));
  expect(firstDeletion).toBeGreaterThan(lastOf('done update function'));
  cloud.onWrite = undefined;
  for (const { name, policy } of after.roles) {
    expect(await cloud.others.iam.getRolePolicy(name, name)).toEqual(policy);
  }
  // There is nothing left to do, neither here nor on another machine.
  for (const next of [machine, elsewhere()]) {
    const again = await cloud.deploy(after, next);
    expect(again.events).toEqual([]);
  }
});

test('a role that was left without its policy is waited for too, however old it is', async () => {
  const { cloud, machine } = await deployed(stageOf(false, ONE));
  const after = stageOf(true, ONE);
  for (const { name, trust, tags } of after.roles) {
    await cloud.others.iam.createRole({ name, trust, tags, description: '' });
  }
  cloud.pass(600_000);
  const refused = watch(cloud);
  expect((await cloud.deploy(after, machine)).outcome.kind).toBe('done');
  expect(refused).toEqual([]);
});

test('interrupted at any call, no call is refused, and the next deploy of any machine finishes', async () => {
  const cases = await Promise.all(
    DRAWN.map(async (change) => {
      const { cloud, machine } = await deployed(change.before);
      const { calls } = await cloud.deploy(change.after, machine);
      const all = calls.flatMap((_call, at) =>
        [true, false].map((keepsRecord) => ({ ...change, at, keepsRecord })),
      );
      return sampleOf(`role switch ${change.name}`, all, 40);
    }),
  );
  for (const { name, before, after, roles, at, keepsRecord } of cases.flat()) {
    const where = `${name}, call ${at}, ${keepsRecord ? 'with' : 'without'} a record`;
    const { cloud, machine } = await deployed(before);
    const refused = watch(cloud);
    const interruption = new AbortController();
    cloud.onCall = () => {
      if (cloud.calls.length > at) interruption.abort();
    };
    const first = { state: machine.state, signal: interruption.signal };
    await cloud.deploy(after, first);
    cloud.onCall = undefined;
    const next: Machine = { state: keepsRecord ? first.state : undefined };
    const { outcome } = await cloud.deploy(after, next);
    expect(outcome.kind, where).toBe('done');
    expect(refused, where).toEqual([]);
    expect(cloud.namesOf('role'), where).toEqual(roles);
    cloud.onWrite = undefined;
    expect((await cloud.deploy(after, next)).events, where).toEqual([]);
  }
});

/** Returns how often each call was made. */
function timesOf(calls: readonly string[]): Readonly<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const call of calls.toSorted()) times[call] = (times[call] ?? 0) + 1;
  return times;
}

test('a first deploy creates the roles side by side, and one function waits for all', async () => {
  const functions = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  /** Returns how many functions the deploy asks Lambda to create before Lambda has responded to the first request. */
  const askersWith = async (config: RawConfig): Promise<number> => {
    const cloud = await openCloud();
    let askers = 0;
    cloud.onCall = async (call) => {
      if (call !== 'createFunction' || askers > 0) return;
      askers = 1;
      await pause(200);
      askers = cloud.calls.filter((one) => one === 'createFunction').length;
    };
    const { calls, outcome } = await cloud.deploy(
      appWith('code', { functions, config }),
      elsewhere(),
    );
    expect(outcome.kind).toBe('done');
    const roles = calls.filter((call) => call === 'createRole').length;
    const before = calls.slice(0, calls.indexOf('putRolePolicy'));
    expect(before.filter((call) => call === 'createRole')).toHaveLength(roles);
    return askers;
  };
  expect(await askersWith({})).toBeGreaterThanOrEqual(8);
  expect(await askersWith({ role_per_function: true })).toBe(1);
});

test('without the key a deploy makes the calls that it always made', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  const shared = stageOf(false, ONE);
  const { createFunction, ...others } = timesOf((await cloud.deploy(shared, machine)).calls);
  expect(createFunction).toBeGreaterThan(1);
  expect(others).toEqual({
    ...{ addPermission: 1, createApi: 1, createDeployment: 1, findApis: 2, putApi: 1 },
    ...{ createRole: 1, getRole: 1, putRolePolicy: 1 },
    ...{ getFunction: 2, getFunctionConfiguration: 2 },
  });
  expect(timesOf((await cloud.deploy(shared, machine)).calls)).toEqual({
    ...{ getFunction: 2, getRolePolicy: 1, getStage: 1 },
  });
  const taken = timesOf((await cloud.deploy(shared, elsewhere())).calls);
  expect(taken).toMatchObject({ getRole: 1, getRolePolicy: 1 });
  expect(Object.keys(taken)).not.toContain('listRoles');
});

test('with the key a deploy of the same reads one policy more for each function', async () => {
  const { cloud, machine } = await deployed(stageOf(true, ONE));
  expect(timesOf((await cloud.deploy(stageOf(true, ONE), machine)).calls)).toEqual({
    ...{ getFunction: 2, getRolePolicy: 2, getStage: 1 },
  });
});

test('a function that is added, renamed and removed takes its role along', async () => {
  const { cloud, machine } = await deployed(stageOf(true, ONE));
  const withFunctions = (...functions: readonly string[]): Desired =>
    appWith('code', { functions, config: { role_per_function: true } });
  for (const functions of [['crop', 'resize'], ['crop', 'shrink'], []]) {
    const next = await cloud.deploy(withFunctions(...functions), machine);
    expect(next.outcome.kind).toBe('done');
    const names = functions.map((name) => `fixture-dev-${name}`);
    expect(cloud.namesOf('role').toSorted()).toEqual(['fixture-dev-api_handler', ...names]);
  }
});

test('what somebody changed or deleted by hand is put right', async () => {
  const desired = stageOf(true, ONE);
  const { cloud, machine } = await deployed(desired);
  const { iam } = cloud.others;
  const name = 'fixture-dev-resize';
  const other = { Effect: 'Allow', Action: 'logs:*', Resource: '*' };
  await iam.putRolePolicy(name, name, { Version: '2012-10-17', Statement: [other] });
  expect((await cloud.deploy(desired, machine)).events.at(-1)).toBe(`done update role ${name}`);
  await iam.deleteRolePolicy(name, name);
  await iam.deleteRole(name);
  const { events } = await cloud.deploy(desired, machine);
  expect(events).toContain(`done create role ${name}`);
  expect(events).toContain('done update function fixture-dev-resize');
  cloud.pass(600_000);
  expect(await answersOf(cloud)).toEqual(ALLOWED);
});

test.each(recordOrNot('roles'))(
  'a deletion deletes every role (with a record: %s)',
  async (hasRecord) => {
    const { cloud, machine } = await deployed(stageOf(true, ONE));
    await cloud.remove(hasRecord ? machine : elsewhere());
    expect(cloud.testCloud.inventory()).toEqual([]);
  },
);

test('a role that the entry of a function asks for, or names, stays as it is', () => {
  const arn = 'arn:aws:iam::123456789012:role/mine';
  const own: RawConfig = { lambda_functions: { resize: { manage_iam_role: true } } };
  const given: RawConfig = {
    lambda_functions: { resize: { manage_iam_role: false, iam_role_arn: arn } },
  };
  const rolesOf = (config: RawConfig): readonly unknown[] =>
    desiredOf({ functions: ['resize'], config }).functions.map(({ role }) =>
      role.kind === 'given' ? role.arn : role.name,
    );
  expect(rolesOf(own)).toEqual(['fixture-dev', 'fixture-dev-resize']);
  expect(rolesOf({ ...own, role_per_function: true })).toEqual(DIVIDED);
  expect(rolesOf({ ...given, role_per_function: true })).toEqual(['fixture-dev-api_handler', arn]);
});

test('a former role is deleted when the calls that began with it have ended', async () => {
  const plan = planDeploy(stageOf(true, ONE), observedOf(stageOf(false, ONE)));
  const [deletion] = roleType([]).deletions?.planned?.(plan) ?? [];
  const seen: unknown[] = [];
  const iam = {
    deleteRolePolicy: () => Promise.resolve(void seen.push('policy')),
    deleteRole: () => Promise.resolve(void seen.push('role')),
  };
  const wait = (milliseconds: number): Promise<void> =>
    Promise.resolve(void seen.push(milliseconds));
  await deletion?.run({ cloud: { iam }, wait } as unknown as Ports); // because it only deletes a role
  // `lambda_timeout` is 20 s.
  expect(seen).toEqual([20_000, 'policy', 'role']);
});

test('more roles than the account may have are told before the first write', async () => {
  const cloud = await openCloud({ roleQuota: 1 });
  const { outcome, calls } = await cloud.deploy(stageOf(true, ONE), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(calls).toContain('readRoleUse');
  expect(writesIn(calls)).toEqual([]);
  const observation = await observe({ cloud, desired: stageOf(true, ONE), state: undefined });
  expect('diagnostics' in observation && observation.diagnostics).toMatchObject([
    {
      code: 'FW6125',
      message: 'The deploy would create 2 roles. The account already has 0 of at most 1 roles.',
    },
  ]);
});

test('who may not ask for the quota deploys, and is told of it by the call that passes it', async () => {
  const cloud = await openCloud({ roleQuota: 1 });
  cloud.testCloud.restrictCaller({
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: '*', Resource: '*' },
      { Effect: 'Deny', Action: 'iam:GetAccountSummary', Resource: '*' },
    ],
  });
  const { outcome } = await cloud.deploy(stageOf(true, ONE), elsewhere());
  expect(outcome).toMatchObject({
    kind: 'failed',
    failures: [{ problem: { facts: { kind: 'limit', operation: 'iam:CreateRole' } } }],
  });
});

test('every name fits into 64 characters, and the record of the stage takes it', () => {
  const app = 'a-name-of-an-application-that-is-as-long-as-names-may-be-1234';
  const config: RawConfig = { role_per_function: true, app_name: app, stages: { d: {} } };
  const [role] = desiredOf({ config }).roles;
  const name = role?.name ?? '';
  expect(name).toHaveLength(64);
  expect(name.startsWith(app.slice(0, 55))).toBe(true);
  expect(isRoleNameOfStage(name, `${app}-dev`, 'eu-west-1')).toBe(true);
  expect(isRoleNameOfStage(name, 'another-dev', 'eu-west-1')).toBe(false);
  expect(regionalRoleName(name, 'eu-west-1').length).toBeLessThanOrEqual(64);
});
