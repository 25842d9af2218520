// Applications whose functions read queues and streams, for tests.
import { createHash } from 'node:crypto';
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import type { Machine } from '../../deploy/deploy-run.fixture.js';
import { fakeCloud, type FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import { desiredOf, type StateSketch } from '../../deploy/states.fixture.js';
import type { Desired } from '../../stage/states.js';

const at = { file: 'app.ts', line: 12, column: 3 };
const polled = { batchSize: 10, batchWindow: 0, enabled: true } as const;

export const QUEUE_ARN = 'arn:aws:sqs:eu-west-1:123456789012:orders';

export function queueEntry(
  more: Partial<Extract<EventEntry, { readonly kind: 'sqs' }>> = {},
): EventEntry {
  const queue = { text: 'orders' };
  return { kind: 'sqs', queue, ...polled, function: 'order', member: 'onSqsMessage', at, ...more };
}

export function tableEntry(
  more: Partial<Extract<EventEntry, { readonly table: unknown }>> = {},
): EventEntry {
  return {
    kind: 'dynamodb',
    table: { text: 'Orders' },
    ...polled,
    startingPosition: 'LATEST',
    function: 'changed',
    member: 'onDynamodbRecord',
    at,
    ...more,
  };
}

export function streamEntry(
  more: Partial<Extract<EventEntry, { readonly kind: 'kinesis' }>> = {},
): EventEntry {
  return {
    kind: 'kinesis',
    stream: { text: 'clicks' },
    ...polled,
    startingPosition: 'TRIM_HORIZON',
    function: 'click',
    member: 'onKinesisRecord',
    at,
    ...more,
  };
}

/** An application with only these sources. `code` is the text of the zip. */
export function polledApp(
  events: readonly EventEntry[],
  { code = 'one', ...sketch }: StateSketch = {},
): Desired {
  const zip = new TextEncoder().encode(code);
  const sha256 = createHash('sha256').update(zip).digest('base64');
  const functions = [...new Set(events.map((entry) => entry.function))];
  const timed = { lambda_timeout: 5, ...sketch.config };
  const desired = desiredOf({ routes: [], functions, events, ...sketch, config: timed });
  return { ...desired, package: { zip, sha256 } };
}

/** A cloud with a queue, a table with a stream, and a stream. */
export function cloudWithSources(): FakeCloud {
  const cloud = fakeCloud();
  addQueue(cloud, 'orders');
  cloud.polled.tables.set('Orders', {
    arn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders',
    streamArn: 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026',
  });
  cloud.polled.streams.set('clicks', {
    arn: 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks',
  });
  return cloud;
}

export function addQueue(cloud: FakeCloud, name: string, visibilityTimeout = 30): void {
  const arn = `arn:aws:sqs:eu-west-1:123456789012:${name}`;
  cloud.polled.queues.set(name, { arn, visibilityTimeout, kmsKey: undefined });
}

export function machine(): Machine {
  return { state: undefined };
}

/** The mappings of the cloud as texts: `queue orders -> fixture-dev-order batches of 10`. */
export function mappingsIn(cloud: FakeCloud): readonly string[] {
  return [...cloud.polled.mappings.values()]
    .map(({ current, tags }) => {
      const { sourceArn, functionArn, batchSize, state } = current;
      const owner = tags['cloud-framework'] === undefined ? ', by hand' : '';
      return `${sourceArn.split(':').slice(5).join(':')} -> ${functionArn.split(':').at(-1) ?? ''} ${batchSize} ${state}${owner}`;
    })
    .toSorted();
}

const CALLS = /Mapping|Queue|Table|readStream/;

/** The calls that read event sources. */
export function sourceCalls(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => CALLS.test(name)).toSorted();
}
