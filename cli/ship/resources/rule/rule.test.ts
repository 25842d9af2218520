// EventBridge rules: created after the permission, updated in place, renamed with their function, and deleted before it.
import { expect, test } from 'vitest';
import {
  appOf,
  every,
  type SourcesByFunction,
  eventsOf,
} from '../../deploy/event-sources.fixture.js';
import {
  elsewhere,
  openCloud,
  type PortCloud,
  WRITES,
  writesIn,
} from '../../deploy/port-cloud.fixture.js';
import { sampledTest } from '../../../../test/support/sampled-test.js';
import { checkQuotas } from '../../deploy/prepare-deploy.js';
import { observe } from '../../deploy/observe.js';
import type { Desired } from '../../stage/states.js';
import { objectPattern } from './desired-rules.js';
import { cloudFormationTemplate } from '../../export/cloud-formation.js';
import { exportStage } from '../../export/export-stage.js';
import { terraformJson } from '../../export/terraform.js';
import type { Permission } from '../../../cloud/services/lambda-function.js';
import { observedOf, desiredOf } from '../../deploy/states.fixture.js';
import { planDeploy, planDocument, renderPlan } from '../../deploy/plan-deploy.js';

const sampled = sampledTest('rules', 3);

const hourly: SourcesByFunction = { report: [every('rate(1 hour)')] };
const ARN = 'arn:aws:events:eu-west-1:123456789012:rule/';

/** Returns which rule calls which function, and when. */
async function rulesIn(cloud: PortCloud): Promise<readonly string[]> {
  const { events } = cloud.others;
  const buses = [...new Set(cloud.namesOf('rule').map(busOf))];
  const found = await Promise.all(buses.map((bus) => events.listRules(bus, 'fixture')));
  const texts = found.flatMap((list = []) =>
    list.map(async (rule) => {
      const { bus, name, expression, pattern = '', isEnabled } = rule;
      const targets = await events.listTargets(rule);
      const called = targets.map(({ arn, input = '' }) => `${arn.split(':').at(-1)}${input}`);
      return `${bus}/${name} ${expression ?? pattern}${isEnabled ? '' : ' off'} -> ${called.join()}`;
    }),
  );
  return (await Promise.all(texts)).toSorted();
}

function busOf(name: string): string {
  return name.includes('/') ? name.slice(0, name.indexOf('/')) : 'default';
}

function tagsOfReport({ others: { events } }: PortCloud): Promise<unknown> {
  return events.listRuleTags(`${ARN}fixture-dev-report`);
}

sampled('the permission comes before the rule, and the rule before what it calls', async () => {
  const cloud = await openCloud();
  const { calls, events } = await cloud.deploy(appOf(hourly), elsewhere());
  const order = ['addPermission', 'putRule', 'putTarget'].map((name) => calls.indexOf(name));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect(await rulesIn(cloud)).toEqual([
    'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
  ]);
  expect(await cloud.statements()).toEqual([`fixture-dev-report: ${ARN}fixture-dev-report`]);
  expect(await tagsOfReport(cloud)).toEqual({
    'cloud-framework': 'version=1.0.0:stage=dev:app=fixture',
  });
  expect(events.filter((text) => text.startsWith('done'))).toEqual([
    'done create role fixture-dev',
    'done create policy of role fixture-dev',
    'done create function fixture-dev-report',
    'done permit EventBridge to call fixture-dev-report',
    'done await function fixture-dev-report',
    'done create rule fixture-dev-report',
  ]);
});

sampled('an application without events makes the calls that it made before', async () => {
  const cloud = await openCloud();
  const first = await cloud.deploy(appOf({}, { functions: ['report'] }));
  expect(first.calls.filter((name) => /Rule|Target|Permission/.test(name))).toEqual([]);
  expect(cloud.here.state).not.toHaveProperty('rules');
  expect(cloud.here.state).not.toHaveProperty('invokers');
  const { calls } = await cloud.deploy(appOf({}, { functions: ['report'] }));
  expect(calls.toSorted()).toEqual(['getFunction', 'getRolePolicy']);
});

