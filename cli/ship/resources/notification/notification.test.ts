// Notifications of buckets of S3: one write for each bucket, which leaves what others have there as it was.
import { expect, test } from 'vitest';
import type { EventSource } from '../../../../runtime/contract/events.js';
import { CloudError, type CloudErrorKind } from '../../../cloud/cloud-error.js';
import type { BucketEntry, BucketNotifications } from '../../../cloud/services/s3.js';
import { deployOnce } from '../../deploy/deploy-run.fixture.js';
import {
  appOf,
  deleteOnce,
  elsewhere,
  type Sources,
  statementsIn,
  WRITES,
} from '../../deploy/event-sources.fixture.js';
import { fakeCloud, type FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { renderPlan } from '../../deploy/render-plan.js';
import { observedOf } from '../../deploy/states.fixture.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';

function bucket(prefix = '', more: Partial<EventSource> = {}): EventSource {
  const source = { kind: 's3', bucket: { text: 'uploads' }, events: ['s3:ObjectCreated:*'] };
  return { ...source, prefix, delivery: 'notification', ...more } as EventSource; // because of one kind
}

const FOREIGN: BucketEntry = {
  id: 'theirs',
  functionArn: 'arn:aws:lambda:eu-west-1:123456789012:function:other',
  events: ['s3:ObjectRemoved:*'],
  prefix: '',
  suffix: '',
  kept: { Id: 'theirs', LambdaFunctionArn: 'as it was', Events: [] },
};
const OTHERS: BucketNotifications = {
  entries: [FOREIGN],
  hasEventBridge: true,
  others: { TopicConfigurations: [{ TopicArn: 'topic', Events: [] }] },
};

function cloudWith(told: BucketNotifications = OTHERS): FakeCloud {
  const cloud = fakeCloud();
  cloud.buckets.set('uploads', told);
  return cloud;
}

function told({ buckets }: FakeCloud): readonly string[] {
  return [...buckets].flatMap(([name, { entries }]) =>
    entries.map(
      ({ functionArn, events, prefix, suffix }) =>
        `${name} ${events.join()} ${prefix}*${suffix} -> ${functionArn.split(':').at(-1)}`,
    ),
  );
}

const [THEIRS = ''] = told(cloudWith());
const upload: Sources = { upload: [bucket('in/')] };

function refusal(kind: CloudErrorKind, message: string): CloudError {
  const facts = { kind, operation: 's3:PutBucketNotification', message, name: 'X' };
  return new CloudError({ ...facts, status: 400, requestId: undefined }, undefined);
}

test('the permission comes first, and what others have is put back as it was', async () => {
  const cloud = cloudWith();
  const { calls } = await deployOnce(cloud, appOf(upload), elsewhere());
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('putNotifications'));
  expect(calls.at(-1)).toBe('getNotifications');
  expect(told(cloud)).toEqual([THEIRS, 'uploads s3:ObjectCreated:* in/* -> fixture-dev-upload']);
  const { entries, ...rest } = cloud.buckets.get('uploads') ?? OTHERS;
  expect(entries[0]).toBe(FOREIGN);
  expect(rest).toEqual({ hasEventBridge: true, others: OTHERS.others });
  expect(statementsIn(cloud)).toEqual(['fixture-dev-upload: arn:aws:s3:::uploads']);
  expect(cloud.functions.get('fixture-dev-upload')?.permissions).toMatchObject([
    { principal: 's3.amazonaws.com', sourceAccount: '123456789012' },
  ]);
});

test('a deploy of the same makes one read and writes nothing', async () => {
  const cloud = cloudWith();
  const here = elsewhere();
  await deployOnce(cloud, appOf(upload), here);
  const { calls } = await deployOnce(cloud, appOf(upload), here);
  expect(calls.toSorted()).toEqual(['getFunction', 'getNotifications', 'getRolePolicy']);
  const other = await deployOnce(cloud, appOf(upload), elsewhere());
  expect(other.calls.filter((name) => WRITES.test(name))).toEqual([]);
});

test('all functions of a stage share one write, and a handler is renamed with one', async () => {
  const cloud = cloudWith();
  const here = elsewhere();
  const first = await deployOnce(cloud, appOf({ a: [bucket('a/')], b: [bucket('b/')] }), here);
  expect(first.calls.filter((name) => name === 'putNotifications')).toHaveLength(1);
  const renamed = appOf({ a: [bucket('a/')], c: [bucket('b/')] }, { code: 'two' });
  const { calls } = await deployOnce(cloud, renamed, here);
  expect(calls.filter((name) => name === 'putNotifications')).toHaveLength(1);
  expect(calls.indexOf('putNotifications')).toBeLessThan(calls.indexOf('deleteFunction'));
  expect(told(cloud)).toEqual([
    THEIRS,
    'uploads s3:ObjectCreated:* a/* -> fixture-dev-a',
    'uploads s3:ObjectCreated:* b/* -> fixture-dev-c',
  ]);
});

