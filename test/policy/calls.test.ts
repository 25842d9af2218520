// The calls behind uses that are not commands: paginators, waiters, the document client, version 2, libraries; and what the
// data does not contain.
import { describe, expect, test } from 'vitest';
import { generated, inputOf, linesOf, type Row, rowsOf, useOf } from './hand-made-uses.js';

describe('other ways to call an operation', () => {
  const lines = (...given: Parameters<typeof useOf>): readonly string[] =>
    linesOf(generated([useOf(...given)]).document);

  test('a paginator calls its operation', () => {
    const inputs = [inputOf({ TableName: 'orders' })];
    expect(lines('paginator', 'dynamodb Query', { inputs })).toEqual([
      'DynamoDB: dynamodb:Query -> arn:*:dynamodb:*:*:table/orders arn:*:dynamodb:*:*:table/orders/index/*',
    ]);
  });

  test('a waiter calls the operation that it asks again and again', () => {
    expect(lines('waiter', 'dynamodb TableExists')).toEqual([
      'DynamoDB: dynamodb:DescribeTable -> *',
    ]);
    expect(lines('waiter', 's3 ObjectExists')).toEqual(['S3: s3:GetObject -> *']);
  });

  test('the commands of the document client are those of the plain one', () => {
    const inputs = [inputOf({ TransactItems: [{ Put: { TableName: 'orders' } }] })];
    expect(lines('command', '@aws-sdk/lib-dynamodb TransactWrite', { inputs })).toEqual([
      'DynamoDB: dynamodb:PutItem -> arn:*:dynamodb:*:*:table/orders',
    ]);
    expect(lines('method', '@aws-sdk/lib-dynamodb ExecuteStatement')).toHaveLength(1);
  });

  test('version 2 has its own names of services', () => {
    expect(lines('v2', 'aws-sdk/StepFunctions StartExecution')).toEqual([
      'StepFunctions: states:StartExecution -> *',
    ]);
    expect(lines('v2', 'aws-sdk/DynamoDB.DocumentClient Put')).toEqual([
      'DynamoDB: dynamodb:PutItem -> *',
    ]);
    expect(lines('v2', 'aws-sdk/S3 Upload', { inputs: [inputOf({ Bucket: 'photos' })] })).toEqual([
      'S3: s3:AbortMultipartUpload s3:PutObject -> arn:*:s3:::photos/*',
    ]);
  });

  const TABLE = `
    @aws-sdk/lib-storage Upload [{"params": {"Bucket": "a-b"}}] -> s3:AbortMultipartUpload s3:PutObject -> arn:*:s3:::a-b/*
    @aws-sdk/lib-storage Upload [{"params": {}, "tags": []}] -> s3:AbortMultipartUpload s3:PutObject s3:PutObjectTagging -> *
    @aws-sdk/polly-request-presigner getSynthesizeSpeechUrl [] -> polly:SynthesizeSpeech -> *
    @aws-sdk/rds-signer Signer [{}] -> rds-db:connect -> *
    @aws-sdk/dsql-signer DsqlSigner.getDbConnectAuthToken [] -> dsql:DbConnect -> *
    @aws-sdk/credential-providers fromTemporaryCredentials [{"params": {"RoleArn": "arn:aws:iam::123456789012:role/reader"}}] -> sts:AssumeRole -> arn:aws:iam::123456789012:role/reader
    @aws-lambda-powertools/parameters/ssm getParameter ["/app/url"] -> ssm:GetParameter -> arn:*:ssm:*:*:parameter/app/url
    @aws-lambda-powertools/parameters/ssm SSMProvider.getMultiple ["/app"] -> ssm:GetParametersByPath -> arn:*:ssm:*:*:parameter/app*
    @aws-lambda-powertools/parameters/ssm getParametersByName [{"/app/url": {}}] -> ssm:GetParameter ssm:GetParameters -> arn:*:ssm:*:*:parameter/app/url
    @aws-lambda-powertools/parameters/secrets getSecret ["database"] -> secretsmanager:GetSecretValue -> arn:*:secretsmanager:*:*:secret:database-??????
    @middy/ssm ssm [{"fetchData": {"url": "/app/url"}}] -> ssm:GetParameters -> arn:*:ssm:*:*:parameter/app/url
    @middy/ssm ssm [{"fetchData": {"all": "/app/"}}] -> ssm:GetParametersByPath -> arn:*:ssm:*:*:parameter/app*
    @middy/secrets-manager secrets-manager [{"fetchData": {"password": "database"}}] -> secretsmanager:GetSecretValue -> arn:*:secretsmanager:*:*:secret:database-??????
    @aws-lambda-powertools/parameters/appconfig getAppConfig ["flags"] -> appconfig:GetLatestConfiguration appconfig:StartConfigurationSession -> *
    @aws-lambda-powertools/idempotency/dynamodb DynamoDBPersistenceLayer [{"tableName": "seen"}] -> dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem -> arn:*:dynamodb:*:*:table/seen
  `;
  test.each<Row>([
    ...rowsOf(TABLE),
    [
      '@aws-sdk/s3-presigned-post createPresignedPost',
      [undefined, { Bucket: 'a-b' }],
      's3:PutObject -> arn:*:s3:::a-b/*',
    ],
  ])('%s %j', (call, input, expected) => {
    const [line, ...others] = lines('library', call, { inputs: [inputOf(input)] });
    expect(line?.replace(/^\w+: /, '')).toBe(expected);
    expect(others).toEqual([]);
  });

  test('making a provider calls nothing', () => {
    expect(lines('library', '@aws-lambda-powertools/parameters/ssm SSMProvider')).toEqual([]);
  });
});

