// A rollback changes what it looked at, and nothing else.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import { type FakeCloud, fakeCloud } from './fake-cloud.fixture.js';
import { desiredOf } from './states.fixture.js';
import { findStage } from './plan-rollback.js';
import { planRollback } from './plan-rollback.js';
import { rollbackSteps } from './rollback-steps.js';

const NAME = 'fixture-dev';
const owner = { app: 'fixture', stage: 'dev' };

/** Two deploys, and a rollback with something between its plan and its steps. */
async function returnAfter(meanwhile: (cloud: FakeCloud) => void): Promise<StepsResult> {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  for (const code of ['one', 'two']) {
    const zip = new TextEncoder().encode(code);
    const sha256 = createHash('sha256').update(zip).digest('base64');
    await deployOnce(cloud, { ...desiredOf(), package: { zip, sha256 } }, machine);
  }
  const found = await findStage(cloud, { ...owner, apiStage: 'api' });
  const planned = await planRollback({ cloud, found, pastSettings: false });
  if (planned.kind !== 'planned') throw new Error(planned.diagnostic.message);
  meanwhile(cloud);
  const steps = rollbackSteps(planned.plan, { cloud, owner, wait: () => Promise.resolve() });
  const { signal } = new AbortController();
  return runSteps(steps, { signal, onEvent: () => undefined });
}

test('another revision of the same function is no change', async () => {
  const result = await returnAfter(({ functions }) => {
    const one = functions.get(NAME);
    if (one) one.current = { ...one.current, revisionId: 'other' };
  });
  expect(result.kind).toBe('done');
});

test('code that somebody put meanwhile is not overwritten', async () => {
  const result = await returnAfter(({ functions }) => {
    const one = functions.get(NAME);
    if (one) one.current = { ...one.current, revisionId: 'other', codeSha256: 'other' };
  });
  expect(result).toMatchObject({ kind: 'failed', failures: [{ problem: { code: 'FW6222' } }] });
});
