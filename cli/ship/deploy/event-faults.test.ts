// Every call of a deploy with sources of events, and of a deletion, fails once in each way, or is the last one before the process
// ends: the next run makes the stage whole, nothing of it is left over, and nothing of others is touched.
import { expect, test } from 'vitest';
import { sampleOf } from '../../../test/support/sample.js';
import type { EventSource } from '../../../runtime/contract/events.js';
import type { CloudErrorKind } from '../../cloud/cloud-error.js';
import type { Desired } from '../stage/states.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import {
  appOf,
  deleteOnce,
  every,
  type Sources,
  statementsIn,
  WRITES,
} from './event-sources.fixture.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';

type Way = { readonly kind: CloudErrorKind; readonly isCarriedOut: boolean };

const WAYS: readonly Way[] = [
  { kind: 'network', isCarriedOut: false },
  { kind: 'network', isCarriedOut: true },
  { kind: 'denied', isCarriedOut: false },
];

/** Two states of an application for each kind of source: another function, and other settings. */
const KINDS: Readonly<Record<string, readonly [Sources, Sources]>> = {
  rules: [
    { a: [every('rate(1 hour)')], b: [every('rate(2 hours)')] },
    { a: [every('rate(5 minutes)')], c: [every('rate(2 hours)')] },
  ],
  subscriptions: [
    {
      a: [{ kind: 'sns', topic: { text: 'alerts' } }],
      b: [{ kind: 'sns', topic: { text: 'news' } }],
    },
    {
      a: [{ kind: 'sns', topic: { text: 'alerts' }, filterPolicy: { level: ['high'] } }],
      c: [{ kind: 'sns', topic: { text: 'news' } }],
    },
  ],
  schedules: [
    { a: [zoned('cron(0 3 * * ? *)')], b: [zoned('at(2030-01-01T00:00:00)')] },
    { a: [zoned('cron(0 4 * * ? *)')], c: [zoned('rate(1 hour)')] },
  ],
  notifications: [
    { a: [uploads('in/')], b: [uploads('out/')] },
    { a: [uploads('in/', 's3:ObjectCreated:Put')], c: [uploads('out/')] },
  ],
};

function uploads(prefix: string, event = 's3:ObjectCreated:*'): EventSource {
  const bucket = { text: 'uploads' };
  return { kind: 's3', bucket, events: [event], prefix, delivery: 'notification' };
}

function zoned(expression: string): EventSource {
  return every(expression, { timezone: 'Europe/Berlin' });
}

/** A cloud with what others have in it. */
function cloudOfOthers(): FakeCloud {
  const cloud = fakeCloud();
  const rule = { name: 'fixture-dev-x-y', bus: 'default' };
  cloud.bridge.rules.set('default/fixture-dev-x-y', {
    ...rule,
    settings: { pattern: '{}', expression: undefined, description: undefined, isEnabled: true },
    tags: { 'cloud-framework': 'version=1.0.0:stage=x:app=fixture-dev' },
    targets: [],
  });
  for (const name of ['alerts', 'news']) {
    const endpoint = 'arn:aws:lambda:eu-west-1:999999999999:function:fixture-dev-a';
    const filter = { policy: undefined, scope: 'MessageAttributes' };
    const topic = `arn:aws:sns:eu-west-1:123456789012:${name}`;
    cloud.topics.set(topic, [{ arn: `${topic}:other`, protocol: 'lambda', endpoint, filter }]);
  }
  const foreign = {
    id: 'framework-fixture-dev-x-0123456789ab',
    functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-x',
    events: ['s3:ObjectCreated:*'],
    prefix: 'x/',
    suffix: '',
    kept: { LambdaFunctionArn: 'as it was', Events: [] },
  };
  const others = { QueueConfigurations: [{ QueueArn: 'queue', Events: [] }] };
  cloud.buckets.set('uploads', { entries: [foreign], hasEventBridge: false, others });
  return cloud;
}

