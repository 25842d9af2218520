// EventBridge of the test cloud: what it refuses, in its own words, and what it sends to functions.
import {
  CreateEventBusCommand,
  DeleteRuleCommand,
  ListRulesCommand,
  ListTagsForResourceCommand,
  ListTargetsByRuleCommand,
  PutEventsCommand,
  PutRuleCommand,
  type PutRuleCommandInput,
  PutTargetsCommand,
  RemoveTargetsCommand,
} from '@aws-sdk/client-eventbridge';
import { AddPermissionCommand } from '@aws-sdk/client-lambda';
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
import type { TestCloud } from '../test-cloud.js';
import { matchesPattern } from './match-pattern.js';

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
  return clients.events.send(new PutRuleCommand(rule));
}

function putTarget(Rule: string, Input?: string, Arn = ARN): Promise<unknown> {
  const Targets = [{ Id: 'function', Arn, Input }];
  return clients.events.send(new PutTargetsCommand({ Rule, Targets }));
}

async function createFunction(): Promise<void> {
  const Role = await createReadyRole(clients);
  const files = { 'index.mjs': 'export const handler = (event) => event;' };
  await createReadyFunction(clients, { Role, files });
}

async function permit(SourceArn: string): Promise<void> {
  const statement = { Action: 'lambda:InvokeFunction', Principal: 'events.amazonaws.com' };
  const command = { ...statement, FunctionName: 'function', StatementId: 'rule', SourceArn };
  await clients.lambda.send(new AddPermissionCommand(command));
}

test('a rule keeps what the last call said, and its first tags', async () => {
  const Tags = [{ Key: 'team', Value: 'a' }];
  const { RuleArn } = await putRule({ Description: 'One', Tags });
  await putRule({ ScheduleExpression: 'rate(1 hour)', Tags: [{ Key: 'team', Value: 'b' }] });
  const { Rules } = await clients.events.send(new ListRulesCommand({ NamePrefix: 'ru' }));
  expect(Rules).toEqual([
    {
      Name: 'rule',
      Arn: RuleArn,
      EventBusName: 'default',
      ScheduleExpression: 'rate(1 hour)',
      State: 'ENABLED',
    },
  ]);
  const command = new ListTagsForResourceCommand({ ResourceARN: RuleArn });
  expect((await clients.events.send(command)).Tags).toEqual(Tags);
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
  await clients.events.send(new CreateEventBusCommand({ Name: 'orders' }));
  expect(await refusalOf(putRule({ EventBusName: 'orders' }))).toBe(
    'ValidationException 400 ScheduleExpression is supported only on the default event bus.',
  );
});

test('a rule that has targets cannot be deleted, and one that is not there can', async () => {
  const remove = (): Promise<unknown> =>
    clients.events.send(new DeleteRuleCommand({ Name: 'rule' }));
  expect(await refusalOf(remove())).toBe('accepted');
  expect(await refusalOf(putTarget('rule'))).toBe(
    'ResourceNotFoundException 400 Rule rule does not exist on EventBus default.',
  );
  await putRule({});
  await putTarget('rule');
  expect(await refusalOf(remove())).toBe(
    "ValidationException 400 Rule can't be deleted since it has targets.",
  );
  await clients.events.send(new RemoveTargetsCommand({ Rule: 'rule', Ids: ['function'] }));
  expect(await refusalOf(remove())).toBe('accepted');
});

test('a target that is refused is told in an answer of 200, and five are the most', async () => {
  await putRule({});
  expect(await putTarget('rule', undefined, 'arn:aws:lambda:::x')).toMatchObject({
    FailedEntryCount: 1,
    FailedEntries: [{ TargetId: 'function' }],
  });
  const list = new ListTargetsByRuleCommand({ Rule: 'rule' });
  expect((await clients.events.send(list)).Targets).toEqual([]);
  const Targets = Array.from({ length: 6 }, (_, index) => ({ Id: `t${index}`, Arn: ARN }));
  const six = clients.events.send(new PutTargetsCommand({ Rule: 'rule', Targets }));
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
    await clients.events.send(new PutEventsCommand({ Entries: [entry] }));
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
  [{ a: [{ numeric: ['>', 0, '<=', 5] }] }, { a: 6 }, false],
  [{ $or: [{ a: ['x'] }, { b: ['x'] }] }, { b: 'x' }, true],
  [{ a: { b: [true] } }, { a: [{ b: false }, { b: true }] }, true],
])('%j on %j', (pattern, event, isMatch) => {
  expect(matchesPattern({ ...pattern }, event)).toBe(isMatch);
});
