// A rollback changes what it looked at, and nothing else.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Architecture } from '../../cloud/services/lambda-function.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import { type FakeCloud, fakeCloud } from './fake-cloud.fixture.js';
import { desiredOf } from './states.fixture.js';
import { planRollback, readHistory } from './plan-rollback.js';

const NAME = 'fixture-dev';
const owner = { app: 'fixture', stage: 'dev' };

/** Two deploys, and a rollback with something between its plan and its steps. */
async function returnAfter(meanwhile: (cloud: FakeCloud) => void): Promise<StepsResult> {
  const cloud = fakeCloud();
  await deployAll(cloud, [{ code: 'one' }, { code: 'two' }]);
  return rollback(cloud, meanwhile);
}

type Deploy = {
  readonly code: string;
  /** What the API function and the function `resize` run on. */
  readonly on?: readonly [Architecture, Architecture];
};

async function deployAll(cloud: FakeCloud, deploys: readonly Deploy[]): Promise<void> {
  const machine: Machine = { state: undefined };
  for (const { code, on } of deploys) {
    const zip = new TextEncoder().encode(code);
    const sha256 = createHash('sha256').update(zip).digest('base64');
    const desired = desiredOf({ functions: on ? ['resize'] : [] });
    const functions = desired.functions.map((one, index) => ({
      ...one,
      architecture: on?.[index] ?? one.architecture,
    }));
    await deployOnce(cloud, { ...desired, functions, package: { zip, sha256 } }, machine);
  }
}

async function rollback(
  cloud: FakeCloud,
  meanwhile: (cloud: FakeCloud) => void = () => undefined,
): Promise<StepsResult> {
  const history = await readHistory({ ...owner, cloud, apiStage: 'api' });
  if (!history) throw new Error('Nothing is deployed');
  const plan = await planRollback(history, { ...owner, cloud, pastSettings: false });
  if (plan.kind === 'impossible') throw new Error(plan.diagnostic.message);
  meanwhile(cloud);
  const steps = plan.steps({ cloud, wait: () => Promise.resolve() });
  const { signal } = new AbortController();
  return runSteps(steps, { signal, onEvent: () => undefined });
}

const [X86, ARM] = ['x86_64', 'arm64'] as const;

test.each<[string, readonly Deploy[], readonly [Architecture, Architecture]]>([
  [
    'with the code',
    [
      { code: 'one', on: [X86, X86] },
      { code: 'two', on: [ARM, ARM] },
    ],
    [X86, X86],
  ],
  [
    'with the code that only one function ran on it',
    [
      { code: 'one', on: [X86, ARM] },
      { code: 'two', on: [ARM, X86] },
    ],
    [X86, ARM],
  ],
  [
    'although the package is the same',
    [
      { code: 'one', on: [X86, X86] },
      { code: 'one', on: [ARM, ARM] },
    ],
    [X86, X86],
  ],
  [
    'of one function, although the package is the same',
    [
      { code: 'one', on: [X86, X86] },
      { code: 'one', on: [ARM, X86] },
    ],
    [X86, X86],
  ],
  [
    'of nothing when a later deploy changed the code alone',
    [
      { code: 'one', on: [X86, X86] },
      { code: 'one', on: [X86, ARM] },
      { code: 'two', on: [X86, ARM] },
    ],
    [X86, ARM],
  ],
])('the architecture goes back %s', async (_, deploys, expected) => {
  const cloud = fakeCloud();
  await deployAll(cloud, deploys);
  expect(await rollback(cloud)).toMatchObject({ kind: 'done' });
  const running = [NAME, `${NAME}-resize`].map((name) => cloud.functions.get(name)?.current);
  expect(running.map((one) => one?.architecture)).toEqual(expected);
  const code = createHash('sha256').update('one').digest('base64');
  expect(running.map((one) => one?.codeSha256)).toEqual([code, code]);
});

test('an architecture that was changed last for other functions alone is a setting', async () => {
  const cloud = fakeCloud();
  await deployAll(cloud, [
    { code: 'one', on: [X86, X86] },
    { code: 'two', on: [X86, X86] },
    { code: 'two', on: [X86, ARM] },
  ]);
  await expect(rollback(cloud)).rejects.toThrow(/settings alone \(`architecture`\)/);
});

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
