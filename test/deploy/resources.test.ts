// Declared tables, queues, topics and buckets, with the whole program: created with only the permissions of the deployer's
// policy, kept, reused, and deleted on request.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { type CommandRun, framework, helloWorld, cloudWith } from './deployments.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('deploys of resources', 3);

const IMPORTS = `import { Bucket, Framework, Queue, Table, Topic, type SqsMessage } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
`;
const CITIES = `const cities = new Table('cities', { key: 'id' });\n`;
const OTHERS = `
const arrivals = new Queue('arrivals', { retries: 1 });
const news = new Topic('news');
const photos = new Bucket('photos');
export class Views {
  @app.route('/names')
  names() {
    return { queue: arrivals.url, topic: news.arn, bucket: photos.name };
  }
  @app.onSqsMessage({ queue: arrivals })
  arrived(message: SqsMessage) {
    return message.body;
  }
}
`;
const LIST = `
export class Cities {
  @app.route('/table')
  table() {
    return { table: cities.name };
  }
}
`;
const WHOLE = IMPORTS + CITIES + OTHERS + LIST;
const WITHOUT = IMPORTS.replace('Table, ', '') + OTHERS;
const BUCKET = 'helloworld-dev-photos-123456789012-us-east-1';
const DATA = [
  `bucket ${BUCKET}`,
  'queue helloworld-dev-arrivals',
  'queue helloworld-dev-arrivals-failed',
  'table helloworld-dev-cities',
];

function dataIn(cloud: TestCloud): readonly string[] {
  return cloud.inventory().filter((one) => /^(?:table|queue|bucket) /.test(one));
}

async function done(line: string, cwd: string, cloud: TestCloud): Promise<CommandRun> {
  const result = await framework(line, { cwd, cloud });
  expect(result.exitCode, result.err + result.out).toBe(0);
  return result;
}

async function answerOf(out: string, path: string): Promise<unknown> {
  const url = out.trim().split('\n').at(-1) ?? '';
  const response = await fetch(`${url.replace(/\/$/, '')}${path}`);
  return response.json();
}

test('a deployer with the policy for it makes resources, keeps them, and deletes them when asked', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': WHOLE });
  const policy = await done('gen-policy --deployer --region us-east-1', cwd, cloud);
  cloud.restrictCaller(JSON.parse(policy.out));
  const planned = await done('plan', cwd, cloud);
  expect(planned.out).toContain('+  table');
  expect(planned.count).toMatch(/ 0 writes$/);
  const { out } = await done('deploy', cwd, cloud);
  expect(dataIn(cloud)).toEqual(DATA);
  await expect
    .poll(() => answerOf(out, '/names'), { timeout: 10_000 })
    .toEqual({
      queue: `${cloud.url}/123456789012/helloworld-dev-arrivals`,
      topic: 'arn:aws:sns:us-east-1:123456789012:helloworld-dev-news',
      bucket: BUCKET,
    });
  expect(await answerOf(out, '/table')).toEqual({ table: 'helloworld-dev-cities' });
  const same = await done('deploy', cwd, cloud);
  expect(same.count).toMatch(/ 0 writes$/);
  expect(
    same.calls.filter((name) => /^(?:dynamodb|sns|s3|sts|sqs):/.test(name)).toSorted(),
  ).toEqual([
    'dynamodb:DescribeTable',
    's3:GetPublicAccessBlock',
    'sns:GetTopicAttributes',
    'sqs:GetQueueAttributes',
    'sqs:GetQueueAttributes',
  ]);

  cloud.restrictCaller(undefined);
  const { dynamodb } = createClients(cloud);
  const Item = { id: { S: 'oslo' } };
  await dynamodb.putItem({ TableName: 'helloworld-dev-cities', Item });
  cloud.restrictCaller(JSON.parse(policy.out));
  writeFileSync(join(cwd, 'app.ts'), WITHOUT);
  const gone = await done('deploy', cwd, cloud);
  expect(gone.out).toContain(
    'Kept with their data:\n  table helloworld-dev-cities\nTo delete them with their data, run `framework deploy --delete-data`.\n',
  );
  const listed = await done('plan --json', cwd, cloud);
  expect(JSON.parse(listed.out)).toMatchObject({
    isNothing: true,
    kept: [{ kind: 'table', name: 'helloworld-dev-cities' }],
  });
  const refused = await framework('deploy --delete-data', { cwd, cloud });
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain('error FW6283: This would delete table helloworld-dev-cities');
  expect(refused.err).toContain('`framework deploy --delete-data --yes`');
  expect(refused.count).toMatch(/ 0 writes$/);

  writeFileSync(join(cwd, 'app.ts'), WHOLE);
  const back = await done('deploy', cwd, cloud);
  expect(back.calls).not.toContain('dynamodb:CreateTable');
  expect(dataIn(cloud)).toEqual(DATA);

  const deleted = await done('delete --yes', cwd, cloud);
  expect(deleted.err).toContain(`Kept with their data:\n`);
  expect(dataIn(cloud)).toEqual(DATA);
  expect(cloud.inventory().filter((one) => one.startsWith('topic '))).toEqual([]);
  const pipe = await framework('delete --delete-data', { cwd, cloud });
  expect(pipe.exitCode).toBe(1);
  expect(dataIn(cloud)).toEqual(DATA);
  await done('delete --delete-data --yes', cwd, cloud);
  await expect.poll(() => dataIn(cloud)).toEqual([]);
}, 120_000);

