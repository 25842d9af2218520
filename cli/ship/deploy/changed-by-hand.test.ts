// Manual changes to an event source while the record of the last deploy is complete or missing: the next deploy repairs them,
// or reports what it cannot repair.
import {
  UpdateEventSourceMappingCommand,
  type UpdateEventSourceMappingCommandInput,
} from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { pictureOfPort } from '../../../test/deploy/faults/port-picture.js';
import { sampleOf } from '../../../test/support/sample.js';
import type { BucketNotifications } from '../../cloud/services/s3.js';
import type { SchedulePlace, ScheduleSettings } from '../../cloud/services/scheduler.js';
import {
  addBuckets,
  appOf,
  every,
  notificationsOf,
  READERS,
  type SourcesByFunction,
} from './event-sources.fixture.js';
import { observe } from './observe.js';
import {
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  revoke,
  writesIn,
} from './port-cloud.fixture.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alerts';

const SOURCES: SourcesByFunction = {
  job: [every('rate(1 hour)', { input: { full: true } }), nightly()],
  told: [{ kind: 'sns', topic: { text: 'alerts' } }, uploads('notification')],
  scan: [uploads('eventbridge')],
  read: [{ kind: 'sqs', queue: { text: 'orders' }, batchSize: 10, batchWindow: 0, enabled: true }],
};
const app = appOf(SOURCES, { policies: READERS, config: { lambda_timeout: 5 } });

function nightly(): SourcesByFunction[string][number] {
  return every('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' });
}

function uploads(delivery: 'notification' | 'eventbridge'): SourcesByFunction[string][number] {
  const bucket = { text: delivery === 'notification' ? 'uploads' : 'scans' };
  return { kind: 's3', bucket, events: ['s3:ObjectCreated:*'], delivery };
}

async function deployed(): Promise<PortCloud> {
  const cloud = await openCloud();
  await cloud.clients.sns.createTopic({ Name: 'alerts' });
  await addBuckets(cloud, ['uploads', 'scans']);
  await makeQueue(cloud);
  expect((await cloud.deploy(app)).outcome.kind).toBe('done');
  return cloud;
}

async function makeQueue({ clients: { sqs } }: PortCloud): Promise<void> {
  await sqs.createQueue({ QueueName: 'orders' });
}

type Change = (cloud: PortCloud) => Promise<unknown>;

const RULE = { name: 'fixture-dev-job', bus: 'default' };

function scheduleOf(cloud: PortCloud): SchedulePlace {
  const [group = '', name = ''] = cloud.namesOf('schedule')[0]?.split('/') ?? [];
  return { group, name };
}

function changeRule(settings: { isEnabled: boolean } | { expression: string }): Change {
  return async ({ others: { events } }) => {
    const [found] = (await events.listRules('default', RULE.name)) ?? [];
    if (found) await events.putRule({ ...found, ...settings }, {});
  };
}

const removeTarget: Change = ({ others }) => others.events.removeTargets(RULE, ['function']);

function changeSchedule(settings: Partial<ScheduleSettings>): Change {
  return async (cloud) => {
    const { scheduler } = cloud.others;
    const place = scheduleOf(cloud);
    const found = await scheduler.getSchedule(place);
    if (found) await scheduler.putSchedule(place, { ...found, ...settings });
  };
}

async function mappingOf({ others }: PortCloud): Promise<string> {
  const [found] = await others.mappings.listMappings('fixture-dev-read');
  return found?.uuid ?? '';
}

function changeMapping(settings: Omit<UpdateEventSourceMappingCommandInput, 'UUID'>): Change {
  return async (cloud) => {
    const UUID = await mappingOf(cloud);
    const command = new UpdateEventSourceMappingCommand({ UUID, ...settings });
    await cloud.clients.lambda.send(command);
    cloud.pass(60_000);
  };
}

const deleteMapping: Change = async (cloud) => {
  const UUID = await mappingOf(cloud);
  await cloud.clients.lambda.deleteEventSourceMapping({ UUID });
  cloud.pass(60_000);
};

async function subscriptionOf({ others }: PortCloud): Promise<string> {
  return (await others.sns.listSubscriptions(TOPIC))?.[0]?.arn ?? '';
}

const unsubscribe: Change = async (cloud) =>
  cloud.others.sns.deleteSubscription(await subscriptionOf(cloud));

function changeBucket(name: string, settings: Partial<BucketNotifications>): Change {
  return async (cloud) =>
    cloud.others.s3.putNotifications(name, {
      ...(await notificationsOf(cloud, name)),
      ...settings,
    });
}

const clearBucket = changeBucket('uploads', { entries: [] });

