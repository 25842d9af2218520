// Subscriptions to SNS topics: created after the permission, updated in place, deleted before it; the topic is not managed by
// the stage.
import { expect, test } from 'vitest';
import type { EventSource } from '../../../../runtime/contract/events.js';
import { appOf, eventsOf, type SourcesByFunction } from '../../deploy/event-sources.fixture.js';
import { elsewhere, openCloud, type PortCloud, writesIn } from '../../deploy/port-cloud.fixture.js';
import { checkQuotas } from '../../deploy/prepare-deploy.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy, renderPlan } from '../../deploy/plan-deploy.js';
import { desiredOf, observedOf } from '../../deploy/states.fixture.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';
import { statementsFor } from '../event-source/invokers.js';
import { topicArn } from './subscription.js';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:alerts';
const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:fixture-dev-';

function topic(text = 'alerts', more: Partial<EventSource> = {}): EventSource {
  return { kind: 'sns', topic: { text }, ...more } as EventSource; // because all properties are of this kind
}

async function cloudWith(...topics: readonly string[]): Promise<PortCloud> {
  const cloud = await openCloud();
  for (const Name of topics) await cloud.clients.sns.createTopic({ Name });
  return cloud;
}

async function subscribed(cloud: PortCloud): Promise<readonly string[]> {
  const { sns } = cloud.others;
  const topics = [...new Set(cloud.namesOf('subscription').map((one) => one.split(' ')[0] ?? ''))];
  const each = topics.map(async (name) => {
    const list = (await sns.listSubscriptions(TOPIC.replace('alerts', name))) ?? [];
    return Promise.all(
      list.map(async ({ endpoint, arn }) => {
        const { policy = 'all', scope } = (await sns.getFilter(arn)) ?? {};
        const where = scope === 'MessageBody' ? ` in ${scope}` : '';
        return `${name} -> ${endpoint.split(':').at(-1) ?? ''}: ${policy}${where}`;
      }),
    );
  });
  return (await Promise.all(each)).flat();
}

const alert: SourcesByFunction = { alert: [topic()] };

test('the permission comes first, and the account is asked about once', async () => {
  const cloud = await cloudWith('alerts');
  const { calls } = await cloud.deploy(appOf(alert), elsewhere());
  expect(calls.filter((name) => name === 'getCallerArn')).toHaveLength(1);
  expect(calls.indexOf('addPermission')).toBeLessThan(calls.indexOf('putSubscription'));
  expect(await subscribed(cloud)).toEqual(['alerts -> fixture-dev-alert: all']);
  expect(await cloud.statements()).toEqual([`fixture-dev-alert: ${TOPIC}`]);
});

test('nobody is asked about the account when an ARN tells it', async () => {
  const cloud = await cloudWith('alerts');
  const config = { manage_iam_role: false, iam_role_arn: 'arn:aws:iam::123456789012:role/own' };
  const { calls } = await cloud.deploy(appOf(alert, { config }));
  expect(calls).not.toContain('getCallerArn');
  const next = await cloud.deploy(appOf(alert, { config, code: 'two' }), elsewhere());
  expect(next.calls).not.toContain('getCallerArn');
});

test('a filter comes, changes its scope, and goes', async () => {
  const cloud = await cloudWith('alerts');
  await cloud.deploy(appOf(alert));
  const filterPolicy = { level: ['high'] };
  const steps: readonly (readonly [Partial<EventSource>, string])[] = [
    [{ filterPolicy }, '{"level":["high"]}'],
    [{ filterPolicy, filterPolicyScope: 'MessageBody' }, '{"level":["high"]} in MessageBody'],
    [{}, 'all'],
  ];
  for (const [more, text] of steps) {
    await cloud.deploy(appOf({ alert: [topic('alerts', more)] }));
    expect(await subscribed(cloud)).toEqual([`alerts -> fixture-dev-alert: ${text}`]);
    const { calls } = await cloud.deploy(appOf({ alert: [topic('alerts', more)] }), elsewhere());
    expect(writesIn(calls)).toEqual([]);
  }
});

test('one that somebody has made with another filter meanwhile gets ours', async () => {
  const cloud = await cloudWith('alerts');
  cloud.onCall = async (call) => {
    if (call !== 'putSubscription') return;
    cloud.onCall = undefined;
    const filter = { policy: '{"x":["y"]}', scope: 'MessageBody' };
    const functionArn = `${FUNCTION}alert`;
    await cloud.others.sns.putSubscription({ topic: TOPIC, functionArn, filter });
  };
  const { outcome } = await cloud.deploy(appOf(alert), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(await subscribed(cloud)).toEqual(['alerts -> fixture-dev-alert: all']);
});

test('the name of a topic and its ARN are the same topic', async () => {
  const cloud = await cloudWith('alerts');
  await cloud.deploy(appOf(alert));
  const { calls } = await cloud.deploy(appOf({ alert: [topic(TOPIC)] }));
  expect(writesIn(calls)).toEqual([]);
});

test('a topic that is not there, or elsewhere, is said before anything is made', async () => {
  const cloud = await openCloud();
  const observation = await observe({ cloud, desired: appOf(alert), state: undefined });
  expect(observation).toMatchObject({
    kind: 'refused',
    diagnostics: [
      {
        code: 'FW6260',
        message:
          'The topic `alerts`, which `alert` (`@app.onSnsMessage` in app.ts:1) names, does not exist in eu-west-1.',
      },
    ],
  });
  expect(writesIn(cloud.calls)).toEqual([]);
  const [problem] = checkQuotas(appOf({ alert: [topic(TOPIC.replace('eu-west-1', 'us-east-1'))] }));
  expect(problem).toMatchObject({
    code: 'FW6261',
    message:
      'The topic `alerts` is in the region us-east-1, but the stage is in the region eu-west-1: `alert` (`@app.onSnsMessage` in app.ts:1) cannot be connected to it.',
  });
});

test('a plan names what is made, what changes and what goes', () => {
  const desired = desiredOf({
    functions: ['a', 'b'],
    events: eventsOf({ a: [topic()], b: [topic('news')] }),
  });
  const found = observedOf(desired);
  const [first] = found.subscriptions;
  const subscriptions = first
    ? [
        { ...first, filter: 'other' },
        { ...first, topic: TOPIC.replace('alerts', 'old') },
      ]
    : [];
  expect(renderPlan(planDeploy(desired, { ...found, subscriptions }), { hasColor: false }))
    .toMatchInlineSnapshot(`
    "Resources
      ~  subscription  fixture-dev-a to alerts  filter changes
      +  subscription  fixture-dev-b to news
      -  subscription  fixture-dev-a to old

    fixture, stage dev, eu-west-1: 1 to create, 1 to change, 1 to delete.
    "
  `);
});

test('other tools make the same subscription', () => {
  const stage = exportStage(appOf(alert), undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: { aws_sns_topic_subscription: {} },
  });
  expect(Object.values(cloudFormationTemplate(stage).Resources)).toContainEqual(
    expect.objectContaining({ Type: 'AWS::SNS::Subscription' }),
  );
});

test('a topic of another account keeps its ARN, in the subscription and in the statement', () => {
  const theirs = 'arn:aws:sns:eu-west-1:999999999999:news';
  const { subscriptions, invokers } = appOf({ alert: [topic(theirs)] });
  const place = { account: { id: '123456789012', partition: 'aws' }, region: 'eu-west-1' };
  expect(subscriptions.map((one) => topicArn(one.topic, place))).toEqual([theirs]);
  expect(statementsFor(invokers, place).map(({ sourceArn }) => sourceArn)).toEqual([theirs]);
});
