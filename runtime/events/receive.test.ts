import { afterEach, expect, test, vi } from 'vitest';
import { capturedOutput } from '../../test/support/captured-output.js';
import { Framework } from '../framework.js';
import { createFunctionHandler } from '../function-handler.js';
import { middleware } from '../middleware.js';
import type { CloudEvent } from './rule/rule.js';
import type { ScheduledEvent } from './schedule/schedule.js';
import {
  bucketEvent,
  busEvent,
  hasId,
  jobOf,
  queueEvent,
  streamEvent,
  tableEvent,
  topicEvent,
  membersIn,
} from './events.fixture.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const SCHEDULED = busEvent('aws.events', 'Scheduled Event', {});

test('a rule gets its event, and what it gives is the result', async () => {
  const event = busEvent('my.shop', 'Order paid', { id: 'a' });
  const job = jobOf({ by: 'onEvent', check: hasId }, (given: CloudEvent<unknown>) => ({
    ...membersIn(given),
    dict: given.toDict(),
  }));
  expect(await job(event)).toEqual({
    version: '0',
    eventId: 'b1',
    detailType: 'Order paid',
    source: 'my.shop',
    account: '123456789012',
    time: '2026-11-22T10:00:00Z',
    region: 'eu-west-1',
    resources: [],
    detail: { id: 'a' },
    dict: event,
  });
});

test('a bad detail fails the invocation, or is dropped', async () => {
  const event = busEvent('my.shop', 'Order paid', { id: 3 });
  const job = jobOf({ by: 'onEvent', check: hasId }, () => 'ran');
  const dropping = jobOf(
    { by: 'onEvent', check: hasId, options: { onInvalid: 'drop' } },
    () => 'ran',
  );
  const log = await capturedOutput(async () => {
    await expect(job(event)).rejects.toThrow('detail/id: text');
    expect(await dropping(event)).toBeUndefined();
  });
  expect(log).toBe(
    'fixture - ERROR - Refused event b1 of job: detail/id: text\n' +
      'fixture - ERROR - Dropped event b1 of job: detail/id: text\n',
  );
});

test('a schedule gets when it is, or its input', async () => {
  const timed = jobOf({ by: 'schedule' }, ({ time }: ScheduledEvent) => time);
  expect(await timed(SCHEDULED)).toBe('2026-11-22T10:00:00Z');
  expect(await timed(busEvent('aws.scheduler', 'Scheduled Event', '{}'))).toBe(
    '2026-11-22T10:00:00Z',
  );
  const given = jobOf({ by: 'schedule', options: { hasInput: true } }, (input: unknown) => input);
  expect(await given({ full: true })).toEqual({ full: true });
  expect(await given(null)).toBe(null);
});

test.each([
  ['onSqsMessage', queueEvent(['a'])],
  ['onSqsBatch', queueEvent(['a'])],
  ['onSnsMessage', topicEvent(['a'])],
  ['onS3Event', bucketEvent(['a'])],
  ['onKinesisRecord', streamEvent(['a'])],
  ['onDynamodbRecord', tableEvent([{}])],
  ['onEvent', busEvent('my.shop', 'Order paid', {})],
  ['schedule', SCHEDULED],
] as const)('%s refuses events of other sources and what is no event', async (by, own) => {
  const seen: unknown[] = [];
  const job = jobOf({ by }, (value: unknown) => seen.push(value));
  await job(own);
  expect(seen).toHaveLength(1);
  const others = [
    queueEvent(['a']),
    topicEvent(['a']),
    bucketEvent(['a']),
    streamEvent(['a']),
    tableEvent([{}]),
    busEvent('my.shop', 'Order paid', {}),
    {},
    null,
    'text',
    [],
    { Records: [] },
    { Records: [null] },
    { Records: 'aws:sqs' },
    { Records: { length: 1, 0: {} } },
    { Records: [{ eventSource: 'aws:sqs' }] },
    { Records: [{ EventSource: 'aws:sns', Sns: null }] },
    { Records: [{ eventSource: 'aws:s3', s3: { bucket: {} } }] },
  ].filter((event) => JSON.stringify(event) !== JSON.stringify(own));
  for (const event of others)
    await expect(job(event), JSON.stringify(event)).rejects.toThrow(
      /^The function 'job' receives events of a \w+, but this one is of /,
    );
  expect(seen).toHaveLength(1);
});

