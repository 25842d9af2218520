// Two deploys of one stage at the same time, at the port of the cloud: the second begins with each call of the first. In
// `two-deploys.test.ts` whole programs do the same.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { deployOnce, type Machine } from '../../cli/ship/deploy/deploy-run.fixture.js';
import { type FakeCloud, fakeCloud } from '../../cli/ship/deploy/fake-cloud.fixture.js';
import type { Desired } from '../../cli/ship/stage/states.js';
import { LEFT, OLD, RIGHT } from './deployed-sources.js';
import { atPort, pictureOfPort, type PortOutcome, runAtPort } from './faults/port-operation.js';

/** What two machines do; undefined is a delete. */
type Race = {
  /** What another machine has deployed before. */
  readonly before?: Desired;
  readonly first: Desired | undefined;
  readonly second: Desired;
};

type Finish = {
  readonly cloud: FakeCloud;
  readonly machines: readonly [Machine, Machine];
  readonly runs: readonly PortOutcome[];
  readonly where: string;
};

async function desiredOf(files: Readonly<Record<string, string>>): Promise<Desired> {
  const app = { files, answers: {} };
  const described = { name: '', command: 'deploy', before: undefined, after: app } as const;
  const { after } = await atPort({ ...described, leastCalls: 0, leastEnds: 0 });
  if (!after) throw new Error('a deploy has a source');
  return after;
}

/** The second begins when call `at` of the first arrives; undefined when there is none. */
async function race({ before, first, second }: Race, at: number): Promise<Finish | undefined> {
  const cloud = fakeCloud();
  if (before) await deployOnce(cloud, before, { state: undefined });
  const machines = [{ state: undefined }, { state: undefined }] as const;
  const run = (after: Desired | undefined, machine: Machine): Promise<PortOutcome> =>
    runAtPort({ name: 'race', before: undefined, after }, { cloud, machine });
  let calls = 0;
  let follower: Promise<PortOutcome> | undefined;
  let where = '';
  cloud.onCall = (call) => {
    calls += 1;
    if (calls !== at) return;
    where = `the second begins at call ${at} (${call})`;
    follower = run(second, machines[1]);
  };
  const leading = await run(first, machines[0]);
  if (!follower) return undefined;
  const runs = [leading, await follower];
  cloud.onCall = undefined;
  return { cloud, machines, runs, where };
}

async function raceAtEveryCall(
  options: Race,
  check: (finish: Finish) => Promise<void>,
): Promise<number> {
  for (let at = 1; ; at += 1) {
    const finish = await race(options, at);
    if (!finish) return at - 1;
    await check(finish);
  }
}

/** The picture of a cloud in which one machine alone has deployed. */
async function aloneWith(wanted: Desired): Promise<unknown> {
  const cloud = fakeCloud();
  await deployOnce(cloud, wanted, { state: undefined });
  return pictureOf(cloud);
}

function pictureOf(cloud: FakeCloud): unknown {
  return pictureOfPort({ cloud, machine: { state: undefined } });
}

async function deployAgain(
  { cloud, where }: Finish,
  machine: Machine,
  wanted: Desired,
): Promise<void> {
  expect((await deployOnce(cloud, wanted, machine)).outcome.kind, where).toBe('done');
}

async function checkIdle(
  { cloud, where }: Finish,
  machine: Machine,
  wanted: Desired,
): Promise<void> {
  const { outcome, calls } = await deployOnce(cloud, wanted, machine);
  const writes = calls.filter((name) => !/^(?:get|list|find|export|read)/.test(name));
  expect({ where, outcome: outcome.kind, writes }).toEqual({ where, outcome: 'done', writes: [] });
}

test('two first deploys of the same source make one stage', async () => {
  const left = await desiredOf(LEFT);
  const wanted = await aloneWith(left);
  const raced = await raceAtEveryCall({ first: left, second: left }, async (finish) => {
    const { where, runs, machines, cloud } = finish;
    expect(runs, where).toContain('done');
    expect({ where, picture: pictureOf(cloud) }).toEqual({ where, picture: wanted });
    for (const machine of machines) await deployAgain(finish, machine, left);
    for (const machine of machines) await checkIdle(finish, machine, left);
  });
  expect(raced).toBeGreaterThan(7);
});

test.each([
  ['first deploys', undefined],
  ['redeploys', OLD],
] as const)('two %s of different sources never mix without a word', async (_name, old) => {
  const [left, right] = [await desiredOf(LEFT), await desiredOf(RIGHT)];
  const pictures = [await aloneWith(left), await aloneWith(right)];
  const before = old && (await desiredOf(old));
  const options: Race = { ...(before && { before }), first: left, second: right };
  const raced = await raceAtEveryCall(options, async (finish) => {
    const { where, runs, machines, cloud } = finish;
    const isWhole = pictures.some((one) => isDeepStrictEqual(one, pictureOf(cloud)));
    const isTold = runs.some((kind) => kind !== 'done');
    expect(isWhole || isTold, where).toBe(true);
    await deployAgain(finish, machines[1], right);
    await deployAgain(finish, machines[0], left);
    expect({ where, picture: pictureOf(cloud) }).toEqual({ where, picture: pictures[0] });
    await checkIdle(finish, machines[0], left);
  });
  expect(raced).toBeGreaterThan(5);
});

test('a deploy during a delete, and the next deploy makes the stage whole', async () => {
  const [left, right] = [await desiredOf(LEFT), await desiredOf(RIGHT)];
  const wanted = await aloneWith(right);
  const options: Race = { before: left, first: undefined, second: right };
  const raced = await raceAtEveryCall(options, async (finish) => {
    const { where, machines, cloud } = finish;
    await deployAgain(finish, machines[1], right);
    expect({ where, picture: pictureOf(cloud) }).toEqual({ where, picture: wanted });
  });
  expect(raced).toBeGreaterThan(3);
});
