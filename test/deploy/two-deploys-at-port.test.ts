// Two concurrent deploys of one stage, at the port of the cloud: the second begins at each call of the first; the calls are
// sampled.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import {
  deployOnce,
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  writesIn,
} from '../../cli/ship/deploy/port-cloud.fixture.js';
import type { Desired } from '../../cli/ship/stage/states.js';
import { sampleOf } from '../support/sample.js';
import { sampledTest } from '../support/sampled-test.js';
import { LEFT, OLD, RIGHT } from './deployed-sources.js';
import { atPort, type PortOutcome, runAtPort } from './faults/port-operation.js';
import { pictureOfPort } from './faults/port-picture.js';

const test = sampledTest('two deploys at the port', 3);

/** What two machines do; undefined stands for a deletion. */
type Race = {
  /** What another machine has deployed before. */
  readonly before?: Desired;
  readonly first: Desired | undefined;
  readonly second: Desired;
};

type Finish = {
  readonly cloud: PortCloud;
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

/** Starts the second when call `at` of the first arrives; undefined if there is no such call. */
async function race({ before, first, second }: Race, at: number): Promise<Finish | undefined> {
  const cloud = await openCloud();
  if (before) await deployOnce(cloud, before, elsewhere());
  const machines = [elsewhere(), elsewhere()] as const;
  const run = (after: Desired | undefined, machine: Machine): Promise<PortOutcome> =>
    runAtPort({ before: undefined, after }, { cloud, machine });
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

async function raceAtEachCall(
  name: string,
  options: Race,
  check: (finish: Finish) => Promise<void>,
): Promise<number> {
  const cloud = await openCloud();
  const { before, first } = options;
  if (before) await deployOnce(cloud, before, elsewhere());
  cloud.calls.length = 0;
  await runAtPort({ before: undefined, after: first }, { cloud, machine: elsewhere() });
  const calls = [...cloud.calls.keys()];
  for (const index of sampleOf(name, calls, 8)) {
    const finish = await race(options, index + 1);
    // The two do not make the same calls each time.
    if (finish) await check(finish);
  }
  return calls.length;
}

/** Returns the picture of a cloud in which only one machine has deployed. */
async function aloneWith(wanted: Desired | undefined): Promise<unknown> {
  const cloud = await openCloud();
  if (wanted) await deployOnce(cloud, wanted, elsewhere());
  return pictureOf(cloud);
}

function pictureOf(cloud: PortCloud): Promise<unknown> {
  return pictureOfPort({ cloud, machine: elsewhere() });
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
  const writes = writesIn(calls);
  expect({ where, outcome: outcome.kind, writes }).toEqual({ where, outcome: 'done', writes: [] });
}

test('two first deploys of the same source make one stage', async () => {
  const left = await desiredOf(LEFT);
  const wanted = await aloneWith(left);
  const raced = await raceAtEachCall('same', { first: left, second: left }, async (finish) => {
    const { where, runs, machines, cloud } = finish;
    expect(runs, where).toContain('done');
    expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: wanted });
    for (const machine of machines) await deployAgain(finish, machine, left);
    for (const machine of machines) await checkIdle(finish, machine, left);
  });
  expect(raced).toBeGreaterThan(7);
});

test.each([
  ['first deploys', undefined],
  ['redeploys', OLD],
] as const)('two %s of different sources never mix without a word', async (name, old) => {
  const [left, right] = [await desiredOf(LEFT), await desiredOf(RIGHT)];
  const pictures = [await aloneWith(left), await aloneWith(right)];
  const before = old && (await desiredOf(old));
  const options: Race = { ...(before && { before }), first: left, second: right };
  const raced = await raceAtEachCall(name, options, async (finish) => {
    const { where, runs, machines, cloud } = finish;
    const picture = await pictureOf(cloud);
    const isWhole = pictures.some((one) => isDeepStrictEqual(one, picture));
    const isTold = runs.some((kind) => kind !== 'done');
    expect(isWhole || isTold, where).toBe(true);
    await deployAgain(finish, machines[1], right);
    await deployAgain(finish, machines[0], left);
    expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: pictures[0] });
    await checkIdle(finish, machines[0], left);
  });
  expect(raced).toBeGreaterThan(5);
});

test('a deploy during a delete, and the next deploy makes the stage whole', async () => {
  const [left, right] = [await desiredOf(LEFT), await desiredOf(RIGHT)];
  const [wanted, empty] = [await aloneWith(right), await aloneWith(undefined)];
  const options: Race = { before: left, first: undefined, second: right };
  const raced = await raceAtEachCall('delete', options, async (finish) => {
    const { where, machines, cloud } = finish;
    await deployAgain(finish, machines[1], right);
    expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: wanted });
    const nothing = { before: undefined, after: undefined };
    expect(await runAtPort(nothing, { cloud, machine: machines[1] }), where).toBe('done');
    expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: empty });
  });
  expect(raced).toBeGreaterThan(3);
});
