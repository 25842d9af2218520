// The permission to call a function: added while Lambda is still creating it, and checked again if someone else has changed the
// function.
import { expect, test } from 'vitest';
import { CloudError } from '../../../cloud/cloud-error.js';
import { elsewhere, openCloud, type PortCloud, revoke } from '../../deploy/port-cloud.fixture.js';
import { appWith } from '../../deploy/states.fixture.js';

const ONE = appWith('one');
const NAME = 'fixture-dev';

async function permissionsIn({ others }: PortCloud): Promise<readonly string[]> {
  return (await others.lambda.getPermissions(NAME)).map(({ statementId }) => statementId);
}

test('a new function may be called before the last read of it, so that its revision is on record', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  const { calls } = await cloud.deploy(ONE, machine);
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('getFunctionConfiguration'));
  const { revisionId } = (await cloud.others.lambda.getFunction(NAME)) ?? {};
  expect(machine.state?.revisions).toEqual({ [NAME]: revisionId });
});

test('where Lambda permits nothing until the function is ready, it is permitted then', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  cloud.onCall = async (call) => {
    if (call !== 'addPermission') return;
    const found = await cloud.others.lambda.getFunction(NAME);
    if (found?.progress.kind === 'ready') return;
    const facts = { kind: 'busy', operation: 'AddPermission', message: 'Pending' } as const;
    const unknown = { name: 'busy', status: undefined, requestId: undefined };
    throw new CloudError({ ...facts, ...unknown }, undefined);
  };
  const { outcome } = await cloud.deploy(ONE, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(await permissionsIn(cloud)).toHaveLength(1);
  // The record contains the previous revision, so the policy is read once; after that, the new revision is recorded.
  expect((await cloud.deploy(ONE, machine)).calls).toContain('getPermissions');
  expect((await cloud.deploy(ONE, machine)).calls).toHaveLength(3);
});

test('a permission that is removed while the code is changed comes back with the next deploy', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(ONE, machine);
  cloud.onCall = (call) => {
    if (call !== 'updateFunctionCode') return;
    cloud.onCall = undefined;
    return revoke(cloud, NAME);
  };
  expect((await cloud.deploy(appWith('two'), machine)).outcome).toMatchObject({
    kind: 'done',
  });
  expect(await permissionsIn(cloud)).toEqual([]);
  await cloud.deploy(appWith('two'), machine);
  expect(await permissionsIn(cloud)).toHaveLength(1);
  expect((await cloud.deploy(appWith('two'), machine)).calls).toHaveLength(3);
});

test('a record of a version that noted no revisions is completed by one read', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(ONE, machine);
  const { revisions, ...earlier } = machine.state ?? {};
  expect(revisions).toBeDefined();
  machine.state = 'version' in earlier ? earlier : undefined;
  expect((await cloud.deploy(ONE, machine)).calls).toContain('getPermissions');
  expect(machine.state?.revisions).toEqual(revisions);
  expect((await cloud.deploy(ONE, machine)).calls).toHaveLength(3);
});

test('a statement of another id that permits the same call is as good as ours', async () => {
  const cloud = await openCloud();
  await cloud.deploy(ONE, elsewhere());
  const { lambda } = cloud.others;
  const statementId = 'shop-Permission-1';
  for (const one of await lambda.getPermissions(NAME)) {
    await lambda.removePermission(NAME, one.statementId);
    await lambda.addPermission(NAME, { ...one, statementId });
  }
  const { calls, outcome } = await cloud.deploy(ONE, elsewhere());
  expect(outcome).toMatchObject({ kind: 'done', done: [] });
  expect(calls).not.toContain('addPermission');
  expect(await permissionsIn(cloud)).toEqual([statementId]);
});
