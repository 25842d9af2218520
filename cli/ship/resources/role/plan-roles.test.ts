// What a plan says about roles and their permissions.
import { expect, test } from 'vitest';
import { isNothing, planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf, type StateSketch, appWith } from '../../deploy/states.fixture.js';
import { elsewhere, openCloud, type PortCloud } from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import { grantsOf, type FunctionRole } from './policy-changes.js';
import { CloudError } from '../../../cloud/cloud-error.js';
import { READY_WITHIN } from '../../stage/repeated-calls.js';
import { whenRoleIsReady } from './role-steps.js';
import type { Session } from '../../stage/run-steps.js';

/** Returns the plan for deploying `after` if `before` is deployed. */
function plan(before: StateSketch, after: StateSketch): string {
  return show(planDeploy(desiredOf(after), observedOf(desiredOf(before))));
}

function show(one: ReturnType<typeof planDeploy>): string {
  return renderPlan(one, { hasColor: false });
}

test('a role that somebody deleted is made again, and its functions are given the new one', () => {
  const desired = desiredOf();
  expect(show(planDeploy(desired, { ...observedOf(desired), roles: [] }))).toMatchInlineSnapshot(`
      "Policy of fixture-dev
        +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
        +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
        +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

      Resources
        +  role      fixture-dev
        ~  function  fixture-dev  iam_role_arn is set to fixture-dev

      fixture, stage dev, eu-west-1: 1 to create, 1 to change.
      "
    `);
});

test('policies that say the same in another form are the same', () => {
  const desired = desiredOf();
  const observed = observedOf(desired);
  const policy = {
    Statement: {
      Resource: 'arn:*:logs:*:*:*',
      Effect: 'Allow',
      Action: ['logs:PutLogEvents', 'logs:CreateLogGroup', 'logs:CreateLogStream'],
      Sid: 'Logs',
    },
    Version: '2012-10-17',
  };
  const roles = observed.roles.map((role) => ({ ...role, policy }));
  expect(isNothing(planDeploy(desired, { ...observed, roles }))).toBe(true);
});

test('what a policy gains and loses is listed with the reason', () => {
  const desired = desiredOf();
  const observed = observedOf(desired);
  const policy = {
    Version: '2012-10-17',
    Statement: [
      { Effect: 'Allow', Action: 'logs:PutLogEvents', Resource: '*' },
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] },
      { Effect: 'Deny', NotAction: 's3:*', Resource: '*' },
    ],
  };
  const roles = observed.roles.map((role) => ({ ...role, policy }));
  expect(show(planDeploy(desired, { ...observed, roles }))).toMatchInlineSnapshot(`
    "Policy of fixture-dev
      +  logs:CreateLogGroup          arn:*:logs:*:*:*         logs of the functions
      +  logs:CreateLogStream         arn:*:logs:*:*:*         logs of the functions
      -  Deny everything except s3:*  *
      -  s3:GetObject                 arn:aws:s3:::photos/*
      ~  logs:PutLogEvents            + arn:*:logs:*:*:*, - *

    Resources
      ~  role  fixture-dev  policy

    fixture, stage dev, eu-west-1: 1 to change.
    "
  `);
});

test('another version of framework changes the tags, and nothing else', () => {
  expect(plan({ version: '1.0.0' }, { version: '1.1.0' })).toMatchInlineSnapshot(`
      "Resources
        ~  role      fixture-dev  tags
        ~  function  fixture-dev  tags
        ~  API       fixture-dev  tags

      fixture, stage dev, eu-west-1: 3 to change.
      "
    `);
});

test('a given role is compared by its ARN', () => {
  const given = (name: string): StateSketch => ({
    config: { manage_iam_role: false, iam_role_arn: `arn:aws:iam::123456789012:role/${name}` },
  });
  expect(plan({}, given('mine'))).toMatchInlineSnapshot(`
      "Resources
        -  role      fixture-dev
        ~  function  fixture-dev  iam_role_arn arn:aws:iam::123456789012:role/fixture-dev -> arn:aws:iam::123456789012:role/mine

      fixture, stage dev, eu-west-1: 1 to change, 1 to delete.
      "
    `);
  expect(plan(given('mine'), given('path/mine'))).toMatchInlineSnapshot(`
      "Resources
        ~  function  fixture-dev  iam_role_arn arn:aws:iam::123456789012:role/mine -> arn:aws:iam::123456789012:role/path/mine

      fixture, stage dev, eu-west-1: 1 to change.
      "
    `);
});

// A policy that changes with its functions: new permissions are added first, old ones are removed last.

