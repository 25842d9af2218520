// Events with unexpected records: each fails separately, the other records are processed, and the result for AWS is exact.
import { describe, expect, test } from 'vitest';
import { capturedOutput } from '../../test/support/captured-output.js';
import {
  bucketEvent,
  hasId,
  jobOf,
  queueEvent,
  streamEvent,
  tableEvent,
  topicEvent,
} from './events.fixture.js';
import type { KinesisRecord } from './kinesis/kinesis.js';
import type { S3Object } from './s3/s3.js';
import type { SqsMessage } from './sqs/sqs.js';

type Handler = ReturnType<typeof jobOf>;
type WithRecords = { Records: Record<string, unknown>[] };

const json = { payload: 'json' } as const;

/** Copies an event, and changes one of its records. */
function changed(event: object, place: number, change: (record: never) => unknown): object {
  const copy = structuredClone(event) as WithRecords; // because each of these events has records
  change(copy.Records[place] as never); // because each test knows the format of its record
  return copy;
}

/** Returns the result for AWS, or the error of the invocation. */
async function answer(job: Handler, event: object): Promise<unknown> {
  let given: unknown;
  await capturedOutput(async () => {
    given = await job(event).catch((error: unknown) => error);
  });
  return given;
}

const failed = (...ids: string[]): object => ({
  batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })),
});

describe('a queue', () => {
  const orders = { by: 'onSqsMessage', options: json, check: hasId } as const;
  const good = { id: 'a' };

  test.each<readonly [string, (record: Record<string, unknown>) => unknown]>([
    ['no body', (record) => delete record['body']],
    ['a body that is no text', (record) => (record['body'] = 5)],
    ['half a JSON', (record) => (record['body'] = '{"id":"a"')],
    ['a byte order mark', (record) => (record['body'] = '\uFEFF{"id":"a"}')],
    ['an own __proto__', (record) => (record['body'] = '{"__proto__":{"id":"a"}}')],
  ])('a message with %s fails alone', async (_, change) => {
    const seen: unknown[] = [];
    const job = jobOf(orders, ({ body }: SqsMessage<{ id: string }>) => seen.push(body.id));
    const event = changed(queueEvent([good, good, good]), 1, change);
    expect(await answer(job, event)).toEqual(failed('m2'));
    expect(seen).toEqual(['a', 'a']);
  });

  test('messages of 256 KB are read whole', async () => {
    const sizes: number[] = [];
    const text = '€'.repeat(80_000);
    const job = jobOf(orders, ({ body }: SqsMessage<{ id: string }>) => sizes.push(body.id.length));
    expect(await answer(job, queueEvent([{ id: text }, { id: text }]))).toEqual(failed());
    expect(sizes).toEqual([80_000, 80_000]);
  });

  test('a message that stands in a batch twice fails when one of the two does', async () => {
    let calls = 0;
    const job = jobOf({ by: 'onSqsMessage' }, () => {
      calls += 1;
      if (calls === 2) throw new Error('the second time');
    });
    const twice = changed(queueEvent(['x', 'x', 'y']), 1, (record: Record<string, unknown>) => {
      record['messageId'] = 'm1';
    });
    expect(await answer(job, twice)).toEqual(failed('m1'));
    expect(calls).toBe(3);
  });

  test('what is dropped is done beside what really fails', async () => {
    const dropping = { ...orders, options: { ...json, onInvalid: 'drop' } } as const;
    const job = jobOf(dropping, ({ body }: SqsMessage<{ id: string }>) => {
      if (body.id === 'bad') throw new Error('no');
    });
    const event = queueEvent([{ id: 5 }, { id: 'bad' }, { id: 'a' }, 'no JSON']);
    expect(await answer(job, event)).toEqual(failed('m2'));
    // Only this record can be retried, and all others are done, so the invocation does not fail.
    expect(await answer(job, queueEvent([{ id: 5 }, 'no JSON']))).toEqual(failed());
    expect(await answer(job, queueEvent([{ id: 5 }, { id: 'bad' }]))).toEqual(failed('m2'));
  });

  test('a group of a FIFO queue stops in its middle, and `concurrency` changes nothing of its order', async () => {
    const seen: string[] = [];
    const fifo = { by: 'onSqsMessage', options: { concurrency: 10 } } as const;
    const job = jobOf(fifo, async ({ body }: SqsMessage) => {
      seen.push(`${body} begins`);
      await new Promise((resolve) => setTimeout(resolve, body === 'a1' ? 10 : 1));
      seen.push(`${body} ends`);
      if (body === 'a2') throw new Error('no a2');
    });
    const groups = ['a', 'b', 'a', 'b', 'a', 'a'];
    const event = queueEvent(['a1', 'b1', 'a2', 'b2', 'a3', 'a4'], { queue: 'q.fifo', groups });
    expect(await answer(job, event)).toEqual(failed('m3', 'm5', 'm6'));
    const order = ['a1', 'b1', 'a2', 'b2'];
    expect(seen).toEqual(order.flatMap((body) => [`${body} begins`, `${body} ends`]));
  });
});

