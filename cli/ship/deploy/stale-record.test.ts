// A record that another machine, or another version of the framework, has overtaken: the cloud is looked through again.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findDeletions } from './find-deletions.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import type { Desired } from '../stage/states.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';
import { desiredOf, type StateSketch } from './states.fixture.js';

/** `code` is the text of the zip. */
function app(code: string, sketch: StateSketch = {}): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf(sketch), package: { zip, sha256 } };
}

const ownRole = {
  stages: { dev: { lambda_functions: { resize: { autogen_policy: true } } } },
} as const;
const larger = app('two', { functions: ['resize'], config: ownRole });

/** This machine has deployed `first`, then another one `second`. */
async function overtaken(
  first: Desired,
  second: Desired,
): Promise<{ readonly cloud: FakeCloud; readonly machine: Machine }> {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, first, machine);
  await deployOnce(cloud, second, { state: undefined });
  return { cloud, machine };
}

/** The names of what a deletion of the stage would take away, by kind. */
async function deletionsOf(
  cloud: FakeCloud,
  { state }: Machine,
): Promise<(kind: string) => readonly string[]> {
  const options = { hasLogGroups: false };
  const { deletions } = await findDeletions({ cloud, owner: larger, record: state, options });
  return (kind) => deletions.filter((one) => one.kind === kind).map(({ name }) => name);
}

test('what another machine has added since goes with the next deploy of a source without it', async () => {
  const { cloud, machine } = await overtaken(app('one'), larger);
  expect([...cloud.functions.keys()]).toEqual(['fixture-dev', 'fixture-dev-resize']);
  await deployOnce(cloud, app('one'), machine);
  expect([...cloud.functions.keys()]).toEqual(['fixture-dev']);
  expect([...cloud.roles.keys()]).toEqual(['fixture-dev']);
});

test('what another machine has added since is deleted too', async () => {
  const { cloud, machine } = await overtaken(app('one'), larger);
  const found = await deletionsOf(cloud, machine);
  expect(found('function')).toEqual(['fixture-dev', 'fixture-dev-resize']);
  expect(found('role')).toEqual(['fixture-dev', 'fixture-dev-resize']);
});

test('a role that another machine has given to a known function is found by it', async () => {
  const shared = app('two', { functions: ['resize'] });
  const { cloud, machine } = await overtaken(shared, larger);
  expect((await deletionsOf(cloud, machine))('role')).toEqual([
    'fixture-dev',
    'fixture-dev-resize',
  ]);
  await deployOnce(cloud, shared, machine);
  expect([...cloud.roles.keys()]).toEqual(['fixture-dev']);
});

test('a stage that nobody else has touched is deleted by its record', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, larger, machine);
  cloud.calls.length = 0;
  await deletionsOf(cloud, machine);
  expect(cloud.calls).toEqual(['getFunctionConfiguration', 'getFunctionConfiguration', 'getApi']);
});

test('another version of the framework is written in the tags of everything', async () => {
  const { cloud, machine } = await overtaken(app('one'), app('one'));
  const { outcome } = await deployOnce(cloud, app('one', { version: '2.0.0' }), machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  const tags = [
    ...[...cloud.roles.values()].map((role) => role.tags),
    ...[...cloud.functions.values()].map(({ current }) => current.tags),
    ...[...cloud.apis.values()].map(({ api }) => api.tags),
  ].map((one) => one['cloud-framework']);
  expect(tags).toEqual(Array(3).fill('version=2.0.0:stage=dev:app=fixture'));
  const { calls } = await deployOnce(cloud, app('one', { version: '2.0.0' }), machine);
  expect(calls).toHaveLength(3);
});
