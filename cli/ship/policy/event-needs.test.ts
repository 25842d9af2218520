// The permissions of roles to read event sources: only for the one source, with the location of its declaration.
import { expect, test } from 'vitest';
import { generatePolicy } from '../../../compiler/policy/generate-policy.js';
import type { EventEntry } from '../../../runtime/contract/manifest.js';
import { resolveStage } from '../../config/stage-config.js';
import { renderPolicyReasons } from '../../terminal/policy-reasons.js';
import { eventNeeds } from './generate-role-policy.js';

const at = { file: 'app.ts', line: 12, column: 3 };
const polled = { batchSize: 10, batchWindow: 0, enabled: true } as const;
const stream = { ...polled, startingPosition: 'LATEST' } as const;
const arn = (rest: string): string => `arn:aws:${rest}`;

const EVENTS: readonly EventEntry[] = [
  {
    kind: 'sqs',
    queue: { variable: 'ORDERS' },
    ...polled,
    function: 'order',
    member: 'onSqsBatch',
    at,
  },
  {
    kind: 'dynamodb',
    table: { text: 'Orders' },
    ...stream,
    onFailure: { text: arn('s3:::failed') },
    function: 'changed',
    member: 'onDynamodbRecord',
    at: { ...at, line: 20 },
  },
  {
    kind: 'kinesis',
    stream: { text: arn('kinesis:eu-west-1:123456789012:stream/clicks') },
    ...stream,
    onFailure: { text: arn('sqs:eu-west-1:123456789012:failed') },
    function: 'click',
    member: 'onKinesisRecord',
    at: { ...at, line: 30 },
  },
  {
    kind: 'schedule',
    expression: 'rate(1 hour)',
    enabled: true,
    function: 'tick',
    member: 'schedule',
    at,
  },
];

const config = resolveStage({ environment_variables: { ORDERS: 'orders' } }, 'dev');
const given = eventNeeds({ events: EVENTS }, config);

function generate(functions: readonly string[] | undefined) {
  const uses = { uses: [], unresolved: [], reachedBy: {}, given };
  return generatePolicy({ uses, functions, hasVpc: false, base: undefined });
}

test('a role may read the sources of its functions, and nothing else', () => {
  const rows = generate(undefined).document.Statement.map((one) => JSON.stringify(one));
  expect(rows).toMatchInlineSnapshot(`
    [
      "{"Sid":"DynamoDB","Effect":"Allow","Action":["dynamodb:DescribeStream","dynamodb:GetRecords","dynamodb:GetShardIterator","dynamodb:ListStreams"],"Resource":["arn:*:dynamodb:*:*:table/Orders/stream/*"]}",
      "{"Sid":"Kinesis","Effect":"Allow","Action":["kinesis:DescribeStream","kinesis:DescribeStreamSummary","kinesis:GetRecords","kinesis:GetShardIterator","kinesis:ListShards"],"Resource":["arn:aws:kinesis:eu-west-1:123456789012:stream/clicks"]}",
      "{"Sid":"Logs","Effect":"Allow","Action":["logs:CreateLogGroup","logs:CreateLogStream","logs:PutLogEvents"],"Resource":["arn:*:logs:*:*:*"]}",
      "{"Sid":"S3ListBucket","Effect":"Allow","Action":["s3:ListBucket"],"Resource":["arn:aws:s3:::failed"]}",
      "{"Sid":"S3PutObject","Effect":"Allow","Action":["s3:PutObject"],"Resource":["arn:aws:s3:::failed/*"]}",
      "{"Sid":"SQSDeleteMessage","Effect":"Allow","Action":["sqs:DeleteMessage","sqs:GetQueueAttributes","sqs:ReceiveMessage"],"Resource":["arn:*:sqs:*:*:orders"]}",
      "{"Sid":"SQSSendMessage","Effect":"Allow","Action":["sqs:SendMessage"],"Resource":["arn:aws:sqs:eu-west-1:123456789012:failed"]}",
    ]
  `);
});

test('a role of one function may read what that function reads', () => {
  const actions = generate(['order']).document.Statement.flatMap(({ Action }) => Action);
  expect(actions.filter((one) => !one.startsWith('logs:'))).toEqual([
    'sqs:DeleteMessage',
    'sqs:GetQueueAttributes',
    'sqs:ReceiveMessage',
  ]);
  expect(generate(['tick']).document.Statement).toHaveLength(1);
});

test('every permission names the decorator that asks for it', () => {
  const sources = { readText: () => undefined };
  const rows = renderPolicyReasons(generate(undefined).reasons, {
    sources,
    look: { hasColor: false },
  });
  expect(rows).toMatchInlineSnapshot(`
    "ACTION                         RESOURCE                                              ASKED FOR BY               SOURCE
    dynamodb:DescribeStream        arn:*:dynamodb:*:*:table/Orders/stream/*              @app.onDynamodbRecord      app.ts:20
    dynamodb:GetRecords            arn:*:dynamodb:*:*:table/Orders/stream/*              @app.onDynamodbRecord      app.ts:20
    dynamodb:GetShardIterator      arn:*:dynamodb:*:*:table/Orders/stream/*              @app.onDynamodbRecord      app.ts:20
    dynamodb:ListStreams           arn:*:dynamodb:*:*:table/Orders/stream/*              @app.onDynamodbRecord      app.ts:20
    kinesis:DescribeStream         arn:aws:kinesis:eu-west-1:123456789012:stream/clicks  @app.onKinesisRecord       app.ts:30
    kinesis:DescribeStreamSummary  arn:aws:kinesis:eu-west-1:123456789012:stream/clicks  @app.onKinesisRecord       app.ts:30
    kinesis:GetRecords             arn:aws:kinesis:eu-west-1:123456789012:stream/clicks  @app.onKinesisRecord       app.ts:30
    kinesis:GetShardIterator       arn:aws:kinesis:eu-west-1:123456789012:stream/clicks  @app.onKinesisRecord       app.ts:30
    kinesis:ListShards             arn:aws:kinesis:eu-west-1:123456789012:stream/clicks  @app.onKinesisRecord       app.ts:30
    logs:CreateLogGroup            arn:*:logs:*:*:*                                      the log of every function
    logs:CreateLogStream           arn:*:logs:*:*:*                                      the log of every function
    logs:PutLogEvents              arn:*:logs:*:*:*                                      the log of every function
    s3:ListBucket                  arn:aws:s3:::failed                                   @app.onDynamodbRecord      app.ts:20
    s3:PutObject                   arn:aws:s3:::failed/*                                 @app.onDynamodbRecord      app.ts:20
    sqs:DeleteMessage              arn:*:sqs:*:*:orders                                  @app.onSqsBatch            app.ts:12
    sqs:GetQueueAttributes         arn:*:sqs:*:*:orders                                  @app.onSqsBatch            app.ts:12
    sqs:ReceiveMessage             arn:*:sqs:*:*:orders                                  @app.onSqsBatch            app.ts:12
    sqs:SendMessage                arn:aws:sqs:eu-west-1:123456789012:failed             @app.onKinesisRecord       app.ts:30
    "
  `);
});
