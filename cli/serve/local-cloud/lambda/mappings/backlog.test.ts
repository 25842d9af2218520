// A backlog that waits: when the process with the code ends, when the mapping is deleted, and when the cloud ends, none of its
// messages counts as received.
import type { CreateEventSourceMappingCommandInput } from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createRole,
  pause,
  policyOf,
  zipOf,
} from '../../clients.fixture.js';
import { type LocalCloud, startLocalCloud } from '../../start-local-cloud.js';
import type { Queue } from '../../sqs/queue-store.js';
import { ATTACHED_CODE } from '../run/attachments.js';
import type { Mapping } from './mapping-book.js';

let cloud: LocalCloud;
let clients: Clients;
let end: () => void;
beforeEach(async () => {
  const own = { token: 'secret', answer: () => undefined };
  cloud = await startLocalCloud({ own, live: true, timeScale: 0 });
  clients = createClients(cloud);
  const { sqs, lambda } = clients;
  const all = { Effect: 'Allow', Action: ['sqs:*', 'kinesis:*'], Resource: '*' };
  const Role = await createRole(clients, { policy: policyOf(all) });
  await createReadyFunction(clients, { FunctionName: 'mail', files: { 'index.mjs': '' }, Role });
  await lambda.updateFunctionCode({ FunctionName: 'mail', ZipFile: ATTACHED_CODE.zip });
  await sqs.createQueue({ QueueName: 'dead' });
  const deadLetterTargetArn = 'arn:aws:sqs:us-east-1:123456789012:dead';
  const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 1 });
  await sqs.createQueue({ QueueName: 'orders', Attributes: { RedrivePolicy } });
  const Entries = Array.from({ length: 10 }, (_, at) => ({ Id: `${at}`, MessageBody: `${at}` }));
  for (let count = 0; count < 3; count += 1)
    await sqs.sendMessageBatch({ QueueUrl: `${cloud.url}/123456789012/orders`, Entries });
});
afterEach(async () => {
  end();
  await cloud.close();
});

/** Attaches a process that receives invocations and never responds. Ends when it has the first `most`. */
async function attach(most: number): Promise<() => Promise<void>> {
  const stop = new AbortController();
  end = () => stop.abort();
  const answer = await fetch(`${cloud.url}/_framework/attach`, {
    method: 'POST',
    headers: { Authorization: 'Bearer secret' },
    body: JSON.stringify({ region: 'us-east-1', functions: ['mail'], isTaking: true }),
    signal: stop.signal,
  });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    let text = '';
    while (text.split('"invocation"').length <= most) text += (await reader?.read())?.value ?? '';
  };
}

async function map(
  source: string,
  more: Partial<CreateEventSourceMappingCommandInput>,
): Promise<string | undefined> {
  const made = await clients.lambda.createEventSourceMapping({
    FunctionName: 'mail',
    EventSourceArn: `arn:aws:${source}`,
    BatchSize: 1,
    ...more,
  });
  return made.UUID;
}

/** Returns the number of messages, and how often they were received in total. */
function state(name: string): readonly [count: number, received: number, hidden: number] {
  const queues = cloud.store.map<Queue>('us-east-1/queues');
  const { messages = [] } = queues.get(name) ?? {};
  return [
    messages.length,
    messages.reduce((sum, { received }) => sum + received, 0),
    messages.filter(({ visibleAt }) => visibleAt > Date.now()).length,
  ];
}

const ORDERS = 'sqs:us-east-1:123456789012:orders';

test('messages wait when the process goes', async () => {
  const taken = await attach(5);
  await map(ORDERS, {});
  await taken();
  expect(state('orders')).toEqual([30, 5, 5]);
  end();
  await pause(100);
  expect(state('orders')).toEqual([30, 0, 0]);
  expect(state('dead')).toEqual([0, 0, 0]);
  // The next process receives them.
  await (
    await attach(5)
  )();
});

test('the records of a stream wait when the process goes', async () => {
  const { kinesis } = clients;
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  for (let at = 0; at < 5; at += 1)
    await kinesis.putRecord({
      StreamName: 'clicks',
      Data: Buffer.from('1'),
      PartitionKey: `${at}`,
    });
  const taken = await attach(1);
  await map('kinesis:us-east-1:123456789012:stream/clicks', {
    StartingPosition: 'TRIM_HORIZON',
    MaximumRetryAttempts: 0,
  });
  await taken();
  end();
  await pause(100);
  const [mapping] = cloud.store.map<Mapping>('us-east-1/mappings').values();
  expect(mapping?.cursors.get(0)).toMatchObject({ next: 0, failures: 0 });
});

test.each(['disabled', 'deleted'])('messages wait when the mapping is %s', async (how) => {
  const { lambda } = clients;
  await lambda.updateFunctionCode({
    FunctionName: 'mail',
    ZipFile: zipOf({
      'index.mjs':
        'export const handler = () => new Promise((_, fail) => setTimeout(fail, 500, "x"));',
    }),
  });
  end = () => undefined;
  const UUID = await map(ORDERS, { ScalingConfig: { MaximumConcurrency: 2 } });
  await expect.poll(() => state('orders')[1]).toBe(2);
  if (how === 'deleted') await lambda.deleteEventSourceMapping({ UUID });
  else await lambda.updateEventSourceMapping({ UUID, Enabled: false });
  await expect.poll(() => state('orders'), { timeout: 10_000 }).toEqual([30, 0, 0]);
  await pause(200);
  expect(state('orders')).toEqual([30, 0, 0]);
});

test('messages wait when the cloud ends', async () => {
  const taken = await attach(5);
  await map(ORDERS, {});
  await taken();
  await cloud.close();
  expect(state('orders')).toEqual([30, 0, 0]);
  await pause(100);
  expect(state('orders')).toEqual([30, 0, 0]);
  expect(state('dead')).toEqual([0, 0, 0]);
});
