// What somebody changes by hand at a source of events while the record of the last deploy is complete: the next deploy mends
// it, or reports what it cannot mend.
import { expect, test } from 'vitest';
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
import { observe } from './observe.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alerts';
const QUEUE = 'arn:aws:sqs:eu-west-1:123456789012:orders';
const BUCKET = { entries: [], hasEventBridge: false, others: {} };

const SOURCES: Sources = {
  job: [every('rate(1 hour)', { input: { full: true } }), nightly()],
  told: [{ kind: 'sns', topic: { text: 'alerts' } }, uploads('notification')],
  scan: [uploads('eventbridge')],
  read: [{ kind: 'sqs', queue: { text: 'orders' }, batchSize: 10, batchWindow: 0, enabled: true }],
};
const app = appOf(SOURCES);

function nightly(): Sources[string][number] {
  return every('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' });
}

function uploads(delivery: 'notification' | 'eventbridge'): Sources[string][number] {
  const bucket = { text: delivery === 'notification' ? 'uploads' : 'scans' };
  return { kind: 's3', bucket, events: ['s3:ObjectCreated:*'], delivery };
}

async function deployed(): Promise<{ cloud: FakeCloud; here: Machine }> {
  const cloud = fakeCloud();
  cloud.topics.set(TOPIC, []);
  cloud.buckets.set('uploads', BUCKET);
  cloud.buckets.set('scans', BUCKET);
  cloud.polled.queues.set('orders', { arn: QUEUE, visibilityTimeout: 900, kmsKey: undefined });
  const here = elsewhere();
  expect((await deployOnce(cloud, app, here)).outcome.kind).toBe('done');
  return { cloud, here };
}

/** Settings of everything that is connected, without ids that the cloud chooses. */
async function stateOf(cloud: FakeCloud): Promise<unknown> {
  for (const uuid of [...cloud.polled.mappings.keys()]) {
    for (let read = 0; read < 3; read += 1) await cloud.mappings.getMapping(uuid);
  }
  return structuredClone({
    statements: statementsIn(cloud),
    rules: [...cloud.bridge.rules].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    topics: [...cloud.topics].map(([, list]) =>
      list.map(({ endpoint, filter }) => ({ endpoint, filter })),
    ),
    buckets: [...cloud.buckets].toSorted(([one], [other]) => (one < other ? -1 : 1)),
    schedules: [...cloud.schedules].map(([group, one]) => [group, [...one.schedules]]),
    mappings: [...cloud.polled.mappings.values()].map(({ current, tags }) => {
      const { uuid, arn, ...settings } = current;
      expect(arn).toContain(uuid);
      return { ...settings, tags };
    }),
  });
}

type Change = (cloud: FakeCloud) => void;

function first<T>(values: Iterable<T>): T {
  for (const value of values) return value;
  throw new Error('There is none');
}

const rule = (cloud: FakeCloud) => {
  const found = cloud.bridge.rules.get('default/fixture-dev-job');
  if (!found) throw new Error('There is no rule');
  return found;
};
const subscription = (cloud: FakeCloud) => first(cloud.topics.get(TOPIC) ?? []);
const mapping = (cloud: FakeCloud) => first(cloud.polled.mappings.values());
const schedules = (cloud: FakeCloud) => first(cloud.schedules.values()).schedules;

function changeMapping(settings: Partial<ReturnType<typeof mapping>['current']>): Change {
  return (cloud) => {
    const found = mapping(cloud);
    found.current = { ...found.current, ...settings };
  };
}

function changeSchedule(settings: object): Change {
  return (cloud) => {
    const [name, found] = first(schedules(cloud));
    schedules(cloud).set(name, { ...found, ...settings });
  };
}

function changeBucket(name: string, settings: Partial<typeof BUCKET>): Change {
  return (cloud) => {
    cloud.buckets.set(name, { ...(cloud.buckets.get(name) ?? BUCKET), ...settings });
  };
}

function changePolicy(name: string): Change {
  return (cloud) => {
    const found = cloud.functions.get(name);
    if (!found) throw new Error('There is no function');
    found.permissions = [];
    // Lambda gives the function another revision with its policy.
    found.current = { ...found.current, revisionId: 'by hand' };
  };
}

