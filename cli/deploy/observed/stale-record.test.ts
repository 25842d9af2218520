// A record that another machine, or another version of the framework, has overtaken: the cloud is looked through again.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { findDoomed } from '../delete/doomed-stage.js';
import { deployOnce, type Machine } from '../deploy-run.fixture.js';
import type { Desired } from '../desired/desired.js';
import { fakeCloud, type FakeCloud } from '../fake-cloud.fixture.js';
import { desiredOf, type StateSketch } from '../plan/states.fixture.js';

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

test('what another machine has added since goes with the next deploy of a source without it', async () => {
  const { cloud, machine } = await overtaken(app('one'), larger);
  expect([...cloud.functions.keys()]).toEqual(['fixture-dev', 'fixture-dev-resize']);
  await deployOnce(cloud, app('one'), machine);
  expect([...cloud.functions.keys()]).toEqual(['fixture-dev']);
  expect([...cloud.roles.keys()]).toEqual(['fixture-dev']);
});

test('what another machine has added since is deleted too', async () => {
  const { cloud, machine } = await overtaken(app('one'), larger);
  const { functions, roles } = await findDoomed(cloud, larger, machine.state);
  expect(functions.map(({ name }) => name)).toEqual(['fixture-dev', 'fixture-dev-resize']);
  expect(roles).toEqual(['fixture-dev', 'fixture-dev-resize']);
});

test('a role that another machine has given to a known function is found by it', async () => {
  const shared = app('two', { functions: ['resize'] });
  const { cloud, machine } = await overtaken(shared, larger);
  expect((await findDoomed(cloud, larger, machine.state)).roles).toEqual([
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
  await findDoomed(cloud, larger, machine.state);
  expect(cloud.calls).toEqual(['getFunctionConfiguration', 'getFunctionConfiguration']);
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
