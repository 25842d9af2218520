// Applications whose functions read queues and streams, for tests.
import type { EventEntry } from '../../../../runtime/contract/manifest.js';
import type { CloudMapping } from '../../../cloud/services/mappings.js';
import { READERS } from '../../deploy/event-sources.fixture.js';
import { openCloud, type PortCloud } from '../../deploy/port-cloud.fixture.js';
import { appWith, type StateSketch } from '../../deploy/states.fixture.js';
import type { Desired } from '../../stage/states.js';
import { createOrders } from '../../../serve/local-cloud/clients.fixture.js';

const at = { file: 'app.ts', line: 12, column: 3 };
const polled = { batchSize: 10, batchWindow: 0, enabled: true } as const;

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

/** Creates an application with only these sources, and a role that may read them. `code` is the text of its module. */
export function polledApp(
  events: readonly EventEntry[],
  { code = 'one', ...sketch }: StateSketch = {},
): Desired {
  const functions = [...new Set(events.map((entry) => entry.function))];
  const config = { lambda_timeout: 5, ...sketch.config };
  const given = { routes: [], functions, events, policies: READERS, ...sketch };
  return appWith(code, { ...given, config });
}

/** Starts a cloud with a queue, a table with a stream, and a stream. */
export async function cloudWithSources(queue: QueueSettings = {}): Promise<PortCloud> {
  const cloud = await openCloud();
  await addQueue(cloud, 'orders', queue);
  await createOrders(cloud.clients.dynamodb);
  const stream = { StreamName: 'clicks', ShardCount: 1 };
  await cloud.clients.kinesis.createStream(stream);
  return cloud;
}

type QueueSettings = { readonly VisibilityTimeout?: string; readonly KmsMasterKeyId?: string };

export async function addQueue(
  { clients: { sqs } }: PortCloud,
  QueueName: string,
  Attributes: QueueSettings = {},
): Promise<void> {
  await sqs.createQueue({ QueueName, Attributes });
}

/** Returns every mapping, after Lambda has finished all pending changes. */
export async function allMappings(cloud: PortCloud): Promise<readonly CloudMapping[]> {
  cloud.pass(60_000);
  const { lambda } = cloud.clients;
  const { EventSourceMappings = [] } = await lambda.listEventSourceMappings({});
  const each = EventSourceMappings.map(async ({ UUID = '' }) =>
    cloud.others.mappings.getMapping(UUID),
  );
  return (await Promise.all(each)).flatMap((one) => one ?? []);
}

/** Returns the mappings as text, for example `orders -> fixture-dev-order 10 Enabled`. */
export async function mappingsIn(cloud: PortCloud): Promise<readonly string[]> {
  const texts = (await allMappings(cloud)).map(async (one) => {
    const { arn, sourceArn, functionArn, batchSize, state } = one;
    const tags = await cloud.others.mappings.getMappingTags(arn);
    const owner = tags['cloud-framework'] === undefined ? ', by hand' : '';
    const source = sourceArn.split(':').slice(5).join(':').replace(LABEL, '');
    return `${source} -> ${functionArn.split(':').at(-1) ?? ''} ${batchSize} ${state}${owner}`;
  });
  return (await Promise.all(texts)).toSorted();
}

/** Matches the timestamp in the name of a table's stream. */
export const LABEL: RegExp = /(?<=\/stream)\/20[\dT:.-]+/;

const CALLS = /Mapping|Queue|Table|readStream/;

/** Returns those calls that read event sources. */
export function sourceCalls(calls: readonly string[]): readonly string[] {
  return calls.filter((name) => CALLS.test(name)).toSorted();
}

/** Enables or disables the stream of the table, and waits until the table is active again. */
export async function switchStream(
  { clients: { dynamodb }, pass }: PortCloud,
  StreamEnabled: boolean,
): Promise<void> {
  const TableName = 'Orders';
  pass(60_000);
  const view = StreamEnabled && ({ StreamViewType: 'NEW_AND_OLD_IMAGES' } as const);
  const StreamSpecification = { StreamEnabled, ...view };
  await dynamodb.updateTable({ TableName, StreamSpecification });
  pass(60_000);
}
