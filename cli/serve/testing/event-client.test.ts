// Events sent by a test reach the adapter as AWS would send them, and the result names the records that failed.
import { expect, test } from 'vitest';
import type { EventSource, AdapterName } from '../../../runtime/contract/events.js';
import type { CheckPayload, SourceOptions } from '../../../runtime/contract/binding.js';
import { type CloudEvent, Framework } from '../../../runtime/index.js';
import { hasId } from '../../../runtime/events/events.fixture.js';
import { createFunctionHandler } from '../../../runtime/function-handler.js';
import { capturedOutput } from '../../../test/support/captured-output.js';
import type { LocalSource } from '../events/local-kind.js';
import { s3, s3Removed } from '../events/s3/s3.js';
import { createEventMethods } from './client.js';
import { rawRequest } from './raw-request.js';
import type { EventMethods } from './test-client.js';

const at = { file: 'app.ts', line: 1, column: 1 };
const POLLED = { batchSize: 10, batchWindow: 0, enabled: true } as const;
const STREAMED = { ...POLLED, startingPosition: 'LATEST' } as const;

function sourceOf(source: EventSource, name?: string): LocalSource {
  // The member that declared it does not matter here.
  const entry = { ...source, function: 'job', member: 'onSqsMessage' as const, at };
  return { entry, name, place: {} };
}

const queue = (name: string): LocalSource =>
  sourceOf({ kind: 'sqs', queue: { text: name }, ...POLLED }, name);

type Bound = {
  readonly by: AdapterName;
  readonly options?: SourceOptions;
  readonly check?: CheckPayload;
};

