// The actions of single commands: by name, by hand, and by what they are given (notes on policies, 1.4).
import { describe, expect, test } from 'vitest';
import { generated, linesOf, policyOf, text, useOf, inputOf, UNKNOWN } from './hand-made-uses.js';

/** The actions alone. */
function actionsOf(call: string, ...inputs: readonly unknown[]): string {
  return policyOf(call, ...inputs)
    .map((line) => line.replace(/ -> .*/, ''))
    .join(' ');
}

describe('an operation needs the action of its name, or the one that stands in the table', () => {
  test.each([
    ['sqs SendMessage', 'sqs:SendMessage'],
    ['sfn StartExecution', 'states:StartExecution'],
    ['cloudwatch PutMetricData', 'cloudwatch:PutMetricData'],
    ['eventbridge PutEvents', 'events:PutEvents'],
    ['iot-data-plane Publish', 'iot:Publish'],
    ['s3 ListObjectsV2', 's3:ListBucket'],
    ['s3 HeadObject', 's3:GetObject'],
    ['s3 CopyObject', 's3:GetObject s3:PutObject'],
    ['s3 ListBuckets', 's3:ListAllMyBuckets'],
    ['s3 GetBucketLifecycleConfiguration', 's3:GetLifecycleConfiguration'],
    ['s3 PutBucketCors', 's3:PutBucketCORS'],
    ['lambda Invoke', 'lambda:InvokeFunction'],
    ['sqs SendMessageBatch', 'sqs:SendMessage'],
    ['sns PublishBatch', 'sns:Publish'],
    ['kms ReEncrypt', 'kms:ReEncryptFrom kms:ReEncryptTo'],
    ['apigatewaymanagementapi PostToConnection', 'execute-api:ManageConnections'],
    ['bedrock-runtime Converse', 'bedrock:InvokeModel'],
    [
      'bedrock-agent-runtime RetrieveAndGenerate',
      'bedrock:InvokeModel bedrock:Retrieve bedrock:RetrieveAndGenerate',
    ],
    ['timestream-query Query', 'timestream:Select'],
    ['transcribe-streaming StartStreamTranscription', 'transcribe:StartStreamTranscription'],
  ])('%s', (call, expected) => {
    expect(actionsOf(call)).toBe(expected);
  });
});

describe('the actions of API Gateway are the verbs of HTTP', () => {
  test.each([
    ['api-gateway GetRestApis', 'apigateway:GET'],
    ['api-gateway CreateApiKey', 'apigateway:POST'],
    ['api-gateway UpdateStage', 'apigateway:PATCH'],
    ['api-gateway PutMethod', 'apigateway:PUT'],
    ['api-gateway ImportDocumentationParts', 'apigateway:PUT'],
    ['apigatewayv2 DeleteApi', 'apigateway:DELETE'],
  ])('%s', (call, expected) => {
    expect(actionsOf(call)).toBe(expected);
  });
});

test.each([
  'cognito-identity-provider InitiateAuth',
  'cognito-identity-provider SignUp',
  'cognito-identity GetId',
  'sts GetCallerIdentity',
  'connectparticipant SendMessage',
])('%s needs no permission', (call) => {
  expect(policyOf(call)).toEqual([]);
});

