// Notifications of S3 buckets: one write for each bucket, which does not change other applications' notifications.
import { expect, test } from 'vitest';
import type { EventSource } from '../../../../runtime/contract/events.js';
import { CloudError } from '../../../cloud/cloud-error.js';
import type { BucketNotifications } from '../../../cloud/services/s3.js';
import {
  addBuckets,
  appOf,
  notificationsOf,
  type SourcesByFunction,
  theirEntry,
  TO_A_QUEUE,
} from '../../deploy/event-sources.fixture.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { elsewhere, openCloud, type PortCloud, writesIn } from '../../deploy/port-cloud.fixture.js';
import { observedOf } from '../../deploy/states.fixture.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';
import { overlap } from './notification.js';

function bucket(prefix = '', more: Partial<EventSource> = {}): EventSource {
  const source = { kind: 's3', bucket: { text: 'uploads' }, events: ['s3:ObjectCreated:*'] };
  return { ...source, prefix, delivery: 'notification', ...more } as EventSource; // because all properties are of this kind
}

/** The notifications of other applications in the bucket. */
const OTHERS: BucketNotifications = {
  entries: [theirEntry('theirs')],
  hasEventBridge: true,
  others: TO_A_QUEUE,
};

async function cloudWith(others: BucketNotifications = OTHERS): Promise<PortCloud> {
  const cloud = await openCloud();
  await addBuckets(cloud, ['uploads'], others.entries);
  await cloud.others.s3.putNotifications('uploads', others);
  return cloud;
}

async function told(cloud: PortCloud): Promise<readonly string[]> {
  const { entries } = await notificationsOf(cloud);
  return entries.map(
    ({ functionArn, events, prefix, suffix }) =>
      `${events.join()} ${prefix}*${suffix} -> ${functionArn.split(':').at(-1)}`,
  );
}

const THEIRS = 's3:ObjectRemoved:* theirs* -> other';
const upload: SourcesByFunction = { upload: [bucket('in/')] };

test('the permission comes first, and what others have is put back as it was', async () => {
  const cloud = await cloudWith();
  const before = await notificationsOf(cloud);
  const { calls } = await cloud.deploy(appOf(upload), elsewhere());
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('putNotifications'));
  expect(calls.at(-1)).toBe('getNotifications');
  expect(await told(cloud)).toEqual([THEIRS, 's3:ObjectCreated:* in/* -> fixture-dev-upload']);
  const { entries, ...rest } = await notificationsOf(cloud);
  expect({ ...rest, entries: entries.slice(0, 1) }).toEqual(before);
  expect(await cloud.statements()).toContain('fixture-dev-upload: arn:aws:s3:::uploads');
  expect(await cloud.others.lambda.getPermissions('fixture-dev-upload')).toMatchObject([
    { principal: 's3.amazonaws.com', sourceAccount: '123456789012' },
  ]);
});

test('all functions of a stage share one write, and a handler is renamed with one', async () => {
  const cloud = await cloudWith();
  const first = await cloud.deploy(appOf({ a: [bucket('a/')], b: [bucket('b/')] }));
  expect(first.calls.filter((name) => name === 'putNotifications')).toHaveLength(1);
  const renamed = appOf({ a: [bucket('a/')], c: [bucket('b/')] }, { code: 'two' });
  const { calls } = await cloud.deploy(renamed);
  expect(calls.filter((name) => name === 'putNotifications')).toHaveLength(1);
  expect(calls.indexOf('putNotifications')).toBeLessThan(calls.indexOf('deleteFunction'));
  expect(await told(cloud)).toEqual([
    THEIRS,
    's3:ObjectCreated:* a/* -> fixture-dev-a',
    's3:ObjectCreated:* b/* -> fixture-dev-c',
  ]);
});

test('while somebody else writes, everything is read and merged again', async () => {
  const cloud = await cloudWith();
  cloud.onCall = async (call) => {
    if (call !== 'putNotifications') return;
    cloud.onCall = undefined;
    const entries = [theirEntry('theirs'), theirEntry('new')];
    await cloud.others.s3.putNotifications('uploads', { ...OTHERS, entries });
    const message = 'A conflicting conditional operation is currently in progress';
    const facts = { kind: 'busy', operation: 's3:PutBucketNotification', message } as const;
    throw new CloudError({ ...facts, name: 'X', status: 409, requestId: undefined }, undefined);
  };
  await cloud.deploy(appOf(upload), elsewhere());
  const { entries } = await notificationsOf(cloud);
  expect(entries.map(({ id }) => id.slice(0, 9))).toEqual(['theirs', 'new', 'framework']);
});

