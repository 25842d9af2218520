// SQS queues declared in the source: created before the functions, updated in place, read by functions, and kept.
import { expect, test } from 'vitest';
import {
  elsewhere,
  openCloud,
  type PortCloud,
  recordOrNot,
  writesIn,
} from '../../deploy/port-cloud.fixture.js';
import { allowing, appWithResources, queueOf, sourceOf } from '../declared/resources.fixture.js';

const NAME = 'fixture-dev-arrivals';
const arrivals = queueOf('arrivals');
const retried = queueOf('arrivals', { retries: 3, visibilityTimeout: 90, retention: 7 });
const read = {
  report: [
    sourceOf({
      kind: 'sqs',
      queue: { resource: 'arrivals' },
      batchSize: 10,
      batchWindow: 0,
      enabled: true,
    }),
  ],
};

/** The policy as generated from the source, where account and region are wildcards. */
const READS_QUEUES = allowing(
  ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
  [`arn:*:sqs:*:*:${NAME}`],
);

async function queueIn({ others: { queues } }: PortCloud, name = NAME): Promise<unknown> {
  const url = await queues.getQueueUrl(name);
  const found = url === undefined ? undefined : await queues.getAttributes(url);
  if (!found) return undefined;
  const redrive = JSON.parse(found['RedrivePolicy'] ?? '{}') as Record<string, unknown>; // because the deploy wrote it
  const { VisibilityTimeout, MessageRetentionPeriod = '345600', SqsManagedSseEnabled } = found;
  return [
    VisibilityTimeout,
    MessageRetentionPeriod,
    SqsManagedSseEnabled,
    String(redrive['deadLetterTargetArn']).split(':').at(-1),
    redrive['maxReceiveCount'],
  ].join(' ');
}

const PLAIN = '30 345600 true undefined ';
const RETRIED = '90 604800 true fixture-dev-arrivals-failed 4';

test('a queue and that of its failed messages are made before the function, which gets the URL', async () => {
  const cloud = await openCloud();
  const { calls, outcome } = await cloud.deploy(appWithResources([retried]), elsewhere());
  expect(outcome.kind).toBe('done');
  expect(await queueIn(cloud)).toBe(RETRIED);
  expect(await queueIn(cloud, `${NAME}-failed`)).toBe('30 1209600 true undefined ');
  expect(calls.lastIndexOf('createQueue')).toBeLessThan(calls.indexOf('createFunction'));
  const made = await cloud.others.lambda.getFunction('fixture-dev-report');
  const url = `${cloud.testCloud.url}/123456789012/${NAME}`;
  expect(made?.environment).toEqual({ QUEUE_ARRIVALS: url });
});

test('a deploy of the same reads each queue once', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([arrivals]));
  const { calls } = await cloud.deploy(appWithResources([arrivals]));
  expect(calls.toSorted()).toEqual(['getAttributes', 'getFunction', 'getRolePolicy']);
  const other = await cloud.deploy(appWithResources([arrivals]), elsewhere());
  expect(writesIn(other.calls)).toEqual([]);
});

test.each(recordOrNot('queues'))('changes in place, and back (record: %s)', async (has) => {
  const cloud = await openCloud();
  const known = (): typeof cloud.here => (has ? cloud.here : elsewhere());
  await cloud.deploy(appWithResources([arrivals]), known());
  for (const [wanted, text] of [
    [retried, RETRIED],
    [arrivals, PLAIN],
    [retried, RETRIED],
  ] as const) {
    const { outcome } = await cloud.deploy(appWithResources([wanted]), known());
    expect(outcome.kind).toBe('done');
    expect(await queueIn(cloud)).toBe(text);
    // The dead-letter queue is kept with its messages.
    expect(cloud.namesOf('queue')).toEqual([NAME, `${NAME}-failed`]);
    const again = await cloud.deploy(appWithResources([wanted]), known());
    expect(writesIn(again.calls)).toEqual([]);
  }
});

