// `framework local --cloud` as a user starts it: the code of the working tree with a cloud.
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from './support/client.js';
import { serve, type ServedProject } from './support/served-project.js';
import { createProject, type Project } from '../support/temporary-project.js';

const APP = `
import { Bucket, Framework, Queue, Table, Topic } from 'framework';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';

export const cities = new Table('cities', { key: 'id' });
export const arrivals = new Queue('arrivals', { retries: 1 });
export const photos = new Bucket('photos');
export const news = new Topic('news');
export const app = new Framework({ appName: 'shop' });
const database = new DynamoDBClient({});

export const write = app.route('/cities/{id}', { methods: ['PUT'] })(async (id: string) => {
  await database.send(new PutItemCommand({ TableName: cities.name, Item: { id: { S: id } } }));
  await new SNSClient({}).send(new PublishCommand({ TopicArn: news.arn, Message: id }));
  await new S3Client({}).send(new PutObjectCommand({ Bucket: photos.name, Key: id, Body: id }));
  await new SQSClient({}).send(
    new SendMessageCommand({ QueueUrl: arrivals.url, MessageBody: id }),
  );
  return { id };
});
export const read = app.route('/cities/{id}')(async (id: string) => {
  const { Item } = await database.send(
    new GetItemCommand({ TableName: cities.name, Key: { id: { S: id } } }),
  );
  return Item ?? {};
});
export const arrived = app.onSqsMessage({ queue: arrivals, name: 'arrived' })(async (message) => {
  if (message.body === 'slow') {
    console.log('one begins slow');
    await new Promise((resolve) => setTimeout(resolve, 2500));
  }
  if (message.body === 'bad') throw new RangeError('no such city');
  console.log('one has', message.body);
});
export const published = app.onSnsMessage({ topic: news, name: 'published' })((message) => {
  console.log('news of', message.message);
});
export const stored = app.onS3Event({ bucket: photos, name: 'stored' })((object) => {
  console.log('photo of', object.key);
});
`;

let project: Project;
let served: ServedProject;
let port: number;
beforeAll(async () => {
  project = createProject({ 'app.ts': APP, 'node_modules/.keep': '' });
  const packages = fileURLToPath(new URL('../../node_modules/@aws-sdk', import.meta.url));
  symlinkSync(packages, join(project.directory, 'node_modules/@aws-sdk'), 'junction');
  served = await serve(project.directory, { args: ['--cloud', '--no-explorer'] });
  port = Number((await served.printed(/Serving shop .* on http:\S+:(\d+)/))[1]);
});
afterAll(async () => {
  await served.stop();
  project.remove();
});

const put = (id: string): Promise<{ readonly status: number }> =>
  send(port, { method: 'PUT', path: `/cities/${id}` });

test('a request writes to the table, and the queue, the topic and the bucket call the code here', async () => {
  expect((await put('oslo')).status).toBe(200);
  for (const text of ['one has oslo', 'news of oslo', 'photo of oslo'])
    await served.printed(new RegExp(text));
  const { text } = await send(port, { path: '/cities/oslo' });
  expect(JSON.parse(text)).toEqual({ id: { S: 'oslo' } });
  await served.printed(/Ran arrived for queue arrivals \(\d+ ms\)/);
  // It was started with --no-explorer.
  expect(served.output()).not.toContain('xplorer');
});

test('a save in the middle of an event lets it end, and the new code gets the next message', async () => {
  await put('slow');
  await served.printed(/one begins slow/);
  const from = served.output().length;
  project.write('app.ts', APP.replaceAll("'one has'", "'two has'"));
  expect((await put('bergen')).status).toBe(200);
  await served.printed(/two has bergen/, from);
  await served.printed(/one has slow/, from);
  expect(served.output().slice(from)).not.toContain('Cloud on');
});

test('messages wait while the source has errors', async () => {
  const from = served.output().length;
  await put('bad');
  await served.printed(/arrived failed for queue arrivals: RangeError: no such city/, from);
  project.write('app.ts', APP.replace("new Queue('arrivals'", 'new Queue(3'));
  await served.printed(/error FW3402/, from);
  project.write('app.ts', APP.replaceAll("'one has'", "'three has'"));
  expect((await put('voss')).status).toBe(200);
  await served.printed(/three has voss/, from);
});

test('Ctrl-C ends it with its cloud', async () => {
  const [, url = ''] = await served.printed(/Cloud on (http:\S+):/);
  expect(await served.stop('SIGINT')).toBe(0);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
});
