// The calls of middleware are in the policies of the functions in which it runs, and the explanation names the middleware.
import { expect, test } from 'vitest';
import { renderPolicyReasons } from '../../cli/terminal/policy-reasons.js';
import { generateFor } from './small-apps.js';
import { loadApp } from '../../cli/app/load-app.js';
import { eventNeeds } from '../../cli/ship/policy/generate-role-policy.js';
import { temporaryProject } from '../support/temporary-project.js';

const shop = (app: string, blueprint: string): Readonly<Record<string, string>> => ({
  'app.ts': `import { S3 } from '@aws-sdk/client-s3';
import { Blueprint, Framework, middleware } from 'framework';
const s3 = new S3({});
const archive = middleware.event(async (event, next) => {
  await s3.putObject({ Bucket: 'archive', Key: 'k' });
  return next();
});
export const app = new Framework({ appName: 'shop', middleware: [${app}] });
export const jobs = new Blueprint({ middleware: [${blueprint}] });
export class Views {
  @app.route('/') index() { return s3.listObjectsV2({ Bucket: 'photos' }); }
  @jobs.lambdaFunction() nightly() { return 1; }
  @app.lambdaFunction() cleanup() { return s3.deleteObject({ Bucket: 'photos', Key: 'k' }); }
}
app.register(jobs);
`,
  '.framework/config.json': JSON.stringify({
    version: '2.0',
    app_name: 'shop',
    stages: {
      dev: {
        lambda_functions: {
          nightly: { manage_iam_role: true },
          cleanup: { manage_iam_role: true },
        },
      },
    },
  }),
});

function actionsOf(files: Readonly<Record<string, string>>, name: string): readonly string[] {
  const { Statement } = generateFor(files, name).generated.document;
  return Statement.flatMap(({ Action }) => Action).filter((action) => action.startsWith('s3:'));
}

test('a middleware that moves from the application to a blueprint narrows the other policies', () => {
  const before = shop('archive', '');
  expect(actionsOf(before, 'nightly')).toEqual(['s3:PutObject']);
  expect(actionsOf(before, 'cleanup')).toEqual(['s3:DeleteObject', 's3:PutObject']);
  const after = shop('', 'archive');
  expect(actionsOf(after, 'nightly')).toEqual(['s3:PutObject']);
  expect(actionsOf(after, 'cleanup')).toEqual(['s3:DeleteObject']);
  expect(actionsOf(after, 'api_handler')).toEqual(['s3:ListBucket']);
});

test('the explanation names the middleware', () => {
  const { reasons } = generateFor(shop('', 'archive')).generated;
  const text = renderPolicyReasons(reasons, {
    sources: { readText: () => undefined },
    look: { hasColor: false },
  });
  expect(text).toMatch(/s3:PutObject .*putObject\(\) of middleware archive +app\.ts:5/);
});

// From a decorator to the policy of the role: the source declares what Lambda reads for a function.

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