test.each([true, false])(
  'a decorator that goes takes entry and permission along, and comes back (record: %s)',
  async (has) => {
    const cloud = cloudWith();
    const here = elsewhere();
    const known = (): typeof here => (has ? here : elsewhere());
    await deployOnce(cloud, appOf(upload), known());
    const without = appOf({}, { functions: ['upload'], code: 'two' });
    const { calls } = await deployOnce(cloud, without, known());
    expect(cloud.buckets.get('uploads')).toEqual(OTHERS);
    expect(statementsIn(cloud)).toEqual([]);
    expect(calls.indexOf('putNotifications')).toBeLessThan(calls.indexOf('removePermission'));
    await deployOnce(cloud, appOf(upload), known());
    expect(told(cloud)).toHaveLength(2);
  },
);

test.each([true, false])(
  'a stage that is deleted leaves bucket and others (record: %s)',
  async (has) => {
    const cloud = cloudWith();
    const here = elsewhere();
    await deployOnce(cloud, appOf(upload), here);
    await deleteOnce(cloud, has ? here : elsewhere());
    expect(cloud.buckets.get('uploads')).toEqual(OTHERS);
    expect(cloud.functions.size).toBe(0);
    expect(cloud.calls.indexOf('putNotifications')).toBeLessThan(
      cloud.calls.indexOf('deleteFunction'),
    );
  },
);

test('an entry of ours that was changed or deleted by hand comes back', async () => {
  const cloud = cloudWith();
  const here = elsewhere();
  await deployOnce(cloud, appOf(upload), here);
  const before = told(cloud);
  const { entries, ...rest } = cloud.buckets.get('uploads') ?? OTHERS;
  const changed = entries.map((one) => (one === FOREIGN ? one : { ...one, suffix: '.jpg' }));
  cloud.buckets.set('uploads', { ...rest, entries: changed });
  await deployOnce(cloud, appOf(upload), here);
  expect(told(cloud)).toEqual(before);
  cloud.buckets.set('uploads', OTHERS);
  await deployOnce(cloud, appOf(upload), here);
  expect(told(cloud)).toEqual(before);
});

test('while somebody else writes, everything is read and merged again', async () => {
  const cloud = cloudWith();
  const news = { ...FOREIGN, id: 'new', events: ['s3:ObjectTagging:*'] };
  cloud.onCall = (call) => {
    if (call !== 'putNotifications') return;
    cloud.onCall = undefined;
    cloud.buckets.set('uploads', { ...OTHERS, entries: [FOREIGN, news] });
    throw refusal('busy', 'A conflicting conditional operation is currently in progress');
  };
  await deployOnce(cloud, appOf(upload), elsewhere());
  expect(
    cloud.buckets
      .get('uploads')
      ?.entries.map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['theirs', 'new']);
  expect(told(cloud)).toHaveLength(3);
});

test('a write that another one has undone is made again', async () => {
  const cloud = cloudWith();
  cloud.onWrite = (call) => {
    if (call !== 'putNotifications') return;
    cloud.onWrite = undefined;
    cloud.buckets.set('uploads', OTHERS);
  };
  const { outcome } = await deployOnce(cloud, appOf(upload), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(told(cloud)).toHaveLength(2);
});

test('a function of others that is not there any more is named', async () => {
  const cloud = cloudWith();
  cloud.onCall = (call) => {
    if (call !== 'putNotifications') return;
    throw refusal(
      'rejected',
      `Unable to validate the following destination configurations: ${FOREIGN.functionArn}, null`,
    );
  };
  const { outcome } = await deployOnce(cloud, appOf(upload), elsewhere());
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
  const cloud = cloudWith({
    ...OTHERS,
    entries: [{ ...FOREIGN, id, events: ['s3:ObjectCreated:Put'] }],
  });
  const observation = await observe({ cloud, desired: appOf(upload), state: undefined });
  const end = owner === undefined ? '' : `, for the stage \`${owner}\``;
  expect(observation).toMatchObject({
    kind: 'refused',
    diagnostics: [
      {
        code: 'FW6262',
        message: `The bucket \`uploads\` cannot notify \`fixture-dev-upload\` of \`s3:ObjectCreated:* in/*\`: it already notifies \`other\` of the same keys${end}.`,
        hint: expect.stringContaining("delivery: 'eventbridge'") as string,
      },
    ],
  });
  expect(cloud.calls.filter((name) => WRITES.test(name))).toEqual([]);
});

test('a bucket that is not there is said before anything is made', async () => {
  const cloud = fakeCloud();
  const observation = await observe({ cloud, desired: appOf(upload), state: undefined });
  expect(observation).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6260' }] });
});

test('by EventBridge, a rule is made, the bucket is switched on, and stays so', async () => {
  const cloud = cloudWith({ ...OTHERS, hasEventBridge: false });
  const here = elsewhere();
  const sources = { upload: [bucket('in/', { suffix: '.jpg', delivery: 'eventbridge' })] };
  await deployOnce(cloud, appOf(sources), here);
  expect(cloud.buckets.get('uploads')).toEqual(OTHERS);
  expect([...cloud.bridge.rules.values()].map(({ settings }) => settings.pattern)).toEqual([
    JSON.stringify({
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: ['uploads'] }, object: { key: [{ wildcard: 'in/*.jpg' }] } },
    }),
  ]);
  const { calls } = await deployOnce(cloud, appOf(sources), here);
  expect(calls.filter((name) => WRITES.test(name))).toEqual([]);
  await deleteOnce(cloud, here);
  expect(cloud.bridge.rules.size).toBe(0);
  expect(cloud.buckets.get('uploads')).toEqual(OTHERS);
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
