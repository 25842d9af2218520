// EventBridge rules: created after the permission, updated in place, renamed with their function, and deleted before it.
import { CreateEventBusCommand } from '@aws-sdk/client-eventbridge';
import { expect } from 'vitest';
import { appOf, every, type SourcesByFunction } from '../../deploy/event-sources.fixture.js';
import {
  deleteOnce,
  deployOnce,
  elsewhere,
  namesOf,
  openCloud,
  type PortCloud,
  statementsIn,
  WRITES,
} from '../../deploy/port-cloud.fixture.js';
import { sampledTest } from '../../../../test/support/sampled-test.js';

const test = sampledTest('rules', 3);

const hourly: SourcesByFunction = { report: [every('rate(1 hour)')] };
const ARN = 'arn:aws:events:eu-west-1:123456789012:rule/';

/** Returns which rule calls which function, and when. */
async function rulesIn(cloud: PortCloud): Promise<readonly string[]> {
  const { events } = cloud.others;
  const buses = [...new Set(namesOf(cloud, 'rule').map(busOf))];
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

test('the permission comes before the rule, and the rule before what it calls', async () => {
  const cloud = await openCloud();
  const { calls, events } = await deployOnce(cloud, appOf(hourly), elsewhere());
  const order = ['addPermission', 'putRule', 'putTarget'].map((name) => calls.indexOf(name));
  expect(order).toEqual(order.toSorted((one, other) => one - other));
  expect(order).not.toContain(-1);
  expect(await rulesIn(cloud)).toEqual([
    'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
  ]);
  expect(await statementsIn(cloud)).toEqual([`fixture-dev-report: ${ARN}fixture-dev-report`]);
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

test('an application without events makes the calls that it made before', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  const first = await deployOnce(cloud, appOf({}, { functions: ['report'] }), here);
  expect(first.calls.filter((name) => /Rule|Target|Permission/.test(name))).toEqual([]);
  expect(here.state).not.toHaveProperty('rules');
  expect(here.state).not.toHaveProperty('invokers');
  const { calls } = await deployOnce(cloud, appOf({}, { functions: ['report'] }), here);
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

test.each<readonly [string, SourcesByFunction, string]>([
  ['expression', { report: [every('rate(5 minutes)')] }, 'rate(5 minutes) -> fixture-dev-report'],
  ['everything', { report: [night] }, 'cron(0 3 * * ? *) off -> fixture-dev-report{"full":true}'],
  ['kind', { report: [pushed] }, '{"source":["aws.codecommit"]} -> fixture-dev-report'],
])('another %s changes the rule in place, and back', async (_, sources, text) => {
  const cloud = await openCloud();
  const here = elsewhere();
  await deployOnce(cloud, appOf(hourly), here);
  const { calls } = await deployOnce(cloud, appOf(sources), here);
  expect(await rulesIn(cloud)).toEqual([`default/fixture-dev-report ${text}`]);
  expect(calls.filter((name) => WRITES.test(name) && !/^put/.test(name))).toEqual([]);
  await deployOnce(cloud, appOf(hourly), here);
  expect(await rulesIn(cloud)).toEqual([
    'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
  ]);
  expect((await deployOnce(cloud, appOf(hourly), here)).calls).toHaveLength(4);
});

test.each([true, false])('a stage that is deleted leaves no rule (record: %s)', async (has) => {
  const cloud = await openCloud();
  const here = elsewhere();
  await cloud.clients.events.send(new CreateEventBusCommand({ Name: 'orders' }));
  const sources = { report: [every('rate(1 hour)'), { ...pushed, bus: { text: 'orders' } }] };
  await deployOnce(cloud, appOf(sources), here);
  expect(await rulesIn(cloud)).toHaveLength(2);
  await deleteOnce(cloud, has ? here : elsewhere());
  expect(await rulesIn(cloud)).toEqual([]);
  expect(namesOf(cloud, 'function')).toEqual([]);
  expect(cloud.calls.lastIndexOf('deleteRule')).toBeLessThan(cloud.calls.indexOf('deleteFunction'));
});

test('a statement that somebody else has put there stays', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  await deployOnce(cloud, appOf(hourly), here);
  const foreign = {
    statementId: 'by-hand',
    principal: 'events.amazonaws.com',
    sourceArn: `${ARN}x`,
  };
  await cloud.others.lambda.addPermission('fixture-dev-report', foreign);
  await deployOnce(cloud, appOf({}, { functions: ['report'], code: 'two' }), here);
  expect(await statementsIn(cloud)).toEqual([`fixture-dev-report: ${ARN}x`]);
});

test('several sources of a function have a rule each, and keep away from other names', async () => {
  const cloud = await openCloud();
  const sources = {
    report: [every('rate(1 hour)'), every('rate(2 hours)'), pushed],
    'report-2': [every('rate(3 hours)')],
  };
  await deployOnce(cloud, appOf(sources), elsewhere());
  expect(await rulesIn(cloud)).toEqual([
    'default/fixture-dev-report rate(1 hour) -> fixture-dev-report',
    'default/fixture-dev-report-2 rate(3 hours) -> fixture-dev-report-2',
    'default/fixture-dev-report-3 rate(2 hours) -> fixture-dev-report',
    'default/fixture-dev-report-4 {"source":["aws.codecommit"]} -> fixture-dev-report',
  ]);
});

test('a function with many rules has one statement, so that its policy stays short', async () => {
  const cloud = await openCloud();
  const many = Array.from({ length: 30 }, (_, index) => every(`rate(${index + 2} hours)`));
  await deployOnce(cloud, appOf({ report: many }), elsewhere());
  expect(namesOf(cloud, 'rule')).toHaveLength(30);
  expect(await statementsIn(cloud)).toEqual([`fixture-dev-report: ${ARN}fixture-dev-*`]);
});

test('a name of 64 characters leaves room for a number', () => {
  const name = 'x'.repeat(52);
  const { rules } = appOf({ [name]: [every('rate(1 hour)'), every('rate(2 hours)')] });
  expect(rules.map((one) => one.name.length)).toEqual([64, 64]);
  expect(new Set(rules.map((one) => one.name)).size).toBe(2);
});

test('a rule of the name that is not ours is left alone, and said', async () => {
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
  const { outcome, calls } = await deployOnce(cloud, appOf(hourly), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(calls.filter((name) => WRITES.test(name))).toEqual([]);
});

test('rules of another stage whose name begins the same are not touched', async () => {
  const cloud = await openCloud();
  const tags = { 'cloud-framework': 'version=1.0.0:stage=x:app=fixture-dev' };
  const place = { name: 'fixture-dev-x-report', bus: 'default' };
  const settings = { pattern: undefined, expression: 'rate(1 day)', description: undefined };
  await cloud.others.events.putRule({ ...place, ...settings, isEnabled: true }, tags);
  await deployOnce(cloud, appOf(hourly), elsewhere());
  await deployOnce(cloud, appOf({}, { functions: ['report'], code: 'two' }), elsewhere());
  await deployOnce(cloud, appOf(hourly), elsewhere());
  await deleteOnce(cloud, elsewhere());
  expect(await rulesIn(cloud)).toEqual(['default/fixture-dev-x-report rate(1 day) -> ']);
});

test('a rule of another version of framework gets its tag', async () => {
  const cloud = await openCloud();
  const here = elsewhere();
  await deployOnce(cloud, appOf(hourly), here);
  await deployOnce(cloud, appOf(hourly, { version: '1.1.0' }), here);
  expect(await tagsOfReport(cloud)).toEqual({
    'cloud-framework': 'version=1.1.0:stage=dev:app=fixture',
  });
});
