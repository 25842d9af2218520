// From a decorator to the policy of the role: the source declares what Lambda reads for a function.
import { expect, test } from 'vitest';
import { loadApp } from '../../cli/app/load-app.js';
import { eventNeeds } from '../../cli/ship/policy/generate-role-policy.js';
import { temporaryProject } from '../support/temporary-project.js';

const APP = `import { Framework, type DynamodbRecord, type KinesisRecord, type SqsBatch, type SqsMessage } from 'framework';
export const app = new Framework({ appName: 'shop' });
class Jobs {
  @app.onSqsMessage({ queue: process.env.ORDERS })
  order(message: SqsMessage) { console.log(message.body); }
  @app.onSqsBatch({ queue: 'audit' })
  audit(batch: SqsBatch) { console.log(batch); }
  @app.onDynamodbRecord({ table: 'Orders' })
  changed(record: DynamodbRecord) { console.log(record); }
  @app.onKinesisRecord({ stream: 'clicks' })
  click(record: KinesisRecord) { console.log(record); }
}
`;

test('every source asks for what Lambda reads it with, in the name of its decorator', () => {
  const config = { stages: { dev: { environment_variables: { ORDERS: 'orders' } } } };
  const directory = temporaryProject({
    'app.ts': APP,
    '.framework/config.json': JSON.stringify(config),
  });
  const loaded = loadApp({ directory, stage: 'dev' });
  expect(loaded.diagnostics).toEqual([]);
  const { compilation, config: stage } = loaded;
  if (!compilation?.manifest || !stage) throw new Error('It was not compiled');
  const needs = eventNeeds(compilation.manifest, stage).map(
    ({ function: name, action, resources, because: { text, at } }) =>
      `${name} ${action} ${resources.join()} ${at.file}:${at.line} ${text}`,
  );
  expect(needs.filter((one) => /Receive|GetRecords/.test(one)).toSorted()).toMatchInlineSnapshot(`
    [
      "audit sqs:ReceiveMessage arn:*:sqs:*:*:audit app.ts:6 @app.onSqsBatch",
      "changed dynamodb:GetRecords arn:*:dynamodb:*:*:table/Orders/stream/* app.ts:8 @app.onDynamodbRecord",
      "click kinesis:GetRecords arn:*:kinesis:*:*:stream/clicks app.ts:10 @app.onKinesisRecord",
      "order sqs:ReceiveMessage arn:*:sqs:*:*:orders app.ts:4 @app.onSqsMessage",
    ]
  `);
});
