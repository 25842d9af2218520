// One application with events of every kind, deployed by the command: what its functions receive and what is retried, deploys
// without changes, functions and decorators that change, a rollback, and the deletion of the stage.
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { sampleOf } from '../support/sample.js';
import { sampledTest } from '../support/sampled-test.js';
import { framework } from './deployments.js';
import {
  deploy,
  MEMBERS,
  MORE_MEMBERS,
  PHOTOS,
  projectOf,
  world,
  type World,
} from './event-world.js';

const test = sampledTest('deploys of events', 3);

/** Longer than a queue hides a message. */
const HIDDEN = 31_000;

async function send(
  { clients: { sqs }, cloud }: World,
  [queue, MessageBody, MessageGroupId]: readonly [string, string, string?],
): Promise<string> {
  const QueueUrl = `${cloud.url}/123456789012/${queue}`;
  const fifo = MessageGroupId && { MessageGroupId, MessageDeduplicationId: MessageBody };
  const command = new SendMessageCommand({ QueueUrl, MessageBody, ...fifo });
  return (await sqs.send(command)).MessageId ?? '';
}

/** Returns the batches that a function received, each with its failed records. */
async function batchesOf({ cloud }: World, name: string) {
  const batches = await cloud.poll();
  return batches.flatMap(({ functionName, ids, failed }) =>
    functionName === `shop-dev-${name}`
      ? [{ ids: ids.toSorted(), failed: failed?.toSorted() }]
      : [],
  );
}

/** Returns what services have sent to a function, with the outcomes. */
async function outcomesOf({ cloud }: World, name: string): Promise<readonly string[]> {
  const found = await cloud.deliveries();
  return found.flatMap(({ functionArn, outcome }) =>
    functionArn.endsWith(`:shop-dev-${name}`) ? [outcome] : [],
  );
}

test('a bad payload and an error come again, and nothing else does', async () => {
  const at = await world();
  await deploy(at);
  const good = await send(at, ['orders', '{"id":"a","total":1}']);
  const thrown = await send(at, ['orders', '{"id":"b","total":-1}']);
  const wrong = await send(at, ['orders', '{"id":5}']);
  const first = { ids: [good, thrown, wrong].toSorted(), failed: [thrown, wrong].toSorted() };
  expect(await batchesOf(at, 'order')).toEqual([first]);
  const again = { ids: [thrown, wrong].toSorted(), failed: [wrong] };
  at.pass(HIDDEN);
  expect(await batchesOf(at, 'order')).toEqual([first, again]);

  const stopped = await send(at, ['parcels.fifo', 'bad', 'a']);
  const behind = await send(at, ['parcels.fifo', 'behind', 'a']);
  const other = await send(at, ['parcels.fifo', 'other', 'b']);
  const whole = [stopped, behind].toSorted();
  expect(await batchesOf(at, 'ship')).toEqual([
    { ids: [...whole, other].toSorted(), failed: whole },
  ]);
  at.pass(HIDDEN);
  const [, second] = await batchesOf(at, 'ship');
  expect(second).toEqual({ ids: whole, failed: [] });
});

test('topics, buckets, tables and clocks call the functions that name them', async () => {
  const at = await world();
  await deploy(at);
  const { sns, s3, dynamodb } = at.clients;
  const TopicArn = 'arn:aws:sns:us-east-1:123456789012:alerts';
  for (const Message of ['{"id":"a","total":1}', '{"id":"a","total":-1}', 'no JSON'])
    await sns.publish({ TopicArn, Message });
  for (const Key of [`${PHOTOS}a b.png`, `${PHOTOS}bad.png`, 'a.txt'])
    await s3.putObject({ Bucket: 'uploads', Key, Body: 'text' });
  expect((await outcomesOf(at, 'alert')).toSorted()).toEqual(['failed', 'failed', 'returned']);
  expect((await outcomesOf(at, 'upload')).toSorted()).toEqual(['failed', 'returned']);
  expect((await outcomesOf(at, 'scan')).toSorted()).toEqual(['failed', 'returned', 'returned']);
  for (const total of ['1', '-1', '2'])
    await dynamodb.putItem({ TableName: 'Orders', Item: { id: { S: 'a' }, total: { N: total } } });
  const [first] = await batchesOf(at, 'changed');
  expect(first?.ids).toHaveLength(3);
  // It is retried with all following records, because a table keeps its changes in order.
  expect(first?.failed).toEqual(first?.ids.slice(1, 2));
  at.pass(HIDDEN);
  const [, second] = await batchesOf(at, 'changed');
  expect(second?.ids).toEqual(first?.ids.slice(1));
  at.pass(5 * 60_000);
  await at.cloud.runSchedules();
  expect(await outcomesOf(at, 'tick')).toEqual(['returned']);
});

