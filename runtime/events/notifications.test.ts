import { expect, test } from 'vitest';
import { capturedOutput } from '../../test/support/captured-output.js';
import { bucketEvent, busEvent, hasId, jobOf, topicEvent, membersIn } from './events.fixture.js';
import type { S3Object } from './s3/s3.js';
import type { SnsMessage } from './sns/sns.js';

test('a message of a topic is what AWS sends, in words of TypeScript', async () => {
  const seen: unknown[] = [];
  const event = topicEvent(['{"a":1}']);
  const job = jobOf({ by: 'onSnsMessage' }, (message: SnsMessage) =>
    seen.push(membersIn(message), message.toDict()),
  );
  expect(await job(event)).toBeUndefined();
  expect(seen).toEqual([
    {
      messageId: 'n1',
      message: '{"a":1}',
      subject: undefined,
      messageAttributes: { level: { Type: 'String', Value: 'high' } },
      timestamp: new Date('2026-11-22T10:00:00Z'),
      topicArn: 'arn:aws:sns:eu-west-1:123456789012:alerts',
    },
    (event as { Records: unknown[] }).Records[0], // because the fixture made it
  ]);
});

test('all messages run, then the first error is thrown', async () => {
  const seen: string[] = [];
  const job = jobOf({ by: 'onSnsMessage' }, ({ message }: SnsMessage) => {
    seen.push(message);
    if (message !== 'b') throw new RangeError(`no ${message}`);
  });
  const log = await capturedOutput(async () => {
    await expect(job(topicEvent(['a', 'b', 'c']))).rejects.toThrow('no a');
  });
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(log).toContain('Caught exception for message n1 of job\nRangeError: no a');
  expect(log).toContain('Caught exception for message n3 of job\nRangeError: no c');
});

test('a bad payload of a topic fails its message, or is dropped', async () => {
  const options = { payload: 'json' } as const;
  const seen: unknown[] = [];
  const run = ({ message }: SnsMessage<unknown>): unknown => seen.push(message);
  const job = jobOf({ by: 'onSnsMessage', check: hasId, options }, run);
  const dropping = jobOf(
    { by: 'onSnsMessage', check: hasId, options: { ...options, onInvalid: 'drop' } },
    run,
  );
  const messages = ['{', '{"id":"a"}', null];
  await capturedOutput(async () => {
    await expect(job(topicEvent(messages))).rejects.toThrow('message: JSON');
    expect(await dropping(topicEvent(messages))).toBeUndefined();
  });
  expect(seen).toEqual([{ id: 'a' }, { id: 'a' }]);
});

test.each([
  ['photos/old+town.png', 'photos/old town.png'],
  ['s%C3%A3o%2Bpaulo', 'são+paulo'],
  ['100%25', '100%'],
  ['100%', '100%'],
  ['%FF', '\ufffd'],
  ['a&b=c;d#e', 'a&b=c;d#e'],
  ['', ''],
])('the key %s is %s in the bucket', async (sent, key) => {
  const seen: string[] = [];
  await jobOf({ by: 'onS3Event' }, (object: S3Object) => seen.push(object.key))(
    bucketEvent([sent]),
  );
  expect(seen).toEqual([key]);
});

test('every object of a notification is handed over, then the first error is thrown', async () => {
  const seen: string[] = [];
  const job = jobOf({ by: 'onS3Event' }, ({ key }: S3Object) => {
    seen.push(key);
    if (key === 'a') throw new Error('no a');
  });
  const log = await capturedOutput(async () => {
    await expect(job(bucketEvent(['a', 'b']))).rejects.toThrow('no a');
  });
  expect(seen).toEqual(['a', 'b']);
  expect(log).toContain('Caught exception for object uploads/a of job\nError: no a');
});

test('an object is the same, told by its bucket or by EventBridge', async () => {
  const seen: S3Object[] = [];
  const job = jobOf({ by: 'onS3Event' }, (object: S3Object) => seen.push(object));
  const detail = {
    version: '0',
    bucket: { name: 'uploads' },
    object: { key: 'a b+c', size: 3, etag: 'tag', sequencer: '0A' },
    reason: 'PutObject',
  };
  const event = busEvent('aws.s3', 'Object Created', detail);
  await job(bucketEvent(['a+b%2Bc']));
  await job(event);
  expect(membersIn(seen[0] ?? {})).toEqual({
    bucket: 'uploads',
    key: 'a b+c',
    size: 3,
    eTag: 'tag',
    versionId: undefined,
    sequencer: '0A',
    eventName: 'ObjectCreated:Put',
    time: new Date('2026-11-22T10:00:00Z'),
  });
  expect(membersIn(seen[1] ?? {})).toEqual(membersIn(seen[0] ?? {}));
  expect(seen[1]?.toDict()).toBe(event);
});

test('the event with which S3 tests a notification has no object', async () => {
  const job = jobOf({ by: 'onS3Event', options: { source: { text: 'uploads' } } }, () => {
    throw new Error('it has none');
  });
  expect(await job({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'uploads' })).toBe(
    undefined,
  );
});
