// The permission to call a function: given while Lambda still makes it, and never taken for granted when somebody else has
// changed the function meanwhile.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CloudError } from '../../../cloud/cloud-error.js';
import { deployOnce, type Machine } from '../../deploy/deploy-run.fixture.js';
import type { Desired } from '../../stage/states.js';
import { fakeCloud, type FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import { desiredOf } from '../../deploy/states.fixture.js';

/** `code` is the text of the zip. */
function app(code: string): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf(), package: { zip, sha256 } };
}

const ONE = app('one');
const NAME = 'fixture-dev';

function permissionsIn(cloud: FakeCloud): number | undefined {
  return cloud.functions.get(NAME)?.permissions.length;
}

function revisionIn(cloud: FakeCloud): string | undefined {
  return cloud.functions.get(NAME)?.current.revisionId;
}

/** By hand. */
function revoke(cloud: FakeCloud): void {
  const one = cloud.functions.get(NAME);
  if (!one) return;
  one.permissions = [];
  one.current = { ...one.current, revisionId: 'by hand' };
}

test('a new function may be called before the last read of it, so that its revision is on record', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  const { calls } = await deployOnce(cloud, ONE, machine);
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('getFunctionConfiguration'));
  expect(machine.state?.revisions).toEqual({ [NAME]: revisionIn(cloud) });
});

test('where Lambda permits nothing until the function is ready, it is permitted then', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  cloud.onCall = (call) => {
    if (call !== 'addPermission' || cloud.functions.get(NAME)?.busyReads === 0) return;
    const facts = { kind: 'busy', operation: 'AddPermission', message: 'Pending' } as const;
    const unknown = { name: 'busy', status: undefined, requestId: undefined };
    throw new CloudError({ ...facts, ...unknown }, undefined);
  };
  const { outcome } = await deployOnce(cloud, ONE, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(permissionsIn(cloud)).toBe(1);
  // What is on record is the revision before: looked at once, then known.
  expect((await deployOnce(cloud, ONE, machine)).calls).toContain('getPermissions');
  expect((await deployOnce(cloud, ONE, machine)).calls).toHaveLength(3);
});

test('a permission that is removed while the code is changed comes back with the next deploy', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, ONE, machine);
  cloud.onCall = (call) => {
    if (call !== 'updateFunctionCode') return;
    cloud.onCall = undefined;
    revoke(cloud);
  };
  expect((await deployOnce(cloud, app('two'), machine)).outcome).toMatchObject({ kind: 'done' });
  expect(permissionsIn(cloud)).toBe(0);
  await deployOnce(cloud, app('two'), machine);
  expect(permissionsIn(cloud)).toBe(1);
  expect((await deployOnce(cloud, app('two'), machine)).calls).toHaveLength(3);
});

test('a record of a version that noted no revisions is completed by one read', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, ONE, machine);
  const { revisions, ...earlier } = machine.state ?? {};
  expect(revisions).toBeDefined();
  machine.state = 'version' in earlier ? earlier : undefined;
  expect((await deployOnce(cloud, ONE, machine)).calls).toContain('getPermissions');
  expect(machine.state?.revisions).toEqual(revisions);
  expect((await deployOnce(cloud, ONE, machine)).calls).toHaveLength(3);
});

test('a statement of another id that permits the same call is as good as ours', async () => {
  const cloud = fakeCloud();
  await deployOnce(cloud, ONE, { state: undefined });
  const found = cloud.functions.get(NAME);
  if (found) {
    found.permissions = found.permissions.map((one) => ({
      ...one,
      statementId: 'shop-Permission-1',
    }));
  }
  const { calls, outcome } = await deployOnce(cloud, ONE, { state: undefined });
  expect(outcome).toMatchObject({ kind: 'done', done: [] });
  expect(calls).not.toContain('addPermission');
  expect(cloud.functions.get(NAME)?.permissions.map(({ statementId }) => statementId)).toEqual([
    'shop-Permission-1',
  ]);
});