const night = every('cron(0 3 * * ? *)', {
  input: { full: true },
  description: 'Nightly',
  enabled: false,
});
const pushed = {
  kind: 'rule',
  pattern: { source: ['aws.codecommit'] },
  bus: { text: 'default' },
  enabled: true,
} as const;

sampled.each<readonly [string, SourcesByFunction, string]>([
  ['expression', { report: [every('rate(5 minutes)')] }, 'rate(5 minutes) -> fixture-dev-report'],
  ['everything', { report: [night] }, 'cron(0 3 * * ? *) off -> fixture-dev-report{"full":true}'],
  ['kind', { report: [pushed] }, '{"source":["aws.codecommit"]} -> fixture-dev-report'],
])('another %s changes the rule in place, and back', async (_, sources, text) => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(hourly));
  const { calls } = await cloud.deploy(appOf(sources));
  expect(await rulesIn(cloud)).toEqual([`default/fixture-dev-report ${text}`]);
  expect(calls.filter((name) => WRITES.test(name) && !/^put/.test(name))).toEqual([]);
  await cloud.deploy(appOf(hourly));
  expect(await rulesIn(cloud)).toEqual([
    'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
  ]);
  expect((await cloud.deploy(appOf(hourly))).calls).toHaveLength(4);
});

sampled.each([true, false])('a stage that is deleted leaves no rule (record: %s)', async (has) => {
  const cloud = await openCloud();
  await cloud.clients.events.createEventBus({ Name: 'orders' });
  const sources = { report: [every('rate(1 hour)'), { ...pushed, bus: { text: 'orders' } }] };
  await cloud.deploy(appOf(sources));
  expect(await rulesIn(cloud)).toHaveLength(2);
  await cloud.remove(has ? cloud.here : elsewhere());
  expect(await rulesIn(cloud)).toEqual([]);
  expect(cloud.namesOf('function')).toEqual([]);
  expect(cloud.calls.lastIndexOf('deleteRule')).toBeLessThan(cloud.calls.indexOf('deleteFunction'));
});

sampled('a statement that somebody else has put there stays', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(hourly));
  const foreign = {
    statementId: 'by-hand',
    principal: 'events.amazonaws.com',
    sourceArn: `${ARN}x`,
  };
  await cloud.others.lambda.addPermission('fixture-dev-report', foreign);
  await cloud.deploy(appOf({}, { functions: ['report'], code: 'two' }));
  expect(await cloud.statements()).toEqual([`fixture-dev-report: ${ARN}x`]);
});

sampled(
  'several sources of a function have a rule each, and keep away from other names',
  async () => {
    const cloud = await openCloud();
    const sources = {
      report: [every('rate(1 hour)'), every('rate(2 hours)'), pushed],
      'report-2': [every('rate(3 hours)')],
    };
    await cloud.deploy(appOf(sources), elsewhere());
    expect(await rulesIn(cloud)).toEqual([
      'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
      'default/fixture-dev-report-2 rate(3 hours) -> fixture-dev-report-2',
      'default/fixture-dev-report-3 rate(2 hours) -> fixture-dev-report',
      'default/fixture-dev-report-4 {"source":["aws.codecommit"]} -> fixture-dev-report',
    ]);
  },
);

sampled(
  'a function with many rules has one statement, so that its policy stays short',
  async () => {
    const cloud = await openCloud();
    const many = Array.from({ length: 30 }, (_, index) => every(`rate(${index + 2} hours)`));
    await cloud.deploy(appOf({ report: many }), elsewhere());
    expect(cloud.namesOf('rule')).toHaveLength(30);
    expect(await cloud.statements()).toEqual([`fixture-dev-report: ${ARN}fixture-dev-*`]);
  },
);

