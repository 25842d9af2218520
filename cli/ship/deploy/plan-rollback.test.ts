// A rollback changes only what it has observed.
import { expect, test } from 'vitest';
import type { Architecture } from '../../cloud/services/lambda-function.js';
import { runSteps, type StepsResult } from '../stage/run-steps.js';
import { planRollback, readHistory } from './plan-deploy.js';
import { deployOnce, elsewhere, openCloud, type PortCloud, waitOn } from './port-cloud.fixture.js';
import { appWith, packageOf } from './states.fixture.js';

const NAME = 'fixture-dev';
const owner = { app: 'fixture', stage: 'dev' };

/** Makes two deploys, and a rollback with a change between its plan and its steps. */
async function returnAfter(
  meanwhile: (cloud: PortCloud) => Promise<unknown>,
): Promise<StepsResult> {
  const cloud = await openCloud();
  await deployAll(cloud, [{ code: 'one' }, { code: 'two' }]);
  return rollback(cloud, meanwhile);
}

type Deploy = {
  readonly code: string;
  /** The architectures of the API function and the function `resize`. */
  readonly on?: readonly [Architecture, Architecture];
};

async function deployAll(cloud: PortCloud, deploys: readonly Deploy[]): Promise<void> {
  const machine = elsewhere();
  for (const { code, on } of deploys) {
    const desired = appWith(moduleOf(code), { functions: on ? ['resize'] : [] });
    const functions = desired.functions.map((one, index) => ({
      ...one,
      architecture: on?.[index] ?? one.architecture,
    }));
    await deployOnce(cloud, { ...desired, functions }, machine);
  }
}

/** A function is not rolled back to a package that does not export it. */
function moduleOf(code: string): string {
  return `export const handler = '${code}', function_resize = handler;`;
}

async function rollback(
  cloud: PortCloud,
  meanwhile: (cloud: PortCloud) => Promise<unknown> = () => Promise.resolve(),
): Promise<StepsResult> {
  const history = await readHistory({ ...owner, cloud, apiStage: 'api' });
  if (!history) throw new Error('Nothing is deployed');
  const plan = await planRollback(history, { ...owner, cloud, pastSettings: false });
  if (plan.kind === 'impossible') throw new Error(plan.diagnostic.message);
  await meanwhile(cloud);
  const { signal } = new AbortController();
  const steps = plan.steps({ cloud, wait: waitOn(cloud, signal) });
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
  const cloud = await openCloud();
  await deployAll(cloud, deploys);
  expect(await rollback(cloud)).toMatchObject({ kind: 'done' });
  const names = [NAME, `${NAME}-resize`];
  const running = await Promise.all(names.map((name) => cloud.others.lambda.getFunction(name)));
  expect(running.map((one) => one?.architecture)).toEqual(expected);
  const { sha256: code } = packageOf(moduleOf('one'));
  expect(running.map((one) => one?.codeSha256)).toEqual([code, code]);
});

test('an architecture that was changed last for other functions alone is a setting', async () => {
  const cloud = await openCloud();
  await deployAll(cloud, [
    { code: 'one', on: [X86, X86] },
    { code: 'two', on: [X86, X86] },
    { code: 'two', on: [X86, ARM] },
  ]);
  await expect(rollback(cloud)).rejects.toThrow(/only settings \(`architecture`\)/);
});

test('another revision of the same function is no change', async () => {
  const arn = `arn:aws:lambda:eu-west-1:123456789012:function:${NAME}`;
  const result = await returnAfter(({ others: { lambda } }) =>
    lambda.tagFunction(arn, { team: 'a' }),
  );
  expect(result.kind).toBe('done');
});

test('code that somebody put meanwhile is not overwritten', async () => {
  const result = await returnAfter(async ({ others: { lambda } }) => {
    const { architecture = X86, revisionId = '' } = (await lambda.getFunction(NAME)) ?? {};
    const { zip } = packageOf('other');
    return lambda.updateFunctionCode({ name: NAME, zip, architecture, revisionId });
  });
  expect(result).toMatchObject({ kind: 'failed', failures: [{ problem: { code: 'FW6222' } }] });
});
