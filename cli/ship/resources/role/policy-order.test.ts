// A policy that changes with its functions: new permissions are added first, old ones are removed last.
import { expect, test } from 'vitest';
import {
  deployOnce,
  elsewhere,
  openCloud,
  type PortCloud,
} from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import { grantsOf } from './policy-changes.js';
import { appWith } from '../../deploy/states.fixture.js';

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
  await deployOnce(cloud, from, machine);
  const seen: string[] = [];
  cloud.onWrite = async (call) => {
    if (call === 'updateFunctionCode') seen.push('code');
    if (call === 'putRolePolicy') seen.push(await granted(cloud));
  };
  const { outcome } = await deployOnce(cloud, to, machine);
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