test('a write that another one has undone is made again', async () => {
  const cloud = await cloudWith();
  cloud.onWrite = async (call) => {
    if (call !== 'putNotifications') return;
    cloud.onWrite = undefined;
    await cloud.others.s3.putNotifications('uploads', OTHERS);
  };
  const { outcome } = await cloud.deploy(appOf(upload), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(await told(cloud)).toHaveLength(2);
});

test('a function of others that is not there any more is named', async () => {
  const cloud = await cloudWith();
  await cloud.others.lambda.deleteFunction('other');
  const { outcome } = await cloud.deploy(appOf(upload), elsewhere());
  expect(outcome).toMatchObject({
    kind: 'failed',
    failures: [
      { problem: { code: 'FW6263', message: expect.stringContaining('function:other') as string } },
    ],
  });
});

test.each<readonly [string, string | undefined]>([
  ['by-hand', undefined],
  ['framework-fixture-prod-0123456789ab', 'fixture-prod'],
])('keys that the bucket tells %s of are said before anything is made', async (id, owner) => {
  const cloud = await cloudWith({
    ...OTHERS,
    entries: [theirEntry(id, { prefix: '', events: ['s3:ObjectCreated:Put'] })],
  });
  cloud.calls.length = 0;
  const observation = await observe({ cloud, desired: appOf(upload), state: undefined });
  const end = owner === undefined ? '' : `, in the stage \`${owner}\``;
  expect(observation).toMatchObject({
    kind: 'refused',
    diagnostics: [
      {
        code: 'FW6262',
        message: `The bucket \`uploads\` cannot notify \`fixture-dev-upload\` of \`s3:ObjectCreated:* in/*\`: \`other\` already receives the events for the same keys${end}.`,
        hint: expect.stringContaining("delivery: 'eventbridge'") as string,
      },
    ],
  });
  expect(writesIn(cloud.calls)).toEqual([]);
});

test('a bucket that is not there is said before anything is made', async () => {
  const cloud = await openCloud();
  const observation = await observe({ cloud, desired: appOf(upload), state: undefined });
  expect(observation).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6260' }] });
});

test('by EventBridge, a rule is made, the bucket is switched on, and stays so', async () => {
  const cloud = await cloudWith({ ...OTHERS, hasEventBridge: false });
  const before = await notificationsOf(cloud);
  const sources = { upload: [bucket('in/', { suffix: '.jpg', delivery: 'eventbridge' })] };
  await cloud.deploy(appOf(sources));
  expect(await notificationsOf(cloud)).toEqual({ ...before, hasEventBridge: true });
  const rules = (await cloud.others.events.listRules('default', 'fixture-dev')) ?? [];
  expect(rules.map(({ pattern = '' }) => JSON.parse(pattern) as unknown)).toEqual([
    {
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: ['uploads'] }, object: { key: [{ wildcard: 'in/*.jpg' }] } },
    },
  ]);
  const { calls } = await cloud.deploy(appOf(sources));
  expect(writesIn(calls)).toEqual([]);
  await cloud.remove();
  expect(cloud.namesOf('rule')).toEqual([]);
  expect(await notificationsOf(cloud)).toEqual({ ...before, hasEventBridge: true });
});

test('by EventBridge, other tools make the same rule', () => {
  const sources = { upload: [bucket('in/', { delivery: 'eventbridge' })] };
  const stage = exportStage(appOf(sources), undefined);
  expect(stage.problems).toEqual([]);
  expect(terraformJson(stage)).toContain('aws_cloudwatch_event_rule');
  expect(Object.values(cloudFormationTemplate(stage).Resources)).toContainEqual(
    expect.objectContaining({ Type: 'AWS::Events::Rule' }),
  );
});

test('a plan says who is told what; other tools are told that they cannot', () => {
  const desired = appOf({ a: [bucket('a/')], b: [bucket('b/')] });
  const found = observedOf(desired);
  const buckets = found.buckets.map(({ name, notifications }) => ({
    name,
    notifications: {
      ...notifications,
      entries: notifications.entries.map((one, index) =>
        index === 0 ? one : { ...one, id: 'framework-fixture-dev-0123456789ab' },
      ),
    },
  }));
  const planned = planDeploy(desired, { ...found, buckets });
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      ~  notifications  uploads  fixture-dev-b is told s3:ObjectCreated:* b/*
                                 fixture-dev-b no longer receives s3:ObjectCreated:* b/*

    fixture, stage dev, eu-west-1: 1 to change.
    "
  `);
  expect(exportStage(desired, undefined).problems).toMatchObject([
    { diagnostic: { code: 'FW6264' }, from: { at: { file: 'app.ts' } } },
  ]);
});

// Notifications that S3 rejects together, because one object could match both.

test.each<readonly [string, string, boolean]>([
  ['s3:ObjectCreated:* a/*', 's3:ObjectCreated:Put a/b/*', true],
  ['s3:ObjectCreated:* a/*', 's3:ObjectRemoved:* a/*', false],
  ['s3:ObjectCreated:* a/*', 's3:ObjectCreated:* b/*', false],
  ['s3:ObjectCreated:* *.jpg', 's3:ObjectCreated:* *.png', false],
  ['s3:ObjectCreated:* a/*.jpg', 's3:ObjectCreated:* a/*', true],
])('%s and %s', (one, other, isSame) => {
  const [first, second] = [one, other].map((text) => {
    const [event = '', keys = ''] = text.split(' ');
    const [prefix = '', suffix = ''] = keys.split('*');
    return { events: [event], prefix, suffix };
  });
  expect(first && second && overlap(first, second)).toBe(isSame);
});
