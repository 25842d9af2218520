// Sources in another region or account: each is reported with its location in the code before anything is changed.
import { S3 } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { framework, testCloud } from './deployments.js';

const SOURCES: Readonly<Record<string, readonly [source: string, said: string]>> = {
  'a bucket': [
    `app.onS3Event({ bucket: 'uploads', name: 'job' })`,
    'The bucket `uploads` is in the region eu-west-1, but the stage is in the region us-east-1: `job` (`@app.onS3Event` in app.ts:3)',
  ],
  'a bucket that tells EventBridge': [
    `app.onS3Event({ bucket: 'uploads', name: 'job', delivery: 'eventbridge' })`,
    'The bucket `uploads` is in the region eu-west-1, but the stage is in the region us-east-1: `job` (`@app.onS3Event` in app.ts:3)',
  ],
  'the bus of a region': [
    `app.onEvent({ source: ['shop'] }, { bus: 'arn:aws:events:eu-west-1:123456789012:event-bus/orders', name: 'job' })`,
    'The event bus `orders` is in the region eu-west-1, but the stage is in the region us-east-1: `job` (`@app.onEvent` in app.ts:3)',
  ],
  'the bus of an account': [
    `app.onEvent({ source: ['shop'] }, { bus: 'arn:aws:events:us-east-1:999999999999:event-bus/default', name: 'job' })`,
    'The event bus `default` is in the account 999999999999, but the stage is in the account 123456789012: `job` (`@app.onEvent` in app.ts:3)',
  ],
  'a topic': [
    `app.onSnsMessage({ topic: 'arn:aws:sns:eu-west-1:123456789012:alerts', name: 'job' })`,
    'The topic `alerts` is in the region eu-west-1, but the stage is in the region us-east-1: `job` (`@app.onSnsMessage` in app.ts:3)',
  ],
  'a queue': [
    `app.onSqsMessage({ queue: 'arn:aws:sqs:eu-west-1:123456789012:orders', name: 'job' })`,
    '`job` (`@app.onSqsMessage` in app.ts:3) reads the queue `arn:aws:sqs:eu-west-1:123456789012:orders`, which is in eu-west-1; the stage is deployed to us-east-1',
  ],
};

test.each(Object.entries(SOURCES))('%s elsewhere is refused', async (_, [source, said]) => {
  const cloud = await testCloud();
  const credentials = { accessKeyId: 'AKIATEST', secretAccessKey: 'secret' };
  const there = { region: 'eu-west-1', endpoint: cloud.url, forcePathStyle: true, credentials };
  await new S3(there).createBucket({ Bucket: 'uploads' });
  const code = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
export const job = ${source}(async () => undefined);
`;
  const result = await framework('deploy', { cwd: temporaryProject({ 'app.ts': code }), cloud });
  expect(result.exitCode).not.toBe(0);
  expect(result.err.replaceAll(/\s+/g, ' ')).toContain(said);
  expect(result.err).toContain('hint: ');
  expect(result.calls.filter((call) => /:(?:Create|Put|Add|Subscribe)/.test(call))).toEqual([]);
});
