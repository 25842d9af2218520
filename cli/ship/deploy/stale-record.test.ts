// A record that is outdated because of another machine, or another version of the framework: the cloud is observed again.
import { expect, test } from 'vitest';
import { findDeletions } from './observe.js';
import type { Desired } from '../stage/states.js';
import { elsewhere, type Machine, openCloud, type PortCloud } from './port-cloud.fixture.js';
import { appWith } from './states.fixture.js';

const ownRole = {
  stages: { dev: { lambda_functions: { resize: { autogen_policy: true } } } },
} as const;
const larger = appWith('two', { functions: ['resize'], config: ownRole });

/** Deploys `first` from this machine, and then `second` from another machine. */
async function overtaken(
  first: Desired,
  second: Desired,
): Promise<{ readonly cloud: PortCloud; readonly machine: Machine }> {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(first, machine);
  await cloud.deploy(second, elsewhere());
  return { cloud, machine };
}

/** Returns the names of the resources that a deletion of the stage would remove, by kind. */
async function deletionsOf(
  cloud: PortCloud,
  { state }: Machine,
): Promise<(kind: string) => readonly string[]> {
  const options = { hasLogGroups: false };
  const { deletions } = await findDeletions({ cloud, owner: larger, record: state, options });
  return (kind) => deletions.filter((one) => one.kind === kind).map(({ name }) => name);
}

test('what another machine has added since goes with the next deploy of a source without it', async () => {
  const { cloud, machine } = await overtaken(appWith('one'), larger);
  expect(cloud.namesOf('function')).toEqual(['fixture-dev', 'fixture-dev-resize']);
  await cloud.deploy(appWith('one'), machine);
  expect(cloud.namesOf('function')).toEqual(['fixture-dev']);
  expect(cloud.namesOf('role')).toEqual(['fixture-dev']);
});

test('what another machine has added since is deleted too', async () => {
  const { cloud, machine } = await overtaken(appWith('one'), larger);
  const found = await deletionsOf(cloud, machine);
  expect(found('function')).toEqual(['fixture-dev', 'fixture-dev-resize']);
  expect(found('role')).toEqual(['fixture-dev', 'fixture-dev-resize']);
});

test('a role that another machine has given to a known function is found by it', async () => {
  const shared = appWith('two', { functions: ['resize'] });
  const { cloud, machine } = await overtaken(shared, larger);
  expect((await deletionsOf(cloud, machine))('role')).toEqual([
    'fixture-dev',
    'fixture-dev-resize',
  ]);
  await cloud.deploy(shared, machine);
  expect(cloud.namesOf('role')).toEqual(['fixture-dev']);
});

test('a stage that nobody else has touched is deleted by its record', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(larger, machine);
  cloud.calls.length = 0;
  await deletionsOf(cloud, machine);
  expect(cloud.calls).toEqual(['getFunctionConfiguration', 'getFunctionConfiguration', 'getApi']);
});

test('another version of the framework is written in the tags of everything', async () => {
  const { cloud, machine } = await overtaken(appWith('one'), appWith('one'));
  const { outcome } = await cloud.deploy(appWith('one', { version: '2.0.0' }), machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  const { iam, lambda, apiGateway } = cloud.others;
  const [api] = await apiGateway.findApis('fixture-dev');
  const found = [await iam.getRole('fixture-dev'), await lambda.getFunction('fixture-dev'), api];
  const tags = found.map((one) => one?.tags['cloud-framework']);
  expect(tags).toEqual(Array(3).fill('version=2.0.0:stage=dev:app=fixture'));
  const next = appWith('one', { version: '2.0.0' });
  // A change of tags creates another revision of the function, which is read once.
  expect((await cloud.deploy(next, machine)).calls).toContain('getPermissions');
  expect((await cloud.deploy(next, machine)).calls).toHaveLength(3);
});

test('a role that was given policies by hand is deleted with them', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(appWith('one'), machine);
  await cloud.others.iam.putRolePolicy('fixture-dev', 'by-hand', ALLOWS_LOGS);
  await cloud.remove(machine);
  expect(cloud.testCloud.inventory()).toEqual([]);
});

const ALLOWS_LOGS = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: ['logs:*'], Resource: ['*'] }],
};
