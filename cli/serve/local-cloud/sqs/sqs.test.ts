// SQS with the SDK's own client: what is sent, received, hidden and deleted, and what is rejected in the words of the service.
import type { ReceiveMessageCommandInput, SendMessageCommandInput } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clients, createClients, refusalOf } from '../clients.fixture.js';
import { rawCall } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';

let passed = 0;
let cloud: TestCloud;
let clients: Clients;
beforeEach(async () => {
  passed = 0;
  cloud = await startTestCloud({ timeScale: 0, now: () => Date.now() + passed });
  clients = createClients(cloud);
});
afterEach(() => cloud.close());

async function make(
  QueueName = 'orders',
  Attributes: Record<string, string> = {},
): Promise<string> {
  const { QueueUrl = '' } = await clients.sqs.createQueue({ QueueName, Attributes });
  return QueueUrl;
}

function send(QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) {
  return clients.sqs.sendMessage({ QueueUrl, MessageBody, ...more });
}

async function take(QueueUrl: string, more: Partial<ReceiveMessageCommandInput> = {}) {
  const input = { QueueUrl, MaxNumberOfMessages: 10, ...more };
  return (await clients.sqs.receiveMessage(input)).Messages ?? [];
}

const bodiesOf = (messages: readonly { readonly Body?: string | undefined }[]) =>
  messages.map(({ Body }) => Body);

test('attributes come with their digests, and system attributes when they are asked for', async () => {
  const url = await make();
  const MessageAttributes = {
    kind: { DataType: 'String', StringValue: 'paid' },
    count: { DataType: 'Number', StringValue: '3' },
    raw: { DataType: 'Binary', BinaryValue: Buffer.from([1, 2]) },
  };
  const sent = await send(url, 'body', { MessageAttributes });
  const [found] = await take(url, {
    MessageAttributeNames: ['All'],
    MessageSystemAttributeNames: ['All'],
  });
  expect(found).toMatchObject({
    Body: 'body',
    MD5OfBody: sent.MD5OfMessageBody,
    MD5OfMessageAttributes: sent.MD5OfMessageAttributes,
  });
  expect(sent.MD5OfMessageAttributes).toMatchInlineSnapshot(`"a97c6288c22c6db12875d6051a1ce372"`);
  expect(Object.keys(found?.MessageAttributes ?? {})).toEqual(['kind', 'count', 'raw']);
  expect(found?.Attributes).toMatchObject({
    ApproximateReceiveCount: '1',
    SenderId: '123456789012',
  });
});

test('a message is hidden, comes again, and goes to the dead after its last time', async () => {
  const dead = await make('dead');
  const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:123456789012:dead';
  const url = await make('orders', {
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 2 }),
  });
  await send(url, 'one');
  const [first] = await take(url, { VisibilityTimeout: 10 });
  expect(await take(url)).toEqual([]);
  passed += 10_001;
  const [second] = await take(url);
  expect(second?.ReceiptHandle).not.toBe(first?.ReceiptHandle);
  const hide = { QueueUrl: url, ReceiptHandle: second?.ReceiptHandle, VisibilityTimeout: 0 };
  await clients.sqs.changeMessageVisibility(hide);
  await send(url, 'good');
  expect(bodiesOf(await take(url, { MaxNumberOfMessages: 1 }))).toEqual(['good']);
  const [last] = await take(dead, { MessageSystemAttributeNames: ['All'] });
  expect([last?.MessageId, last?.Attributes?.['DeadLetterQueueSourceArn']]).toEqual([
    first?.MessageId,
    'arn:aws:sqs:us-east-1:123456789012:orders',
  ]);
  const sources = await clients.sqs.listDeadLetterSourceQueues({ QueueUrl: dead });
  expect(sources.queueUrls).toEqual([url]);
});

test('who waits gets the message when it arrives, and nothing when the time is over', async () => {
  const url = await make();
  const waiting = take(url, { WaitTimeSeconds: 20 });
  await send(url, 'late');
  expect(bodiesOf(await waiting)).toEqual(['late']);
  expect(await take(url, { WaitTimeSeconds: 1 })).toEqual([]);
  const delayed = take(url, { WaitTimeSeconds: 20 });
  await send(url, 'delayed', { DelaySeconds: 1 });
  expect(await take(url)).toEqual([]);
  expect(bodiesOf(await delayed)).toEqual(['delayed']);
});