const CHANGES: Readonly<Record<string, Change>> = {
  'a rule is switched off': changeRule({ isEnabled: false }),
  'a rule comes at other times': changeRule({ expression: 'rate(9 days)' }),
  'a rule is deleted': async (cloud) => {
    await removeTarget(cloud);
    await cloud.others.events.deleteRule(RULE);
  },
  'the target of a rule is removed': removeTarget,
  'the target of a rule gets another input': async ({ others: { events } }) => {
    const [target] = await events.listTargets(RULE);
    if (target) await events.putTarget(RULE, { ...target, input: '{}' });
  },
  'a schedule is switched off': changeSchedule({ isEnabled: false }),
  'a schedule comes at other times': changeSchedule({ expression: 'rate(9 days)' }),
  'a schedule calls another function': changeSchedule({
    functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-read',
  }),
  'a schedule calls with another role': async (cloud) => {
    const { iam } = cloud.clients;
    const Principal = { Service: 'scheduler.amazonaws.com' };
    const Statement = [{ Effect: 'Allow', Principal, Action: 'sts:AssumeRole' }];
    const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement });
    const RoleName = 'other';
    await iam.createRole({ RoleName, AssumeRolePolicyDocument });
    cloud.pass(60_000);
    const roleArn = 'arn:aws:iam::123456789012:role/other';
    await changeSchedule({ roleArn })(cloud);
    await iam.deleteRole({ RoleName });
  },
  'a schedule is deleted': (cloud) => cloud.others.scheduler.deleteSchedule(scheduleOf(cloud)),
  'a group of schedules is deleted': (cloud) =>
    cloud.others.scheduler.deleteScheduleGroup(scheduleOf(cloud).group),
  'a subscription is deleted': unsubscribe,
  'the filter of a subscription is changed': async (cloud) =>
    cloud.others.sns.putAttribute(await subscriptionOf(cloud), 'FilterPolicy', '{"level":["low"]}'),
  'a mapping is switched off': changeMapping({ Enabled: false }),
  'a mapping has another batch size and a filter': changeMapping({
    BatchSize: 1,
    FilterCriteria: { Filters: [{ Pattern: '{"body":["a"]}' }] },
  }),
  'a mapping does not report which messages failed': changeMapping({ FunctionResponseTypes: [] }),
  'a mapping is deleted': deleteMapping,
  'all notifications of a bucket are replaced': clearBucket,
  'a notification of a bucket is changed': async (cloud) => {
    const [{ kept: _, ...entry } = { kept: undefined }] = (await notificationsOf(cloud)).entries;
    const entries = [{ ...entry, suffix: '.jpg' }] as BucketNotifications['entries']; // because the bucket has an entry
    await changeBucket('uploads', { entries })(cloud);
  },
  'a bucket tells EventBridge nothing any more': changeBucket('scans', { hasEventBridge: false }),
  'statements for topic and bucket are removed': (cloud) => revoke(cloud, 'fixture-dev-told'),
  'the statement for a rule is removed': (cloud) => revoke(cloud, 'fixture-dev-job'),
};

async function writesOf(cloud: PortCloud, machine: Machine): Promise<readonly string[]> {
  const { outcome, calls } = await cloud.deploy(app, machine);
  expect(outcome.kind).toBe('done');
  return writesIn(calls);
}

/** A bucket that only notifies EventBridge is not in the inventory. */
async function wholeOf(cloud: PortCloud): Promise<unknown> {
  return [await pictureOfPort({ cloud }), await notificationsOf(cloud, 'scans')];
}

test('a deploy mends what is changed by hand, with its record and without one', async () => {
  const cloud = await deployed();
  const wanted = await wholeOf(cloud);
  for (const hasRecord of [true, false]) {
    const machine = (): Machine => (hasRecord ? cloud.here : elsewhere());
    const drawn = sampleOf(`changes ${hasRecord}`, Object.entries(CHANGES), 12);
    for (const [change, make] of drawn) {
      const name = `${change} (record: ${hasRecord})`;
      await make(cloud);
      expect(await wholeOf(cloud), name).not.toEqual(wanted);
      expect(await writesOf(cloud, machine()), name).not.toEqual([]);
      expect(await wholeOf(cloud), name).toEqual(wanted);
      expect(await writesOf(cloud, machine()), name).toEqual([]);
    }
  }
});

const gone = (): Promise<undefined> => Promise.resolve(undefined);

test('a queue, a topic or a bucket is deleted: the next deploy reports it', async () => {
  const cloud = await deployed();
  const { queues, sns, s3 } = cloud;
  const left = [
    ['queue', 'FW6270', { queues: { ...queues, readQueue: gone } }],
    ['topic', 'FW6260', { sns: { ...sns, listSubscriptions: gone } }],
    ['bucket', 'FW6260', { s3: { ...s3, getNotifications: gone } }],
  ] as const;
  for (const [kind, code, without] of left) {
    const port = { ...cloud, ...without };
    const seen = await observe({ cloud: port, desired: app, state: cloud.here.state });
    const [problem] = seen.kind === 'refused' ? seen.diagnostics : [];
    expect(problem).toMatchObject({ code, message: expect.stringContaining(kind) as unknown });
  }
});

test('a queue that was made anew under its name is read by the mapping that is there', async () => {
  const cloud = await deployed();
  const wanted = await wholeOf(cloud);
  const { QueueUrl } = await cloud.clients.sqs.getQueueUrl({ QueueName: 'orders' });
  await cloud.clients.sqs.deleteQueue({ QueueUrl });
  cloud.pass(90_000);
  const refused = await cloud.deploy(app);
  expect(refused.outcome.kind).toBe('refused');
  expect(writesIn(refused.calls)).toEqual([]);
  await makeQueue(cloud);
  expect(await writesOf(cloud, cloud.here)).toEqual([]);
  expect(await wholeOf(cloud)).toEqual(wanted);
});

test('a deletion reports what it deletes, and not what somebody has disconnected', async () => {
  const cloud = await deployed();
  for (const change of [deleteMapping, unsubscribe, clearBucket]) await change(cloud);
  const { done } = await cloud.remove();
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
  const cloud = await deployed();
  const { calls } = await cloud.deploy(app);
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
  const other = await cloud.deploy(app, elsewhere());
  expect(other.calls.filter((call) => /Rule|Permissions/.test(call)).toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => 'getPermissions'),
    'listRuleTags',
    'listRuleTags',
    'listRules',
  ]);
});
