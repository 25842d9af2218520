// The function of the streaming routes in the history of a stage: created, updated, changed manually, rolled back and removed,
// with the test cloud in this process, from a manifest and a bundle that are written here.
import { expect } from 'vitest';
import { observe } from '../../cli/ship/deploy/observe.js';
import { planDeploy } from '../../cli/ship/deploy/plan-deploy.js';
import {
  deployOnce,
  elsewhere,
  type Machine,
  namesOf,
  openCloud,
  type PortCloud,
  rollBackOnce,
} from '../../cli/ship/deploy/port-cloud.fixture.js';
import { type Desired, isGone } from '../../cli/ship/stage/states.js';
import { pictureOf } from './faults/cloud-picture.js';
import { BOTH, BUFFERED, ONE, release } from './streaming-releases.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('functions that stream', 5);

const NAME = 'fixture-dev';
const STREAM = `${NAME}-stream`;

type Stage = { readonly cloud: PortCloud; readonly machine: Machine };

async function openStage(...releases: readonly Desired[]): Promise<Stage> {
  const stage = { cloud: await openCloud(), machine: elsewhere() };
  for (const wanted of releases) expect(await deploy(stage, wanted)).toBe('done');
  stage.cloud.pass(60_000);
  return stage;
}

async function deploy({ cloud, machine }: Stage, wanted: Desired): Promise<string> {
  return (await deployOnce(cloud, wanted, machine)).outcome.kind;
}

/** Returns the steps of a plan, as `update function fixture-dev`. */
async function planned({ cloud }: Stage, wanted: Desired): Promise<readonly string[]> {
  const observation = await observe({ cloud, desired: wanted, state: undefined });
  if (observation.kind === 'refused') throw new Error('The stage belongs to somebody else');
  const plan = planDeploy(observation.desired, observation.observed);
  return [
    ...plan.functions
      .filter(({ action }) => action !== 'unchanged')
      .map((change) => {
        const { name } = isGone(change) ? change.observed : change.desired;
        return `${change.action} function ${name}`;
      }),
    ...(plan.api && plan.api.action !== 'unchanged' ? [`${plan.api.action} API`] : []),
    ...(plan.routes ?? []).map(
      (change) =>
        `${change.action} ${change.route.path}${change.action === 'change' ? `: ${change.fields.map(({ field, from, to }) => `${field} ${from ?? ''} to ${to ?? ''}`).join()}` : ''}`,
    ),
  ];
}

/** Returns the status and the body of a path. */
async function answerOf({ cloud, machine }: Stage, path = '/'): Promise<string> {
  const { id = '', stage = '' } = machine.state?.api ?? {};
  const base = `${cloud.testCloud.url}/restapis/${id}/${stage}/_user_request_`;
  const response = await fetch(base + path);
  return `${response.status} ${await response.text()}`;
}

/** Returns the same after all changes are live. */
function laterAnswerOf(stage: Stage, path?: string): Promise<string> {
  stage.cloud.pass(60_000);
  return answerOf(stage, path);
}

const functionsOf = ({ cloud }: Stage): readonly string[] => namesOf(cloud, 'function');

test('a first stream makes a function that answers, for which nothing is left to do', async () => {
  const stage = await openStage(BUFFERED);
  expect(functionsOf(stage)).toEqual([NAME]);
  expect(await planned(stage, ONE)).toEqual([
    `update function ${NAME}`,
    `create function ${STREAM}`,
    'update API',
    'change /: response buffered to streamed',
  ]);
  expect(await deploy(stage, ONE)).toBe('done');
  expect(await laterAnswerOf(stage)).toBe('200 two');
  expect(await answerOf(stage, '/more')).toBe('200 two');
  // Another machine, which has no record.
  expect(await planned(stage, ONE)).toEqual([]);
});

test('the last stream takes its function with it, and a route that no longer streams answers as before', async () => {
  const stage = await openStage(ONE);
  expect(await planned(stage, BUFFERED)).toEqual([
    `update function ${NAME}`,
    `delete function ${STREAM}`,
    'update API',
    'change /: response streamed to buffered',
  ]);
  const { outcome, events } = await deployOnce(
    { ...stage.cloud, calls: [] },
    BUFFERED,
    stage.machine,
  );
  expect(outcome.kind).toBe('done');
  // The gateway uses the earlier routes for another moment.
  expect(events.slice(-4)).toEqual([
    'started await the new routes to be live',
    'done await the new routes to be live',
    `started delete function ${STREAM}`,
    `done delete function ${STREAM}`,
  ]);
  expect(await laterAnswerOf(stage)).toBe('200 one');
  expect(functionsOf(stage)).toEqual([NAME]);
  expect(await planned(stage, BUFFERED)).toEqual([]);
});