test('who waits and goes takes no message', async () => {
  const url = await make();
  const stop = new AbortController();
  const waiting = rawCall(cloud, {
    service: 'sqs',
    signal: stop.signal,
    headers: {
      'X-Amz-Target': 'AmazonSQS.ReceiveMessage',
      'Content-Type': 'application/x-amz-json-1.0',
    },
    body: JSON.stringify({ QueueUrl: url, WaitTimeSeconds: 20 }),
  });
  // A call is recorded only when it has ended, so nothing shows that it waits.
  await new Promise((resolve) => setTimeout(resolve, 200));
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/);
  // The server notices the end of a connection a moment later.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await send(url, 'for another');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(bodiesOf(await take(url))).toEqual(['for another']);
});

test('a FIFO queue keeps the order of a group, and takes a message once', async () => {
  const url = await make('orders.fifo', { FifoQueue: 'true', ContentBasedDeduplication: 'true' });
  const sendTo = (MessageGroupId: string, body: string) => send(url, body, { MessageGroupId });
  const one = await sendTo('a', '1');
  expect(await sendTo('a', '1')).toMatchObject({
    MessageId: one.MessageId,
    SequenceNumber: one.SequenceNumber,
  });
  await sendTo('a', '2');
  await sendTo('b', '3');
  const [first] = await take(url, { MaxNumberOfMessages: 1 });
  expect(first?.Body).toBe('1');
  expect(bodiesOf(await take(url))).toEqual(['3']);
  await clients.sqs.deleteMessage({ QueueUrl: url, ReceiptHandle: first?.ReceiptHandle });
  expect(bodiesOf(await take(url))).toEqual(['2']);
  passed += 300_001;
  expect((await sendTo('a', '1')).MessageId).not.toBe(one.MessageId);
});

test('ids against duplicates count in their group alone, when the queue says so', async () => {
  const url = await make('groups.fifo', {
    FifoQueue: 'true',
    DeduplicationScope: 'messageGroup',
    FifoThroughputLimit: 'perMessageGroupId',
  });
  for (const MessageGroupId of ['a', 'b', 'a'])
    await send(url, MessageGroupId, { MessageGroupId, MessageDeduplicationId: '1' });
  expect(bodiesOf(await take(url))).toEqual(['a', 'b']);
});

test('batches, counts and a purge', async () => {
  const url = await make();
  const Entries = ['a', 'b', 'c'].map((Id) => ({
    Id,
    MessageBody: Id,
    DelaySeconds: Id === 'c' ? 900 : 0,
  }));
  const bad = { Id: 'bad', MessageBody: 'x', MessageDeduplicationId: 'y' };
  const sent = await clients.sqs.sendMessageBatch({ QueueUrl: url, Entries: [...Entries, bad] });
  expect([
    sent.Successful?.map(({ Id }) => Id),
    sent.Failed?.map(({ Id, Code }) => [Id, Code]),
  ]).toEqual([['a', 'b', 'c'], [['bad', 'InvalidParameterValue']]]);
  const [first] = await take(url, { MaxNumberOfMessages: 1 });
  const counts = async () => {
    const found = await clients.sqs.getQueueAttributes({ QueueUrl: url, AttributeNames: ['All'] });
    return (['', 'NotVisible', 'Delayed'] as const).map(
      (end) => found.Attributes?.[`ApproximateNumberOfMessages${end}`],
    );
  };
  expect(await counts()).toEqual(['1', '1', '1']);
  const removed = await clients.sqs.deleteMessageBatch({
    QueueUrl: url,
    Entries: [{ Id: 'a', ReceiptHandle: first?.ReceiptHandle }],
  });
  expect(removed.Successful).toHaveLength(1);
  await clients.sqs.purgeQueue({ QueueUrl: url });
  expect(await counts()).toEqual(['0', '0', '0']);
});

