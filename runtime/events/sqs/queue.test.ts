import { afterEach, expect, test, vi } from 'vitest';
import { capturedOutput } from '../../../test/support/captured-output.js';
import { hasId, jobOf, queueEvent, membersIn } from '../events.fixture.js';
import { failed, outcome } from './queue-outcome.fixture.js';
import type { SqsMessage } from './sqs.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

const by = 'onSqsMessage';
/** Fails for the bodies in a list. */
const failing =
  (bodies: readonly string[], seen: string[] = []) =>
  ({ body }: SqsMessage) => {
    seen.push(body);
    if (bodies.includes(body)) throw new Error(`no ${body}`);
  };

test('a message is what AWS sends, in words of TypeScript', async () => {
  const seen: unknown[] = [];
  const event = queueEvent(['text']);
  const job = jobOf({ by }, (message: SqsMessage) =>
    seen.push(membersIn(message), message.toDict()),
  );
  expect(await job(event)).toEqual(failed());
  expect(seen).toMatchInlineSnapshot(`
    [
      {
        "attributes": {
          "ApproximateFirstReceiveTimestamp": "1",
          "ApproximateReceiveCount": "2",
          "SenderId": "sender",
          "SentTimestamp": "1",
        },
        "body": "text",
        "eventSourceArn": "arn:aws:sqs:eu-west-1:123456789012:orders",
        "messageAttributes": {},
        "messageGroupId": undefined,
        "messageId": "m1",
        "receiptHandle": "handle-1",
        "receiveCount": 2,
      },
      {
        "attributes": {
          "ApproximateFirstReceiveTimestamp": "1",
          "ApproximateReceiveCount": "2",
          "SenderId": "sender",
          "SentTimestamp": "1",
        },
        "awsRegion": "eu-west-1",
        "body": "text",
        "eventSource": "aws:sqs",
        "eventSourceARN": "arn:aws:sqs:eu-west-1:123456789012:orders",
        "md5OfBody": "",
        "messageAttributes": {},
        "messageId": "m1",
        "receiptHandle": "handle-1",
      },
    ]
  `);
});

test('the messages of a batch run side by side', async () => {
  const begun: string[] = [];
  let release = (): void => undefined;
  const all = new Promise<void>((resolve) => (release = resolve));
  const job = jobOf({ by }, async ({ body }: SqsMessage) => {
    if (begun.push(body) === 3) release();
    await all;
  });
  expect(await job(queueEvent(['a', 'b', 'c']))).toEqual(failed());
});

