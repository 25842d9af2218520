// Queues, tables and streams: a deploy with only the permissions of `gen-policy --deployer`, and what the functions then
// receive. The clock is advanced manually, and by every wait of the deploy.
import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect } from 'vitest';
import { generatePolicy } from '../../compiler/policy/generate-policy.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';
import type { Cloud } from '../../cli/cloud/cloud.js';
import { connect } from '../../cli/cloud/connect.js';
import { resolveSource, sourceNames } from '../../cli/config/event-sources.js';
import { resolveStage } from '../../cli/config/stage-config.js';
import { applyPlan } from '../../cli/ship/deploy/apply-plan.js';
import { deployerPolicy } from '../../cli/ship/deploy/deployer-policy.js';
import { observe } from '../../cli/ship/deploy/observe.js';
import { planDeploy } from '../../cli/ship/deploy/plan-deploy.js';
import { desiredOf } from '../../cli/ship/deploy/states.fixture.js';
import { eventNeeds } from '../../cli/ship/policy/generate-role-policy.js';
import {
  queueEntry,
  streamEntry,
  tableEntry,
} from '../../cli/ship/resources/event-source-mapping/polled-app.fixture.js';
import type { DeployedState, Desired } from '../../cli/ship/stage/states.js';
import {
  type Clients,
  createClients,
  zipOf,
  createOrders,
} from '../../cli/serve/local-cloud/clients.fixture.js';
import { createHandClock, type HandClock } from '../../cli/serve/local-cloud/hand-clock.fixture.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('sources that are polled', 3);

const REGION = 'eu-west-1';
const SECOND = 1000;
const config = { lambda_timeout: 5 };

/** A record that contains "bad" fails the first time; the following records that must stay in order fail too. */
const CODE = `
const failures = (records, idOf, isBad, isOrdered) => {
  const first = records.findIndex(isBad);
  const failed = isOrdered ? records.slice(first < 0 ? records.length : first) : records.filter(isBad);
  return { batchItemFailures: failed.map((one) => ({ itemIdentifier: idOf(one) })) };
};
const isNew = ({ attributes }) => attributes.ApproximateReceiveCount === '1';
export const function_order = async ({ Records }) =>
  failures(Records, (one) => one.messageId, (one) => one.body.includes('bad') && isNew(one), false);
export const function_ship = async ({ Records }) => {
  const stopped = new Set();
  const failed = Records.filter((one) => {
    const group = one.attributes.MessageGroupId;
    if (one.body === 'bad' && isNew(one)) stopped.add(group);
    return stopped.has(group);
  });
  return { batchItemFailures: failed.map((one) => ({ itemIdentifier: one.messageId })) };
};
let tries = 0;
export const function_click = async ({ Records }) =>
  failures(Records, (one) => one.kinesis.sequenceNumber,
    (one) => Buffer.from(one.kinesis.data, 'base64').toString() === 'bad' && (tries += 1) === 1, true);
export const function_changed = async ({ Records }) => { throw new Error(String(Records.length)); };
`;

let clock: HandClock;
let testCloud: TestCloud;
let clients: Clients;
let cloud: Cloud;
let record: DeployedState | undefined;

beforeEach(async () => {
  clock = createHandClock();
  record = undefined;
  testCloud = await startTestCloud({ now: clock.now, timeScale: 1, region: REGION });
  clients = createClients(testCloud);
  const { signal } = new AbortController();
  cloud = connect({ environment: testCloud.environment, signal });
});
afterEach(async () => {
  cloud.close();
  await testCloud.close();
});

const wait = (milliseconds: number): Promise<void> => {
  clock.advance(milliseconds);
  return Promise.resolve();
};

function app(events: readonly EventEntry[], functions = namesIn(events)): Desired {
  const given = eventNeeds({ events }, resolveStage(config, 'dev'));
  const uses = { uses: [], unresolved: [], reachedBy: {}, given };
  const generated = generatePolicy({ uses, functions: undefined, hasVpc: false, base: undefined });
  const policies = { 'fixture-dev': { kind: 'generated', generated } } as const;
  const desired = desiredOf({ routes: [], functions, events, config, policies });
  const zip = zipOf({ 'index.mjs': CODE });
  const sha256 = createHash('sha256').update(zip).digest('base64');
  return { ...desired, package: { zip, sha256 } };
}

function namesIn(events: readonly EventEntry[]): readonly string[] {
  return [...new Set(events.map((entry) => entry.function))];
}

/** Restricts the caller to the permissions of the policy. */
function restrict(events: readonly EventEntry[]): void {
  const stage = resolveStage(config, 'dev');
  const policy = deployerPolicy({
    app: 'fixture',
    stage: 'dev',
    region: REGION,
    functions: namesIn(events).map((name) => `fixture-dev-${name}`),
    roles: ['fixture-dev'],
    hasApi: false,
    givenRoles: [],
    events,
    sources: events.flatMap((entry) =>
      sourceNames(entry).map((reference) => resolveSource(reference, entry.function, stage)),
    ),
  });
  testCloud.restrictCaller(policy);
}