const ROLE = 'fixture-dev';

/** Creates an application with this code, whose role allows these actions. */
function app(code: string, actions: readonly string[], extra: object = {}): Desired {
  const document = {
    Version: '2012-10-17',
    Statement: [{ Sid: 'All', Effect: 'Allow', Action: [...actions], Resource: ['*'] }],
    ...extra,
  };
  const policies = { [ROLE]: { kind: 'file', path: 'policy.json', document } } as const;
  return appWith(code, { policies });
}

/** Returns the permissions at each change of code or policy. */
async function redeploy(from: Desired, to: Desired): Promise<readonly string[]> {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(from, machine);
  const seen: string[] = [];
  cloud.onWrite = async (call) => {
    if (call === 'updateFunctionCode') seen.push('code');
    if (call === 'putRolePolicy') seen.push(await granted(cloud));
  };
  const { outcome } = await cloud.deploy(to, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(await cloud.others.iam.getRolePolicy(ROLE, ROLE)).toEqual(to.roles[0]?.policy);
  return seen;
}

async function granted({ others: { iam } }: PortCloud): Promise<string> {
  return [...grantsOf(await iam.getRolePolicy(ROLE, ROLE)).keys()].toSorted().join(' ');
}

test('what a role gains it has before the new code runs', async () => {
  expect(await redeploy(app('1', ['a:A']), app('2', ['a:A', 'b:B']))).toEqual(['a:A b:B', 'code']);
});

test('what a role loses it has until the old code is gone', async () => {
  expect(await redeploy(app('1', ['a:A', 'b:B']), app('2', ['a:A']))).toEqual(['code', 'a:A']);
});

test('between two policies both are granted', async () => {
  expect(await redeploy(app('1', ['a:A']), app('2', ['b:B']))).toEqual(['a:A b:B', 'code', 'b:B']);
});

test('policies that are too long together follow each other at once', async () => {
  const long = Array.from({ length: 310 }, (_, at) => `service:Action${at}WithALongName`);
  expect(await redeploy(app('1', long), app('2', ['b:B']))).toEqual(['b:B', 'code']);
});

test('a policy in another form that grants the same is put once', async () => {
  const other = { Statement: [{ Effect: 'Allow', Action: ['a:A'], Resource: ['*'] }] };
  expect(await redeploy(app('1', ['a:A']), app('2', ['a:A'], other))).toEqual(['a:A', 'code']);
});

// How long a deploy waits for a role that Lambda does not accept.

const NAME = 'helloworld-dev';

type Case = {
  readonly role?: FunctionRole;
  readonly createdAt?: number;
  readonly action?: 'create' | 'unchanged';
};

/** Returns the seconds of waiting until Lambda's error is reported. */
async function patienceWith({ role, createdAt, action = 'unchanged' }: Case): Promise<number> {
  let waited = 0;
  const session = {
    cloud: { iam: { getRole: () => Promise.resolve({ name: NAME, createdAt }) } },
    desired: { hasRolePerFunction: false },
    plan: { roles: [{ action, desired: { name: NAME } }] },
    wait: (milliseconds: number) => {
      waited += milliseconds;
      return Promise.resolve();
    },
  } as unknown as Session; // because nothing else of a session is read
  const refusal = new CloudError(
    {
      kind: 'role-not-ready',
      operation: 'lambda:CreateFunction',
      message: 'The provided execution role does not have permissions',
      name: 'InvalidParameterValueException',
      status: 400,
      requestId: undefined,
    },
    undefined,
  );
  const subject = { role: role ?? { kind: 'managed', name: NAME } } as const;
  await expect(whenRoleIsReady(() => Promise.reject(refusal), subject, session)).rejects.toBe(
    refusal,
  );
  return waited;
}

test('a role that is given is not waited for', async () => {
  const arn = 'arn:aws:iam::123456789012:role/mine';
  expect(await patienceWith({ role: { kind: 'given', arn } })).toBe(0);
});

test('a role that this deploy made is waited for as long as IAM may take', async () => {
  expect(await patienceWith({ action: 'create' })).toBeGreaterThanOrEqual(READY_WITHIN);
});

test('a role that an interrupted deploy made a minute ago is too', async () => {
  const createdAt = Date.now() - 60_000;
  expect(await patienceWith({ createdAt })).toBeGreaterThanOrEqual(READY_WITHIN);
});

test('an old role is waited for some seconds: its policy may have been changed', async () => {
  const waited = await patienceWith({ createdAt: 0 });
  expect(waited).toBeGreaterThanOrEqual(15_000);
  expect(waited).toBeLessThan(20_000);
});
