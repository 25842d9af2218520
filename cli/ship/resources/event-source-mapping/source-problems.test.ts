// Sources that functions cannot read: found before anything else is changed, and reported with their location in the code.
import { expect, test } from 'vitest';
import { isCloudError } from '../../../cloud/cloud-error.js';
import { renderPlain } from '../../../terminal/plain-diagnostics.js';
import { checkQuotas } from '../../deploy/prepare-deploy.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy, planDocument, renderPlan } from '../../deploy/plan-deploy.js';
import { elsewhere, type PortCloud, writesIn } from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import {
  addQueue,
  cloudWithSources,
  LABEL,
  polledApp,
  queueEntry,
  streamEntry,
  switchStream,
  tableEntry,
} from './polled-app.fixture.js';

const SOURCES = { readText: () => undefined };

async function refusal(cloud: PortCloud, desired: Desired): Promise<string> {
  cloud.calls.length = 0;
  const observation = await observe({ cloud, desired, state: undefined });
  expect(writesIn(cloud.calls)).toEqual([]);
  if (observation.kind === 'observed') return '';
  return renderPlain(observation.diagnostics, SOURCES).replace(LABEL, '/<now>');
}

async function plan(cloud: PortCloud, desired: Desired) {
  const observation = await observe({ cloud, desired, state: undefined });
  if (observation.kind === 'refused')
    throw new Error(renderPlain(observation.diagnostics, SOURCES));
  return planDeploy(observation.desired, observation.observed);
}

test('a queue, a table and a stream that are not there', async () => {
  const cloud = await cloudWithSources();
  const events = [
    queueEntry({ queue: { text: 'order' } }),
    tableEntry({ table: { text: 'Order' } }),
    streamEntry({ stream: { text: 'click' } }),
  ];
  expect(await refusal(cloud, polledApp(events))).toMatchInlineSnapshot(`
    "error FW6270: \`changed\` (\`@app.onDynamodbRecord\` in app.ts:12) reads the table \`Order\`, but none with that name exists in eu-west-1.
      hint: Create it, for example with \`aws dynamodb create-table\`, or correct its name in the source or in \`environment_variables\`.
    error FW6270: \`click\` (\`@app.onKinesisRecord\` in app.ts:12) reads the stream \`click\`, but none with that name exists in eu-west-1.
      hint: Create it, for example with \`aws kinesis create-stream --stream-name click --stream-mode-details StreamMode=ON_DEMAND\`, or correct its name in the source or in \`environment_variables\`.
    error FW6270: \`order\` (\`@app.onSqsMessage\` in app.ts:12) reads the queue \`order\`, but none with that name exists in eu-west-1.
      hint: Create it, for example with \`aws sqs create-queue --queue-name order\`, or correct its name in the source or in \`environment_variables\`.
    3 errors
    "
  `);
});

test('a table without a stream, and a stream that is not that of the table any more', async () => {
  const cloud = await cloudWithSources();
  const table = 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders';
  const { table: _, ...entry } = tableEntry() as Extract<
    ReturnType<typeof tableEntry>,
    { table: unknown }
  >; // because the fixture creates one for a table
  const old = polledApp([{ ...entry, streamArn: { text: `${table}/stream/old` } }]);
  expect(await refusal(cloud, old)).toMatchInlineSnapshot(`
    "error FW6271: \`changed\` (\`@app.onDynamodbRecord\` in app.ts:12) reads the table stream \`arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/old\`, but the table \`Orders\` now has another stream: \`arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/<now>\`.
      hint: Write \`table: 'Orders'\`, so that the deploy uses the current stream of the table.
    1 error
    "
  `);
  const { streamArn = '' } = (await cloud.others.tables.readTable('Orders')) ?? {};
  const right = polledApp([{ ...entry, streamArn: { text: streamArn } }]);
  expect(await refusal(cloud, right)).toBe('');
  await switchStream(cloud, false);
  expect(await refusal(cloud, polledApp([tableEntry()]))).toMatchInlineSnapshot(`
    "error FW6271: \`changed\` (\`@app.onDynamodbRecord\` in app.ts:12) reads the table \`Orders\`, but the table \`Orders\` has no stream enabled.
      hint: Enable it: \`aws dynamodb update-table --table-name Orders --stream-specification StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES\`.
    1 error
    "
  `);
});

test('a queue that gives a message out again while the function still works on it', async () => {
  const cloud = await cloudWithSources();
  const slow = polledApp([queueEntry()], { config: { lambda_timeout: 60 } });
  expect(await refusal(cloud, slow)).toMatchInlineSnapshot(`
    "error FW6272: \`order\` (\`@app.onSqsMessage\` in app.ts:12) reads the queue \`orders\`, whose visibility timeout of 30 s is shorter than the timeout of the function, 60 s: Lambda rejects this, because a message would be delivered again while the function is still processing it.
      hint: Set the visibility timeout of the queue to 360 s, six times the timeout, as AWS recommends, or set \`lambda_timeout\` of \`order\` to at most 30.
    1 error
    "
  `);
});

