// The operations that are disturbed only at the port: API settings, domains and keys, declared tables, queues, topics and
// buckets, and event sources of every kind next to those of other applications.
import {
  appOf,
  every,
  READERS,
  type SourcesByFunction,
} from '../../../cli/ship/deploy/event-sources.fixture.js';
import type { PortCloud } from '../../../cli/ship/deploy/port-cloud.fixture.js';
import { appWith, type StateSketch } from '../../../cli/ship/deploy/states.fixture.js';
import {
  appWithResources,
  bucketOf,
  queueOf,
  tableOf,
  topicOf,
} from '../../../cli/ship/resources/declared/resources.fixture.js';
import type { Desired } from '../../../cli/ship/stage/states.js';
import { BOTH, BUFFERED, ONE } from '../streaming-releases.js';
import type { PortOperation } from './port-operation.js';
import { createOrders } from '../../../cli/serve/local-cloud/clients.fixture.js';

const PUBLIC = appWith('one', { policies: READERS });
const PRIVATE = appWith('one', {
  policies: READERS,
  config: {
    xray: true,
    layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:one:1'],
    minimum_compression_size: 100,
    api_gateway_endpoint_type: 'PRIVATE',
    api_gateway_endpoint_vpce: 'vpce-0a1b2c3d',
    api_gateway_throttle: { rate_limit: 1, burst_limit: 2 },
  },
});

const SHARED_ROLE = appWith('one', { functions: ['resize'] });
const OWN_ROLES = appWith('two', { functions: ['resize'], config: { role_per_function: true } });

function atDomain(code: string, url_prefix: string): Desired {
  const certificate_arn = 'arn:aws:acm:eu-west-1:123456789012:certificate/one';
  const domain = { domain_name: 'api.example.com', certificate_arn, url_prefix };
  return appWith(code, { config: { api_gateway_custom_domain: domain } });
}

const polled = { batchSize: 10, batchWindow: 0, enabled: true } as const;
const BERLIN = { timezone: 'Europe/Berlin' };
const orders: SourcesByFunction[string][number] = {
  kind: 'sqs',
  queue: { text: 'orders' },
  ...polled,
};
const clicks: SourcesByFunction[string][number] = {
  ...{ kind: 'kinesis', stream: { text: 'clicks' }, ...polled },
  startingPosition: 'LATEST',
};

function topic(text: string, more: object = {}): SourcesByFunction[string][number] {
  return { kind: 'sns', topic: { text }, ...more };
}

function uploads(prefix: string, event = 's3:ObjectCreated:*'): SourcesByFunction[string][number] {
  const bucket = { text: 'uploads' };
  return { kind: 's3', bucket, events: [event], prefix, delivery: 'notification' };
}

const sketch: StateSketch = {
  policies: READERS,
  config: { lambda_timeout: 5, log_retention_in_days: 14 },
};

const SOURCES = appOf(
  {
    a: [every('rate(1 hour)'), every('cron(0 3 * * ? *)', BERLIN), topic('alerts'), uploads('in/')],
    b: [every('rate(2 hours)'), every('at(2040-01-01T00:00:00)', BERLIN)],
    read: [
      { ...orders, maximumConcurrency: 3 },
      { kind: 'dynamodb', table: { text: 'Orders' }, ...polled, startingPosition: 'LATEST' },
      { ...clicks, startingPosition: 'TRIM_HORIZON' },
    ],
  },
  sketch,
);

/** Every source changes, is removed, or moves to a function with another name. */
const OTHER_SOURCES = appOf(
  {
    a: [
      every('rate(5 minutes)'),
      every('cron(0 4 * * ? *)', BERLIN),
      topic('alerts', { filterPolicy: { level: ['high'] } }),
      uploads('in/', 's3:ObjectCreated:Put'),
    ],
    c: [every('rate(2 hours)'), every('rate(3 hours)', BERLIN), topic('news'), uploads('out/')],
    read: [{ ...orders, batchSize: 2 }, clicks],
    late: [{ ...orders, queue: { text: 'late' } }],
  },
  { ...sketch, code: 'two' },
);

const NO_SOURCES = appOf({}, { ...sketch, functions: ['a'], code: 'two' });

export const SETTINGS: readonly PortOperation[] = [
  { name: 'redeploy that makes the API private', before: PUBLIC, after: PRIVATE },
  { name: 'redeploy that makes the API public', before: PRIVATE, after: PUBLIC },
  { name: 'redeploy with a role for each function', before: SHARED_ROLE, after: OWN_ROLES },
  { name: 'redeploy with one role', before: OWN_ROLES, after: SHARED_ROLE },
  { name: 'move to a domain', before: appWith('one'), after: atDomain('two', 'v2') },
  { name: 'move to a base path', before: atDomain('one', 'v1'), after: atDomain('two', 'v2') },
  { name: 'move off a domain', before: atDomain('one', 'v1'), after: appWith('two') },
  {
    ...{ name: 'delete without a record', losesRecord: true, after: undefined },
    before: appWith('one', { functions: ['resize'] }),
  },
];

