// Two deploys of one stage at the same time, from machines that share nothing but the cloud. The second begins with the
// first or the last call of the first to a service: there is one API, and whoever is not told of a problem finds a whole
// stage. In `two-deploys-at-port.test.ts` it begins with each call.
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { TestCloud } from '../cloud/test-cloud.js';
import { sampleOf } from '../support/sample.js';
import { LEFT, OLD, RIGHT, type Source } from './deployed-sources.js';
import { type CommandRun, framework, helloWorld, testCloud } from './deployments.js';
import { endsOf } from './faults/call-ends.js';
import { type CloudPicture, pictureOf } from './faults/cloud-picture.js';

/** Two commands, each with the source in its directory. */
type Race = {
  /** What another machine has deployed before. */
  readonly before?: Source;
  readonly first: { readonly line: string; readonly source: Source };
  readonly second: { readonly line: string; readonly source: Source };
};

type Finish = {
  readonly cloud: TestCloud;
  /** Directories of the first and the second. */
  readonly machines: readonly [string, string];
  readonly runs: readonly [CommandRun, CommandRun];
  readonly picture: CloudPicture;
  /** When the second began. */
  readonly where: string;
};

/** The second begins when call `at` of the first arrives; undefined when there is none. */
async function race({ before, first, second }: Race, at: number): Promise<Finish | undefined> {
  const cloud = await testCloud();
  if (before) await framework('deploy', { cwd: helloWorld(before), cloud });
  const machines = [helloWorld(first.source), helloWorld(second.source)] as const;
  const follower = new Promise<CommandRun>((resolve, reject) => {
    const onKill = (): void => {
      framework(second.line, { cwd: machines[1], cloud }).then(resolve, reject);
    };
    cloud.arm({ kind: 'interrupt', at, onKill });
  });
  const known = cloud.calls().length;
  const leading = await framework(first.line, { cwd: machines[0], cloud });
  const call = cloud.calls()[known + at - 1];
  if (!call) return undefined;
  const runs = [leading, await follower] as const;
  const where = `the second begins at call ${at} (${call.service}:${call.operation})`;
  return { cloud, machines, runs, picture: await pictureOf(cloud), where };
}

/** How many calls the first makes alone is chance: then the second begins with the one before. */
async function raceNear(options: Race, at: number): Promise<Finish> {
  const finish = await race(options, at);
  if (finish) return finish;
  if (at === 1) throw new Error('the first makes no call');
  return raceNear(options, at - 1);
}

async function callsAlone({ before, first }: Race): Promise<readonly string[]> {
  const cloud = await testCloud();
  if (before) await framework('deploy', { cwd: helloWorld(before), cloud });
  const { calls } = await framework(first.line, { cwd: helloWorld(first.source), cloud });
  return calls;
}

/** Races at the ends of what the first calls, some at a time. */
async function raceAtEnds(options: Race, check: (finish: Finish) => Promise<void>): Promise<void> {
  const places = endsOf(await callsAlone(options));
  expect(places.length).toBeGreaterThan(4);
  const drawn = sampleOf(`races of ${options.first.line}`, places, 5);
  const waiting = drawn.values();
  let told = 0;
  const work = async (): Promise<void> => {
    for (const index of waiting) {
      const finish = await raceNear(options, index + 1);
      if (finish.runs.some(({ exitCode }) => exitCode !== 0)) told += 1;
      await check(finish);
      await finish.cloud.close();
    }
  };
  await Promise.all([work(), work(), work(), work()]);
  console.log(`races ${drawn.length}, one stopped and said why in ${told}`);
}

/** The picture of a cloud in which one machine alone has deployed. */
async function aloneWith(source: Source): Promise<CloudPicture> {
  const cloud = await testCloud();
  await framework('deploy', { cwd: helloWorld(source), cloud });
  return pictureOf(cloud);
}

/** Each has gone well, or says that another deploy is at work. */
function checkWords({ runs, where }: Finish, codes: readonly string[]): void {
  for (const { exitCode, err } of runs) {
    const found = [...err.matchAll(/^error (FW\d+)/gm)].map(([, code]) => code ?? '');
    const isKnown = found.length > 0 && found.every((code) => codes.includes(code));
    expect(exitCode === 0 || isKnown, `${where}: ${exitCode} ${err}`).toBe(true);
  }
}

async function deployAgain({ cloud, where }: Finish, cwd: string): Promise<void> {
  const { exitCode, err } = await framework('deploy', { cwd, cloud });
  expect(exitCode, `${where}: ${err}`).toBe(0);
}

async function checkIdle({ cloud, where }: Finish, cwd: string): Promise<void> {
  const { count, out, err } = await framework('deploy', { cwd, cloud });
  expect(out, `${where}: ${count} ${err}`).toContain('No changes.\n');
  expect(count, where).toMatch(/ 0 writes$/);
}

test('two first deploys of the same source make one stage', async () => {
  const wanted = await aloneWith(LEFT);
  const deploy = { line: 'deploy', source: LEFT };
  await raceAtEnds({ first: deploy, second: deploy }, async (finish) => {
    const { where, picture, runs, machines } = finish;
    checkWords(finish, ['FW6221', 'FW6222', 'FW6223']);
    expect(
      runs.map(({ exitCode }) => exitCode),
      where,
    ).toContain(0);
    expect({ where, picture }).toEqual({ where, picture: wanted });
    for (const cwd of machines) await deployAgain(finish, cwd);
    for (const cwd of machines) await checkIdle(finish, cwd);
  });
});

for (const [name, before] of [
  ['first deploys', undefined],
  ['redeploys', OLD],
] as const) {
  test(`two ${name} of different sources never mix without a word`, async () => {
    const pictures = await Promise.all([aloneWith(LEFT), aloneWith(RIGHT)]);
    const options: Race = {
      ...(before && { before }),
      first: { line: 'deploy', source: LEFT },
      second: { line: 'deploy', source: RIGHT },
    };
    await raceAtEnds(options, async (finish) => {
      const { where, picture, runs, machines, cloud } = finish;
      checkWords(finish, ['FW6221', 'FW6222', 'FW6223']);
      const isWhole = pictures.some((one) => isDeepStrictEqual(one, picture));
      const isTold = runs.some(({ exitCode }) => exitCode !== 0);
      expect(isWhole || isTold, `${where}: ${JSON.stringify(picture)}`).toBe(true);
      expect(picture.inventory, where).toEqual(pictures[0].inventory);
      await deployAgain(finish, machines[1]);
      await deployAgain(finish, machines[0]);
      expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: pictures[0] });
      await checkIdle(finish, machines[0]);
    });
  });
}

test('a deploy during a delete, and the next deploy makes the stage whole', async () => {
  const wanted = await aloneWith(RIGHT);
  const options: Race = {
    before: LEFT,
    first: { line: 'delete --yes', source: LEFT },
    second: { line: 'deploy', source: RIGHT },
  };
  await raceAtEnds(options, async (finish) => {
    const { where, runs, machines, cloud } = finish;
    for (const { exitCode, err } of runs) expect([0, 1, 3], `${where}: ${err}`).toContain(exitCode);
    await deployAgain(finish, machines[1]);
    expect({ where, picture: await pictureOf(cloud) }).toEqual({ where, picture: wanted });
    await framework('delete --yes', { cwd: machines[1], cloud });
    expect(cloud.inventory(), where).toEqual([]);
  });
});