test('records that a function gives up go to a declared queue', async () => {
  const { cloud, cwd } = await cloudWith({
    'app.ts': `import { Framework, Queue, Table } from 'framework';
export const app = new Framework({ appName: 'helloworld' });
const cities = new Table('cities', { key: 'id', stream: true });
const failed = new Queue('failed');
export class Cities {
  @app.onDynamodbRecord({ table: cities, maximumRetryAttempts: 0, onFailure: failed })
  changed() {
    throw new Error('not today');
  }
}
`,
  });
  const policy = await done('gen-policy --deployer --region us-east-1', cwd, cloud);
  cloud.restrictCaller(JSON.parse(policy.out));
  await done('deploy', cwd, cloud);
  const again = await done('deploy', cwd, cloud);
  expect(again.count).toMatch(/ 0 writes$/);
  cloud.restrictCaller(undefined);
  const own = await done('gen-policy', cwd, cloud);
  expect(JSON.parse(own.out)).toMatchObject({
    Statement: [
      { Sid: 'DynamoDB', Resource: ['arn:*:dynamodb:*:*:table/helloworld-dev-cities/stream/*'] },
      { Sid: 'Logs' },
      { Action: ['sqs:SendMessage'], Resource: ['arn:*:sqs:*:*:helloworld-dev-failed'] },
    ],
  });
  const { dynamodb, sqs } = createClients(cloud);
  const Item = { id: { S: 'oslo' } };
  await dynamodb.putItem({ TableName: 'helloworld-dev-cities', Item });
  const QueueUrl = `${cloud.url}/123456789012/helloworld-dev-failed`;
  await expect
    .poll(async () => {
      await cloud.poll();
      const { Messages = [] } = await sqs.receiveMessage({ QueueUrl });
      return Messages.map(({ Body = '' }) => JSON.parse(Body) as object);
    })
    .toMatchObject([{ requestContext: { condition: 'RetryAttemptsExhausted' } }]);
}, 60_000);

test('at a terminal the name of the stage is typed, and anything else deletes nothing', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': WHOLE });
  await done('deploy', cwd, cloud);
  const before = cloud.inventory();
  const asked: string[] = [];
  const typing = (text: string | undefined) => ({
    cwd,
    cloud,
    isScreen: true,
    answer: () => true,
    answerText: (question: string) => {
      asked.push(question);
      return text;
    },
  });
  for (const text of ['prod', '', undefined]) {
    const result = await framework('delete --delete-data', typing(text));
    expect(result.exitCode).toBe(text === undefined ? 130 : 1);
    expect(result.err).toContain('Nothing was changed.');
    expect(cloud.inventory()).toEqual(before);
  }
  expect(new Set(asked)).toEqual(new Set(['Type the name of the stage, dev, to delete them']));
  const result = await framework('delete --delete-data', typing('dev'));
  expect(result.exitCode, result.err).toBe(0);
  for (const name of DATA) expect(result.err).toContain(name);
  await expect.poll(() => dataIn(cloud)).toEqual([]);
}, 120_000);

test('two regions have resources of their own, and a second machine finds them', async () => {
  const { cloud, cwd } = await cloudWith({ 'app.ts': WHOLE });
  await done('deploy', cwd, cloud);
  await done('deploy --region eu-west-1', helloWorld({ 'app.ts': WHOLE }), cloud);
  const there = DATA.map((name) => `${name.replace('us-east-1', 'eu-west-1')} in eu-west-1`);
  expect(dataIn(cloud)).toEqual([...DATA, ...there].toSorted());
  const elsewhere = await done('plan', helloWorld({ 'app.ts': WHOLE }), cloud);
  expect(elsewhere.out).toContain('No changes.');
  await done('delete --delete-data --yes', helloWorld({ 'app.ts': WHOLE }), cloud);
  await expect.poll(() => dataIn(cloud)).toEqual(there.toSorted());
}, 120_000);
