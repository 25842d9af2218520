// Rules, topics and buckets at every moment of a deploy: a connection never stands without the statement that names it, several
// stages and functions share a source, and others write to a bucket meanwhile.
import { expect, test } from 'vitest';
import type { BucketEntry, BucketNotifications } from '../../cloud/services/s3.js';
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

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alerts';
const FOREIGN_TOPIC = 'arn:aws:sns:eu-west-1:999999999999:news';

function topic(text = 'alerts'): Sources[string][number] {
  return { kind: 'sns', topic: { text } };
}

function uploads(prefix: string): Sources[string][number] {
  const bucket = { text: 'uploads' };
  return { kind: 's3', bucket, events: ['s3:ObjectCreated:*'], prefix, delivery: 'notification' };
}

function entry(id: string): BucketEntry {
  const functionArn = 'arn:aws:lambda:eu-west-1:123456789012:function:other';
  const kept = { Id: id, LambdaFunctionArn: functionArn, Events: [] };
  return { id, functionArn, events: ['s3:ObjectRemoved:*'], prefix: id, suffix: '', kept };
}

const EMPTY: BucketNotifications = { entries: [], hasEventBridge: false, others: {} };

function newCloud(...entries: readonly BucketEntry[]): FakeCloud {
  const cloud = fakeCloud();
  cloud.topics.set(TOPIC, []);
  cloud.topics.set(FOREIGN_TOPIC, []);
  cloud.buckets.set('uploads', { ...EMPTY, entries });
  return cloud;
}

function entriesIn(cloud: FakeCloud): readonly BucketEntry[] {
  return cloud.buckets.get('uploads')?.entries ?? [];
}

/** The connections that stand, in the form of the statements that permit them. */
function connectionsIn(cloud: FakeCloud): readonly string[] {
  const nameIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);
  return [
    ...[...cloud.bridge.rules.values()].flatMap(({ name, targets }) =>
      targets.map(
        ({ arn }) => `${nameIn(arn)}: arn:aws:events:eu-west-1:123456789012:rule/${name}`,
      ),
    ),
    ...[...cloud.topics].flatMap(([arn, list]) =>
      list.map(({ endpoint }) => `${nameIn(endpoint)}: ${arn}`),
    ),
    ...entriesIn(cloud)
      .filter(({ kept }) => kept === undefined)
      .map(({ functionArn }) => `${nameIn(functionArn)}: arn:aws:s3:::uploads`),
  ];
}

async function expectDone(cloud: FakeCloud, sources: Sources, machine: Machine): Promise<void> {
  const wanted = appOf(sources, { code: JSON.stringify(sources) });
  expect((await deployOnce(cloud, wanted, machine)).outcome.kind).toBe('done');
}

test('whatever write is the last one, every connection that stands is named by a statement', async () => {
  const histories: readonly Sources[] = [
    { a: [every('rate(1 hour)'), topic(), uploads('a/')] },
    { a: [every('rate(2 hours)')], b: [topic(), uploads('a/')] },
    { b: [uploads('b/'), topic(FOREIGN_TOPIC)], c: [every('rate(1 hour)'), topic()] },
    {},
  ];
  const cloud = newCloud(entry('theirs'));
  const here = elsewhere();
  let moments = 0;
  cloud.onWrite = (call) => {
    moments += 1;
    const permitted = statementsIn(cloud);
    const bare = connectionsIn(cloud).filter((one) => !permitted.includes(one));
    expect(bare, `after ${call}`).toEqual([]);
  };
  for (const sources of histories) await expectDone(cloud, { ...sources, d: [] }, here);
  await expectDone(cloud, { a: [every('rate(1 hour)'), topic(), uploads('a/')] }, here);
  await deleteOnce(cloud, here);
  expect(moments).toBeGreaterThan(50);
  expect(connectionsIn(cloud)).toEqual([]);
  expect(entriesIn(cloud).map(({ id }) => id)).toEqual(['theirs']);
});