async function deploy(desired: Desired): Promise<readonly string[]> {
  testCloud.clearCalls();
  const observation = await observe({ cloud, desired, state: record });
  if (observation.kind === 'refused') {
    return observation.diagnostics.map(({ message }) => message);
  }
  const { observed } = observation;
  const result = await applyPlan({
    cloud,
    desired: observation.desired,
    observed,
    plan: planDeploy(observation.desired, observed),
    state: record,
    saveState: (state) => {
      record = state;
      return Promise.resolve([]);
    },
    onEvent: () => undefined,
    signal: new AbortController().signal,
    wait,
  });
  expect(result).toMatchObject({ kind: 'done' });
  return testCloud.calls().map(({ operation }) => operation);
}

async function makeQueue(QueueName: string, Attributes: Record<string, string> = {}) {
  const { QueueUrl } = await clients.sqs.createQueue({ QueueName, Attributes });
  return async (MessageBody: string, MessageGroupId?: string): Promise<string> => {
    const own = MessageGroupId === undefined ? {} : { MessageDeduplicationId: randomUUID() };
    const input = { QueueUrl, MessageBody, MessageGroupId, ...own };
    return (await clients.sqs.sendMessage(input)).MessageId ?? '';
  };
}

test('a message that failed comes again when it is visible, and the others do not', async () => {
  const events = [queueEntry({ filters: [{ body: { kind: ['paid', 'bad'] } }] })];
  const send = await makeQueue('orders');
  restrict(events);
  await deploy(app([], ['order']));
  const calls = await deploy(app(events));
  // A new policy of the role takes effect in Lambda with a delay.
  expect(calls.filter((name) => name === 'CreateEventSourceMapping').length).toBeGreaterThan(1);
  testCloud.restrictCaller(undefined);
  const good = await send('{"kind":"paid"}');
  const bad = await send('{"kind":"bad"}');
  await send('{"kind":"open"}');
  const first = { functionName: 'fixture-dev-order', ids: [good, bad], failed: [bad] };
  expect(await testCloud.poll()).toEqual([first]);
  clock.advance(29 * SECOND);
  expect(await testCloud.poll()).toEqual([first]);
  clock.advance(2 * SECOND);
  expect(await testCloud.poll()).toEqual([first, { ...first, ids: [bad], failed: [] }]);
  clock.advance(60 * SECOND);
  expect(await testCloud.poll()).toHaveLength(2);
  restrict(events);
  const again = await deploy(app(events));
  expect(again.toSorted()).toEqual([
    'GetFunction',
    'GetQueueAttributes',
    'GetQueueUrl',
    'GetRolePolicy',
    'ListEventSourceMappings',
  ]);
});

test.each(['Creating', 'Updating'] as const)(
  'a mapping that is %s is waited for, and then as the source has it',
  async (state) => {
    await makeQueue('orders');
    const desired = app([queueEntry({ batchSize: 5 })]);
    await deploy(desired);
    const FunctionName = 'fixture-dev-order';
    const mappings = async () => {
      const listed = await clients.lambda.listEventSourceMappings({ FunctionName });
      return (listed.EventSourceMappings ?? []).map(({ State, BatchSize }) => [State, BatchSize]);
    };
    const [made] = await cloud.mappings.listMappings(FunctionName);
    const UUID = made?.uuid ?? '';
    const tags = await cloud.mappings.getMappingTags(made?.arn ?? '');
    if (state === 'Updating') {
      await clients.lambda.updateEventSourceMapping({ UUID, BatchSize: 7 });
    } else {
      // The state after a killed deploy: created with other settings, and not recorded.
      await clients.lambda.deleteEventSourceMapping({ UUID });
      clock.advance(10 * SECOND);
      const EventSourceArn = `arn:aws:sqs:${REGION}:123456789012:orders`;
      const input = { FunctionName, EventSourceArn, BatchSize: 7, Tags: tags };
      await clients.lambda.createEventSourceMapping(input);
      record = undefined;
    }
    expect(await mappings()).toEqual([[state, 7]]);
    await deploy(desired);
    expect(await mappings()).toEqual([['Enabled', 5]]);
    expect(await deploy(desired)).not.toContain('UpdateEventSourceMapping');
  },
);

test('of a FIFO queue the rest of a group waits for the message that failed', async () => {
  const send = await makeQueue('orders.fifo', { FifoQueue: 'true' });
  const events = [queueEntry({ queue: { text: 'orders.fifo' }, function: 'ship' })];
  await deploy(app(events));
  const bad = await send('bad', 'a');
  const behind = await send('good', 'a');
  const other = await send('good', 'b');
  const [first] = await testCloud.poll();
  expect(first).toMatchObject({ ids: [bad, behind, other], failed: [bad, behind] });
  const late = await send('good', 'a');
  expect(await testCloud.poll()).toHaveLength(1);
  clock.advance(31 * SECOND);
  const [, second] = await testCloud.poll();
  expect(second).toMatchObject({ ids: [bad, behind, late], failed: [] });
});

