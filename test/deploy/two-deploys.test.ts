// Two deploys of one stage at the same time, from machines that share nothing but the cloud, as whole programs. The second
// begins with the first or the last call of the first to a service, and there is one API. In `two-deploys-at-port.test.ts`
// it begins with each call, also for other sources, redeploys and a delete.
import { expect, test } from 'vitest';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.js';
import { sampleOf } from '../support/sample.js';
import { LEFT } from './deployed-sources.js';
import { type CommandRun, framework, helloWorld, testCloud } from './deployments.js';
import { endsOf } from './faults/call-ends.js';
import { type CloudPicture, pictureOf } from './faults/cloud-picture.js';

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
async function race(at: number): Promise<Finish | undefined> {
  const cloud = await testCloud();
  const machines = [helloWorld(LEFT), helloWorld(LEFT)] as const;
  const follower = new Promise<CommandRun>((resolve, reject) => {
    const onKill = (): void => {
      framework('deploy', { cwd: machines[1], cloud }).then(resolve, reject);
    };
    cloud.arm({ kind: 'interrupt', at, onKill });
  });
  const leading = await framework('deploy', { cwd: machines[0], cloud });
  const call = cloud.calls()[at - 1];
  if (!call) return undefined;
  const runs = [leading, await follower] as const;
  const where = `the second begins at call ${at} (${call.service}:${call.operation})`;
  return { cloud, machines, runs, picture: await pictureOf(cloud), where };
}

/** How many calls the first makes alone is chance: then the second begins with the one before. */
async function raceNear(at: number): Promise<Finish> {
  const finish = await race(at);
  if (finish) return finish;
  if (at === 1) throw new Error('the first makes no call');
  return raceNear(at - 1);
}

/** Each has gone well, or says that another deploy is at work. */
function checkWords({ runs, where }: Finish): void {
  const codes = ['FW6221', 'FW6222', 'FW6223'];
  for (const { exitCode, err } of runs) {
    const found = [...err.matchAll(/^error (FW\d+)/gm)].map(([, code]) => code ?? '');
    const isKnown = found.length > 0 && found.every((code) => codes.includes(code));
    expect(exitCode === 0 || isKnown, `${where}: ${exitCode} ${err}`).toBe(true);
  }
}

test('two first deploys of the same source make one stage', async () => {
  const alone = await testCloud();
  const { calls } = await framework('deploy', { cwd: helloWorld(LEFT), cloud: alone });
  const wanted = await pictureOf(alone);
  const places = endsOf(calls);
  expect(places.length).toBeGreaterThan(4);
  for (const index of sampleOf('two deploys', places, 4)) {
    const finish = await raceNear(index + 1);
    const { where, picture, runs, machines, cloud } = finish;
    checkWords(finish);
    expect(
      runs.map(({ exitCode }) => exitCode),
      where,
    ).toContain(0);
    expect({ where, picture }).toEqual({ where, picture: wanted });
    for (const cwd of machines) {
      const { exitCode, err } = await framework('deploy', { cwd, cloud });
      expect(exitCode, `${where}: ${err}`).toBe(0);
    }
    for (const cwd of machines) {
      const { count, out, err } = await framework('deploy', { cwd, cloud });
      expect(out, `${where}: ${count} ${err}`).toContain('No changes.\n');
      expect(count, where).toMatch(/ 0 writes$/);
    }
    await cloud.close();
  }
});