describe('a stream', () => {
  const clicks = { by: 'onKinesisRecord', options: json, check: hasId } as const;
  const click = '{"id":"a"}';

  test.each<readonly [string, unknown]>([
    ['no base64', '{"id":"a"}'],
    ['base64 that is cut', 'eyJpZCI6ImEif'],
    ['a number', 5],
    ['nothing', undefined],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64')],
  ])('data that are %s fail their record, and the records before it are done', async (_, data) => {
    const seen: string[] = [];
    const bad = changed(
      streamEvent([click, click, click]),
      1,
      ({ kinesis }: { kinesis: Record<string, unknown> }) => (kinesis['data'] = data),
    );
    const job = jobOf(clicks, ({ sequenceNumber }: KinesisRecord) => seen.push(sequenceNumber));
    expect(await answer(job, bad)).toEqual(failed('2'));
    expect(seen).toEqual(['1']);
  });

  test('bytes that are no base64 are not handed over as others', async () => {
    const bad = changed(
      streamEvent(['one', 'two']),
      1,
      ({ kinesis }: { kinesis: Record<string, unknown> }) => (kinesis['data'] = '***'),
    );
    const job = jobOf({ by: 'onKinesisRecord' }, ({ data }: KinesisRecord) => data.length);
    expect(await answer(job, bad)).toEqual(failed('2'));
  });

  test('half of a batch, as Lambda bisects it, stops at the same record', async () => {
    const job = jobOf({ by: 'onKinesisRecord' }, ({ data }: KinesisRecord) => {
      if (Buffer.from(data).toString() === 'bad') throw new Error('no');
    });
    const { Records } = streamEvent(['a', 'b', 'bad', 'd']) as WithRecords; // because it has records
    expect(await answer(job, { Records })).toEqual(failed('3'));
    expect(await answer(job, { Records: Records.slice(0, 2) })).toEqual(failed());
    expect(await answer(job, { Records: Records.slice(2) })).toEqual(failed('3'));
    expect(await answer(job, { Records: Records.slice(3) })).toEqual(failed());
  });

  test('what is dropped lets a stream go on, and what fails behind it stops it', async () => {
    const dropping = { ...clicks, options: { ...json, onInvalid: 'drop' } } as const;
    const job = jobOf(dropping, ({ data }: KinesisRecord<{ id: string }>) => {
      if (data.id === 'bad') throw new Error('no');
    });
    const event = streamEvent(['no JSON', click, '{"id":"bad"}', click]);
    expect(await answer(job, event)).toEqual(failed('3'));
  });

  test.each<readonly [string, object]>([
    ['a value of no type', { NewImage: { id: {} } }],
    ['a value of an unknown type', { NewImage: { id: { X: '1' } } }],
    ['an image that is none', { NewImage: 'text' }],
  ])('a change of a table with %s fails its record', async (_, change) => {
    const job = jobOf({ by: 'onDynamodbRecord', check: hasId }, () => undefined);
    const event = tableEvent([{ NewImage: { id: { S: 'a' } } }, change]);
    expect(await answer(job, event)).toEqual(failed('2'));
  });
});

test('keys of a bucket are those of S3, whatever is in them', async () => {
  const seen: string[] = [];
  const job = jobOf({ by: 'onS3Event' }, ({ key }: S3Object) => seen.push(key));
  const keys = [
    'a+b',
    'a%2Bb',
    '100%25',
    '%E2%82%AC/%F0%9F%98%80',
    'a%26b%3Dc',
    '%zz',
    '%',
    '%23%3F',
  ];
  await job(bucketEvent(keys));
  expect(seen).toEqual(['a b', 'a+b', '100%', '€/😀', 'a&b=c', '%zz', '%', '#?']);
});

test('a message of a topic without text fails, and is no reason to leave others out', async () => {
  const seen: unknown[] = [];
  const job = jobOf({ by: 'onSnsMessage' }, ({ message }: { message: string }) => {
    seen.push(message);
  });
  expect(await answer(job, topicEvent([null, 'text']))).toBeInstanceOf(Error);
  expect(seen).toEqual(['text']);
});

const FORGED = 'x\n1 - ERROR - forged\r\u001b[2J\u009b2J\u2028\u202e';

test.each<readonly [string, Parameters<typeof jobOf>[0], object]>([
  [
    'message of a queue',
    { by: 'onSqsMessage', options: json, check: hasId },
    changed(queueEvent([{}, {}]), 0, (record: Record<string, unknown>) => {
      record['messageId'] = FORGED;
    }),
  ],
  [
    'payload that is refused',
    {
      by: 'onSqsMessage',
      options: { ...json, onInvalid: 'drop' },
      check: (payload, report) => {
        for (const key of Object.keys(payload as object)) report(`/${key}`, 'nothing', 'key', 1); // because it is an object
        return payload;
      },
    },
    queueEvent([{ [FORGED]: 1 }]),
  ],
  ['key of an object', { by: 'onS3Event' }, bucketEvent([encodeURIComponent(FORGED)])],
  [
    'record of a stream',
    { by: 'onKinesisRecord', options: json, check: hasId },
    changed(streamEvent(['{}']), 0, ({ kinesis }: { kinesis: Record<string, unknown> }) => {
      kinesis['sequenceNumber'] = FORGED;
    }),
  ],
])('a %s forges no line of the log', async (_, source, event) => {
  const log = await capturedOutput(() =>
    jobOf(source, () => {
      throw 'on purpose'; // eslint-disable-line @typescript-eslint/only-throw-error -- a stack has lines of its own
    })(event).catch(() => undefined),
  );
  const lines = log.split('\n').filter((line) => line !== 'on purpose');
  expect(lines.pop()).toBe('');
  expect(log).toContain('forged');
  expect(lines.filter((line) => !line.startsWith('fixture - ERROR - '))).toEqual([]);
  expect(lines.join('')).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
});
