import { expect, test } from 'vitest';
import { capturedOutput } from '../../test/support/captured-output.js';
import type { DynamodbRecord } from './dynamodb/dynamodb.js';
import { hasId, jobOf, streamEvent, tableEvent, membersIn } from './events.fixture.js';
import type { KinesisRecord } from './kinesis/kinesis.js';

const failedAt = (...numbers: string[]): object => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

async function quietly(run: Promise<unknown>): Promise<readonly [unknown, string]> {
  let given: unknown;
  const log = await capturedOutput(async () => {
    given = await run;
  });
  return [given, log.replaceAll(/\n +at .*/g, '')];
}

test('a record of Kinesis has bytes, and what AWS says of it', async () => {
  const seen: unknown[] = [];
  const event = streamEvent(['hi']);
  const job = jobOf({ by: 'onKinesisRecord' }, (record: KinesisRecord) =>
    seen.push(membersIn(record), record.toDict()),
  );
  expect(await job(event)).toEqual(failedAt());
  expect(seen).toEqual([
    {
      data: Buffer.from('hi'),
      sequenceNumber: '1',
      partitionKey: 'key',
      schemaVersion: '1.0',
      timestamp: new Date(1_700_000_000_500),
      eventId: 'shardId-0:1',
      eventSourceArn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks',
    },
    (event as { Records: unknown[] }).Records[0], // because the fixture made it
  ]);
});

test('records run in order, and stop at the first that fails', async () => {
  const seen: string[] = [];
  const job = jobOf({ by: 'onKinesisRecord' }, async ({ data }: KinesisRecord) => {
    await Promise.resolve();
    seen.push(String(data));
    if (seen.length === 2) throw new Error('no');
  });
  expect(await quietly(job(streamEvent(['a', 'b', 'c', 'd'])))).toEqual([
    failedAt('2'),
    'fixture - ERROR - Caught exception for record 2 of job\nError: no\n',
  ]);
  expect(seen).toEqual(['a', 'b']);
});

test('when every record would fail, the stream begins at the first again', async () => {
  const job = jobOf({ by: 'onKinesisRecord' }, () => {
    throw new Error('no');
  });
  expect((await quietly(job(streamEvent(['a', 'b']))))[0]).toEqual(failedAt('1'));
});

test('data of a type are JSON in UTF-8, and others fail their record', async () => {
  const source = {
    by: 'onKinesisRecord',
    check: hasId,
    options: { payload: 'json' },
  } as const;
  const seen: unknown[] = [];
  const job = jobOf(source, ({ data }: KinesisRecord<unknown>) => seen.push(data));
  const good = '{"id":"ü"}';
  expect((await quietly(job(streamEvent([good, '{}']))))[0]).toEqual(failedAt('2'));
  expect(await quietly(job(streamEvent([good, new Uint8Array([0xff])])))).toEqual([
    failedAt('2'),
    'fixture - ERROR - Refused record 2 of job: data: text in UTF-8\n',
  ]);
  const dropping = jobOf(
    { ...source, options: { payload: 'json', onInvalid: 'drop' } },
    ({ data }: KinesisRecord<unknown>) => seen.push(data),
  );
  expect((await quietly(dropping(streamEvent(['{', good]))))[0]).toEqual(failedAt());
  expect(seen).toEqual(Array(3).fill({ id: 'ü' }));
});

test('a change of a table has its images as plain values', async () => {
  const seen: unknown[] = [];
  const image = {
    id: { S: 'a' },
    total: { N: '12.5' },
    big: { N: '9007199254740993' },
    exact: { N: '0.1234567890123456789' },
    huge: { N: '1E+125' },
    paid: { BOOL: true },
    note: { NULL: true },
    photo: { B: 'AQI=' },
    tags: { SS: ['x', 'y'] },
    numbers: { NS: ['1', '9007199254740993'] },
    files: { BS: ['AQ=='] },
    lines: { L: [{ M: { sku: { S: 's' }, none: { L: [] } } }] },
    empty: { S: '' },
    ['__proto__']: { M: { polluted: { BOOL: true } } },
  };
  const event = tableEvent([{ NewImage: image, OldImage: { id: { S: 'a' } } }]);
  const job = jobOf({ by: 'onDynamodbRecord' }, (record: DynamodbRecord) =>
    seen.push(membersIn(record), record.toDict()),
  );
  expect(await job(event)).toEqual(failedAt());
  const [{ newImage, ...rest }, dict] = seen as [Record<string, unknown>, unknown]; // because the function pushed them
  expect(Object.entries(newImage as object)).toEqual([
    ['id', 'a'],
    ['total', 12.5],
    ['big', '9007199254740993'],
    ['exact', '0.1234567890123456789'],
    ['huge', '1E+125'],
    ['paid', true],
    ['note', null],
    ['photo', Buffer.from([1, 2])],
    ['tags', ['x', 'y']],
    ['numbers', [1, '9007199254740993']],
    ['files', [Buffer.from([1])]],
    ['lines', [{ sku: 's', none: [] }]],
    ['empty', ''],
    ['__proto__', { polluted: true }],
  ]);
  expect({}).not.toHaveProperty('polluted');
  expect(rest).toEqual({
    keys: { id: 'k1' },
    oldImage: { id: 'a' },
    sequenceNumber: '1',
    sizeBytes: 10,
    streamViewType: 'NEW_AND_OLD_IMAGES',
    timestamp: new Date(1_700_000_000_000),
    awsRegion: 'eu-west-1',
    eventId: 'e1',
    eventName: 'MODIFY',
    eventSourceArn:
      'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000',
    tableName: 'Orders',
    userIdentity: undefined,
  });
  expect(dict).toBe((event as { Records: unknown[] }).Records[0]); // because the fixture made it
});

test.each([
  ['0', 0],
  ['-0.5', -0.5],
  ['100', 100],
  ['9007199254740991', 9007199254740991],
  ['-9007199254740992', '-9007199254740992'],
  ['1.10', 1.1],
  ['0.00001', 0.00001],
  ['1e-130', 1e-130],
  ['3.14159265358979323846', '3.14159265358979323846'],
  ['1e400', '1e400'],
])('the number %s is %j', async (text, value) => {
  const seen: unknown[] = [];
  const job = jobOf({ by: 'onDynamodbRecord' }, ({ newImage }: DynamodbRecord) =>
    seen.push(newImage?.['n']),
  );
  await job(tableEvent([{ NewImage: { n: { N: text } } }]));
  expect(seen).toEqual([value]);
});

test('both images are of the declared type; what a stream does not send is not missed', async () => {
  const job = jobOf({ by: 'onDynamodbRecord', check: hasId }, () => undefined);
  const good = { id: { S: 'a' } };
  expect(await job(tableEvent([{}, { NewImage: good }, { OldImage: good }]))).toEqual(failedAt());
  const bad = { id: { N: '1' } };
  expect(await quietly(job(tableEvent([{ NewImage: good, OldImage: bad }])))).toEqual([
    failedAt('1'),
    'fixture - ERROR - Refused record 1 of job: oldImage/id: text\n',
  ]);
});

test('a record that is none of DynamoDB fails alone', async () => {
  const job = jobOf({ by: 'onDynamodbRecord' }, () => undefined);
  const [given, log] = await quietly(job(tableEvent([{}, { NewImage: { id: {} } }])));
  expect(given).toEqual(failedAt('2'));
  expect(log).toContain('A record contains a value that DynamoDB does not support.');
});
