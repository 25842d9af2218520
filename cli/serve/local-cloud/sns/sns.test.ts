// SNS of the test cloud: what it rejects, in its own words, and which messages reach a function.
import type { PublishCommandInput } from '@aws-sdk/client-sns';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
} from '../clients.fixture.js';
import { rawCall } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  cloud = await startTestCloud({ timeScale: 0 });
  clients = createClients(cloud);
  await clients.sns.createTopic({ Name: 'alerts' });
});
afterEach(() => cloud.close());

const TOPIC = 'arn:aws:sns:us-east-1:123456789012:alerts';
const FUNCTION = 'arn:aws:lambda:us-east-1:123456789012:function:function';

async function subscribe(FilterPolicy?: string, TopicArn = TOPIC): Promise<string> {
  return (
    (
      await clients.sns.subscribe({
        TopicArn,
        Protocol: 'lambda',
        Endpoint: FUNCTION,
        ReturnSubscriptionArn: true,
        ...(FilterPolicy !== undefined && { Attributes: { FilterPolicy } }),
      })
    ).SubscriptionArn ?? ''
  );
}

async function publish(text: string, level?: string): Promise<void> {
  const attributes = level && { level: { DataType: 'String', StringValue: level } };
  await clients.sns.publish({
    TopicArn: TOPIC,
    Message: text,
    ...(attributes && { MessageAttributes: attributes }),
  });
}

async function createFunction(): Promise<void> {
  const Role = await createReadyRole(clients);
  const files = { 'index.mjs': 'export const handler = (event) => event.Records[0].Sns.Message;' };
  await createReadyFunction(clients, { Role, files });
  const statement = { Action: 'lambda:InvokeFunction', Principal: 'sns.amazonaws.com' };
  const place = { FunctionName: 'function', StatementId: 'sns', SourceArn: TOPIC };
  await clients.lambda.addPermission({ ...statement, ...place });
}

async function delivered(): Promise<readonly string[]> {
  return (await cloud.deliveries()).map(({ payload }) => payload);
}

test('the same subscription has the same ARN, and another filter is refused', async () => {
  const arn = await subscribe('{"level":["high"]}');
  expect(await subscribe('{"level":["high"]}')).toBe(arn);
  const refusal =
    'InvalidParameterException 400 Invalid parameter: Attributes Reason: Subscription already exists with different attributes';
  expect(await refusalOf(subscribe('{"level":["low"]}'))).toBe(refusal);
  expect((await clients.sns.listSubscriptionsByTopic({ TopicArn: TOPIC })).Subscriptions).toEqual([
    {
      SubscriptionArn: arn,
      TopicArn: TOPIC,
      Protocol: 'lambda',
      Endpoint: FUNCTION,
      Owner: '123456789012',
    },
  ]);
});

test('a topic that is not there, of another region, or in order alone, is refused', async () => {
  expect(await refusalOf(subscribe(undefined, `${TOPIC}s`))).toBe(
    'NotFoundException 404 Topic does not exist',
  );
  expect(await refusalOf(subscribe(undefined, TOPIC.replace('us-east-1', 'eu-west-1')))).toBe(
    'InvalidParameterException 400 Invalid parameter: TopicArn',
  );
  await clients.sns.createTopic({ Name: 'orders.fifo' });
  expect(await refusalOf(subscribe(undefined, TOPIC.replace('alerts', 'orders.fifo')))).toContain(
    'FIFO SNS Topics can not be subscribed to by lambda',
  );
});

test('a message comes to a function as its filter lets it', async () => {
  await createFunction();
  const SubscriptionArn = await subscribe('{"level":["high"]}');
  await publish('none');
  await publish('low', 'low');
  await publish('high', 'high');
  expect(await delivered()).toEqual(['"high"']);
  const set = async (AttributeName: string, AttributeValue: string): Promise<void> => {
    const input = { SubscriptionArn, AttributeName, AttributeValue };
    await clients.sns.setSubscriptionAttributes(input);
  };
  await set('FilterPolicy', '{"$or":[{"level":["low"]},{"kind":["test"]}]}');
  await publish('or', 'low');
  expect(await delivered()).toEqual(['"high"', '"or"']);
  await set('FilterPolicy', '{"level":["high"]}');
  await set('FilterPolicyScope', 'MessageBody');
  await publish('{"level":"high"}');
  await set('FilterPolicy', '{}');
  await publish('any');
  expect(await delivered()).toEqual(['"high"', '"or"', '"{\\"level\\":\\"high\\"}"', '"any"']);
  await clients.sns.unsubscribe({ SubscriptionArn });
  await publish('gone');
  expect(await delivered()).toHaveLength(4);
});

const ROOM = 'arn:aws:sqs:us-east-1:123456789012:';

