// Names of event sources: read from the source or from a variable of the stage, and the messages for invalid names.
import { expect, test } from 'vitest';
import { filesInMemory } from '../../test/support/memory-files.js';
import type { EventSource, SourceName } from '../../runtime/contract/events.js';
import type { EventEntry } from '../../runtime/contract/manifest.js';
import { renderPlain } from '../terminal/plain-diagnostics.js';
import {
  readSource,
  resolveSource,
  type SourceKind,
  sourceNames,
  checkEventSources,
} from './event-sources.js';
import { loadConfig } from './load-config.js';

const APP = 'class Jobs {\n  @app.onSqsMessage({ queue: process.env.ORDERS })\n  order() {}\n}\n';
const at = { file: 'app.ts', line: 2, column: 3 };

function queue(name: SourceName): EventEntry {
  const polled = { batchSize: 10, batchWindow: 0, enabled: true };
  return { kind: 'sqs', queue: name, ...polled, function: 'order', member: 'onSqsMessage', at };
}

function stage(config: object, name = 'dev') {
  const files = filesInMemory({
    '.framework/config.json': JSON.stringify(config, null, 2),
    'app.ts': APP,
  });
  const project = { root: '/project', files };
  const loaded = loadConfig(project, name);
  if (!loaded.config) throw new Error('The configuration is wrong');
  return { project, loaded, config: loaded.config };
}

function problems(events: readonly EventEntry[], config: object, name?: string): string {
  const diagnostics = checkEventSources({ ...stage(config, name), manifest: { events } });
  return renderPlain(diagnostics, { readText: () => undefined });
}

const ORDERS = { variable: 'ORDERS' };

test('a variable is looked up among those of the function', () => {
  const { config } = stage({
    environment_variables: { ORDERS: 'top' },
    stages: {
      dev: {
        environment_variables: { ORDERS: 'stage' },
        lambda_functions: { order: { environment_variables: { ORDERS: 'own' } } },
      },
    },
  });
  const reference = { kind: 'queue', name: ORDERS } as const;
  expect(resolveSource(reference, 'order', config).name).toBe('own');
  expect(resolveSource(reference, 'other', config).name).toBe('stage');
});

test('a name that is written in the source needs no configuration', () => {
  const { config } = stage({});
  const reference = { kind: 'queue', name: { text: 'orders.fifo' } } as const;
  expect(resolveSource(reference, 'order', config)).toEqual({
    kind: 'queue',
    name: 'orders.fifo',
    arn: undefined,
  });
  expect(problems([queue({ text: 'orders.fifo' })], {})).toBe('');
});

test('an ARN tells its account and region', () => {
  expect(readSource('queue', 'arn:aws-cn:sqs:cn-north-1:123456789012:orders')).toEqual({
    kind: 'queue',
    name: 'orders',
    arn: {
      text: 'arn:aws-cn:sqs:cn-north-1:123456789012:orders',
      partition: 'aws-cn',
      service: 'sqs',
      region: 'cn-north-1',
      account: '123456789012',
      resource: 'orders',
    },
  });
});

