// Two machines deploy the same stage at the same time, in many orders of their calls: one of them may stop and say so, and
// when both are run again there is one whole stage.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CloudError } from '../../cloud/cloud-error.js';
import { deployOnce, type Machine, type RunResult } from './deploy-run.fixture.js';
import type { Desired, Plan } from '../stage/states.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';
import { observe } from './observe.js';
import { lossesOf, planDeploy } from './plan-deploy.js';
import { renderPlan } from './render-plan.js';
import { desiredOf, type StateSketch } from './states.fixture.js';

function app(code: string, sketch: StateSketch = {}): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desiredOf(sketch), package: { zip, sha256 } };
}

/** Numbers that look random and are the same each time. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

/** Calls of both machines end in an order of their own. */
function shuffle(cloud: FakeCloud, seed: number): void {
  const next = sequence(seed);
  cloud.onCall = async () => {
    for (let turns = Math.floor(next() * 8); turns > 0; turns -= 1) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

const ORDERS = 60;

async function both(
  cloud: FakeCloud,
  left: readonly [Desired, Machine],
  right: readonly [Desired, Machine],
): Promise<readonly RunResult[]> {
  return Promise.all([deployOnce(cloud, ...left), deployOnce(cloud, ...right)]);
}

function codesOf({ outcome }: RunResult): readonly string[] {
  if (outcome.kind !== 'failed') return [];
  return outcome.failures.map(({ problem }) =>
    problem instanceof CloudError ? problem.facts.kind : problem.code,
  );
}

test('two first deploys make one API, and the second machine says why it stops', async () => {
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const cloud = fakeCloud();
    shuffle(cloud, seed);
    const [one, two]: Machine[] = [{ state: undefined }, { state: undefined }];
    if (!one || !two) throw new Error('two machines');
    const results = await both(cloud, [app('same'), one], [app('same'), two]);
    const stopped = results.filter(({ outcome }) => outcome.kind === 'failed');
    expect(stopped.length, `order ${seed}`).toBeLessThan(2);
    expect(new Set(stopped.flatMap(codesOf))).toEqual(
      new Set(stopped.length > 0 ? ['FW6221'] : []),
    );
    expect(cloud.apis.size, `order ${seed}`).toBe(1);
    for (const machine of [one, two]) {
      expect((await deployOnce(cloud, app('same'), machine)).outcome).toMatchObject({
        kind: 'done',
      });
    }
    expect(cloud.apis.size, `order ${seed}`).toBe(1);
    const { calls } = await deployOnce(cloud, app('same'), two);
    expect(calls.toSorted()).toEqual(['getFunction', 'getRolePolicy', 'getStage']);
  }
});

test('two redeploys of different sources end whole: after a problem was told, one more run', async () => {
  const sources = [
    app('left', { routes: [{ path: '/' }, { path: '/left' }] }),
    app('right', { routes: [{ path: '/' }, { path: '/right' }] }),
  ] as const;
  let told = 0;
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const cloud = fakeCloud();
    const one: Machine = { state: undefined };
    await deployOnce(cloud, app('before'), one);
    const two: Machine = { state: one.state };
    shuffle(cloud, seed);
    const results = await both(cloud, [sources[0], one], [sources[1], two]);
    const problems = results.flatMap(codesOf);
    expect(['FW6222', 'FW6223']).toEqual(expect.arrayContaining([...new Set(problems)]));
    told += problems.length;
    const isWhole = sources.some((source) => isDeployed(cloud, source));
    // A stage of both sources at once is never left without a word.
    if (problems.length === 0) expect(isWhole, `order ${seed}`).toBe(true);
    expect((await deployOnce(cloud, sources[0], one)).outcome).toMatchObject({ kind: 'done' });
    expect(isDeployed(cloud, sources[0]), `order ${seed}`).toBe(true);
  }
  expect(told).toBeGreaterThan(0);
});

/** True when code and routes are those of the source. */
function isDeployed(cloud: FakeCloud, source: Desired): boolean {
  const [api] = [...cloud.apis.values()];
  const shown = api?.deployments.find(({ id }) => id === api.stages.get('api'));
  const last = source.api?.routes.at(-1)?.path ?? '';
  const code = cloud.functions.get('fixture-dev')?.current.codeSha256;
  return code === source.package.sha256 && (shown?.document.includes(`"${last}"`) ?? false);
}

test('when the API alone was deleted by hand, two deploys agree on the oldest new one', async () => {
  for (let seed = 1; seed <= ORDERS; seed += 1) {
    const cloud = fakeCloud();
    const one: Machine = { state: undefined };
    await deployOnce(cloud, app('same'), one);
    cloud.apis.clear();
    const two: Machine = { state: one.state };
    shuffle(cloud, seed);
    await both(cloud, [app('same'), one], [app('same'), two]);
    for (const machine of [one, two, one, two]) await deployOnce(cloud, app('same'), machine);
    expect(cloud.apis.size, `order ${seed}`).toBe(1);
    const [id] = [...cloud.apis.keys()];
    expect([one.state?.api?.id, two.state?.api?.id]).toEqual([id, id]);
  }
});

/** What another deploy has made at the same moment, unseen: the same API once more. */
function addTwin(cloud: FakeCloud): string {
  const [first] = cloud.apis.values();
  if (!first) throw new Error('There is no API');
  const { api } = first;
  cloud.apis.set('twin', { ...first, api: { ...api, id: 'twin', createdAt: api.createdAt + 1 } });
  return api.id;
}

async function lookedAt(cloud: FakeCloud, { state }: Machine): Promise<Plan> {
  const seen = await observe({ cloud, desired: app('same'), state });
  if (seen.kind === 'refused') throw new Error('refused');
  return planDeploy(seen.desired, seen.observed);
}

test('a second API is not hidden by the record of a deploy that made one without a new function', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, app('same'), machine);
  cloud.apis.clear();
  await deployOnce(cloud, app('same'), machine);
  const { state } = machine;
  const own = addTwin(cloud);
  const plan = await lookedAt(cloud, machine);
  expect(renderPlan(plan, { hasColor: false })).toContain(
    `API  fixture-dev (twin)  left by another deploy; ${own} stays`,
  );
  expect(lossesOf(plan)).toEqual([{ kind: 'API', name: 'fixture-dev (twin)' }]);
  await deployOnce(cloud, app('same'), machine);
  expect([...cloud.apis.keys()]).toEqual([own]);
  expect((await deployOnce(cloud, app('same'), machine)).calls).toHaveLength(3);
  // Without a twin it is looked for once.
  machine.state = state;
  expect((await deployOnce(cloud, app('same'), machine)).calls.toSorted()).toEqual([
    'findApis',
    'getFunction',
    'getRolePolicy',
    'getStage',
  ]);
  expect((await deployOnce(cloud, app('same'), machine)).calls).toHaveLength(3);
});

test('a second API is looked for when another machine has changed a function', async () => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
  await deployOnce(cloud, app('same'), machine);
  addTwin(cloud);
  const found = cloud.functions.get('fixture-dev');
  if (!found) throw new Error('There is no function');
  found.current = { ...found.current, revisionId: 'by another machine' };
  expect((await lookedAt(cloud, machine)).otherApis).toEqual(['twin']);
});