/** Creates the client of an application with one function `job`. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the function says what it takes
function clientOf<Value>(
  sources: readonly LocalSource[],
  { by, options, check }: Bound,
  run: (value: Value) => unknown,
): EventMethods {
  const app = new Framework({ appName: 'fixture' });
  const row = ['job', app.$adapters[by], options ?? 0] as const;
  app.$on([check ? [...row, check] : row], app.$callFunction(['job', 'job', 0]))(run);
  const handler = createFunctionHandler('job', app);
  let printed = '';
  return createEventMethods({
    sources,
    printed: () => printed,
    invoke: async (_, event) => {
      let outcome: unknown;
      printed += await capturedOutput(async () => {
        outcome = await handler(event).catch((error: unknown) => ({ error }));
      });
      if (typeof outcome === 'object' && outcome && 'error' in outcome) throw outcome.error;
      return outcome;
    },
  });
}

test('messages of a queue, and those that failed', async () => {
  const { sqs } = clientOf(
    [queue('orders')],
    { by: 'onSqsMessage', options: { source: { text: 'orders' }, payload: 'json' } },
    ({ body }: { body: { id: number } }) => {
      if (body.id === 2) throw new Error('no 2');
    },
  );
  const good = await sqs('job').send({ id: 1 });
  expect(good).toEqual({
    failed: [],
    error: undefined,
    result: { batchItemFailures: [] },
    logs: '',
  });
  const mixed = await sqs('job').sendBatch([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(mixed.failed).toEqual([{ index: 1, id: expect.any(String) as string }]);
  expect(mixed.error).toBeUndefined();
  expect(mixed.logs).toMatch(/Caught exception for message \S+ of job\nError: no 2/);
  const bad = await sqs('job', 'orders').send({ id: 2 });
  expect(bad.failed).toHaveLength(1);
  expect(bad.error).toMatchObject({ message: 'no 2' });
});

test('a batch is as large as the source says at most, and waits for no window', async () => {
  const seen: number[] = [];
  const slow = { ...POLLED, batchSize: 3, batchWindow: 300 };
  const { sqs, kinesis } = clientOf(
    [
      sourceOf({ kind: 'sqs', queue: { text: 'orders' }, ...slow }, 'orders'),
      sourceOf(
        { kind: 'kinesis', stream: { text: 'clicks' }, ...STREAMED, batchSize: 1 },
        'clicks',
      ),
    ],
    { by: 'onSqsBatch' },
    ({ length }: { length: number }) => seen.push(length),
  );
  await sqs('job').send('a');
  expect((await sqs('job').sendBatch(['a', 'b', 'c'])).failed).toEqual([]);
  expect(seen).toEqual([1, 3]);
  await expect(sqs('job').sendBatch(['a', 'b', 'c', 'd'])).rejects.toThrow(
    new RangeError(
      '`job` receives at most 3 per call (`batchSize`), but the event has 4: send them in several batches.',
    ),
  );
  await expect(kinesis('job').putBatch(['a', 'b'])).rejects.toThrow('at most 1 per call');
  await expect(sqs('job').sendBatch([])).rejects.toThrow('never called with an empty batch');
  expect(seen).toEqual([1, 3]);
});

test('messages of a FIFO queue have groups', async () => {
  const seen: string[] = [];
  const { sqs } = clientOf(
    [queue('orders.fifo')],
    { by: 'onSqsMessage' },
    ({ body }: { body: string }) => {
      seen.push(body);
      if (body === 'a') throw new Error('no');
    },
  );
  const { failed } = await sqs('job').sendBatch(
    ['a', 'b', 'c'],
    [{ messageGroupId: 'x' }, { messageGroupId: 'y' }, { messageGroupId: 'x' }],
  );
  expect(failed.map(({ index }) => index)).toEqual([0, 2]);
  expect(seen).toEqual(['a', 'b']);
});

test('messages of a topic', async () => {
  const seen: unknown[] = [];
  const { sns } = clientOf(
    [sourceOf({ kind: 'sns', topic: { text: 'alerts' } }, 'alerts')],
    { by: 'onSnsMessage', options: { source: { text: 'alerts' } } },
    ({ message, subject }: { message: string; subject?: string }) => seen.push(message, subject),
  );
  expect((await sns('job').publish({ a: 1 }, { subject: 'Hi' })).failed).toEqual([]);
  expect(seen).toEqual(['{"a":1}', 'Hi']);
});

test.each(['notification', 'eventbridge'] as const)(
  'objects of a bucket, told by %s',
  async (delivery) => {
    const seen: unknown[] = [];
    const source = sourceOf(
      { kind: 's3', bucket: { text: 'uploads' }, events: ['s3:ObjectCreated:*'], delivery },
      'uploads',
    );
    const { s3 } = clientOf(
      [source],
      { by: 'onS3Event', options: { source: { text: 'uploads' } } },
      (object: { key: string; eventName: string; size?: number }) => {
        seen.push([object.key, object.eventName, object.size]);
        if (object.key === 'bad') throw new Error('no');
      },
    );
    await s3('job').put('old town+.png', { size: 5 });
    await s3('job').remove('gone');
    expect((await s3('job').put('bad')).failed).toHaveLength(1);
    expect(seen.slice(0, 2)).toEqual([
      ['old town+.png', 'ObjectCreated:Put', 5],
      ['gone', 'ObjectRemoved:Delete', undefined],
    ]);
  },
);

test('changes of a table', async () => {
  const seen: unknown[] = [];
  const source = sourceOf({ kind: 'dynamodb', table: { text: 'Orders' }, ...STREAMED }, 'Orders');
  const { dynamodb } = clientOf(
    [source],
    { by: 'onDynamodbRecord', options: { source: { text: 'Orders' } } },
    (record: { keys: unknown; newImage?: { n: number }; oldImage?: unknown }) => {
      seen.push([record.keys, record.newImage, record.oldImage]);
      if (record.newImage?.n === 2) throw new Error('no');
    },
  );
  const { failed } = await dynamodb('job').change([
    { newImage: { id: 'a', n: 1 } },
    { newImage: { id: 'a', n: 2 }, oldImage: { id: 'a', n: 1 } },
    { oldImage: { id: 'a', n: 2 } },
  ]);
  expect(failed.map(({ index }) => index)).toEqual([1]);
  expect(seen).toEqual([
    [{ id: 'a' }, { id: 'a', n: 1 }, undefined],
    [{ id: 'a' }, { id: 'a', n: 2 }, { id: 'a', n: 1 }],
  ]);
  await dynamodb('job').change({ newImage: { city: 'oslo', year: 1 } }, { keys: ['city', 'year'] });
  expect(seen.at(-1)).toEqual([{ city: 'oslo', year: 1 }, { city: 'oslo', year: 1 }, undefined]);
});

test('records of a stream', async () => {
  const seen: unknown[] = [];
  const { kinesis } = clientOf(
    [sourceOf({ kind: 'kinesis', stream: { text: 'clicks' }, ...STREAMED }, 'clicks')],
    { by: 'onKinesisRecord', options: { source: { text: 'clicks' }, payload: 'json' } },
    ({ data, partitionKey }: { data: unknown; partitionKey: string }) =>
      seen.push([data, partitionKey]),
  );
  await kinesis('job').put({ page: '/' }, { partitionKey: 'ann' });
  expect((await kinesis('job').putBatch([{ page: 1 }, '{'])).failed).toMatchObject([{ index: 1 }]);
  expect(seen).toEqual([
    [{ page: '/' }, 'ann'],
    [{ page: 1 }, 'key'],
  ]);
});

test('a schedule runs at a time, or with its input', async () => {
  const plain = { kind: 'schedule', expression: 'rate(1 day)', enabled: true } as const;
  const timed = clientOf(
    [sourceOf(plain)],
    { by: 'schedule' },
    ({ time }: { time: string }) => time,
  );
  const time = new Date('2026-11-22T03:00:00Z');
  expect(await timed.schedule('job').run(time)).toMatchObject({
    failed: [],
    result: '2026-11-22T03:00:00Z',
  });
  const given = clientOf(
    [sourceOf({ ...plain, input: { full: true } })],
    { by: 'schedule', options: { hasInput: true } },
    (input: unknown) => input,
  );
  expect((await given.schedule('job', 'rate(1 day)').run()).result).toEqual({ full: true });
});

test('an event fits the pattern of its rule', async () => {
  const pattern = { source: ['my.shop'], 'detail-type': [{ prefix: 'Order' }, 'Order paid'] };
  const { event } = clientOf(
    [sourceOf({ kind: 'rule', pattern, bus: { text: 'default' }, enabled: true }, 'default')],
    { by: 'onEvent' },
    (given: CloudEvent<unknown>) => [given.source, given.detailType, given.detail],
  );
  expect((await event('job').send({ id: 7 })).result).toEqual(['my.shop', 'Order paid', { id: 7 }]);
  const other = await event('job').send({}, { source: 'x', detailType: 'y' });
  expect(other.result).toEqual(['x', 'y', {}]);
});

test('a payload that is not of its type is done where it is dropped, whatever sent it', async () => {
  const bad = { total: 5 };
  const client = (source: LocalSource, by: AdapterName) =>
    clientOf(
      [source],
      { by, options: { payload: 'json', onInvalid: 'drop' }, check: hasId },
      () => {
        throw new Error('was called');
      },
    );
  const sns = sourceOf({ kind: 'sns', topic: { text: 'alerts' } }, 'alerts');
  const table = sourceOf({ kind: 'dynamodb', table: { text: 'Orders' }, ...STREAMED }, 'Orders');
  const stream = sourceOf({ kind: 'kinesis', stream: { text: 'clicks' }, ...STREAMED }, 'clicks');
  const bus = { text: 'default' };
  const rule = sourceOf(
    { kind: 'rule', pattern: { source: ['shop'] }, bus, enabled: true },
    'default',
  );
  const delivered = [
    await client(queue('orders'), 'onSqsMessage').sqs('job').sendBatch([bad, bad]),
    await client(queue('orders.fifo'), 'onSqsMessage').sqs('job').sendBatch([bad, bad]),
    await client(queue('orders'), 'onSqsBatch').sqs('job').send(bad),
    await client(sns, 'onSnsMessage').sns('job').publish(bad),
    await client(table, 'onDynamodbRecord')
      .dynamodb('job')
      .change({ newImage: { total: 5 } }),
    await client(stream, 'onKinesisRecord').kinesis('job').put(bad),
    await client(rule, 'onEvent').event('job').send(bad),
  ];
  for (const { failed, error, logs } of delivered) {
    expect({ failed, error }).toEqual({ failed: [], error: undefined });
    expect(logs).toMatch(/ERROR - Dropped /);
  }
});

test('a batch is handed over whole, and what the function fails is told', async () => {
  const { sqs } = clientOf(
    [queue('orders')],
    { by: 'onSqsBatch' },
    (batch: Iterable<{ body: string }> & { fail: (message: unknown, why: string) => void }) => {
      for (const message of batch) if (message.body === 'b') batch.fail(message, 'why');
    },
  );
  const { failed, error } = await sqs('job').sendBatch(['a', 'b', 'c']);
  expect(failed.map(({ index }) => index)).toEqual([1]);
  expect(error).toBeUndefined();
});

test('a function without such a source, or with several, is an error that says which there are', () => {
  const { sqs, sns } = clientOf([queue('orders'), queue('audit')], { by: 'onSqsMessage' }, () => 1);
  expect(() => sqs('job')).toThrow(
    'The function `job` has several; name one of them: queue orders, queue audit.',
  );
  expect(() => sqs('job', 'other')).toThrow(
    'The function `job` has no queue `other`; it has queue orders, queue audit.',
  );
  expect(() => sqs('none')).toThrow('The function `none` has no queue; job has one.');
  expect(() => sns('job')).toThrow('The function `job` has no topic; no function has one.');
  expect(() => sqs('job', 'audit')).not.toThrow();
});

test('an undefined event name of s3 is empty', () => {
  const options: object = { eventName: undefined };
  const [{ eventName } = {}] = s3(['x'], options).Records;
  const [{ eventName: removed } = {}] = s3Removed(['x'], options).Records;
  expect([eventName, removed]).toEqual(['', '']);
});

test('a missing capture is reported before a body that has no JSON', () => {
  expect(() => rawRequest('POST', '/orders/{id}', { json: 1n })).toThrow(
    '`params` has no value for `{id}` of `/orders/{id}`.',
  );
});
