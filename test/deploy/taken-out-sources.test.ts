// A deployer policy that is generated after the last source of a kind was removed from the code: it still permits deleting it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClients, createOrders } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { sampleOf } from '../support/sample.js';
import { temporaryProject } from '../support/temporary-project.js';
import { framework, testCloud } from './deployments.js';

const HEAD = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
`;

const SOURCES: Readonly<Record<string, string>> = {
  rule: `app.onEvent({ source: ['shop'] }, { bus: 'orders', name: 'job' })`,
  schedule: `app.schedule('cron(0 3 * * ? *)', { timezone: 'Europe/Berlin', name: 'job' })`,
  subscription: `app.onSnsMessage({ topic: 'alerts', name: 'job' })`,
  notification: `app.onS3Event({ bucket: 'uploads', name: 'job' })`,
  queue: `app.onSqsMessage({ queue: 'orders', name: 'job' })`,
  table: `app.onDynamodbRecord({ table: 'Orders', name: 'job' })`,
};

async function cloudOfOthers(): Promise<TestCloud> {
  const cloud = await testCloud();
  const { sqs, sns, s3, dynamodb, events } = createClients(cloud);
  await events.createEventBus({ Name: 'orders' });
  await sqs.createQueue({ QueueName: 'orders' });
  await sns.createTopic({ Name: 'alerts' });
  await s3.createBucket({ Bucket: 'uploads' });
  await createOrders(dynamodb, 'NEW_IMAGE');
  return cloud;
}

test.each(sampleOf('sources that are taken out', Object.keys(SOURCES), 6))(
  'a %s that the code has no more is taken away',
  async (sort) => {
    const cloud = await cloudOfOthers();
    const config = JSON.stringify({ version: '2.0', lambda_timeout: 5 });
    const declared = `${HEAD}export const job = ${SOURCES[sort] ?? ''}(async () => undefined);\n`;
    const plain = `${HEAD}export const job = app.lambdaFunction()(async () => undefined);\n`;
    const cwd = temporaryProject({ 'app.ts': plain, '.framework/config.json': config });
    const run = async (line: string): Promise<string> => {
      const { exitCode, out, err } = await framework(line, { cwd, cloud });
      expect(exitCode, `${line}: ${err}`).toBe(0);
      return out;
    };
    await run('deploy');
    // A mapping is deleted with a delay.
    const left = (): readonly string[] =>
      cloud.inventory().filter((one) => !one.endsWith('being deleted'));
    const before = left();
    writeFileSync(join(cwd, 'app.ts'), declared);
    await run('deploy');
    expect(left()).not.toEqual(before);
    writeFileSync(join(cwd, 'app.ts'), plain);
    const policy = await run('gen-policy --deployer --region us-east-1');
    expect(policy).not.toMatch(
      /Subscribe"|PutRule|CreateSchedule|CreateEventSource|PassRole.*sched/,
    );
    cloud.restrictCaller(JSON.parse(policy) as { Version: string; Statement: object[] }); // because it is the policy that is printed
    await run('plan');
    await run('deploy --allow-delete');
    expect(left()).toEqual(before);
  },
);
