// EventBridge of the test cloud: what it rejects, in its own words, and what it sends to functions.
import type { PutRuleCommandInput } from '@aws-sdk/client-eventbridge';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
} from '../clients.fixture.js';
import { createHandClock, type HandClock } from '../hand-clock.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';
import { matchesPattern } from './event-store.js';

let cloud: TestCloud;
let clients: Clients;
let clock: HandClock;

beforeEach(async () => {
  clock = createHandClock();
  cloud = await startTestCloud({ timeScale: 0, now: clock.now });
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

const ARN = 'arn:aws:lambda:us-east-1:123456789012:function:function';

function putRule(input: Partial<PutRuleCommandInput>): Promise<{ RuleArn?: string | undefined }> {
  const rule = { Name: 'rule', ScheduleExpression: 'rate(5 minutes)', ...input };
  return clients.events.putRule(rule);
}

function putTarget(Rule: string, Input?: string, Arn = ARN): Promise<unknown> {
  const Targets = [{ Id: 'function', Arn, Input }];
  return clients.events.putTargets({ Rule, Targets });
}

async function createFunction(): Promise<void> {
  const Role = await createReadyRole(clients);
  const files = { 'index.mjs': 'export const handler = (event) => event;' };
  await createReadyFunction(clients, { Role, files });
}

async function permit(SourceArn: string): Promise<void> {
  const statement = { Action: 'lambda:InvokeFunction', Principal: 'events.amazonaws.com' };
  const command = { ...statement, FunctionName: 'function', StatementId: 'rule', SourceArn };
  await clients.lambda.addPermission(command);
}

test('a rule keeps what the last call said, and its first tags', async () => {
  const Tags = [{ Key: 'team', Value: 'a' }];
  const { RuleArn } = await putRule({ Description: 'One', Tags });
  await putRule({ ScheduleExpression: 'rate(1 hour)', Tags: [{ Key: 'team', Value: 'b' }] });
  const { Rules } = await clients.events.listRules({ NamePrefix: 'ru' });
  expect(Rules).toEqual([
    {
      Name: 'rule',
      Arn: RuleArn,
      EventBusName: 'default',
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
    },
  ]);
  expect((await clients.events.listTagsForResource({ ResourceARN: RuleArn })).Tags).toEqual(Tags);
});

test.each<readonly [string, Partial<PutRuleCommandInput>, string]>([
  [
    'no time',
    { ScheduleExpression: 'rate(1 minutes)' },
    'ValidationException 400 Parameter ScheduleExpression is not valid.',
  ],
  [
    'nothing',
    { ScheduleExpression: undefined },
    'ValidationException 400 Parameter(s) EventPattern or ScheduleExpression must be specified.',
  ],
  [
    'a pattern without lists',
    { EventPattern: '{"source":"aws.s3"}' },
    'InvalidEventPatternException 400 Event pattern is not valid. Reason: "source" must be an object or an array',
  ],
  [
    'a pattern with an operator that is none',
    { EventPattern: '{"source":[{"prefx":"a"}]}' },
    'InvalidEventPatternException 400 Event pattern is not valid. Reason: Unrecognized match type prefx',
  ],
  [
    'a bus that is not there',
    { EventBusName: 'orders' },
    'ResourceNotFoundException 400 Event bus orders does not exist.',
  ],
  [
    'a name of other characters',
    { Name: 'a b' },
    "ValidationException 400 1 validation error detected: Value 'a b' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\.\\-_A-Za-z0-9]+",
  ],
])('a rule of %s is refused', async (_, input, refusal) => {
  expect(await refusalOf(putRule(input))).toBe(refusal);
});

test('a schedule is on the default bus alone', async () => {
  await clients.events.createEventBus({ Name: 'orders' });
  expect(await refusalOf(putRule({ EventBusName: 'orders' }))).toBe(
    'ValidationException 400 ScheduleExpression is supported only on the default event bus.',
  );
});

test('a rule that has targets cannot be deleted, and one that is not there can', async () => {
  const remove = (): Promise<unknown> => clients.events.deleteRule({ Name: 'rule' });
  expect(await refusalOf(remove())).toBe('accepted');
  expect(await refusalOf(putTarget('rule'))).toBe(
    'ResourceNotFoundException 400 Rule rule does not exist on EventBus default.',
  );
  await putRule({});
  await putTarget('rule');
  expect(await refusalOf(remove())).toBe(
    "ValidationException 400 Rule can't be deleted since it has targets.",
  );
  await clients.events.removeTargets({ Rule: 'rule', Ids: ['function'] });
  expect(await refusalOf(remove())).toBe('accepted');
});

test('a target that is refused is told in an answer of 200, and five are the most', async () => {
  await putRule({});
  expect(await putTarget('rule', undefined, 'arn:aws:lambda:::x')).toMatchObject({
    FailedEntryCount: 1,
    FailedEntries: [{ TargetId: 'function' }],
  });
  expect((await clients.events.listTargetsByRule({ Rule: 'rule' })).Targets).toEqual([]);
  const Targets = Array.from({ length: 6 }, (_, index) => ({ Id: `t${index}`, Arn: ARN }));
  const six = clients.events.putTargets({ Rule: 'rule', Targets });
  expect(await refusalOf(six)).toBe(
    'LimitExceededException 400 The requested resource exceeds the maximum number allowed.',
  );
});

test('a schedule runs the function as often as it was due, if the function permits it', async () => {
  await createFunction();
  const { RuleArn = '' } = await putRule({});
  await putTarget('rule', '{"full":true}');
  clock.advance(4 * 60_000);
  await cloud.runSchedules();
  expect(await cloud.deliveries()).toEqual([]);
  clock.advance(60_000);
  await cloud.runSchedules();
  expect((await cloud.deliveries()).map(({ outcome }) => outcome)).toEqual(['forbidden']);
  await permit(RuleArn);
  clock.advance(10 * 60_000);
  await cloud.runSchedules();
  expect((await cloud.deliveries()).slice(1)).toEqual([
    ...Array.from({ length: 2 }, () => ({
      principal: 'events.amazonaws.com',
      sourceArn: RuleArn,
      functionArn: ARN,
      outcome: 'returned',
      payload: '{"full":true}',
    })),
  ]);
  await putRule({ State: 'DISABLED' });
  clock.advance(10 * 60_000);
  await cloud.runSchedules();
  expect(await cloud.deliveries()).toHaveLength(3);
});

test('an event runs the functions of the rules that it fits', async () => {
  await createFunction();
  const EventPattern = JSON.stringify({
    source: ['shop'],
    detail: { total: [{ numeric: ['>', 9] }] },
  });
  const { RuleArn = '' } = await putRule({ EventPattern, ScheduleExpression: undefined });
  await putTarget('rule');
  await permit(RuleArn);
  const put = async (total: number): Promise<void> => {
    const entry = { Source: 'shop', DetailType: 'paid', Detail: JSON.stringify({ total }) };
    await clients.events.putEvents({ Entries: [entry] });
  };
  await put(5);
  await put(10);
  const [one, ...others] = await cloud.deliveries();
  expect(others).toEqual([]);
  expect(JSON.parse(one?.payload ?? '')).toMatchObject({
    source: 'shop',
    'detail-type': 'paid',
    detail: { total: 10 },
    account: '123456789012',
  });
});

test.each<readonly [object, unknown, boolean]>([
  [{ a: ['x'] }, { a: 'x' }, true],
  [{ a: ['x'] }, { a: ['y', 'x'] }, true],
  [{ a: ['x'] }, {}, false],
  [{ a: [{ exists: false }] }, {}, true],
  [{ a: [{ prefix: 'in/' }] }, { a: 'in/1' }, true],
  [{ a: [{ wildcard: 'in/*.jpg' }] }, { a: 'in/1.png' }, false],
  [{ a: [{ 'anything-but': ['x'] }] }, { a: 'y' }, true],
  [{ a: [{ 'anything-but': { prefix: 'x' } }] }, { a: 'xy' }, false],
  [{ a: [{ 'anything-but': { prefix: ['x', 'z'] } }] }, { a: 'xy' }, false],
  [{ a: [{ cidr: '10.0.0.0/24' }] }, { a: '10.0.0.9' }, true],
  [{ a: [{ cidr: '10.0.0.0/24' }] }, { a: '10.0.1.9' }, false],
  [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 6 }, false],
  [{ $or: [{ a: ['x'] }, { b: ['x'] }] }, { b: 'x' }, true],
  [{ a: { b: [true] } }, { a: [{ b: false }, { b: true }] }, true],
])('%j on %j', (pattern, event, isMatch) => {
  expect(matchesPattern({ ...pattern }, event)).toBe(isMatch);
});

const QUEUE = 'arn:aws:sqs:us-east-1:123456789012:events';

async function bodies(): Promise<readonly unknown[]> {
  await cloud.deliveries();
  const QueueUrl = `${cloud.url}/123456789012/events`;
  const input = { QueueUrl, MaxNumberOfMessages: 10 };
  const { Messages = [] } = await clients.sqs.receiveMessage(input);
  return Messages.map(({ Body = '' }): unknown => JSON.parse(Body));
}

test('a rule of any bus sends a part of an event to a queue, and says which entries were refused', async () => {
  const { events } = clients;
  await events.createEventBus({ Name: 'shop' });
  const { EventBuses } = await events.listEventBuses({});
  expect(EventBuses?.map(({ Name }) => Name)).toEqual(['default', 'shop']);
  const where = { EventBusName: 'shop' };
  const rule = { Name: 'rule', EventPattern: '{"source":["shop"]}', ...where };
  const { RuleArn = '' } = await events.putRule(rule);
  const statement = {
    Effect: 'Allow',
    Principal: { Service: 'events.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: QUEUE,
    Condition: { ArnEquals: { 'aws:SourceArn': RuleArn } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: statement });
  await clients.sqs.createQueue({ QueueName: 'events', Attributes: { Policy } });
  const paths = ['$.detail', "$.detail['id']", '$.resources[0]', '$.detail.missing'];
  const Targets = paths.map((InputPath, index) => ({ Id: `t${index}`, Arn: QUEUE, InputPath }));
  await events.putTargets({ Rule: 'rule', Targets, ...where });
  const put = (Detail: string) =>
    events.putEvents({
      Entries: [{ Source: 'shop', DetailType: 'placed', Detail, Resources: ['till'], ...where }],
    });
  await put('{"id":1}');
  expect(await bodies()).toEqual([{ id: 1 }, 1, 'till', null]);
  const refused = await put('no JSON');
  expect([refused.FailedEntryCount, refused.Entries?.[0]?.ErrorCode]).toEqual([
    1,
    'MalformedDetail',
  ]);
  await events.disableRule({ Name: 'rule', ...where });
  await put('{"id":2}');
  expect(await bodies()).toEqual([]);
  const test = { EventPattern: '{"source":["shop"]}', Event: '{"source":"shop"}' };
  expect((await events.testEventPattern(test)).Result).toBe(true);
});

/** Creates the role of a schedule that sends to the queue, and the queue. */
async function createClock(): Promise<string> {
  const { iam } = clients;
  const trust = {
    Effect: 'Allow',
    Principal: { Service: 'scheduler.amazonaws.com' },
    Action: 'sts:AssumeRole',
  };
  const AssumeRolePolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [trust] });
  const { Role } = await iam.createRole({ RoleName: 'clock', AssumeRolePolicyDocument });
  const grant = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: QUEUE };
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [grant] });
  await iam.putRolePolicy({ RoleName: 'clock', PolicyName: 'clock', PolicyDocument });
  await clients.sqs.createQueue({ QueueName: 'events' });
  return Role?.Arn ?? '';
}

