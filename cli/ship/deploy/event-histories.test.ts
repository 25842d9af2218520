// Histories of a stage with sources of every sort that others change between two calls and two deploys. The next deploy makes it
// whole, and leaves alone what others have.
import { expect, test } from 'vitest';
import type { BucketEntry } from '../../cloud/services/s3.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import {
  appOf,
  deleteOnce,
  elsewhere,
  every,
  type Sources,
  statementsIn,
  WRITES,
} from './event-sources.fixture.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';

const polled = { batchSize: 10, batchWindow: 0, enabled: true } as const;
const BERLIN = { timezone: 'Europe/Berlin' };

const BEFORE: Sources = {
  job: [every('rate(1 hour)'), every('cron(0 3 * * ? *)', BERLIN)],
  told: [{ kind: 'sns', topic: { text: 'alerts' } }, uploads('in/')],
  read: [{ kind: 'sqs', queue: { text: 'orders' }, ...polled }],
};
function uploads(prefix: string): Sources[string][number] {
  const bucket = { text: 'uploads' };
  const events = ['s3:ObjectCreated:*'];
  return { kind: 's3', bucket, events, prefix, delivery: 'notification' };
}

const THEIRS: BucketEntry = {
  id: 'theirs',
  functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:other',
  events: ['s3:ObjectCreated:*'],
  prefix: 'theirs/',
  suffix: '',
  kept: { Id: 'theirs', LambdaFunctionArn: 'as it was', Events: [] },
};

function newCloud(): FakeCloud {
  const cloud = fakeCloud();
  cloud.topics.set('arn:aws:sns:eu-west-1:123456789012:alerts', []);
  cloud.buckets.set('uploads', { entries: [THEIRS], hasEventBridge: false, others: {} });
  const arn = 'arn:aws:sqs:eu-west-1:123456789012:orders';
  cloud.polled.queues.set('orders', { arn, visibilityTimeout: 900, kmsKey: undefined });
  return cloud;
}

/** What is connected, when Lambda has ended all that it is doing. */
async function connected(cloud: FakeCloud): Promise<readonly string[]> {
  for (const uuid of [...cloud.polled.mappings.keys()]) {
    for (let read = 0; read < 3; read += 1) await cloud.mappings.getMapping(uuid);
  }
  return [
    ...statementsIn(cloud),
    ...[...cloud.bridge.rules.values()].map(
      ({ name, settings, targets }) =>
        `rule ${name} ${settings.expression ?? ''} ${targets.map(({ arn }) => arn).join()}`,
    ),
    ...[...cloud.topics.values()].flat().map(({ endpoint }) => `subscription ${endpoint}`),
    ...[...cloud.buckets.values()].flatMap(({ entries }) =>
      entries.map(({ id, functionArn, kept }) => `entry ${id} ${kept ? '' : functionArn}`),
    ),
    ...[...cloud.schedules].flatMap(([group, { schedules }]) =>
      [...schedules].map(([name, { expression }]) => `schedule ${group}/${name} ${expression}`),
    ),
    ...[...cloud.polled.mappings.values()].map(
      ({ current }) => `mapping ${current.functionArn} ${current.batchSize} ${current.state}`,
    ),
    ...[...cloud.roles.keys()].map((name) => `role ${name}`),
  ].toSorted();
}

/** Deploys the application. */
async function start(cloud: FakeCloud): Promise<Machine> {
  const here = elsewhere();
  expect((await deployOnce(cloud, appOf(BEFORE), here)).outcome.kind).toBe('done');
  return here;
}

test('what somebody adds to a bucket between a read and the write is kept or written again', async () => {
  const cloud = newCloud();
  const late: BucketEntry = { ...THEIRS, id: 'late', prefix: 'late/' };
  let isAdded = false;
  cloud.onCall = (call) => {
    if (call !== 'putNotifications' || isAdded) return;
    isAdded = true;
    // They had read before we wrote, and write after us: ours is lost, and theirs stays.
    setTimeout(() => {
      const { entries = [], ...rest } = cloud.buckets.get('uploads') ?? {};
      const others = entries.filter(({ kept }) => kept !== undefined);
      const all = { hasEventBridge: false, others: {}, ...rest };
      cloud.buckets.set('uploads', { ...all, entries: [...others, late] });
    }, 0);
    return new Promise((resolve) => setTimeout(resolve, 5));
  };
  const here = elsewhere();
  await deployOnce(cloud, appOf(BEFORE), here);
  const ids = cloud.buckets.get('uploads')?.entries.map(({ id }) => id) ?? [];
  expect(ids).toContain('theirs');
  expect(ids.some((id) => id.startsWith('framework-fixture-dev-'))).toBe(true);
});

test('a target, a statement and a mapping that are changed by hand come back, from another machine too', async () => {
  for (const next of [true, false]) {
    const cloud = newCloud();
    const here = await start(cloud);
    const before = await connected(cloud);
    for (const one of cloud.polled.mappings.values()) {
      one.current = { ...one.current, isEnabled: false, state: 'Disabled' };
    }
    const told = cloud.functions.get('fixture-dev-told');
    if (!told) throw new Error('no function');
    told.permissions = [];
    told.current = { ...told.current, revisionId: 'by hand' };
    for (const rule of cloud.bridge.rules.values()) rule.targets = next ? rule.targets : [];
    const machine = next ? here : elsewhere();
    expect((await deployOnce(cloud, appOf(BEFORE), machine)).outcome.kind).toBe('done');
    expect(await connected(cloud)).toEqual(before);
  }
});

test('a queue that was made anew under its name is read by the mapping that is there', async () => {
  const cloud = newCloud();
  const here = await start(cloud);
  const before = await connected(cloud);
  cloud.polled.queues.delete('orders');
  const gone = await deployOnce(cloud, appOf(BEFORE, { code: 'two' }), here);
  expect(gone.outcome.kind).toBe('refused');
  expect(gone.calls.filter((call) => WRITES.test(call))).toEqual([]);
  const arn = 'arn:aws:sqs:eu-west-1:123456789012:orders';
  cloud.polled.queues.set('orders', { arn, visibilityTimeout: 900, kmsKey: undefined });
  const { calls } = await deployOnce(cloud, appOf(BEFORE), here);
  expect(calls.filter((call) => WRITES.test(call))).toEqual([]);
  expect(await connected(cloud)).toEqual(before);
  await deleteOnce(cloud, here);
  expect((await connected(cloud)).filter((one) => !one.includes('Deleting'))).toEqual([
    'entry theirs ',
  ]);
});