test('what was changed by hand is put back, and what was deleted is made again', async () => {
  const cloud = await openCloud();
  const { sqs } = cloud.clients;
  await cloud.deploy(appWithResources([retried]));
  const QueueUrl = `${cloud.testCloud.url}/123456789012/${NAME}`;
  const set = (Attributes: Record<string, string>): Promise<unknown> =>
    sqs.setQueueAttributes({ QueueUrl, Attributes });
  const changes: readonly (() => Promise<unknown>)[] = [
    () => set({ VisibilityTimeout: '5' }),
    () => set({ RedrivePolicy: '' }),
    () => set({ SqsManagedSseEnabled: 'false' }),
    // SQS does not accept a queue of the same name within a minute.
    () => sqs.deleteQueue({ QueueUrl }),
    () => sqs.deleteQueue({ QueueUrl: `${QueueUrl}-failed` }),
  ];
  for (const change of changes) {
    await change();
    const { outcome } = await cloud.deploy(appWithResources([retried]));
    expect(outcome.kind).toBe('done');
    expect(await queueIn(cloud)).toBe(RETRIED);
    expect(cloud.namesOf('queue')).toHaveLength(2);
  }
});

test('a key that somebody has chosen stays', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appWithResources([arrivals]));
  const QueueUrl = `${cloud.testCloud.url}/123456789012/${NAME}`;
  const Attributes = { SqsManagedSseEnabled: 'false', KmsMasterKeyId: 'alias/mine' };
  await cloud.clients.sqs.setQueueAttributes({ QueueUrl, Attributes });
  const longer = appWithResources([queueOf('arrivals', { visibilityTimeout: 60 })]);
  expect((await cloud.deploy(longer)).outcome.kind).toBe('done');
  expect(await cloud.others.queues.getAttributes(QueueUrl)).toMatchObject({
    KmsMasterKeyId: 'alias/mine',
    VisibilityTimeout: '60',
  });
});

test('a FIFO queue has a FIFO queue for its failed messages', async () => {
  const cloud = await openCloud();
  const ledger = queueOf('ledger.fifo', { retries: 0, deduplication: true });
  await cloud.deploy(appWithResources([ledger]));
  expect(cloud.namesOf('queue')).toEqual([
    'fixture-dev-ledger-failed.fifo',
    'fixture-dev-ledger.fifo',
  ]);
  const { calls } = await cloud.deploy(appWithResources([ledger]));
  expect(writesIn(calls)).toEqual([]);
  const byId = queueOf('ledger.fifo', { retries: 0 });
  expect((await cloud.deploy(appWithResources([byId]))).outcome.kind).toBe('done');
  expect(writesIn((await cloud.deploy(appWithResources([byId]))).calls)).toEqual([]);
});

test('a function reads the queue, which hides messages six times as long as it may run', async () => {
  const cloud = await openCloud();
  const config = { lambda_timeout: 40 };
  const app = appWithResources([arrivals], { sources: read, config, policies: READS_QUEUES });
  const { outcome, calls } = await cloud.deploy(app);
  expect(outcome.kind).toBe('done');
  expect(await queueIn(cloud)).toBe('240 345600 true undefined ');
  expect(calls.indexOf('createQueue')).toBeLessThan(calls.indexOf('createMapping'));
  expect(cloud.namesOf('mapping')).toHaveLength(1);
  const policy = await cloud.others.iam.getRolePolicy('fixture-dev', 'fixture-dev');
  expect(JSON.stringify(policy)).toContain(`"arn:aws:sqs:eu-west-1:123456789012:${NAME}"`);
  const again = await cloud.deploy(app);
  expect(again.calls.toSorted()).toEqual([
    'getAttributes',
    'getFunction',
    'getRolePolicy',
    'listMappings',
  ]);
});

test('a queue of the name that is not ours is left alone', async () => {
  const cloud = await openCloud();
  await cloud.clients.sqs.createQueue({ QueueName: NAME });
  const { outcome, calls } = await cloud.deploy(appWithResources([arrivals]), elsewhere());
  expect(outcome.kind).toBe('refused');
  expect(writesIn(calls)).toEqual([]);
});

test.each(recordOrNot('kept queues'))(
  'queues of a deleted stage stay (record: %s)',
  async (has) => {
    const cloud = await openCloud();
    const app = appWithResources([retried], { sources: read, policies: READS_QUEUES });
    await cloud.deploy(app);
    const QueueUrl = `${cloud.testCloud.url}/123456789012/${NAME}`;
    await cloud.clients.sqs.sendMessage({ QueueUrl, MessageBody: 'kept' });
    await cloud.remove(has ? cloud.here : elsewhere());
    expect(cloud.namesOf('queue')).toEqual([NAME, `${NAME}-failed`]);
    expect(cloud.namesOf('mapping')).toEqual([expect.stringContaining('being deleted')]);
    await cloud.deploy(appWithResources([retried]), elsewhere());
    const found = await cloud.others.queues.getAttributes(QueueUrl);
    expect(found?.['ApproximateNumberOfMessages']).toBe('1');
  },
);