describe('what the data does not know', () => {
  const report = (...given: Parameters<typeof generated>): readonly string[] =>
    generated(...given).diagnostics.map(({ code, message }) => `${code} ${message}`);

  test('an operation that is younger than the data is allowed by its name, and said once', () => {
    const use = useOf('command', 'sqs TeleportMessage');
    expect(linesOf(generated([use, use]).document)).toEqual(['SQS: sqs:TeleportMessage -> *']);
    expect(report([use, use])).toMatchInlineSnapshot(`
      [
        "FW4005 \`TeleportMessageCommand\` of \`@aws-sdk/client-sqs\` has no action in the policy data of 2026-09-26; \`sqs:TeleportMessage\` is allowed, based on the name of the operation.",
      ]
    `);
  });

  test('a package that is younger than the data is taken by its name', () => {
    const use = useOf('command', 'teleport SendMessage');
    expect(linesOf(generated([use]).document)).toEqual(['Teleport: teleport:SendMessage -> *']);
    expect(report([use])).toMatchInlineSnapshot(`
      [
        "FW4006 \`SendMessageCommand\` of \`@aws-sdk/client-teleport\` is missing from the policy data; its actions are assumed to begin with \`teleport:\`.",
      ]
    `);
  });

  test('the project says by which name its requests are signed', () => {
    const use = useOf('command', 'teleport-service SendMessage');
    const policy = generated([use], { signingName: () => 'tele' });
    expect(linesOf(policy.document)).toEqual(['Tele: tele:SendMessage -> *']);
  });

  test('a library without a row is allowed nothing', () => {
    const use = useOf('library', '@aws-sdk/teleporter Teleporter');
    expect(linesOf(generated([use]).document)).toEqual([]);
    expect(report([use])).toMatchInlineSnapshot(`
      [
        "FW4006 \`Teleporter\` of \`@aws-sdk/teleporter\` is missing from the policy data; nothing is allowed for it.",
      ]
    `);
  });

  test('a query of Athena needs more than its input shows', () => {
    expect(report([useOf('command', 'athena StartQueryExecution')])).toMatchInlineSnapshot(`
      [
        "FW4010 \`StartQueryExecutionCommand\` also needs permissions on the data (\`glue:Get*\`, \`s3:GetObject\`, \`s3:ListBucket\`, \`s3:GetBucketLocation\`) and \`s3:PutObject\` on the output location.",
      ]
    `);
  });
});
