// Rules, schedules, topics and buckets at every moment of a deploy: a connection never exists without the statement that permits it,
// several stages and functions share a source, and others write to a bucket concurrently.
import { expect, test } from 'vitest';
import {
  addBuckets,
  appOf,
  every,
  notificationsOf,
  type SourcesByFunction,
  theirEntry,
} from './event-sources.fixture.js';
import {
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  recordOrNot,
  writesIn,
} from './port-cloud.fixture.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alerts';

/** The connections of others. */
const THEIRS = ['other: uploads', 'theirs: alerts'];

function topic(text = 'alerts'): SourcesByFunction[string][number] {
  return { kind: 'sns', topic: { text } };
}

function nightly(): SourcesByFunction[string][number] {
  return every('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' });
}

function uploads(prefix: string, event = 's3:ObjectCreated:*'): SourcesByFunction[string][number] {
  const bucket = { text: 'uploads' };
  return { kind: 's3', bucket, events: [event], prefix, delivery: 'notification' };
}

async function newCloud(id = 'theirs'): Promise<PortCloud> {
  const cloud = await openCloud();
  for (const Name of ['alerts', 'news']) await cloud.clients.sns.createTopic({ Name });
  await addBuckets(cloud, ['uploads'], [theirEntry(id)]);
  const functionArn = 'arn:aws:lambda:eu-west-1:999999999999:function:theirs';
  const filter = { policy: undefined, scope: 'MessageAttributes' };
  await cloud.others.sns.putSubscription({ topic: TOPIC, functionArn, filter });
  return cloud;
}

/** Another application overwrites the notifications of the bucket. */
async function overwrite({ others: { s3 } }: PortCloud, ...ids: readonly string[]): Promise<void> {
  const entries = ids.map((id) => theirEntry(id));
  await s3.putNotifications('uploads', { entries, hasEventBridge: false, others: {} });
}

async function entriesIn(cloud: PortCloud): Promise<readonly string[]> {
  return (await notificationsOf(cloud)).entries.map(({ id }) => id.slice(0, 9));
}

/** Returns the existing connections, in the format of the statements that permit them. */
async function connectionsIn(cloud: PortCloud): Promise<readonly string[]> {
  const { events, scheduler, sns } = cloud.others;
  const nameIn = (arn: string): string => arn.slice(arn.lastIndexOf(':') + 1);
  const rules = cloud.namesOf('rule').map(async (name) => {
    const targets = await events.listTargets({ name, bus: 'default' });
    return targets.map(
      ({ arn }) => `${nameIn(arn)}: arn:aws:events:eu-west-1:123456789012:rule/${name}`,
    );
  });
  const topics = ['alerts', 'news'].map(async (name) => {
    const arn = TOPIC.replace('alerts', name);
    const list = (await sns.listSubscriptions(arn)) ?? [];
    return list.map(({ endpoint }) => `${nameIn(endpoint)}: ${arn}`);
  });
  const { entries } = await notificationsOf(cloud);
  const buckets = entries.map(({ functionArn }) => `${nameIn(functionArn)}: arn:aws:s3:::uploads`);
  const schedules = cloud.namesOf('schedule').map(async (path) => {
    const [group = '', name = ''] = path.split('/');
    const { functionArn = '' } = (await scheduler.getSchedule({ group, name })) ?? {};
    return `${nameIn(functionArn)}: arn:aws:scheduler:eu-west-1:123456789012:schedule/${group}/*`;
  });
  const each = await Promise.all([...rules, ...topics]);
  return [...each.flat(), ...buckets, ...(await Promise.all(schedules))];
}

/** Returns the existing connections, without the parts that all have in common. */
async function namesOfConnections(cloud: PortCloud): Promise<readonly string[]> {
  const all = await connectionsIn(cloud);
  return all.map((one) => one.replaceAll(/arn:aws:\w+:[^:]*:\d*:|fixture-dev-/g, '')).toSorted();
}

async function expectDone(
  cloud: PortCloud,
  sources: SourcesByFunction,
  machine: Machine,
): Promise<void> {
  const wanted = appOf(sources, { code: JSON.stringify(sources) });
  expect((await cloud.deploy(wanted, machine)).outcome.kind).toBe('done');
}

const FIRST = [every('rate(1 hour)'), topic(), uploads('a/'), nightly()];
const OF_A = ['a: alerts', 'a: rule/a', 'a: schedule/fixture-dev/*', 'a: uploads'];

/** Functions and their sources after each deploy: renamed, moved to another function, removed, and declared again. */
const HISTORY: readonly (readonly [SourcesByFunction, readonly string[]])[] = [
  [{ a: FIRST }, OF_A],
  [
    { a: [every('rate(2 hours)')], b: [topic(), uploads('a/'), nightly()] },
    ['a: rule/a', 'b: alerts', 'b: schedule/fixture-dev/*', 'b: uploads'],
  ],
  [
    { b: [uploads('b/'), topic('news')], c: [every('rate(1 hour)'), topic()] },
    ['b: news', 'b: uploads', 'c: alerts', 'c: rule/c'],
  ],
  [{ b: [], c: [topic()] }, ['c: alerts']],
  [{}, []],
  [{ a: FIRST }, OF_A],
];