test('of two functions on one topic one goes, and the other stays subscribed', async () => {
  for (const isElsewhere of [false, true]) {
    const cloud = newCloud();
    const here = elsewhere();
    await expectDone(cloud, { a: [topic()], b: [topic(), every('rate(1 hour)')] }, here);
    await expectDone(
      cloud,
      { a: [topic()], b: [every('rate(1 hour)')] },
      isElsewhere ? elsewhere() : here,
    );
    const topics = connectionsIn(cloud).filter((one) => one.endsWith(TOPIC));
    expect(topics).toEqual([`fixture-dev-a: ${TOPIC}`]);
    expect(statementsIn(cloud).filter((one) => one.endsWith(TOPIC))).toEqual(topics);
  }
});

test('a topic of another account is subscribed to, permitted, and left', async () => {
  const cloud = newCloud();
  const here = elsewhere();
  await expectDone(cloud, { a: [topic(FOREIGN_TOPIC)] }, here);
  expect(connectionsIn(cloud)).toEqual([`fixture-dev-a: ${FOREIGN_TOPIC}`]);
  expect(statementsIn(cloud)).toEqual([`fixture-dev-a: ${FOREIGN_TOPIC}`]);
  await deleteOnce(cloud, elsewhere());
  expect(cloud.topics.get(FOREIGN_TOPIC)).toEqual([]);
});

test('two stages share a bucket: neither changes or deletes an entry of the other', async () => {
  const other: BucketEntry = { ...entry('framework-fixture-prod-a-0123456789ab'), prefix: 'prod/' };
  const cloud = newCloud(other);
  const here = elsewhere();
  await expectDone(cloud, { a: [uploads('dev/')] }, here);
  await expectDone(cloud, { a: [uploads('dev/new/')] }, here);
  expect(entriesIn(cloud)[0]).toBe(other);
  const both = appOf({ a: [{ ...uploads('prod/'), events: ['s3:ObjectRemoved:*'] } as never] });
  expect((await deployOnce(cloud, both, here)).outcome.kind).toBe('refused');
  await deleteOnce(cloud, elsewhere());
  expect(entriesIn(cloud)).toEqual([other]);
});

test('what others write until the bucket is read for its write is kept', async () => {
  const cloud = newCloud(entry('theirs'));
  let reads = 0;
  cloud.onCall = (call) => {
    if (call !== 'getNotifications') return;
    reads += 1;
    // The first is that of the plan.
    if (reads === 2)
      cloud.buckets.set('uploads', { ...EMPTY, entries: [entry('theirs'), entry('late')] });
  };
  await expectDone(cloud, { a: [uploads('a/')] }, elsewhere());
  expect(entriesIn(cloud).map(({ id }) => id.slice(0, 9))).toEqual(['theirs', 'late', 'framework']);
});

test.each([true, false])(
  'Ctrl-C behind the write of a bucket, which somebody else overwrites: the next deploy adds ours to theirs (record: %s)',
  async (has) => {
    const cloud = newCloud(entry('theirs'));
    const controller = new AbortController();
    const here: Machine = { state: undefined, signal: controller.signal };
    cloud.onWrite = (call) => {
      if (call !== 'putNotifications') return;
      cloud.onWrite = undefined;
      cloud.buckets.set('uploads', { ...EMPTY, entries: [entry('theirs'), entry('late')] });
      controller.abort();
    };
    const sources = { a: [uploads('a/')] };
    await deployOnce(cloud, appOf(sources), here).catch(() => undefined);
    const next: Machine = has ? { state: here.state } : elsewhere();
    expect((await deployOnce(cloud, appOf(sources), next)).outcome.kind).toBe('done');
    const ids = entriesIn(cloud).map(({ id }) => id.slice(0, 9));
    expect(ids).toEqual(['theirs', 'late', 'framework']);
    const { calls } = await deployOnce(cloud, appOf(sources), next);
    expect(calls.filter((call) => WRITES.test(call))).toEqual([]);
  },
);