sampled('a name of 64 characters leaves room for a number', () => {
  const name = 'x'.repeat(52);
  const { rules } = appOf({ [name]: [every('rate(1 hour)'), every('rate(2 hours)')] });
  expect(rules.map((one) => one.name.length)).toEqual([64, 64]);
  expect(new Set(rules.map((one) => one.name)).size).toBe(2);
});

sampled('a rule of the name that is not ours is left alone, and said', async () => {
  const cloud = await openCloud();
  await cloud.others.events.putRule(
    {
      name: 'fixture-dev-report',
      bus: 'default',
      pattern: undefined,
      expression: 'rate(1 day)',
      description: undefined,
      isEnabled: true,
    },
    { team: 'a' },
  );
  const { outcome, calls } = await cloud.deploy(appOf(hourly), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
});

sampled('rules of another stage whose name begins the same are not touched', async () => {
  const cloud = await openCloud();
  const tags = { 'cloud-framework': 'version=1.0.0:stage=x:app=fixture-dev' };
  const place = { name: 'fixture-dev-x-report', bus: 'default' };
  const settings = { pattern: undefined, expression: 'rate(1 day)', description: undefined };
  await cloud.others.events.putRule({ ...place, ...settings, isEnabled: true }, tags);
  await cloud.deploy(appOf(hourly), elsewhere());
  await cloud.deploy(appOf({}, { functions: ['report'], code: 'two' }), elsewhere());
  await cloud.deploy(appOf(hourly), elsewhere());
  await cloud.remove(elsewhere());
  expect(await rulesIn(cloud)).toEqual(['default/fixture-dev-x-report rate(1 day) -> ']);
});

sampled('a rule of another version of framework gets its tag', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(hourly));
  await cloud.deploy(appOf(hourly, { version: '1.1.0' }));
  expect(await tagsOfReport(cloud)).toEqual({
    'cloud-framework': 'version=1.1.0:stage=dev:app=fixture',
  });
});

// The bus of a rule: its name and its ARN, and buses on which the rule cannot be created.

test('an event bus that is not there is said before anything is made', async () => {
  const cloud = await openCloud();
  const desired = appOf({ report: [{ ...pushed, bus: { text: 'orders' } }] });
  const observation = await observe({ cloud, desired, state: undefined });
  expect(observation).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6260' }] });
  expect(cloud.testCloud.inventory()).toEqual([]);
});

test('the ARN of a bus and its name are the same bus', async () => {
  const cloud = await openCloud();
  await cloud.clients.events.createEventBus({ Name: 'orders' });
  const text = 'arn:aws:events:eu-west-1:123456789012:event-bus/orders';
  await cloud.deploy(appOf({ report: [{ ...pushed, bus: { text: 'orders' } }] }));
  const { calls } = await cloud.deploy(appOf({ report: [{ ...pushed, bus: { text } }] }));
  expect(writesIn(calls)).toEqual([]);
  expect(await cloud.statements()).toEqual([`fixture-dev-report: ${ARN}orders/fixture-dev-report`]);
});

test('a bus of another region or account is said before anything is made', async () => {
  const onBus = (text: string): Desired => appOf({ report: [{ ...pushed, bus: { text } }] });
  const away = 'arn:aws:events:us-east-1:123456789012:event-bus/orders';
  expect(checkQuotas(onBus(away))).toMatchObject([
    {
      code: 'FW6261',
      message:
        'The event bus `orders` is in the region us-east-1, but the stage is in the region eu-west-1: `report` (`@app.onEvent` in app.ts:1) cannot be connected to it.',
    },
  ]);
  const foreign = onBus('arn:aws:events:eu-west-1:999999999999:event-bus/orders');
  const cloud = await openCloud();
  // A bus with the same name exists, but not in the account that the ARN names.
  await cloud.clients.events.createEventBus({ Name: 'orders' });
  const first = await observe({ cloud, desired: foreign, state: undefined });
  const message = expect.stringContaining(
    'is in the account 999999999999, but the stage is in the account 123456789012',
  ) as unknown; // because it is a matcher
  expect(first).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6261', message }] });
  await cloud.deploy(onBus('orders'));
  const next = await observe({ cloud, desired: foreign, state: cloud.here.state });
  expect(next).toMatchObject({ kind: 'refused', diagnostics: [{ code: 'FW6261', message }] });
});