test('a message that fails too often goes to the queue for those', async () => {
  await makeQueue('dead');
  const deadLetterTargetArn = `arn:aws:sqs:${REGION}:123456789012:dead`;
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 });
  const send = await makeQueue('orders', { RedrivePolicy });
  await deploy(app([queueEntry()]));
  await send('bad');
  await testCloud.poll();
  clock.advance(31 * SECOND);
  expect(await testCloud.poll()).toHaveLength(1);
  const QueueUrl = `${testCloud.url}/123456789012/dead`;
  const { Messages = [] } = await clients.sqs.receiveMessage({ QueueUrl });
  expect(Messages.map(({ Body }) => Body)).toEqual(['bad']);
});

test('a stream is read from where it says, and stops at the record that failed', async () => {
  const { kinesis } = clients;
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  const put = async (text: string): Promise<string> => {
    const Data = new TextEncoder().encode(text);
    const input = { StreamName: 'clicks', PartitionKey: 'one', Data };
    return (await kinesis.putRecord(input)).SequenceNumber ?? '';
  };
  await put('early');
  const events = [streamEntry({ startingPosition: 'LATEST' })];
  restrict(events);
  await deploy(app(events));
  testCloud.restrictCaller(undefined);
  const ids = [await put('one'), await put('bad'), await put('three')];
  const [first] = await testCloud.poll();
  expect(first).toMatchObject({ ids, failed: ids.slice(1) });
  clock.advance(2 * SECOND);
  const [, second] = await testCloud.poll();
  expect(second).toMatchObject({ ids: ids.slice(1), failed: [] });
});

test('what a table tells is given up after its retries, and the destination hears of it', async () => {
  const { dynamodb } = clients;
  await makeQueue('failed');
  await createOrders(dynamodb);
  const onFailure = { text: `arn:aws:sqs:${REGION}:123456789012:failed` };
  const filters = [{ eventName: ['INSERT'] }];
  const events = [tableEntry({ onFailure, filters, maximumRetryAttempts: 1 })];
  restrict(events);
  await deploy(app(events));
  testCloud.restrictCaller(undefined);
  const write = (total: string): Promise<unknown> =>
    dynamodb.putItem({ TableName: 'Orders', Item: { id: { S: 'a' }, total: { N: total } } });
  await write('1');
  await write('2');
  expect(await testCloud.poll()).toMatchObject([{ ids: [expect.any(String)], failed: undefined }]);
  clock.advance(2 * SECOND);
  expect(await testCloud.poll()).toHaveLength(2);
  clock.advance(60 * SECOND);
  expect(await testCloud.poll()).toHaveLength(2);
  const QueueUrl = `${testCloud.url}/123456789012/failed`;
  const { Messages = [] } = await clients.sqs.receiveMessage({ QueueUrl });
  expect(Messages).toHaveLength(1);
});

test('a record that is older than its mapping wants is given up unread', async () => {
  await makeQueue('failed');
  const { kinesis, sqs } = clients;
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  const onFailure = { text: `arn:aws:sqs:${REGION}:123456789012:failed` };
  await deploy(app([streamEntry({ onFailure, maximumRecordAge: 60 })]));
  const put = (text: string): Promise<unknown> =>
    kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'a', Data: Buffer.from(text) });
  await put('old');
  clock.advance(61 * SECOND);
  await put('new');
  const polled = await testCloud.poll();
  expect(polled.map(({ ids }) => ids.length)).toEqual([1]);
  const QueueUrl = `${testCloud.url}/123456789012/failed`;
  const { Messages = [] } = await sqs.receiveMessage({ QueueUrl });
  expect(Messages.map(({ Body = '' }): unknown => JSON.parse(Body))).toMatchObject([
    { requestContext: { condition: 'EventAgeExceeded' }, KinesisBatchInfo: { batchSize: 1 } },
  ]);
});

test('two stages may read one queue, and neither touches the other', async () => {
  await makeQueue('orders');
  await deploy(app([queueEntry()]));
  const [mine] = await cloud.mappings.listMappings('fixture-dev-order');
  const other = app([queueEntry()]);
  const prod = JSON.parse(
    JSON.stringify({ ...other, package: undefined }).replaceAll('dev', 'prod'),
  ) as Desired; // because it is plain data
  const dev = record;
  record = undefined;
  await deploy({ ...prod, package: other.package });
  expect(await cloud.mappings.listMappings('fixture-dev-order')).toEqual([mine]);
  expect(await cloud.mappings.listMappings('fixture-prod-order')).toHaveLength(1);
  record = dev;
  expect((await deploy(other)).filter((name) => /^(?:Create|Update|Delete)/.test(name))).toEqual(
    [],
  );
});