test('a schedule runs from its start to its end, for who may pass its role', async () => {
  const RoleArn = await createClock();
  const timeIn = (minutes: number) => new Date(clock.now() + minutes * 60_000);
  const create = () =>
    clients.scheduler.createSchedule({
      Name: 'season',
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      ...{ StartDate: timeIn(5), EndDate: timeIn(7), ActionAfterCompletion: 'DELETE' },
      Target: { Arn: QUEUE, RoleArn, Input: '{}' },
    });
  const allow = (service: string): void => {
    const Condition = { StringEquals: { 'iam:PassedToService': service } };
    const Statement = [
      { Effect: 'Allow', Action: 'scheduler:*', Resource: '*' },
      { Effect: 'Allow', Action: 'iam:PassRole', Resource: RoleArn, Condition },
    ];
    cloud.restrictCaller({ Version: '2012-10-17', Statement });
  };
  allow('lambda.amazonaws.com');
  expect(await refusalOf(create())).toContain(
    `AccessDeniedException 403 User: arn:aws:iam::123456789012:user/tester is not authorized to perform: iam:PassRole on resource: ${RoleArn}`,
  );
  allow('scheduler.amazonaws.com');
  await create();
  cloud.restrictCaller(undefined);
  clock.advance(5 * 60_000);
  await cloud.runSchedules();
  expect(await bodies()).toEqual([]);
  clock.advance(10 * 60_000);
  await cloud.runSchedules();
  expect(await bodies()).toEqual([{}, {}]);
  expect((await clients.scheduler.listSchedules({})).Schedules).toEqual([]);
});