describe('what a call is given adds actions, or takes others', () => {
  test.each([
    ['s3 GetObject', { VersionId: 'v1' }, 's3:GetObjectVersion'],
    ['s3 GetObject', { VersionId: undefined }, 's3:GetObject s3:GetObjectVersion'],
    ['s3 GetObject', {}, 's3:GetObject'],
    ['s3 DeleteObjects', { Delete: { Objects: [{ Key: 'a' }] } }, 's3:DeleteObject'],
    [
      's3 DeleteObjects',
      { Delete: { Objects: [{ Key: 'a', VersionId: 'v1' }, { Key: 'b' }] } },
      's3:DeleteObject s3:DeleteObjectVersion',
    ],
    ['s3 PutObject', { ACL: 'public-read' }, 's3:PutObject s3:PutObjectAcl'],
    ['s3 PutObject', { Tagging: 'a=b' }, 's3:PutObject s3:PutObjectTagging'],
    ['s3 PutObject', { SSEKMSKeyId: 'alias/photos' }, 'kms:GenerateDataKey s3:PutObject'],
    ['s3 PutObject', { Bucket: 'orders--use1-az4--x-s3' }, 's3:PutObject s3express:CreateSession'],
    [
      's3 CopyObject',
      { CopySource: 'photos/a.jpg?versionId=1', Bucket: 'archive' },
      's3:GetObject s3:GetObjectVersion s3:PutObject',
    ],
    [
      'dynamodb TransactWriteItems',
      { TransactItems: [{ Put: {} }, { Delete: {} }] },
      'dynamodb:DeleteItem dynamodb:PutItem',
    ],
    ['dynamodb ExecuteStatement', { Statement: 'SELECT * FROM Users' }, 'dynamodb:PartiQLSelect'],
    [
      'dynamodb BatchExecuteStatement',
      { Statements: [{ Statement: 'DELETE FROM Users' }, { Statement: 'UPDATE Users SET a=1' }] },
      'dynamodb:PartiQLDelete dynamodb:PartiQLUpdate',
    ],
    ['sesv2 SendEmail', { Content: { Raw: {} } }, 'ses:SendRawEmail'],
    ['sesv2 SendEmail', { Content: { Simple: {} } }, 'ses:SendEmail'],
    [
      'rds-data ExecuteStatement',
      { secretArn: undefined },
      'rds-data:ExecuteStatement secretsmanager:GetSecretValue',
    ],
    [
      'redshift-data ExecuteStatement',
      { ClusterIdentifier: 'main', DbUser: 'reader' },
      'redshift:GetClusterCredentials redshift-data:ExecuteStatement',
    ],
    [
      'redshift-data ExecuteStatement',
      { WorkgroupName: 'main' },
      'redshift-data:ExecuteStatement redshift-serverless:GetCredentials',
    ],
    [
      'textract DetectDocumentText',
      { Document: { Bytes: undefined } },
      'textract:DetectDocumentText',
    ],
    [
      'textract DetectDocumentText',
      { Document: { S3Object: { Bucket: 'scans' } } },
      's3:GetObject textract:DetectDocumentText',
    ],
  ])('%s %j', (call, input, expected) => {
    expect(actionsOf(call, input)).toBe(expected);
  });

  test('of a transaction with unknown items, all four kinds are allowed', () => {
    expect(
      actionsOf('dynamodb TransactWriteItems', { TransactItems: [{ Put: {} }, undefined] }),
    ).toBe('dynamodb:ConditionCheckItem dynamodb:DeleteItem dynamodb:PutItem dynamodb:UpdateItem');
  });

  test('of an unknown statement, every verb is allowed', () => {
    expect(
      actionsOf('dynamodb ExecuteStatement', { Statement: text(undefined, ' FROM Users') }),
    ).toBe(
      'dynamodb:PartiQLDelete dynamodb:PartiQLInsert dynamodb:PartiQLSelect dynamodb:PartiQLUpdate',
    );
  });

  test('a parameter that stands for a secret reads the secret', () => {
    const Name = '/aws/reference/secretsmanager/database';
    expect(policyOf('ssm GetParameter', { Name })).toEqual([
      'secretsmanager:GetSecretValue -> arn:*:secretsmanager:*:*:secret:database-??????',
      'ssm:GetParameter -> arn:*:ssm:*:*:parameter/aws/reference/secretsmanager/database',
    ]);
  });
});