test('what is refused, in the words of SQS', async () => {
  const url = await make();
  const fifo = await make('orders.fifo', { FifoQueue: 'true' });
  const batch = (...ids: string[]) =>
    clients.sqs.sendMessageBatch({
      QueueUrl: url,
      Entries: ids.map((Id) => ({ Id, MessageBody: 'x' })),
    });
  const hide = (ReceiptHandle: string, VisibilityTimeout: number) =>
    clients.sqs.changeMessageVisibility({ QueueUrl: url, ReceiptHandle, VisibilityTimeout });
  const rows: Readonly<Record<string, Promise<unknown>>> = {
    queue: send(`${url}s`, 'x'),
    empty: batch(),
    many: batch(...Array.from({ length: 11 }, (_, index) => String(index))),
    twice: batch('a', 'a'),
    id: batch('a b'),
    delay: send(url, 'x', { DelaySeconds: 901 }),
    large: send(url, 'x'.repeat(1_048_577)),
    sign: send(url, '\u0001'),
    group: send(fifo, 'x'),
    deduplication: send(fifo, 'x', { MessageGroupId: 'a' }),
    fifoDelay: send(fifo, 'x', {
      MessageGroupId: 'a',
      MessageDeduplicationId: 'a',
      DelaySeconds: 1,
    }),
    attribute: send(url, 'x', { MessageAttributes: { a: { DataType: 'Text', StringValue: 'x' } } }),
    receipt: clients.sqs.deleteMessage({ QueueUrl: url, ReceiptHandle: 'none' }),
    seconds: hide('00000000-0000-0000-0000-000000000000', 43_201),
    most: take(url, { MaxNumberOfMessages: 11 }),
    wait: take(url, { WaitTimeSeconds: 21 }),
    known: clients.sqs.getQueueAttributes({ QueueUrl: url, AttributeNames: ['Colour' as 'All'] }),
    other: make('orders', { VisibilityTimeout: '31' }),
    same: make('orders', { VisibilityTimeout: '30', DelaySeconds: '0' }),
    redrive: make('third', {
      RedrivePolicy:
        '{"deadLetterTargetArn":"arn:aws:sqs:us-east-1:123456789012:none","maxReceiveCount":1}',
    }),
  };
  const found = await Promise.all(
    Object.entries(rows).map(async ([name, call]) => [name, (await refusalOf(call)).slice(0, 160)]),
  );
  expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
    {
      "attribute": "InvalidParameterValue 400 The type of message (user) attribute 'a' is invalid. You must use only the following supported type prefixes: Binary, Number, String.",
      "deduplication": "InvalidParameterValue 400 The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
      "delay": "InvalidParameterValue 400 Value 901 for parameter DelaySeconds is invalid. Reason: Must be between 0 and 900, if provided.",
      "empty": "EmptyBatchRequest 400 There should be at least one SendMessageBatchRequestEntry in the request.",
      "fifoDelay": "InvalidParameterValue 400 Value 1 for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.",
      "group": "MissingParameter 400 The request must contain the parameter MessageGroupId.",
      "id": "InvalidBatchEntryId 400 A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
      "known": "InvalidAttributeName 400 Unknown Attribute Colour.",
      "large": "InvalidParameterValue 400 One or more parameters are invalid. Reason: Message must be shorter than 1048576 bytes.",
      "many": "TooManyEntriesInBatchRequest 400 Maximum number of entries per request are 10. You have sent 11.",
      "most": "InvalidParameterValue 400 Value 11 for parameter MaxNumberOfMessages is invalid. Reason: Must be between 1 and 10, if provided.",
      "other": "QueueNameExists 400 A queue already exists with the same name and a different value for attribute VisibilityTimeout",
      "queue": "QueueDoesNotExist 400 The specified queue does not exist.",
      "receipt": "ReceiptHandleIsInvalid 404 The input receipt handle "none" is not a valid receipt handle.",
      "redrive": "InvalidParameterValue 400 Value {"deadLetterTargetArn":"arn:aws:sqs:us-east-1:123456789012:none","maxReceiveCount":1} for parameter RedrivePolicy is invalid. Re",
      "same": "accepted",
      "seconds": "InvalidParameterValue 400 Value 43201 for parameter VisibilityTimeout is invalid. Reason: Must be between 0 and 43200, if provided.",
      "sign": "InvalidMessageContents 400 Invalid characters were found in the message body.",
      "twice": "BatchEntryIdsNotDistinct 400 Id a repeated.",
      "wait": "InvalidParameterValue 400 Value 21 for parameter WaitTimeSeconds is invalid. Reason: Must be between 0 and 20, if provided.",
    }
  `);
});