// Events of a bucket as EventBridge patterns.

test('several events are several branches of a pattern', () => {
  const events = ['s3:ObjectCreated:Put', 's3:ObjectTagging:*'];
  expect(objectPattern('uploads', { events })).toMatchObject({
    source: ['aws.s3'],
    $or: [
      { 'detail-type': ['Object Created'], detail: { reason: ['PutObject'] } },
      { 'detail-type': ['Object Tags Added'] },
      { 'detail-type': ['Object Tags Deleted'] },
    ],
  });
});

// The rules that other tools create from an export.

test('other tools make the same rule, and permit it', () => {
  const stage = exportStage(appOf(hourly), undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: {
      aws_cloudwatch_event_rule: {
        report: { name: 'fixture-dev-report', schedule_expression: 'rate(1 hour)' },
      },
      aws_cloudwatch_event_target: {
        report: { target_id: 'function', arn: '${aws_lambda_function.report.arn}' },
      },
      aws_lambda_permission: {},
    },
  });
  const statement = [...permissionsOf(appOf(hourly))][0]?.statementId;
  expect(terraformJson(stage)).toContain(`"statement_id": "${statement}"`);
  expect(cloudFormationTemplate(stage).Resources).toMatchObject({
    RuleReport: {
      Type: 'AWS::Events::Rule',
      Properties: { Name: 'fixture-dev-report', Targets: [{ Id: 'function' }] },
    },
  });
});

test('what is said of a rule is said by other tools too', () => {
  const described = [every('rate(1 day)', { description: 'Daily' })];
  const stage = exportStage(appOf({ report: described }), undefined);
  expect(JSON.parse(terraformJson(stage))).toMatchObject({
    resource: { aws_cloudwatch_event_rule: { report: { description: 'Daily' } } },
  });
  expect(cloudFormationTemplate(stage).Resources).toMatchObject({
    RuleReport: { Properties: { Description: 'Daily' } },
  });
});

function permissionsOf(desired: ReturnType<typeof appOf>): readonly Permission[] {
  return [...observedOf(desired).permissions.values()].flat();
}

// What a plan says about rules.

test('a plan names what is made, what changes and what goes', () => {
  const desired = desiredOf({
    functions: ['a', 'b'],
    events: eventsOf({ a: [every('rate(1 hour)')], b: [night] }),
  });
  const found = observedOf(desired);
  const [first] = found.rules;
  const rules = first
    ? [
        { ...first, expression: 'rate(1 day)', target: undefined },
        { ...first, name: 'fixture-dev-c' },
      ]
    : [];
  const planned = planDeploy(desired, { ...found, rules });
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      ~  rule  fixture-dev-a  schedule rate(1 day) -> rate(1 hour)
                              calls fixture-dev-a
      +  rule  fixture-dev-b  cron(0 3 * * ? *) (disabled)
      -  rule  fixture-dev-c

    fixture, stage dev, eu-west-1: 1 to create, 1 to change, 1 to delete.
    "
  `);
  expect(planDocument(planned)).toMatchObject({
    rules: [
      {
        action: 'update',
        name: 'fixture-dev-a',
        bus: 'default',
        parts: ['rule', 'target'],
        fields: [{ field: 'schedule', from: 'rate(1 day)', to: 'rate(1 hour)' }],
      },
      { action: 'create', name: 'fixture-dev-b', parts: [], fields: [] },
      { action: 'delete', name: 'fixture-dev-c' },
    ],
  });
  expect(planDocument(planDeploy(desiredOf(), observedOf(desiredOf())))).not.toHaveProperty(
    'rules',
  );
});