describe('a role that is handed on needs iam:PassRole, for the service that gets it', () => {
  const condition = (service: string): string =>
    ` if {"StringEquals":{"iam:PassedToService":"${service}.amazonaws.com"}}`;

  test('with the ARN of the role, when it is known', () => {
    const input = { Target: { RoleArn: 'arn:aws:iam::123456789012:role/clock' } };
    expect(policyOf('scheduler CreateSchedule', input)).toEqual([
      `iam:PassRole -> arn:aws:iam::123456789012:role/clock${condition('scheduler')}`,
      'scheduler:CreateSchedule -> *',
    ]);
  });

  test('for any role otherwise, with a warning', () => {
    const { document, diagnostics } = generated([useOf('command', 'ecs RunTask')]);
    expect(linesOf(document)).toContain(`IAM: iam:PassRole -> *${condition('ecs-tasks')}`);
    expect(diagnostics.map(({ code }) => code)).toEqual(['FW4009']);
  });

  test('in the items of a list', () => {
    const input = { Targets: [{ Arn: 'x' }, { RoleArn: 'arn:aws:iam::123456789012:role/a' }] };
    expect(policyOf('eventbridge PutTargets', input)).toEqual([
      'events:PutTargets -> *',
      `iam:PassRole -> arn:aws:iam::123456789012:role/a${condition('events')}`,
    ]);
  });

  test('only when there is one', () => {
    expect(policyOf('sfn UpdateStateMachine', { definition: '{}' })).toEqual([
      'states:UpdateStateMachine -> *',
    ]);
  });
});

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

  test.each([
    [
      '@aws-sdk/lib-storage Upload',
      [{ params: { Bucket: 'a-b' } }],
      's3:AbortMultipartUpload s3:PutObject -> arn:*:s3:::a-b/*',
    ],
    [
      '@aws-sdk/lib-storage Upload',
      [{ params: {}, tags: [] }],
      's3:AbortMultipartUpload s3:PutObject s3:PutObjectTagging -> *',
    ],
    [
      '@aws-sdk/s3-presigned-post createPresignedPost',
      [undefined, { Bucket: 'a-b' }],
      's3:PutObject -> arn:*:s3:::a-b/*',
    ],
    ['@aws-sdk/polly-request-presigner getSynthesizeSpeechUrl', [], 'polly:SynthesizeSpeech -> *'],
    ['@aws-sdk/rds-signer Signer', [{}], 'rds-db:connect -> *'],
    ['@aws-sdk/dsql-signer DsqlSigner.getDbConnectAuthToken', [], 'dsql:DbConnect -> *'],
    [
      '@aws-sdk/credential-providers fromTemporaryCredentials',
      [{ params: { RoleArn: 'arn:aws:iam::123456789012:role/reader' } }],
      'sts:AssumeRole -> arn:aws:iam::123456789012:role/reader',
    ],
    [
      '@aws-lambda-powertools/parameters/ssm getParameter',
      ['/app/url'],
      'ssm:GetParameter -> arn:*:ssm:*:*:parameter/app/url',
    ],
    [
      '@aws-lambda-powertools/parameters/ssm SSMProvider.getMultiple',
      ['/app'],
      'ssm:GetParametersByPath -> arn:*:ssm:*:*:parameter/app*',
    ],
    [
      '@aws-lambda-powertools/parameters/ssm getParametersByName',
      [{ '/app/url': {} }],
      'ssm:GetParameter ssm:GetParameters -> arn:*:ssm:*:*:parameter/app/url',
    ],
    [
      '@aws-lambda-powertools/parameters/secrets getSecret',
      ['database'],
      'secretsmanager:GetSecretValue -> arn:*:secretsmanager:*:*:secret:database-??????',
    ],
    [
      '@aws-lambda-powertools/parameters/appconfig getAppConfig',
      ['flags'],
      'appconfig:GetLatestConfiguration appconfig:StartConfigurationSession -> *',
    ],
    [
      '@aws-lambda-powertools/idempotency/dynamodb DynamoDBPersistenceLayer',
      [{ tableName: 'seen' }],
      'dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:UpdateItem -> arn:*:dynamodb:*:*:table/seen',
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
        "FW4005 \`TeleportMessageCommand\` of \`@aws-sdk/client-sqs\` has no action in the data of 2026-09-26; \`sqs:TeleportMessage\` is allowed, after its name.",
      ]
    `);
  });

  test('a package that is younger than the data is taken by its name', () => {
    const use = useOf('command', 'teleport SendMessage');
    expect(linesOf(generated([use]).document)).toEqual(['Teleport: teleport:SendMessage -> *']);
    expect(report([use])).toMatchInlineSnapshot(`
      [
        "FW4006 \`SendMessageCommand\` of \`@aws-sdk/client-teleport\` is not in the data; its actions are taken to begin with \`teleport:\`.",
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
        "FW4006 \`Teleporter\` of \`@aws-sdk/teleporter\` is not in the data; nothing is allowed for it.",
      ]
    `);
  });

  test('a query of Athena needs more than its input shows', () => {
    expect(report([useOf('command', 'athena StartQueryExecution')])).toMatchInlineSnapshot(`
      [
        "FW4010 \`StartQueryExecutionCommand\` also needs rights on the data (\`glue:Get*\`, \`s3:GetObject\`, \`s3:ListBucket\`, \`s3:GetBucketLocation\`) and \`s3:PutObject\` on the output location.",
      ]
    `);
  });
});

test('an input that is unknown is nothing that is given', () => {
  expect(
    linesOf(generated([useOf('command', 's3 PutObject', { inputs: [UNKNOWN] })]).document),
  ).toEqual(['S3: s3:PutObject -> *']);
});