/** Creates a queue to which the topic may send, and subscribes it. */
async function queueAt(QueueName: string, topic: string, raw: boolean, isOpen = true) {
  const allowed = {
    Effect: 'Allow',
    Principal: { Service: 'sns.amazonaws.com' },
    Action: 'sqs:SendMessage',
    Resource: `${ROOM}${QueueName}`,
    Condition: { ArnEquals: { 'aws:SourceArn': topic } },
  };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [allowed] });
  const fifo = QueueName.endsWith('.fifo') && { FifoQueue: 'true' };
  await clients.sqs.createQueue({ QueueName, Attributes: { ...(isOpen && { Policy }), ...fifo } });
  const Attributes = { RawMessageDelivery: String(raw) };
  await clients.sns.subscribe({
    TopicArn: topic,
    Protocol: 'sqs',
    Endpoint: `${ROOM}${QueueName}`,
    Attributes,
  });
}

async function receivedIn(QueueName: string) {
  await cloud.deliveries();
  const QueueUrl = `${cloud.url}/123456789012/${QueueName}`;
  const input = {
    QueueUrl,
    MaxNumberOfMessages: 10,
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['All' as const],
  };
  return (await clients.sqs.receiveMessage(input)).Messages ?? [];
}

test('a queue gets a message wrapped or raw, when its policy lets the topic', async () => {
  await queueAt('wrapped', TOPIC, false);
  await queueAt('raw', TOPIC, true);
  await queueAt('closed', TOPIC, true, false);
  const input: PublishCommandInput = {
    TopicArn: TOPIC,
    Subject: 'news',
    Message: '{"default":"for all","sqs":"for <queues>"}',
    MessageStructure: 'json',
    MessageAttributes: { level: { DataType: 'String', StringValue: 'high' } },
  };
  const { MessageId } = await clients.sns.publish(input);
  const [wrapped] = await receivedIn('wrapped');
  expect(JSON.parse(wrapped?.Body ?? '')).toMatchObject({
    Type: 'Notification',
    MessageId,
    TopicArn: TOPIC,
    Subject: 'news',
    Message: 'for <queues>',
    MessageAttributes: { level: { Type: 'String', Value: 'high' } },
  });
  const [raw] = await receivedIn('raw');
  expect([raw?.Body, raw?.MessageAttributes?.['level']]).toEqual([
    'for <queues>',
    { DataType: 'String', StringValue: 'high' },
  ]);
  expect(await receivedIn('closed')).toEqual([]);
  expect((await cloud.deliveries()).map(({ outcome }) => outcome)).toEqual([
    'returned',
    'returned',
    'forbidden',
  ]);
});

test('a response about tags has an empty result, and one about a subscription has none', async () => {
  const post = async (Action: string, form: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ Version: '2010-03-31', Action, ...form }).toString();
    const answer = await rawCall(cloud, { service: 'sns', body });
    return answer
      .replace(/ xmlns=.*?>/, '>')
      .replace(/<ResponseMetadata>.*<\/ResponseMetadata>/, '');
  };
  const tag = { 'Tags.member.1.Key': 'a', 'Tags.member.1.Value': 'b' };
  expect([
    await post('TagResource', { ResourceArn: TOPIC, ...tag }),
    await post('UntagResource', { ResourceArn: TOPIC, 'TagKeys.member.1': 'a' }),
    await post('Unsubscribe', { SubscriptionArn: `${TOPIC}:none` }),
  ]).toEqual([
    '200 <TagResourceResponse><TagResourceResult></TagResourceResult></TagResourceResponse>',
    '200 <UntagResourceResponse><UntagResourceResult></UntagResourceResult></UntagResourceResponse>',
    '200 <UnsubscribeResponse></UnsubscribeResponse>',
  ]);
});

test('a FIFO topic sends each message of a batch once, in order', async () => {
  const topic = TOPIC.replace('alerts', 'ledger.fifo');
  await clients.sns.createTopic({
    Name: 'ledger.fifo',
    Attributes: { FifoTopic: 'true', ContentBasedDeduplication: 'true' },
  });
  await queueAt('ledger.fifo', topic, true);
  const entry = (Id: string, Message: string) => ({ Id, Message, MessageGroupId: 'a' });
  const batch = (...PublishBatchRequestEntries: object[]) =>
    clients.sns.publishBatch({
      TopicArn: topic,
      PublishBatchRequestEntries: PublishBatchRequestEntries as ReturnType<typeof entry>[],
    });
  const sent = await batch(entry('1', 'one'), entry('2', 'two'), entry('3', 'one'), {
    Id: '4',
    Message: 'no group',
  });
  expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['1', '2', '3']);
  expect(sent.Successful?.[2]?.MessageId).toBe(sent.Successful?.[0]?.MessageId);
  expect(sent.Failed?.map(({ Id, Code }) => [Id, Code])).toEqual([['4', 'InvalidParameter']]);
  expect((await receivedIn('ledger.fifo')).map(({ Body }) => Body)).toEqual(['one', 'two']);
  expect(await refusalOf(batch())).toContain('EmptyBatchRequest');
  expect(await refusalOf(batch(entry('1', 'x'), entry('1', 'y')))).toContain(
    'BatchEntryIdsNotDistinct',
  );
});