test('an event of another queue, topic, bucket, table or stream is refused by name', async () => {
  const source = { text: 'other' };
  const messages = await Promise.all(
    (
      [
        ['onSqsMessage', queueEvent(['a'])],
        ['onSnsMessage', topicEvent(['a'])],
        ['onS3Event', bucketEvent(['a'])],
        ['onKinesisRecord', streamEvent(['a'])],
        ['onDynamodbRecord', tableEvent([{}])],
      ] as const
    ).map(([by, event]) => jobOf({ by, options: { source } }, () => 1)(event).then(String, String)),
  );
  expect(messages).toMatchInlineSnapshot(`
    [
      "TypeError: The function 'job' receives events of the queue other, but this one is of aws:sqs arn:aws:sqs:eu-west-1:123456789012:orders.",
      "TypeError: The function 'job' receives events of the topic other, but this one is of aws:sns arn:aws:sns:eu-west-1:123456789012:alerts.",
      "TypeError: The function 'job' receives events of the bucket other, but this one is of aws:s3 uploads.",
      "TypeError: The function 'job' receives events of the stream other, but this one is of aws:kinesis arn:aws:kinesis:eu-west-1:123456789012:stream/clicks.",
      "TypeError: The function 'job' receives events of the table other, but this one is of aws:dynamodb arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000.",
    ]
  `);
});

test.each([
  ['onSqsMessage', queueEvent(['a']), 'orders'],
  ['onSqsMessage', queueEvent(['a']), 'arn:aws:sqs:eu-west-1:123456789012:orders'],
  ['onSnsMessage', topicEvent(['a']), 'alerts'],
  ['onS3Event', bucketEvent(['a']), 'uploads'],
  ['onS3Event', bucketEvent(['a']), 'arn:aws:s3:::uploads'],
  ['onKinesisRecord', streamEvent(['a']), 'clicks'],
  ['onDynamodbRecord', tableEvent([{}]), 'Orders'],
  ['onDynamodbRecord', tableEvent([{}]), 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders'],
] as const)('%s knows its source by name, by ARN and by variable', async (by, event, name) => {
  const seen: unknown[] = [];
  const run = (): unknown => seen.push(1);
  await jobOf({ by, options: { source: { text: name } } }, run)(event);
  const variable = jobOf({ by, options: { source: { variable: 'SOURCE' } } }, run);
  await variable(event);
  vi.stubEnv('SOURCE', name);
  await variable(event);
  expect(seen).toHaveLength(3);
  vi.stubEnv('SOURCE', `${name}-2`);
  await expect(variable(event)).rejects.toThrow(`${name}-2`);
});

test('a function with several sources gets each event by its own', async () => {
  const seen: unknown[] = [];
  const job = jobOf(
    [
      { by: 'schedule', options: { hasInput: true } },
      { by: 'onEvent' },
      { by: 'schedule' },
      { by: 'onS3Event', options: { source: { text: 'uploads' } } },
      { by: 'onSqsMessage', options: { source: { text: 'orders' } } },
      { by: 'onSqsMessage', options: { source: { text: 'audit' }, payload: 'json' } },
      { by: 'onSnsMessage' },
    ],
    (value: { constructor: { name: string }; body?: unknown }) =>
      seen.push([value.constructor.name, ...(value.body === undefined ? [] : [value.body])]),
  );
  await job(queueEvent(['{}'], { queue: 'orders' }));
  await job(queueEvent(['{}'], { queue: 'audit' }));
  await job(topicEvent(['a']));
  await job(bucketEvent(['a']));
  const detail = { bucket: { name: 'uploads' }, object: { key: 'a' } };
  await job(busEvent('aws.s3', 'Object Created', detail));
  await job(busEvent('my.shop', 'Order paid', {}));
  await job(SCHEDULED);
  await job({ full: true });
  expect(seen).toEqual([
    ['SqsMessage', '{}'],
    ['SqsMessage', {}],
    ['SnsMessage'],
    ['S3Object'],
    ['S3Object'],
    ['CloudEvent'],
    ['ScheduledEvent'],
    ['Object'],
  ]);
});

test('middleware runs once around an invocation, with the event of AWS', async () => {
  const seen: unknown[] = [];
  const event = queueEvent(['a', 'b']);
  const app = new Framework({
    appName: 'fixture',
    middleware: [
      middleware.event(async (given, next) => {
        seen.push(given === event);
        const result = await next();
        seen.push(result);
        return result;
      }),
    ],
  });
  app.$on(
    [['job', app.$adapters.onSqsMessage, 0]],
    app.$callFunction(['job', 'job', 0]),
  )(() => seen.push('run'));
  await createFunctionHandler('job', app)(event);
  expect(seen).toEqual([true, 'run', 'run', { batchItemFailures: [] }]);
});