const RIGHT: readonly (readonly [SourceKind, string, string])[] = [
  ['queue', 'orders', 'orders'],
  ['queue', 'arn:aws:sqs:eu-west-1:123456789012:orders.fifo', 'orders.fifo'],
  ['topic', 'alerts', 'alerts'],
  ['topic', 'arn:aws:sns:eu-west-1:123456789012:alerts', 'alerts'],
  ['bucket', 'my.uploads', 'my.uploads'],
  ['bucket', 'arn:aws:s3:::uploads', 'uploads'],
  ['table', 'My.Orders_1', 'My.Orders_1'],
  ['table', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders', 'Orders'],
  [
    'table stream',
    'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000',
    'Orders/stream/2026-11-22T00:00:00.000',
  ],
  ['stream', 'clicks', 'clicks'],
  ['stream', 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks', 'clicks'],
  ['bus', 'aws.partner/example.com/orders', 'aws.partner/example.com/orders'],
  ['bus', 'arn:aws:events:eu-west-1:123456789012:event-bus/orders', 'orders'],
  ['destination', 'arn:aws:sns:eu-west-1:123456789012:failed', 'failed'],
  ['destination', 'arn:aws:s3:::failed', 'failed'],
];

test.each(RIGHT)('a %s may be %s', (kind, text, name) => {
  expect(readSource(kind, text)?.name).toBe(name);
});

const WRONG: readonly (readonly [SourceKind, string])[] = [
  ['queue', ''],
  ['queue', 'orders.txt'],
  ['queue', 'o'.repeat(81)],
  ['queue', 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders'],
  ['queue', 'arn:aws:sns:eu-west-1:123456789012:orders'],
  ['queue', 'arn:aws:sqs:::orders'],
  ['bucket', 'Uploads'],
  ['bucket', 'arn:aws:s3:eu-west-1:123456789012:uploads'],
  ['table', 'x'],
  ['table', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026'],
  ['table stream', 'Orders'],
  ['stream', 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks/consumer/mine:1'],
  ['destination', 'failed'],
];

test.each(WRONG)('a %s may not be "%s"', (kind, text) => {
  expect(readSource(kind, text)).toBeUndefined();
});

test('a variable that the stage has not got', () => {
  const config = { stages: { prod: { environment_variables: { ORDERS: 'orders' } } } };
  expect(problems([queue(ORDERS)], config, 'prod')).toBe('');
  expect(problems([queue(ORDERS), queue(ORDERS)], config)).toMatchInlineSnapshot(`
    "app.ts:2:3: error FW1136: The queue of \`order\` is named by \`process.env.ORDERS\`, but the stage \`dev\` has no environment variable \`ORDERS\`.
      hint: Add \`"environment_variables": { "ORDERS": "orders" }\` to the stage \`dev\` in \`.framework/config.json\`, with the name of the queue.
    1 error in 1 file
    "
  `);
});

test('a variable that holds no queue is shown where it is set, without its value', () => {
  const of = (value: string): string =>
    problems([queue(ORDERS)], { stages: { dev: { environment_variables: { ORDERS: value } } } });
  expect(of('')).toMatchInlineSnapshot(`
    ".framework/config.json:5:19: error FW1137: The queue of \`order\` is named by \`process.env.ORDERS\`, which in the stage \`dev\` is empty.
      app.ts:2:3: It is named here.
      hint: Write the queue like \`orders\` or \`arn:aws:sqs:eu-west-1:123456789012:orders\`.
    1 error in 1 file
    "
  `);
  expect(of('my secret')).toMatchInlineSnapshot(`
    ".framework/config.json:5:19: error FW1137: The queue of \`order\` is named by \`process.env.ORDERS\`, which in the stage \`dev\` is neither the name nor the ARN of a queue.
      app.ts:2:3: It is named here.
      hint: Write the queue like \`orders\` or \`arn:aws:sqs:eu-west-1:123456789012:orders\`.
    1 error in 1 file
    "
  `);
  expect(of('arn:aws:sns:eu-west-1:123456789012:orders')).toMatchInlineSnapshot(`
    ".framework/config.json:5:19: error FW1137: The queue of \`order\` is named by \`process.env.ORDERS\`, which in the stage \`dev\` is an ARN, but not the ARN of a queue.
      app.ts:2:3: It is named here.
      hint: Write the queue like \`orders\` or \`arn:aws:sqs:eu-west-1:123456789012:orders\`.
    1 error in 1 file
    "
  `);
  expect(of('https://sqs.eu-west-1.amazonaws.com/123456789012/orders')).toMatchInlineSnapshot(`
    ".framework/config.json:5:19: error FW1137: The queue of \`order\` is named by \`process.env.ORDERS\`, which in the stage \`dev\` is neither the name nor the ARN of a queue.
      app.ts:2:3: It is named here.
      hint: This is the URL of a queue; write its name, \`orders\`, or its ARN.
    1 error in 1 file
    "
  `);
});

test('a name in the source that is none', () => {
  expect(problems([queue({ text: 'my orders' })], {})).toMatchInlineSnapshot(`
    "app.ts:2:3: error FW1137: The queue of \`order\` is \`my orders\`, which is neither the name nor the ARN of a queue.
      hint: Write the queue like \`orders\` or \`arn:aws:sqs:eu-west-1:123456789012:orders\`.
    1 error in 1 file
    "
  `);
});

test('every kind of source has its names checked', () => {
  const stream = {
    batchSize: 1,
    batchWindow: 0,
    enabled: true,
    startingPosition: 'LATEST',
  } as const;
  const name = { variable: 'X' };
  const sources: readonly EventSource[] = [
    { kind: 'schedule', expression: 'rate(1 minute)', enabled: true },
    { kind: 'rule', pattern: {}, bus: name, enabled: true },
    { kind: 'sns', topic: name },
    { kind: 's3', bucket: name, events: [], delivery: 'eventbridge' },
    { kind: 'dynamodb', table: name, ...stream },
    { kind: 'dynamodb', streamArn: name, ...stream },
    { kind: 'kinesis', stream: name, onFailure: name, ...stream },
  ];
  const kinds = sources.map((source) =>
    sourceNames({ ...source, function: 'order', member: 'onEvent', at }).map(({ kind }) => kind),
  );
  expect(kinds).toEqual([
    [],
    ['bus'],
    ['topic'],
    ['bucket'],
    ['table'],
    ['table stream'],
    ['stream', 'destination'],
  ]);
});
