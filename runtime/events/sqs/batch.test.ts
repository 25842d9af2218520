import { expect, test } from 'vitest';
import { hasId, jobOf, queueEvent } from '../events.fixture.js';
import { failed, outcome } from './queue-outcome.fixture.js';
import type { SqsMessage, SqsBatch } from './sqs.js';

test('a batch is handed over at once, and the function says what failed', async () => {
  const seen: unknown[] = [];
  const event = queueEvent(['a', 'b', 'c']);
  const job = jobOf({ by: 'onSqsBatch' }, (batch: SqsBatch) => {
    seen.push(
      batch.length,
      [...batch].map(({ body }) => body),
      batch.toDict(),
    );
    for (const message of batch) if (message.body === 'b') batch.fail(message, 'too old');
    for (const message of batch) if (message.body === 'b') batch.fail(message, 'again');
    for (const message of batch) if (message.body === 'c') batch.fail(message);
  });
  expect(await outcome(job(event))).toEqual([
    failed('m2', 'm3'),
    'fixture - ERROR - Caught exception for message m2 of job\ntoo old\n' +
      'fixture - ERROR - Caught exception for message m3 of job\nError: The function gave no reason for the failure.\n',
  ]);
  expect(seen).toEqual([3, ['a', 'b', 'c'], event]);
});

test('a batch leaves out bad payloads, which have failed; one of only such is not handed over', async () => {
  const seen: unknown[] = [];
  const job = jobOf(
    { by: 'onSqsBatch', check: hasId, options: { payload: 'json' } },
    (batch: SqsBatch<{ id: string }>) => seen.push(batch.messages.map(({ body }) => body.id)),
  );
  expect((await outcome(job(queueEvent([{ id: 'a' }, {}, { id: 'b' }]))))[0]).toEqual(failed('m2'));
  expect((await outcome(job(queueEvent([{}, 'x']))))[0]).toMatchObject({
    message: 'All 2 messages failed: body/id: a value',
  });
  expect(seen).toEqual([['a', 'b']]);
});

test('a batch that throws fails whole, and so does one whose every message was failed', async () => {
  const thrown = jobOf({ by: 'onSqsBatch' }, () => {
    throw new Error('no database');
  });
  expect((await outcome(thrown(queueEvent(['a', 'b']))))[0]).toEqual(new Error('no database'));
  const all = jobOf({ by: 'onSqsBatch' }, (batch: SqsBatch) => {
    for (const message of batch) batch.fail(message, new Error(`no ${message.body}`));
  });
  expect((await outcome(all(queueEvent(['a', 'b']))))[0]).toMatchObject({
    message: 'All 2 messages failed: no a',
  });
});

test('a batch of a FIFO queue goes past the rest of a group that failed', async () => {
  const seen: string[] = [];
  const event = queueEvent(['a1', 'b1', 'a2', 'b2'], {
    queue: 'audit.fifo',
    groups: ['a', 'b', 'a', 'b'],
  });
  const job = jobOf({ by: 'onSqsBatch' }, (batch: SqsBatch) => {
    for (const message of batch) {
      seen.push(message.body);
      if (message.body === 'a1') batch.fail(message, 'no');
    }
  });
  expect((await outcome(job(event)))[0]).toEqual(failed('m1', 'm3'));
  expect(seen).toEqual(['a1', 'b1', 'b2']);
});

test('a batch refuses a message of another one', async () => {
  let kept: SqsMessage | undefined;
  const job = jobOf({ by: 'onSqsBatch' }, (batch: SqsBatch) => {
    if (kept) batch.fail(kept, 'late');
    [kept] = batch;
  });
  await job(queueEvent(['a']));
  await expect(job(queueEvent(['a']))).rejects.toThrow('a message of the same batch');
});
