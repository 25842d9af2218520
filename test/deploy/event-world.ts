// An application with events of every kind, and a cloud that contains the queues, topic, bucket and table that the application
// is connected to.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import {
  type Clients,
  createClients,
  createOrders,
} from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { temporaryProject } from '../support/temporary-project.js';
import { type CommandRun, framework, testCloud } from './deployments.js';

const HEAD = `import {
  Framework, type CloudEvent, type DynamodbRecord, type KinesisRecord, type S3Object, type ScheduledEvent, type SnsMessage, type SqsMessage,
} from 'framework';

export const app = new Framework({ appName: 'shop' });

type Order = { readonly id: string; readonly total: number };
`;

/** S3 compares the prefix with the URL-encoded key. */
export const PHOTOS = 'día=1/my photos/';

/** One function for each kind of source. */
export const MEMBERS = {
  order: `
  @app.onSqsMessage({ queue: 'orders' })
  order(message: SqsMessage<Order>) {
    if (message.body.total < 0 && message.receiveCount === 1) throw new Error('less than nothing');
  }`,
  ship: `
  @app.onSqsMessage({ queue: 'parcels.fifo' })
  ship(message: SqsMessage) {
    if (message.body === 'bad' && message.receiveCount === 1) throw new Error('bad');
  }`,
  tick: `
  @app.schedule('rate(5 minutes)')
  tick(event: ScheduledEvent) {
    return event.detailType;
  }`,
  nightly: `
  @app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin' })
  nightly() {
    return 'night';
  }`,
  alert: `
  @app.onSnsMessage({ topic: 'alerts' })
  alert(message: SnsMessage<Order>) {
    if (message.message.total < 0) throw new Error('less than nothing');
  }`,
  upload: `
  @app.onS3Event({ bucket: 'uploads', prefix: '${PHOTOS}', suffix: '.png' })
  upload(object: S3Object) {
    if (object.key.endsWith('bad.png')) throw new Error('bad');
  }`,
  scan: `
  @app.onS3Event({ bucket: 'uploads', delivery: 'eventbridge' })
  scan(object: S3Object) {
    if (object.key.endsWith('bad.png')) throw new Error('bad');
  }`,
  changed: `
  @app.onDynamodbRecord({ table: 'Orders', maximumRetryAttempts: 2 })
  changed(record: DynamodbRecord<Order>) {
    if (record.newImage?.total === -1) throw new Error('less than nothing');
  }`,
};

/** The functions for the other kinds of sources. */
export const MORE_MEMBERS = {
  clicked: `
  @app.onKinesisRecord({ stream: 'clicks', startingPosition: 'TRIM_HORIZON' })
  clicked(record: KinesisRecord) {
    return record.data.length;
  }`,
  placed: `
  @app.onEvent({ source: ['shop'] })
  placed(event: CloudEvent) {
    return event.detailType;
  }`,
};

export type Members = Partial<Record<keyof typeof MEMBERS | keyof typeof MORE_MEMBERS, string>>;

export type World = {
  readonly cwd: string;
  readonly cloud: TestCloud;
  readonly clients: Clients;
  /** Advances the cloud's clock. */
  readonly pass: (milliseconds: number) => void;
};

export function sourceOf(members: Members): string {
  return `${HEAD}\nexport class Jobs {${Object.values(members).join('\n')}\n}\n`;
}

/** Returns the project's files. A queue hides a message for 30 s, and a function must finish within this time. */
export function projectOf(members: Members): Readonly<Record<string, string>> {
  const config = { version: '2.0', app_name: 'shop', lambda_timeout: 5 };
  return { 'app.ts': sourceOf(members), '.framework/config.json': JSON.stringify(config) };
}

/** Starts a cloud that contains the queues, topic, bucket and table that the application is connected to. */
export async function world(options: { readonly live?: boolean } = {}): Promise<World> {
  let passed = 0;
  const cloud = await testCloud({ now: () => Date.now() + passed, ...options });
  const clients = createClients(cloud);
  await makeSources(clients);
  const cwd = temporaryProject(projectOf(MEMBERS));
  const pass = (milliseconds: number): void => void (passed += milliseconds);
  return { cwd, cloud, clients, pass };
}

/** Creates the sources. Buckets in two regions need two names. */
export async function makeSources(
  { sqs, sns, s3, dynamodb, kinesis }: Clients,
  bucket = 'uploads',
): Promise<void> {
  await sqs.createQueue({ QueueName: 'orders' });
  const Attributes = { FifoQueue: 'true' };
  await sqs.createQueue({ QueueName: 'parcels.fifo', Attributes });
  await sns.createTopic({ Name: 'alerts' });
  await s3.createBucket({ Bucket: bucket });
  await createOrders(dynamodb);
  await kinesis.createStream({ StreamName: 'clicks', ShardCount: 1 });
}

/** Returns the folder of a machine that has never deployed. */
export function withoutRecord(members: Members): string {
  return temporaryProject(projectOf(members));
}

export async function deploy(
  { cwd, cloud }: World,
  members?: Members,
  options = '',
): Promise<CommandRun> {
  if (members) writeFileSync(join(cwd, 'app.ts'), sourceOf(members));
  const result = await framework(`deploy${options}`, { cwd, cloud });
  expect(result.exitCode, result.err).toBe(0);
  return result;
}
