// Events that a test sends to a built application, through the adapters that run after deployment.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryProject } from '../support/temporary-project.js';
import { openTestApp } from './support/built-testing.js';

const APP = `import { Framework, type DynamodbRecord, type S3Object, type ScheduledEvent, type SqsMessage } from 'framework';

export const app = new Framework({ appName: 'shop' });

export class Jobs {
  @app.onSqsMessage({ queue: process.env.ORDERS })
  order(message: SqsMessage<{ id: string }>) {
    if (message.body.id === 'bad') throw new RangeError('no such order');
    console.log('took', message.body.id, message.eventSourceArn.split(':').at(-1));
  }
  @app.onDynamodbRecord({ table: 'Orders' })
  changed(record: DynamodbRecord<{ id: string; total: number }>) {
    console.log(record.eventName, record.newImage?.total);
  }
  @app.schedule('rate(1 day)', { input: { full: true } })
  nightly(input: { full: boolean }) {
    return input;
  }
  @app.schedule('cron(0 3 * * ? *)')
  @app.onS3Event({ bucket: 'uploads', delivery: 'eventbridge' })
  sync(event: S3Object | ScheduledEvent) {
    return event.constructor.name;
  }
}
`;

const project = (): string =>
  temporaryProject({
    'app.ts': APP,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      app_name: 'shop',
      stages: { dev: { environment_variables: { ORDERS: 'orders-dev' } } },
    }),
  });

test('each source runs its function, and tells what failed and what was logged', async () => {
  const directory = project();
  const { client } = await openTestApp(directory);

  const sent = await client.sqs('order').sendBatch([{ id: 'a' }, { id: 'bad' }, { id: 5 }]);
  expect(sent.failed.map(({ index }) => index)).toEqual([1, 2]);
  expect(sent.logs).toContain('took a orders-dev\n');
  expect(sent.logs).toMatch(/of order\nRangeError: no such order\n +at Jobs\.order \(.*app\.ts:8:/);
  expect(sent.logs).toMatch(/Refused message \S+ of order: body\/id: text\n/);

  const changed = await client.dynamodb('changed').change({ newImage: { id: 'a', total: 3 } });
  expect(changed).toMatchObject({ failed: [], error: undefined, logs: 'INSERT 3\n' });

  expect((await client.schedule('nightly').run()).result).toEqual({ full: true });
  expect((await client.schedule('sync').run()).failed).toEqual([]);
  expect((await client.s3('sync').put('a b.png')).failed).toEqual([]);
  expect(() => client.kinesis('order')).toThrow('The function `order` has no stream');

  expect(readFileSync(join(directory, '.framework/build/app.d.ts'), 'utf8')).toContain(
    [
      '      events: {',
      '        dynamodb: "changed";',
      '        s3: "sync";',
      '        schedule: "nightly" | "sync";',
      '        sqs: "order";',
      '      };',
    ].join('\n'),
  );
});

test('a queue has the name that the test gives its stage', async () => {
  const { client } = await openTestApp(project(), { environment: { ORDERS: 'orders-test' } });
  const { logs } = await client.sqs('order', 'orders-test').send({ id: 'a' });
  expect(logs).toBe('took a orders-test\n');
});
