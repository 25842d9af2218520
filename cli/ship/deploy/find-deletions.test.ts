// Deleting a stage, with every call failing once in each way: the next run leaves nothing.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runSteps } from '../stage/run-steps.js';
import { deletionSteps } from './apply-plan.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';
import { desiredOf } from './states.fixture.js';
import { findDeletions } from './find-deletions.js';

const zip = new TextEncoder().encode('code');
const desired = {
  ...desiredOf({ functions: ['resize'] }),
  package: { zip, sha256: createHash('sha256').update(zip).digest('base64') },
};

async function deployed(): Promise<{ readonly cloud: FakeCloud; readonly machine: Machine }> {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, desired, machine);
  return { cloud, machine };
}

async function deleteOnce(cloud: FakeCloud, { state }: Machine): Promise<readonly string[]> {
  cloud.calls.length = 0;
  const options = { hasLogGroups: false };
  const found = await findDeletions({ cloud, owner: desired, record: state, options });
  const steps = deletionSteps(found.deletions, { cloud, wait: () => Promise.resolve() });
  const { signal } = new AbortController();
  await runSteps(steps, { signal, onEvent: () => undefined });
  return [...cloud.calls];
}

test.each([true, false])(
  'whatever call fails, nothing is left (with the record: %s)',
  async (hasRecord) => {
    const whole = await deployed();
    const record = ({ machine }: typeof whole): Machine =>
      hasRecord ? machine : { state: undefined };
    const calls = await deleteOnce(whole.cloud, record(whole));
    expect([whole.cloud.apis.size, whole.cloud.functions.size, whole.cloud.roles.size]).toEqual([
      0, 0, 0,
    ]);
    for (let at = 1; at <= calls.length; at += 1) {
      for (const isCarriedOut of [false, true]) {
        const again = await deployed();
        again.cloud.arm({ kind: 'server', at, isCarriedOut });
        await deleteOnce(again.cloud, record(again)).catch(() => undefined);
        again.cloud.arm(undefined);
        await deleteOnce(again.cloud, record(again));
        const { apis, functions, roles } = again.cloud;
        expect([apis.size, functions.size, roles.size], `call ${at}`).toEqual([0, 0, 0]);
      }
    }
  },
);

test('a role that was given policies by hand is deleted with them', async () => {
  const { cloud, machine } = await deployed();
  cloud.roles.get('fixture-dev')?.policies.set('by-hand', {});
  await deleteOnce(cloud, machine);
  expect(cloud.roles.size).toBe(0);
});