function stateOf(cloud: FakeCloud): unknown {
  return {
    roles: [...cloud.roles.keys()].toSorted(),
    functions: [...cloud.functions.keys()].toSorted(),
    statements: statementsIn(cloud),
    subscriptions: [...cloud.topics].map(([topic, list]) => [
      topic,
      list.map(({ endpoint, filter }) => ({ endpoint, filter })),
    ]),
    buckets: [...cloud.buckets].map(([name, { entries, ...rest }]) => [
      name,
      entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      rest,
    ]),
    schedules: [...cloud.schedules].map(([group, { schedules }]) => [
      group,
      [...schedules].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
    rules: [...cloud.bridge.rules].toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

type Start = (cloud: FakeCloud, machine: Machine) => Promise<Desired>;

for (const [kind, [before, after]] of Object.entries(KINDS)) {
  // Made once: it is data, and hundreds of trials deploy it.
  const first = appOf(before);
  const second = appOf(after, { code: 'two' });
  const without = appOf({}, { functions: ['a'], code: 'two' });
  const starts: Readonly<Record<string, Start>> = {
    'a first deploy': () => Promise.resolve(first),
    'a redeploy': async (cloud, machine) => {
      await deployOnce(cloud, first, machine);
      return second;
    },
    'a redeploy without them': async (cloud, machine) => {
      await deployOnce(cloud, first, machine);
      return without;
    },
  };
  for (const [name, start] of Object.entries(starts)) {
    test(`${name} of ${kind} converges whatever call fails`, async () => {
      const { calls, wanted } = await whole(start);
      const cases = calls.flatMap((call, index) =>
        WAYS.flatMap((way) =>
          [false, true].map((losesState) => ({ call, at: index + 1, way, losesState })),
        ),
      );
      for (const { call, at, way, losesState } of sampleOf(`${name} of ${kind}`, cases, 4)) {
        const cloud = cloudOfOthers();
        const machine: Machine = { state: undefined };
        const desired = await start(cloud, machine);
        cloud.arm({ ...way, at });
        await deployOnce(cloud, desired, machine).catch(expectCloudError);
        cloud.arm(undefined);
        const next = losesState ? { state: undefined } : machine;
        const where = `${JSON.stringify(way)} at call ${at} (${call}), ${losesState ? 'without' : 'with'} its record`;
        expect((await deployOnce(cloud, desired, next)).outcome, where).toMatchObject({
          kind: 'done',
        });
        expect(stateOf(cloud), where).toEqual(wanted);
        const third = await deployOnce(cloud, desired, next);
        expect(
          third.calls.filter((made) => WRITES.test(made)),
          where,
        ).toEqual([]);
      }
    });

    test(`${name} of ${kind} converges when the process ends after any write`, async () => {
      const { writes, wanted } = await whole(start);
      for (let last = 1; last <= writes; last += 1) {
        const cloud = cloudOfOthers();
        const machine: Machine = { state: undefined };
        const desired = await start(cloud, machine);
        const dying: Machine = { state: machine.state };
        await untilKilled(cloud, last, () => deployOnce(cloud, desired, dying));
        const left: Machine = { state: dying.state };
        expect(
          (await deployOnce(cloud, desired, left)).outcome,
          `after write ${last}`,
        ).toMatchObject({ kind: 'done' });
        expect(stateOf(cloud), `after write ${last}`).toEqual(wanted);
      }
    });
  }

  test(`a deletion of ${kind} that breaks off is finished by the next`, async () => {
    const nothing = stateOf(cloudOfOthers());
    for (const isKilled of [false, true]) {
      for (let at = 1; ; at += 1) {
        const cloud = cloudOfOthers();
        const machine: Machine = { state: undefined };
        await deployOnce(cloud, first, machine);
        const remove = (): Promise<unknown> => deleteOnce(cloud, machine);
        if (isKilled) await untilKilled(cloud, at, remove);
        else {
          cloud.arm({ kind: 'network', at, isCarriedOut: false });
          await remove().catch(expectCloudError);
          cloud.arm(undefined);
        }
        const count = cloud.calls.length;
        await deleteOnce(cloud, machine);
        await deleteOnce(cloud, { state: undefined });
        expect(stateOf(cloud), `call ${at}`).toEqual(nothing);
        if (at > count) break;
      }
    }
  });
}

async function whole(
  start: Start,
): Promise<{ calls: readonly string[]; writes: number; wanted: unknown }> {
  const cloud = cloudOfOthers();
  const machine: Machine = { state: undefined };
  const desired = await start(cloud, machine);
  let writes = 0;
  cloud.onWrite = () => (writes += 1);
  const { calls, outcome } = await deployOnce(cloud, desired, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  return { calls, writes, wanted: stateOf(cloud) };
}

/** From the last write on nothing of the process reaches the cloud. */
async function untilKilled(
  cloud: FakeCloud,
  last: number,
  run: () => Promise<unknown>,
): Promise<void> {
  let seen = 0;
  const killed = new Promise<void>((resolve) => {
    cloud.onWrite = () => {
      seen += 1;
      if (seen < last) return;
      resolve();
      throw new Error('killed');
    };
  });
  await Promise.race([run().catch(() => undefined), killed]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  cloud.onWrite = undefined;
}

function expectCloudError(error: unknown): void {
  if (error instanceof Error && error.name === 'CloudError') return;
  throw error;
}