const CHANGES: Readonly<Record<string, Change>> = {
  'a rule is switched off': (cloud) => {
    rule(cloud).settings = { ...rule(cloud).settings, isEnabled: false };
  },
  'a rule comes at other times': (cloud) => {
    rule(cloud).settings = { ...rule(cloud).settings, expression: 'rate(9 days)' };
  },
  'a rule is deleted': (cloud) => void cloud.bridge.rules.delete('default/fixture-dev-job'),
  'a schedule is switched off': changeSchedule({ isEnabled: false }),
  'a schedule is deleted': (cloud) => {
    schedules(cloud).clear();
  },
  'a group of schedules is deleted': (cloud) => {
    cloud.schedules.clear();
  },
  'a subscription is deleted': (cloud) => void cloud.topics.set(TOPIC, []),
  'a mapping is switched off': changeMapping({ isEnabled: false, state: 'Disabled' }),
  'a mapping has another batch size and a filter': changeMapping({ batchSize: 1, filters: ['{}'] }),
  'a mapping does not report which messages failed': changeMapping({ reportsFailures: false }),
  'a mapping is deleted': (cloud) => {
    cloud.polled.mappings.clear();
  },
  'all notifications of a bucket are replaced': changeBucket('uploads', { entries: [] }),
  'a bucket tells EventBridge nothing any more': changeBucket('scans', { hasEventBridge: false }),
  'statements for topic and bucket are removed': changePolicy('fixture-dev-told'),
  'the statement for a rule is removed': changePolicy('fixture-dev-job'),
  'the target of a rule is removed': (cloud) => {
    rule(cloud).targets = [];
  },
  'the target of a rule gets another input': (cloud) => {
    rule(cloud).targets = rule(cloud).targets.map((one) => ({ ...one, input: '{}' }));
  },
  'the filter of a subscription is changed': (cloud) => {
    subscription(cloud).filter = { policy: '{"level":["low"]}', scope: 'MessageAttributes' };
  },
  'a schedule comes at other times': changeSchedule({ expression: 'rate(9 days)' }),
  'a schedule calls another function': changeSchedule({
    functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-read',
  }),
  'a schedule calls with another role': changeSchedule({
    roleArn: 'arn:aws:iam::123456789012:role/other',
  }),
};

async function writesOf(cloud: FakeCloud, machine: Machine): Promise<readonly string[]> {
  const { outcome, calls } = await deployOnce(cloud, app, machine);
  expect(outcome.kind).toBe('done');
  return calls.filter((call) => WRITES.test(call));
}

test.each(Object.entries(CHANGES))('%s: the next deploy mends it', async (_, change) => {
  const { cloud, here } = await deployed();
  const wanted = await stateOf(cloud);
  change(cloud);
  expect(await stateOf(cloud)).not.toEqual(wanted);
  expect(await writesOf(cloud, here)).not.toEqual([]);
  expect(await stateOf(cloud)).toEqual(wanted);
  expect(await writesOf(cloud, here)).toEqual([]);
});

test.each([
  ['queue', 'FW6270', (cloud: FakeCloud) => cloud.polled.queues],
  ['topic', 'FW6260', (cloud: FakeCloud) => cloud.topics],
  ['bucket', 'FW6260', (cloud: FakeCloud) => cloud.buckets],
] as const)('a %s is deleted: the next deploy reports it', async (kind, code, all) => {
  const { cloud, here } = await deployed();
  all(cloud).clear();
  const seen = await observe({ cloud, desired: app, state: here.state });
  const [problem] = seen.kind === 'refused' ? seen.diagnostics : [];
  expect(problem).toMatchObject({ code, message: expect.stringContaining(kind) as unknown });
});

test('a deletion reports what it deletes, and not what somebody has disconnected', async () => {
  const { cloud, here } = await deployed();
  mapping(cloud).tags = {};
  cloud.topics.set(TOPIC, []);
  cloud.buckets.set('uploads', BUCKET);
  const { done } = await deleteOnce(cloud, here);
  expect(done.map(({ object }) => object).toSorted()).toEqual([
    'function fixture-dev-job',
    'function fixture-dev-read',
    'function fixture-dev-scan',
    'function fixture-dev-told',
    'role fixture-dev',
    'role fixture-dev-scheduler',
    'rule fixture-dev-job',
    'rule fixture-dev-scan',
    'schedule group fixture-dev',
  ]);
});

test('while nothing is changed, everything is read once, and nothing is written', async () => {
  const { cloud, here } = await deployed();
  const { calls } = await deployOnce(cloud, app, here);
  const reads = calls.filter((call) => !/^(?:getFunction|getRolePolicy)$/.test(call));
  expect(reads.toSorted()).toEqual([
    'getFilter',
    'getNotifications',
    'getNotifications',
    'getSchedule',
    'listMappings',
    'listRules',
    'listSchedules',
    'listSubscriptions',
    'listTargets',
    'listTargets',
    'readQueue',
  ]);
});