test('the same is seen when only the timeout of the function grows', async () => {
  const cloud = await cloudWithSources();
  await cloud.deploy(polledApp([queueEntry()]));
  const slow = polledApp([queueEntry()], { config: { lambda_timeout: 31 } });
  expect((await cloud.deploy(slow)).outcome.kind).toBe('refused');
});

test('what needs no call is found without one', () => {
  const elsewhere = { text: 'arn:aws:sqs:us-east-1:123456789012:orders' };
  const desired = polledApp([
    queueEntry({ queue: elsewhere }),
    streamEntry(),
    streamEntry(),
    streamEntry({ function: 'count' }),
    queueEntry({ function: 'sell' }),
    queueEntry({ function: 'ship', at: { file: 'ship.ts', line: 4, column: 3 } }),
  ]);
  expect(renderPlain(checkQuotas(desired), SOURCES)).toMatchInlineSnapshot(`
    "error FW6276: \`click\` (\`@app.onKinesisRecord\` in app.ts:12) reads the stream \`clicks\` twice: also in app.ts:12.
      hint: Remove one of the two.
    error FW6273: \`order\` (\`@app.onSqsMessage\` in app.ts:12) reads the queue \`arn:aws:sqs:us-east-1:123456789012:orders\`, which is in us-east-1; the stage is deployed to eu-west-1, and Lambda reads only from its own region.
      hint: Name a queue in the region of the stage, or deploy the stage to us-east-1.
    error FW6275: \`ship\` (\`@app.onSqsMessage\` in ship.ts:4) reads the queue \`orders\`, and so does \`sell\` in app.ts:12: each message would go to one of the two at random.
      hint: Let one function read the queue, or give each function its own queue and let a topic send every message to both.
    3 errors
    "
  `);
});

test('a plan says how a source is read, and what to know of the queue', async () => {
  const cloud = await cloudWithSources({ VisibilityTimeout: '10', KmsMasterKeyId: 'alias/mine' });
  const planned = await plan(
    cloud,
    polledApp([queueEntry(), streamEntry({ batchSize: 1, enabled: false })], { policies: {} }),
  );
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Policy of fixture-dev
      +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
      +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
      +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

    Resources
      +  role          fixture-dev
      +  function      fixture-dev-click
      +  function      fixture-dev-order
      +  event source  stream clicks of fixture-dev-click  one record at a time, with the oldest available record, switched off
      +  event source  queue orders of fixture-dev-order   batches of 10
                                                           its visibility timeout is 10 s; AWS recommends 30 s, six times the timeout of the function
                                                           it is encrypted with the key alias/mine: add kms:Decrypt on that key to .framework/policy-base.json

    fixture, stage dev, eu-west-1: 5 to create.
    "
  `);
  expect(planDocument(planned)).toMatchObject({
    eventSources: [
      { action: 'create', function: 'fixture-dev-click', source: 'stream clicks', notes: [] },
      { action: 'create', function: 'fixture-dev-order', source: 'queue orders' },
    ],
  });
  expect(planDocument(await plan(cloud, polledApp([])))).not.toHaveProperty('eventSources');
});

test('a plan names what changes, what is made anew, and what goes', async () => {
  const cloud = await cloudWithSources({ VisibilityTimeout: '60' });
  await addQueue(cloud, 'late', { VisibilityTimeout: '60' });
  const filters = [{ body: { kind: ['paid'] } }];
  const events = [
    queueEntry({ maximumConcurrency: 2, filters }),
    queueEntry({ queue: { text: 'late' } }),
    streamEntry(),
  ];
  await cloud.deploy(polledApp(events));
  const next = [queueEntry({ batchSize: 1 }), streamEntry({ startingPosition: 'LATEST' })];
  expect(renderPlan(await plan(cloud, polledApp(next)), { hasColor: false }))
    .toMatchInlineSnapshot(`
    "Resources
      ~  event source  stream clicks of fixture-dev-click  deleted and recreated: startingPosition TRIM_HORIZON -> LATEST; it starts with new records
      ~  event source  queue orders of fixture-dev-order   batchSize 10 -> 1
                                                           filters is removed
                                                           maximumConcurrency is removed
      -  event source  queue late of fixture-dev-order

    fixture, stage dev, eu-west-1: 2 to change, 1 to delete.
    "
  `);
});

test('a role that may not read the source', async () => {
  const cloud = await cloudWithSources();
  const desired = polledApp([queueEntry()], { policies: {} });
  const { outcome, calls } = await cloud.deploy(desired, elsewhere());
  if (outcome.kind !== 'failed') throw new Error('It was not refused');
  const [{ problem } = { problem: undefined }] = outcome.failures;
  expect(isCloudError(problem)).toBe(false);
  expect(problem).toMatchObject({ code: 'FW6274' });
  // About two minutes, with pauses of at most two seconds.
  expect(calls.filter((name) => name === 'createMapping').length).toBeGreaterThan(60);
});
