// Two machines deploy the same stage concurrently, in many orders of their calls: one of them may stop with a message, and when
// both run again there is one complete stage.
import { expect, test } from 'vitest';
import { isFull, sampleOf } from '../../../test/support/sample.js';
import { CloudError } from '../../cloud/cloud-error.js';
import type { Desired, Plan } from '../stage/states.js';
import { observe } from './observe.js';
import { lossesOf, planDeploy, renderPlan } from './plan-deploy.js';
import {
  deployOnce,
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  type RunResult,
} from './port-cloud.fixture.js';
import { appWith } from './states.fixture.js';

const SAME = appWith('same');
const NAME = 'fixture-dev';

/** Creates pseudo-random numbers that are the same for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Ends the calls of both machines in a random order. */
function shuffle(cloud: PortCloud, seed: number): void {
  const next = sequence(seed);
  cloud.onCall = async () => {
    for (let turns = Math.floor(next() * 8); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

const ORDERS = Array.from({ length: 60 }, (_, index) => index + 1);

async function both(
  cloud: PortCloud,
  left: readonly [Desired, Machine],
  right: readonly [Desired, Machine],
): Promise<readonly RunResult[]> {
  return Promise.all([cloud.deploy(...left), cloud.deploy(...right)]);
}

function codesOf({ outcome }: RunResult): readonly string[] {
  if (outcome.kind !== 'failed') return [];
  return outcome.failures.map(({ problem }) =>
    problem instanceof CloudError ? problem.facts.kind : problem.code,
  );
}

test('two first deploys make one API, and the second machine says why it stops', async () => {
  for (const seed of sampleOf('orders 1', ORDERS, 30)) {
    const cloud = await openCloud();
    shuffle(cloud, seed);
    const [one, two] = [elsewhere(), elsewhere()] as const;
    const results = await both(cloud, [SAME, one], [SAME, two]);
    const stopped = results.filter(({ outcome }) => outcome.kind === 'failed');
    expect(stopped.length, `order ${seed}`).toBeLessThan(2);
    expect(new Set(stopped.flatMap(codesOf))).toEqual(
      new Set(stopped.length > 0 ? ['FW6221'] : []),
    );
    expect(cloud.namesOf('api'), `order ${seed}`).toEqual([NAME]);
    for (const machine of [one, two]) {
      expect((await cloud.deploy(SAME, machine)).outcome).toMatchObject({
        kind: 'done',
      });
    }
    expect(cloud.namesOf('api'), `order ${seed}`).toEqual([NAME]);
    const { calls } = await cloud.deploy(SAME, two);
    expect(calls.toSorted()).toEqual(['getFunction', 'getRolePolicy', 'getStage']);
  }
});

test('two redeploys of different sources end whole: after a problem was told, one more run', async () => {
  const sources = [
    appWith('left', { routes: [{ path: '/' }, { path: '/left' }] }),
    appWith('right', { routes: [{ path: '/' }, { path: '/right' }] }),
  ] as const;
  let told = 0;
  for (const seed of sampleOf('orders 2', ORDERS, 30)) {
    const cloud = await openCloud();
    const one = elsewhere();
    await cloud.deploy(appWith('before'), one);
    const two: Machine = { state: one.state };
    shuffle(cloud, seed);
    const results = await both(cloud, [sources[0], one], [sources[1], two]);
    const problems = results.flatMap(codesOf);
    expect(['FW6222', 'FW6223']).toEqual(expect.arrayContaining([...new Set(problems)]));
    told += problems.length;
    const whole = await Promise.all(sources.map((source) => isDeployed(cloud, source)));
    // A stage with parts of both sources must be reported.
    if (problems.length === 0) expect(whole, `order ${seed}`).toContain(true);
    expect((await cloud.deploy(sources[0], one)).outcome).toMatchObject({ kind: 'done' });
    expect(await isDeployed(cloud, sources[0]), `order ${seed}`).toBe(true);
  }
  if (isFull) expect(told).toBeGreaterThan(0);
});

/** Tells whether the deployed code and routes are those of the source. */
async function isDeployed({ others }: PortCloud, source: Desired): Promise<boolean> {
  const [api] = await others.apiGateway.findApis(NAME);
  const shown = api && (await others.apiGateway.exportStage(api.id, 'api'));
  const last = source.api?.routes.at(-1)?.path ?? '';
  const found = await others.lambda.getFunction(NAME);
  const hasCode = found?.codeSha256 === source.package.sha256;
  return hasCode && (shown?.includes(`"${last}"`) ?? false);
}

test('when the API alone was deleted by hand, two deploys agree on the oldest new one', async () => {
  for (const seed of sampleOf('orders 3', ORDERS, 30)) {
    const cloud = await openCloud();
    const one = elsewhere();
    await cloud.deploy(SAME, one);
    await deleteApis(cloud);
    const two: Machine = { state: one.state };
    shuffle(cloud, seed);
    await both(cloud, [SAME, one], [SAME, two]);
    for (const machine of [one, two, one, two]) await cloud.deploy(SAME, machine);
    expect(cloud.namesOf('api'), `order ${seed}`).toEqual([NAME]);
    const [id] = await idsOf(cloud);
    expect([one.state?.api?.id, two.state?.api?.id]).toEqual([id, id]);
  }
});

test.each(['smaller', 'larger'])(
  'of two APIs of the same second, the one whose deploy saw no other stays, also with the %s id',
  async (size) => {
    const cloud = await openCloud();
    const one = elsewhere();
    await cloud.deploy(SAME, one);
    await deleteApis(cloud);
    const two: Machine = { state: one.state };
    const { apiGateway } = cloud;
    let first = '';
    const createApi: typeof apiGateway.createApi = async (request) => {
      if (first === '') {
        await cloud.deploy(SAME, one);
        [first = ''] = await idsOf(cloud);
      }
      const made = await apiGateway.createApi(request);
      if (made.id < first === (size === 'larger')) return { ...made, createdAt: 0 };
      await apiGateway.deleteApi(made.id);
      return createApi(request);
    };
    const findApis: typeof apiGateway.findApis = async (name) =>
      (await apiGateway.findApis(name)).map((api) => ({ ...api, createdAt: 0 }));
    const tied = { ...cloud, apiGateway: { ...apiGateway, createApi, findApis } };
    expect((await deployOnce(tied, SAME, two)).outcome.kind).toBe('done');
    expect(await idsOf(cloud)).toEqual([first]);
    expect([one.state?.api?.id, two.state?.api?.id]).toEqual([first, first]);
  },
);

async function idsOf({ others: { apiGateway } }: PortCloud): Promise<readonly string[]> {
  return (await apiGateway.findApis(NAME)).map(({ id }) => id);
}

async function deleteApis(cloud: PortCloud): Promise<void> {
  for (const id of await idsOf(cloud)) await cloud.others.apiGateway.deleteApi(id);
}

/** Creates a second API, as a concurrent deploy would that did not see the first one. Returns the ids of both APIs. */
async function addTwin(cloud: PortCloud): Promise<readonly [own: string, twin: string]> {
  const { apiGateway } = cloud.others;
  const [own] = await apiGateway.findApis(NAME);
  if (!own) throw new Error('There is no API');
  // Creation times are in whole seconds.
  cloud.pass(2000);
  const { id } = await apiGateway.createApi({ name: NAME, tags: own.tags });
  await apiGateway.putApi(id, (await apiGateway.exportStage(own.id, 'api')) ?? '');
  const described = { description: '', stageDescription: '' };
  await apiGateway.createDeployment(id, { stage: 'api', ...described });
  return [own.id, id];
}

async function lookedAt(cloud: PortCloud, { state }: Machine): Promise<Plan> {
  const seen = await observe({ cloud, desired: SAME, state });
  if (seen.kind === 'refused') throw new Error('refused');
  return planDeploy(seen.desired, seen.observed);
}

test('a second API is not hidden by the record of a deploy that made one without a new function', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(SAME, machine);
  await deleteApis(cloud);
  await cloud.deploy(SAME, machine);
  const { state } = machine;
  const [own, twin] = await addTwin(cloud);
  const plan = await lookedAt(cloud, machine);
  expect(renderPlan(plan, { hasColor: false })).toContain(
    `API  fixture-dev (${twin})  left by another deploy; ${own} stays`,
  );
  expect(lossesOf(plan)).toEqual([{ kind: 'API', name: `${NAME} (${twin})` }]);
  await cloud.deploy(SAME, machine);
  expect(await idsOf(cloud)).toEqual([own]);
  expect((await cloud.deploy(SAME, machine)).calls).toHaveLength(3);
  // If there is no twin, the deploy looks for one only once.
  machine.state = state;
  expect((await cloud.deploy(SAME, machine)).calls.toSorted()).toEqual([
    'findApis',
    'getFunction',
    'getRolePolicy',
    'getStage',
  ]);
  expect((await cloud.deploy(SAME, machine)).calls).toHaveLength(3);
});

test('a second API is looked for when another machine has changed a function', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(SAME, machine);
  const [, twin] = await addTwin(cloud);
  const arn = `arn:aws:lambda:eu-west-1:123456789012:function:${NAME}`;
  await cloud.others.lambda.tagFunction(arn, { team: 'a' });
  expect((await lookedAt(cloud, machine)).otherApis).toEqual([twin]);
});