type Occasion = readonly [name: string, starts: number, cause: (at: World) => Promise<unknown>];

/** What happens in a user's local cloud, and how often the function then runs. */
const OCCASIONS: readonly Occasion[] = [
  ['ship', 1, (at) => send(at, ['parcels.fifo', 'good', 'a'])],
  [
    'order',
    2,
    async (at) => {
      await send(at, ['orders', '{"id":"a","total":-1}']);
      await expect.poll(() => startsOf(at, 'order')).toBe(1);
      at.pass(HIDDEN);
      await send(at, ['orders', '{"id":"b","total":1}']);
    },
  ],
  // It fails, and is sent twice more.
  [
    'alert',
    3,
    ({ clients: { sns } }) => sns.publish({ TopicArn: ALERTS, Message: '{"total":-1}' }),
  ],
  ['upload', 1, (at) => putPhoto(at, `${PHOTOS}a b.png`)],
  ['scan', 1, (at) => putPhoto(at, 'a.txt')],
  [
    'changed',
    1,
    ({ clients: { dynamodb } }) =>
      dynamodb.putItem({ TableName: 'Orders', Item: { id: { S: 'a' } } }),
  ],
  [
    'clicked',
    1,
    ({ clients: { kinesis } }) =>
      kinesis.putRecord({ StreamName: 'clicks', PartitionKey: 'a', Data: Buffer.from('x') }),
  ],
  [
    'placed',
    1,
    ({ clients: { events } }) =>
      events.putEvents({ Entries: [{ Source: 'shop', DetailType: 'placed', Detail: '{}' }] }),
  ],
  [
    'tick',
    1,
    async (at) => {
      at.pass(5 * 60_000);
      await putPhoto(at, 'wakes the cloud, whose timers know nothing of another clock');
    },
  ],
];

const ALERTS = 'arn:aws:sns:us-east-1:123456789012:alerts';

function putPhoto({ clients: { s3 } }: World, Key: string): Promise<unknown> {
  return s3.putObject({ Bucket: 'uploads', Key, Body: 'text' });
}

/** Returns how often a function has run, according to its log. */
async function startsOf({ clients: { logs } }: World, name: string): Promise<number> {
  const filter = {
    logGroupName: `/aws/lambda/shop-dev-${name}`,
    filterPattern: '"START RequestId"',
  };
  const found = await logs.filterLogEvents(filter).catch(() => undefined);
  return found?.events?.length ?? 0;
}

test('a cloud of a person delivers by itself, and sends again what has failed', async () => {
  const at = await world({ live: true });
  await deploy(at, { ...MEMBERS, ...MORE_MEMBERS });
  for (const [name, starts, cause] of sampleOf('live occasions', OCCASIONS, 3)) {
    const before = await startsOf(at, name);
    await cause(at);
    await expect.poll(() => startsOf(at, name), { message: name }).toBe(before + starts);
  }
});

test('a second deploy reads all that is connected, once, and changes nothing', async () => {
  const at = await world();
  await deploy(at);
  const { calls, count } = await deploy(at);
  const counts: Record<string, number> = {};
  for (const call of calls) counts[call] = (counts[call] ?? 0) + 1;
  expect({ count, counts }).toMatchInlineSnapshot(`
    {
      "count": "26 calls, 0 writes",
      "counts": {
        "dynamodb:DescribeTable": 1,
        "events:ListRules": 1,
        "events:ListTargetsByRule": 2,
        "iam:GetRolePolicy": 2,
        "lambda:GetFunction": 8,
        "lambda:ListEventSourceMappings": 3,
        "s3:GetNotification": 1,
        "scheduler:GetSchedule": 1,
        "scheduler:ListSchedules": 1,
        "sns:GetSubscriptionAttributes": 1,
        "sns:ListSubscriptionsByTopic": 1,
        "sqs:GetQueueAttributes": 2,
        "sqs:GetQueueUrl": 2,
      },
    }
  `);
});

test.each(['with the record', 'from another machine'])(
  'a stage that is deleted leaves what it was connected with alone, %s',
  async (machine) => {
    const at = await world();
    const before = at.cloud.inventory();
    await deploy(at);
    const cwd = machine === 'with the record' ? at.cwd : temporaryProject(projectOf(MEMBERS));
    const result = await framework('delete', { cwd, cloud: at.cloud });
    expect(result.exitCode, result.err).toBe(0);
    await expect.poll(() => at.cloud.inventory(), { timeout: 5000 }).toEqual(before);
  },
);