export const OF_SOURCES: readonly PortOperation[] = [
  { name: 'first deploy of sources', before: undefined, after: SOURCES, prepare },
  { name: 'redeploy of sources', before: SOURCES, after: OTHER_SOURCES, prepare },
  { name: 'redeploy without sources', before: SOURCES, after: NO_SOURCES, prepare },
  { name: 'delete of sources', before: SOURCES, after: undefined, prepare },
];

const byName = { name: 'byName', key: [{ name: 'name', type: 'string' }] } as const;
const partner = { rate: 10, burst: 20, quota: { limit: 100, period: 'month' } } as const;
const guarded: StateSketch = {
  ...sketch,
  routes: [{ path: '/', apiKeyRequired: true }],
};

const RESOURCES = appWithResources(
  [
    tableOf('cities', { expires: 'until' }),
    tableOf('towns'),
    queueOf('arrivals', { retries: 2 }),
    queueOf('ledger.fifo'),
    topicOf('news'),
    topicOf('alerts'),
    bucketOf('photos', { expireDays: 3 }),
    bucketOf('files'),
  ],
  { ...guarded, config: { ...sketch.config, api_keys: { partner, other: {} } } },
);

/**
 * Tables, queues, buckets and keys change or are removed from the source. Topics stay: a removed topic is found through the
 * variables of functions or the record, so it is not found if its deletion is interrupted and the record is lost too.
 */
const OTHER_RESOURCES = appWithResources(
  [
    tableOf('cities', { indexes: [byName], stream: true, expires: 'until' }),
    queueOf('arrivals', { retries: 5, visibilityTimeout: 60 }),
    queueOf('departures'),
    topicOf('news'),
    topicOf('alerts'),
    bucketOf('photos', { versioning: true }),
  ],
  {
    ...guarded,
    code: 'two',
    config: { ...sketch.config, api_keys: { partner: { rate: 1, burst: 2 }, third: {} } },
  },
);

export const OF_RESOURCES: readonly PortOperation[] = [
  { name: 'first deploy of resources', before: undefined, after: RESOURCES },
  { name: 'redeploy of resources', before: RESOURCES, after: OTHER_RESOURCES },
  {
    ...{ name: 'redeploy without data resources', before: RESOURCES },
    after: appWithResources([topicOf('news'), topicOf('alerts')], { ...sketch, code: 'two' }),
  },
  { name: 'delete of resources', before: RESOURCES, after: undefined },
];

export const ROLLBACKS: readonly PortOperation[] = [
  { name: 'rollback of the first stream', earlier: BUFFERED, before: ONE, after: undefined },
  { name: 'rollback of a stream more', earlier: ONE, before: BOTH, after: undefined },
  { name: 'rollback of a stream less', earlier: BOTH, before: ONE, after: undefined },
];

/** Creates the sources, and what other applications have connected to them. */
async function prepare({ clients, others }: PortCloud): Promise<void> {
  const { sqs, sns, s3, dynamodb, kinesis } = clients;
  for (const QueueName of ['orders', 'late']) await sqs.createQueue({ QueueName });
  for (const Name of ['alerts', 'news']) await sns.createTopic({ Name });
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
  await createOrders(dynamodb);
  await s3.createBucket({ Bucket: 'uploads' });
  await others.sns.putSubscription({
    topic: 'arn:aws:sns:eu-west-1:123456789012:alerts',
    functionArn: 'arn:aws:lambda:eu-west-1:999999999999:function:fixture-dev-a',
    filter: { policy: undefined, scope: 'MessageAttributes' },
  });
  const queue = { Id: 'theirs', QueueArn: 'arn:aws:sqs:eu-west-1:123456789012:late' };
  await others.s3.putNotifications('uploads', {
    entries: [],
    hasEventBridge: false,
    others: { QueueConfigurations: [{ ...queue, Events: ['s3:ObjectRemoved:*'] }] },
  });
  await others.events.putRule(
    {
      ...{ name: 'fixture-dev-x-y', bus: 'default', description: undefined, isEnabled: true },
      ...{ pattern: '{"source":["theirs"]}', expression: undefined },
    },
    { 'cloud-framework': 'version=1.0.0:stage=x:app=fixture-dev' },
  );
}