test('`concurrency` says how many at once, and they begin in order', async () => {
  const begun: string[] = [];
  let now = 0;
  let most = 0;
  const job = jobOf({ by, options: { concurrency: 2 } }, async ({ body }: SqsMessage) => {
    begun.push(body);
    most = Math.max(most, ++now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    now--;
  });
  await job(queueEvent(['a', 'b', 'c', 'd', 'e']));
  expect([most, begun]).toEqual([2, ['a', 'b', 'c', 'd', 'e']]);
});

test('a throw fails that message alone, and is logged with its id', async () => {
  const job = jobOf({ by }, failing(['b']));
  expect(await outcome(job(queueEvent(['a', 'b', 'c'])))).toEqual([
    failed('m2'),
    'fixture - ERROR - Caught exception for message m2 of job\nError: no b\n',
  ]);
});

test('the log of a failure points into the source', async () => {
  const job = jobOf({ by }, failing(['b']));
  const log = await capturedOutput(() => job(queueEvent(['a', 'b'])));
  expect(log).toMatch(/\n {4}at .*queue\.test\.ts:\d+:\d+/);
});

test('with lines of JSON a failure is one line', async () => {
  vi.stubEnv('FRAMEWORK_LOG_FORMAT', 'json');
  const job = jobOf({ by, check: hasId, options: { payload: 'json' } }, () => {
    throw new TypeError('broken');
  });
  const log = await capturedOutput(async () => {
    await job(queueEvent([{ id: 'a' }, {}])).catch(() => undefined);
  });
  const [refused, thrown, ...more] = log.trimEnd().split('\n').map(parsed);
  expect(thrown).toMatchObject({
    level: 'ERROR',
    logger: 'fixture',
    message: 'Caught exception for message m1 of job',
    error: { name: 'TypeError', message: 'broken' },
  });
  expect(refused).toMatchObject({ message: 'Refused message m2 of job: body/id: a value' });
  expect(more).toEqual([]);
});

function parsed(line: string): unknown {
  return JSON.parse(line);
}

test('when every message failed, the invocation throws', async () => {
  const [error] = await outcome(jobOf({ by }, failing(['a', 'b']))(queueEvent(['a', 'b'])));
  expect(error).toBeInstanceOf(AggregateError);
  expect(error).toMatchObject({ message: 'All 2 messages failed: no a' });
});

test('the only message fails with its own error', async () => {
  const [error] = await outcome(jobOf({ by }, failing(['a']))(queueEvent(['a'])));
  expect(error).toEqual(new Error('no a'));
});

test('of a FIFO queue one message runs after another, in order', async () => {
  const steps: string[] = [];
  const job = jobOf({ by, options: { concurrency: 9 } }, async ({ body }: SqsMessage) => {
    steps.push(`${body} begins`);
    await Promise.resolve();
    steps.push(`${body} ends`);
  });
  await job(queueEvent(['a', 'b'], { queue: 'orders.fifo', groups: ['x', 'y'] }));
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('of a FIFO queue the rest of a group fails unread, and other groups go on', async () => {
  const seen: string[] = [];
  const event = queueEvent(['a1', 'b1', 'a2', 'b2', 'a3'], {
    queue: 'orders.fifo',
    groups: ['a', 'b', 'a', 'b', 'a'],
  });
  const [given, log] = await outcome(jobOf({ by }, failing(['a2'], seen))(event));
  expect(given).toEqual(failed('m3', 'm5'));
  expect(seen).toEqual(['a1', 'b1', 'a2', 'b2']);
  expect(log).toBe(
    'fixture - ERROR - Caught exception for message m3 of job\nError: no a2\n' +
      'fixture - ERROR - Left message m5 of job unread: an earlier one of its group failed\n',
  );
});

test('of a FIFO queue a group that failed at its first message fails the invocation', async () => {
  const event = queueEvent(['a', 'b'], { queue: 'orders.fifo', groups: ['x', 'x'] });
  expect((await outcome(jobOf({ by }, failing(['a']))(event)))[0]).toEqual(new Error('no a'));
});

test('a payload of a type is JSON, and one that is not of it is a failed message', async () => {
  const seen: unknown[] = [];
  const job = jobOf(
    { by, check: hasId, options: { payload: 'json' } },
    ({ body }: SqsMessage<unknown>) => seen.push(body),
  );
  const hostile = '{"__proto__":{"id":"x"},"constructor":1}';
  const bodies = [{ id: 'a' }, {}, 'no JSON', '', hostile, 'null', null, '[]'.padEnd(200_000)];
  const [given, log] = await outcome(job(queueEvent(bodies)));
  expect(given).toEqual(failed('m2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'));
  expect(seen).toEqual([{ id: 'a' }]);
  expect(log).toMatchInlineSnapshot(`
    "fixture - ERROR - Refused message m3 of job: body: JSON
    fixture - ERROR - Refused message m4 of job: body: JSON
    fixture - ERROR - Refused message m7 of job: body: text
    fixture - ERROR - Refused message m2 of job: body/id: a value
    fixture - ERROR - Refused message m5 of job: body/id: a value
    fixture - ERROR - Refused message m6 of job: body/id: a value
    fixture - ERROR - Refused message m8 of job: body/id: a value
    "
  `);
  expect(Object.prototype).not.toHaveProperty('id');
});

test('a body without a type is text, whatever it is', async () => {
  const seen: unknown[] = [];
  const job = jobOf({ by }, ({ body }: SqsMessage) => seen.push(body));
  const [given] = await outcome(job(queueEvent(['{"a":1}', '', null])));
  expect([given, seen]).toEqual([failed('m3'), ['{"a":1}', '']]);
});

test('a schema may give another value, and later', async () => {
  const seen: unknown[] = [];
  const check = async (payload: unknown): Promise<unknown> => ({ made: await payload });
  const job = jobOf({ by, check, options: { payload: 'json' } }, ({ body }: SqsMessage<unknown>) =>
    seen.push(body),
  );
  expect(await job(queueEvent(['1']))).toEqual(failed());
  expect(seen).toEqual([{ made: 1 }]);
});

test('at most 20 problems of a payload are looked for', async () => {
  let reported = 0;
  const job = jobOf(
    {
      by,
      options: { payload: 'json' },
      check: (payload, report) => {
        for (; reported < 100; reported++) report(`/${reported}`, 'text', 'type', 1);
        return payload;
      },
    },
    () => undefined,
  );
  await outcome(job(queueEvent(['1', '2'])));
  expect(reported).toBeLessThan(100);
});

test('`onInvalid: drop` logs a bad payload and counts it as done; a throw still fails', async () => {
  const job = jobOf(
    { by, check: hasId, options: { payload: 'json', onInvalid: 'drop' } },
    ({ body }: SqsMessage<{ id: string }>) => {
      if (body.id === 'b') throw new Error('no b');
    },
  );
  expect(await outcome(job(queueEvent([{ id: 'a' }, {}, { id: 'b' }])))).toEqual([
    failed('m3'),
    'fixture - ERROR - Dropped message m2 of job: body/id: a value\n' +
      'fixture - ERROR - Caught exception for message m3 of job\nError: no b\n',
  ]);
  expect((await outcome(job(queueEvent([{}]))))[0]).toEqual(failed());
});

test('the function gets the context too', async () => {
  const seen: unknown[] = [];
  const job = jobOf({ by }, (_: SqsMessage, context) => seen.push(context));
  await (job as (...values: unknown[]) => Promise<unknown>)(queueEvent(['a']), {
    awsRequestId: '1',
  }); // because the fixture contains only the event
  expect(seen).toEqual([{ awsRequestId: '1' }]);
});