test.each([
  ['the first stream', BUFFERED, ONE],
  ['a route that begins to stream', ONE, BOTH],
  ['a route that stops', BOTH, ONE],
  ['the last stream', ONE, BUFFERED],
])('callers are answered between any two calls of a deploy of %s', async (_, before, after) => {
  const stage = await openStage(before);
  const known = ['one', 'two', 'three'].map((text) => `200 ${text}`);
  const seen: string[] = [];
  const look = async (): Promise<void> => {
    seen.push(...(await Promise.all([answerOf(stage, '/'), answerOf(stage, '/more')])));
  };
  stage.cloud.onWrite = look;
  expect(await deploy(stage, after)).toBe('done');
  stage.cloud.pass(60_000);
  await look();
  expect(seen.length).toBeGreaterThan(9);
  expect(seen.filter((one) => !known.includes(one))).toEqual([]);
});

test('the time-out of the function is that of the integration, and has its own settings', async () => {
  const settings = { lambda_timeout: 300, lambda_memory_size: 512, manage_iam_role: true };
  const config = { lambda_functions: { stream_handler: { ...settings, reserved_concurrency: 2 } } };
  const own = release({ code: 'two', streams: ['/'], config });
  const stage = await openStage(ONE);
  expect(await planned(stage, own)).toEqual([`update function ${STREAM}`, 'update API']);
  expect(await deploy(stage, own)).toBe('done');
  expect(await laterAnswerOf(stage)).toBe('200 two');
  expect(await stage.cloud.lambda.getFunction(STREAM)).toMatchObject({
    handler: 'index.stream',
    timeout: 300,
    memorySize: 512,
    reservedConcurrency: 2,
    role: expect.stringMatching(/:role\/fixture-dev-stream$/) as unknown,
  });
  expect(JSON.stringify((await pictureOf(stage.cloud.testCloud)).apis)).toContain(
    '"responseTransferMode":"STREAM"',
  );
  expect(JSON.stringify((await pictureOf(stage.cloud.testCloud)).apis)).toContain(
    '"timeoutInMillis":300000',
  );
});

test.each<[string, (stage: Stage) => Promise<unknown>]>([
  [
    'other settings',
    async ({ cloud }) => {
      const { lambda } = cloud.clients;
      const FunctionName = STREAM;
      await lambda.updateFunctionConfiguration({ FunctionName, Timeout: 5, Handler: 'index.x' });
      cloud.pass(60_000);
    },
  ],
  [
    'no permission',
    async ({ cloud }) => {
      const { lambda } = cloud.clients;
      const FunctionName = STREAM;
      const { Policy = '' } = await lambda.getPolicy({ FunctionName });
      const StatementId = /"Sid":"([^"]+)"/.exec(Policy)?.[1] ?? '';
      await lambda.removePermission({ FunctionName, StatementId });
    },
  ],
  ['no function', ({ cloud }) => cloud.clients.lambda.deleteFunction({ FunctionName: STREAM })],
])('a function that somebody left with %s is repaired', async (_, change) => {
  const stage = await openStage(ONE);
  const before = await pictureOf(stage.cloud.testCloud);
  await change(stage);
  expect(await deploy(stage, ONE)).toBe('done');
  expect(await pictureOf(stage.cloud.testCloud)).toEqual(before);
  expect(await answerOf(stage)).toBe('200 two');
});

async function rollBack({ cloud, machine }: Stage): Promise<string> {
  const result = await rollBackOnce(cloud, machine);
  return result.kind === 'impossible' ? result.code : result.kind;
}

test('a rollback to before the first stream leaves a function that the next deploy deletes', async () => {
  const stage = await openStage(BUFFERED, ONE);
  expect(await rollBack(stage)).toBe('done');
  expect(await laterAnswerOf(stage)).toBe('200 one');
  expect(functionsOf(stage)).toHaveLength(2);
  expect(await deploy(stage, BUFFERED)).toBe('done');
  expect(functionsOf(stage)).toEqual([NAME]);
});

test('a rollback takes a route back to the mode that it had, with the code of both functions', async () => {
  const stage = await openStage(ONE, BOTH);
  expect(await rollBack(stage)).toBe('done');
  expect(await laterAnswerOf(stage)).toBe('200 two');
  expect(await answerOf(stage, '/more')).toBe('200 two');
});

test('a rollback to streams whose function is deleted is refused before anything is changed', async () => {
  const stage = await openStage(ONE, BUFFERED);
  const before = await pictureOf(stage.cloud.testCloud);
  expect(await rollBack(stage)).toBe('FW6243');
  expect(await pictureOf(stage.cloud.testCloud)).toEqual(before);
});

test('a second machine without a record finds the function by name and tag, and so does the first one again', async () => {
  const stage = await openStage(ONE);
  const other = { ...stage, machine: elsewhere() };
  expect(await deploy(other, BOTH)).toBe('done');
  expect(await laterAnswerOf(other, '/more')).toBe('200 three');
  expect(await deploy(stage, ONE)).toBe('done');
  expect(await laterAnswerOf(stage, '/more')).toBe('200 two');
  expect(await deploy({ ...stage, machine: elsewhere() }, BUFFERED)).toBe('done');
  expect(functionsOf(stage)).toEqual([NAME]);
});