test('a schedule for one time runs at its second, and goes when it is told to', async () => {
  const { scheduler } = clients;
  const RoleArn = await createClock();
  const at = new Date(clock.now() + 30_000 + 3_600_000).toISOString().slice(0, 19);
  await scheduler.createSchedule({
    Name: 'once',
    ScheduleExpression: `at(${at})`,
    ScheduleExpressionTimezone: 'Etc/GMT-1',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: { Arn: QUEUE, RoleArn, Input: '{"once":true}' },
  });
  clock.advance(28_000);
  await cloud.runSchedules();
  expect(await bodies()).toEqual([]);
  clock.advance(3_000);
  await cloud.runSchedules();
  expect(await bodies()).toEqual([{ once: true }]);
  expect((await scheduler.listSchedules({})).Schedules).toEqual([]);
});

test.each(['rate(1 minutes)', 'rate(1 minute)'])(
  'a schedule may have the unit of %s',
  async (rate) => {
    const RoleArn = await createClock();
    await clients.scheduler.createSchedule({
      Name: 'each-minute',
      ScheduleExpression: rate,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: { Arn: QUEUE, RoleArn, Input: '{}' },
    });
    clock.advance(61_000);
    await cloud.runSchedules();
    expect(await bodies()).toEqual([{}]);
    const { ScheduleExpression } = await clients.scheduler.getSchedule({ Name: 'each-minute' });
    expect(ScheduleExpression).toBe(rate);
  },
);
