// Histories of a stage with sources of every sort: interrupted at any call, with a token that expires in the middle, and changed by
// others between two calls. The next deploy makes it whole, and leaves alone what others have.
import { expect, test } from 'vitest';
import { CloudError } from '../../cloud/cloud-error.js';
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
/** Every source changes, goes or moves to a function of another name. */
const AFTER: Sources = {
  job: [every('rate(2 hours)'), every('cron(0 4 * * ? *)', BERLIN)],
  heard: [{ kind: 'sns', topic: { text: 'alerts' } }, uploads('in/')],
  taken: [{ kind: 'sqs', queue: { text: 'orders' }, ...polled, batchSize: 2 }],
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

/** A deploy of the later application over the earlier one. */
async function start(cloud: FakeCloud): Promise<Machine> {
  const here = elsewhere();
  expect((await deployOnce(cloud, appOf(BEFORE), here)).outcome.kind).toBe('done');
  return here;
}

const later = appOf(AFTER, { code: 'two' });

async function whole(): Promise<{ calls: readonly string[]; wanted: readonly string[] }> {
  const cloud = newCloud();
  const { calls, outcome } = await deployOnce(cloud, later, await start(cloud));
  expect(outcome.kind).toBe('done');
  return { calls, wanted: await connected(cloud) };
}

async function expectWhole(cloud: FakeCloud, here: Machine, where: string): Promise<void> {
  expect((await deployOnce(cloud, later, here)).outcome.kind, where).toBe('done');
  expect(await connected(cloud), where).toEqual((await whole()).wanted);
  const { calls } = await deployOnce(cloud, later, here);
  expect(
    calls.filter((call) => WRITES.test(call)),
    where,
  ).toEqual([]);
}

test('Ctrl-C at any call, such as between a permission and its rule', async () => {
  const { calls } = await whole();
  for (let at = 1; at <= calls.length; at += 1) {
    const cloud = newCloud();
    const here = await start(cloud);
    const controller = new AbortController();
    let seen = 0;
    cloud.onCall = () => {
      seen += 1;
      if (seen === at) controller.abort();
    };
    const stopped: Machine = { state: here.state, signal: controller.signal };
    await deployOnce(cloud, later, stopped).catch(() => undefined);
    cloud.onCall = undefined;
    // Now from this machine, now from another one.
    const next = at % 2 === 0 ? { state: stopped.state } : elsewhere();
    await expectWhole(cloud, next, `call ${at} (${calls[at - 1] ?? ''})`);
  }
});

test('a token that expires at any call, as when a laptop sleeps', async () => {
  const { calls } = await whole();
  for (let at = 1; at <= calls.length; at += 1) {
    const cloud = newCloud();
    const here = await start(cloud);
    let seen = 0;
    // From then on every call is refused.
    cloud.onCall = (call) => {
      seen += 1;
      if (seen < at) return;
      const facts = {
        kind: 'expired',
        operation: call,
        message: 'expired',
        name: 'ExpiredToken',
      } as const;
      throw new CloudError({ ...facts, status: 403, requestId: undefined }, undefined);
    };
    const broken = await deployOnce(cloud, later, here).then(
      ({ outcome }) => outcome.kind,
      (error: unknown) => (error instanceof Error ? error.name : 'thrown'),
    );
    expect(broken, `call ${at}`).not.toBe('done');
    cloud.onCall = undefined;
    await expectWhole(cloud, here, `call ${at} (${calls[at - 1] ?? ''})`);
  }
});

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
