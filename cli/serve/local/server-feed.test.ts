// A run of a function in the list of served requests: what sent the event, and the outcome.
import { expect, test } from 'vitest';
import { queueEvent } from '../../../runtime/events/events.fixture.js';
import type { Run } from '../events/source-commands.js';
import { servedRun } from './server-feed.js';

const RUN = {
  name: 'order',
  kind: 'sqs',
  title: 'queue orders',
  event: queueEvent(['a', 'b']),
  outcome: { kind: 'returned', value: { batchItemFailures: [] } },
  time: 5,
  milliseconds: 3,
} as const satisfies Run;

test('a run without a failure is done', () => {
  expect(servedRun(RUN)).toEqual({
    time: 5,
    method: 'EVENT',
    target: 'order',
    runs: 'order',
    status: 'done',
    milliseconds: 3,
    note: 'queue orders',
  });
});

test('a run of which records failed has failed, and says how many', () => {
  const value = { batchItemFailures: [{ itemIdentifier: 'm2' }] };
  expect(servedRun({ ...RUN, outcome: { kind: 'returned', value } })).toMatchObject({
    status: 'failed',
    note: 'queue orders, 1 of 2 records failed',
  });
});

test('a run that threw has its stack, and one that did not end its reason', () => {
  const trace = 'Error: no\n    at app.ts:3:4';
  const thrown = servedRun({ ...RUN, outcome: { kind: 'failed', message: 'no', trace } });
  expect(thrown).toMatchObject({ status: 'failed', stack: trace });
  expect(thrown.note).toBe('queue orders, 2 of 2 records failed');
  const message = 'timed out after 3 s';
  expect(servedRun({ ...RUN, outcome: { kind: 'failed', message } }).note).toBe(
    'queue orders, 2 of 2 records failed, timed out after 3 s',
  );
});
