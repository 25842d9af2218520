// Every call of a deploy with sources of events fails once, in each way in which a call can fail, or is the last one before the
// process ends or is interrupted: the next run makes the stage whole, and there is never a second mapping.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../../test/support/sample.js';
import type { CloudErrorKind } from '../../../cloud/cloud-error.js';
import { deployOnce, type Machine } from '../../deploy/deploy-run.fixture.js';
import type { FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import {
  addQueue,
  cloudWithSources,
  machine,
  mappingsIn,
  polledApp,
  queueEntry,
  streamEntry,
  tableEntry,
} from './polled-app.fixture.js';

type Way = { readonly kind: CloudErrorKind; readonly isCarriedOut: boolean };

const WAYS: readonly Way[] = [
  { kind: 'network', isCarriedOut: false },
  { kind: 'network', isCarriedOut: true },
  { kind: 'server', isCarriedOut: true },
  { kind: 'throttled', isCarriedOut: false },
  { kind: 'denied', isCarriedOut: false },
];

const BEFORE = polledApp([queueEntry({ maximumConcurrency: 3 }), streamEntry()]);
const AFTER = polledApp(
  [
    queueEntry({ batchSize: 2 }),
    queueEntry({ queue: { text: 'late' }, function: 'sell' }),
    streamEntry({ startingPosition: 'LATEST' }),
  ],
  { code: 'two' },
);
const NOTHING = polledApp([], { functions: ['order'], code: 'three' });

const STARTS: Readonly<Record<string, (cloud: FakeCloud, here: Machine) => Promise<Desired>>> = {
  'a first deploy': () => Promise.resolve(polledApp([queueEntry(), tableEntry()])),
  'a deploy that changes and adds': async (cloud, here) => {
    await deployOnce(cloud, BEFORE, here);
    return AFTER;
  },
  'a deploy that takes away': async (cloud, here) => {
    await deployOnce(cloud, BEFORE, here);
    return NOTHING;
  },
};

function newCloud(): FakeCloud {
  const cloud = cloudWithSources();
  addQueue(cloud, 'late');
  return cloud;
}

/** What is left when Lambda has ended all that it is doing. */
async function settledMappings(cloud: FakeCloud): Promise<readonly string[]> {
  for (const uuid of [...cloud.polled.mappings.keys()]) {
    for (let read = 0; read < 3; read += 1) await cloud.mappings.getMapping(uuid);
  }
  return mappingsIn(cloud);
}

for (const [name, start] of Object.entries(STARTS)) {
  test(`${name} converges whatever call fails`, async () => {
    const whole = newCloud();
    const here = machine();
    const { calls } = await deployOnce(whole, await start(whole, here), here);
    const wanted = await settledMappings(whole);
    const cases = calls.flatMap((call, index) =>
      WAYS.flatMap((way) =>
        [false, true].map((losesState) => ({ call, at: index + 1, way, losesState })),
      ),
    );
    for (const { call, at, way, losesState } of sampleOf(name, cases, 4)) {
      const cloud = newCloud();
      const own = machine();
      const desired = await start(cloud, own);
      cloud.arm({ ...way, at });
      await deployOnce(cloud, desired, own).catch((error: unknown) => {
        if (!(error instanceof Error && error.name === 'CloudError')) throw error;
      });
      cloud.arm(undefined);
      const next = losesState ? machine() : own;
      const where = `${JSON.stringify(way)} at call ${at} (${call}), ${losesState ? 'without' : 'with'} its record`;
      expect((await deployOnce(cloud, desired, next)).outcome.kind, where).toBe('done');
      expect(await settledMappings(cloud), where).toEqual(wanted);
      const third = await deployOnce(cloud, desired, next);
      expect(
        third.calls.filter((made) => !/^(?:get|list|find|read|export)/.test(made)),
        where,
      ).toEqual([]);
    }
  });

  test(`${name} converges when the process ends after any write`, async () => {
    const whole = newCloud();
    const here = machine();
    const desired = await start(whole, here);
    let writes = 0;
    whole.onWrite = () => (writes += 1);
    await deployOnce(whole, desired, here);
    const wanted = await settledMappings(whole);
    expect(writes).toBeGreaterThan(0);
    for (let last = 1; last <= writes; last += 1) {
      const cloud = newCloud();
      const own = machine();
      await start(cloud, own);
      let seen = 0;
      const killed = new Promise<void>((resolve) => {
        cloud.onWrite = () => {
          seen += 1;
          if (seen < last) return;
          resolve();
          throw new Error('killed');
        };
      });
      const dying: Machine = { state: own.state };
      await Promise.race([deployOnce(cloud, desired, dying).catch(() => undefined), killed]);
      const left = dying.state;
      await new Promise((resolve) => setTimeout(resolve, 5));
      cloud.onWrite = undefined;
      const second = await deployOnce(cloud, desired, { state: left });
      expect(second.outcome.kind, `after write ${last}`).toBe('done');
      expect(await settledMappings(cloud), `after write ${last}`).toEqual(wanted);
    }
  });

  test(`${name} converges when Ctrl-C comes at any call`, async () => {
    const whole = newCloud();
    const here = machine();
    const desired = await start(whole, here);
    const { calls } = await deployOnce(whole, desired, here);
    const wanted = await settledMappings(whole);
    for (let at = 1; at <= calls.length; at += 1) {
      const cloud = newCloud();
      const own = machine();
      await start(cloud, own);
      const controller = new AbortController();
      let seen = 0;
      cloud.onCall = () => {
        seen += 1;
        if (seen === at) controller.abort();
      };
      const stopped: Machine = { state: own.state, signal: controller.signal };
      await deployOnce(cloud, desired, stopped).catch(() => undefined);
      cloud.onCall = undefined;
      const second = await deployOnce(cloud, desired, { state: stopped.state });
      expect(second.outcome.kind, `at call ${at}`).toBe('done');
      expect(await settledMappings(cloud), `at call ${at}`).toEqual(wanted);
    }
  });
}