test.each(recordOrNot('connections'))(
  'whatever write is the last one, every connection that stands is named by a statement (record: %s)',
  async (has) => {
    const cloud = await newCloud();
    const before = [cloud.testCloud.inventory(), await notificationsOf(cloud)];
    const machine = (): Machine => (has ? cloud.here : elsewhere());
    let moments = 0;
    cloud.onWrite = async (call) => {
      moments += 1;
      const permitted = [...(await cloud.statements()), `theirs: ${TOPIC}`];
      const bare = (await connectionsIn(cloud)).filter((one) => !permitted.includes(one));
      expect(bare, `after ${call}`).toEqual([]);
    };
    for (const [sources, connections] of HISTORY) {
      const wanted = appOf({ ...sources, d: [] }, { code: JSON.stringify(sources) });

      expect((await cloud.deploy(wanted, machine())).outcome.kind).toBe('done');
      expect(await namesOfConnections(cloud)).toEqual([...connections, ...THEIRS].toSorted());
      const statements = (await cloud.statements()).filter((one) => !one.startsWith('other'));
      expect(statements).toHaveLength(connections.length);
      const { calls } = await cloud.deploy(wanted, machine());
      expect(writesIn(calls)).toEqual([]);
    }
    await cloud.remove(machine());
    expect(moments).toBeGreaterThan(50);
    expect([cloud.testCloud.inventory(), await notificationsOf(cloud)]).toEqual(before);
  },
);

test('of two functions on one topic one goes, and the other stays subscribed', async () => {
  for (const isElsewhere of [false, true]) {
    const cloud = await newCloud();
    await expectDone(cloud, { a: [topic()], b: [topic(), every('rate(1 hour)')] }, cloud.here);
    await expectDone(
      cloud,
      { a: [topic()], b: [every('rate(1 hour)')] },
      isElsewhere ? elsewhere() : cloud.here,
    );
    const topics = (await connectionsIn(cloud)).filter((one) => /^fixture.*:alerts$/.test(one));
    expect(topics).toEqual([`fixture-dev-a: ${TOPIC}`]);
    expect((await cloud.statements()).filter((one) => one.endsWith(TOPIC))).toEqual(topics);
  }
});

test('two stages share a bucket: neither changes or deletes an entry of the other', async () => {
  const cloud = await newCloud('framework-fixture-prod-a-0123456789ab');
  const before = await notificationsOf(cloud);
  await expectDone(cloud, { a: [uploads('dev/')] }, cloud.here);
  await expectDone(cloud, { a: [uploads('dev/new/')] }, cloud.here);
  expect((await notificationsOf(cloud)).entries[0]).toEqual(before.entries[0]);
  const both = appOf({ a: [uploads('framework-', 's3:ObjectRemoved:*')] });
  expect((await cloud.deploy(both)).outcome.kind).toBe('refused');
  await cloud.remove(elsewhere());
  expect(await notificationsOf(cloud)).toEqual(before);
});

test('what others write until the bucket is read for its write is kept', async () => {
  const cloud = await newCloud();
  let reads = 0;
  cloud.onCall = async (call) => {
    if (call !== 'getNotifications') return;
    reads += 1;
    // The plan makes the first read.
    if (reads === 2) await overwrite(cloud, 'theirs', 'late');
  };
  await expectDone(cloud, { a: [uploads('a/')] }, elsewhere());
  expect(await entriesIn(cloud)).toEqual(['theirs', 'late', 'framework']);
});

test.each(recordOrNot('overwritten buckets'))(
  'Ctrl-C behind the write of a bucket, which somebody else overwrites: the next deploy adds ours to theirs (record: %s)',
  async (has) => {
    const cloud = await newCloud();
    const controller = new AbortController();
    const here: Machine = { state: undefined, signal: controller.signal };
    cloud.onWrite = async (call) => {
      if (call !== 'putNotifications') return;
      cloud.onWrite = undefined;
      await overwrite(cloud, 'theirs', 'late');
      controller.abort();
    };
    const sources = { a: [uploads('a/')] };
    await cloud.deploy(appOf(sources), here).catch(() => undefined);
    const next: Machine = has ? { state: here.state } : elsewhere();
    expect((await cloud.deploy(appOf(sources), next)).outcome.kind).toBe('done');
    expect(await entriesIn(cloud)).toEqual(['theirs', 'late', 'framework']);
    const { calls } = await cloud.deploy(appOf(sources), next);
    expect(writesIn(calls)).toEqual([]);
  },
);
