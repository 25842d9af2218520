// The actions of single commands: by name, from a handwritten table, and by their input (specification 1.4).
import { describe, expect, test } from 'vitest';
import {
  generated,
  linesOf,
  policyOf,
  type Row,
  rowsOf,
  text,
  UNKNOWN,
  useOf,
} from './hand-made-uses.js';

/** Returns only the actions. */
function actionsOf(call: string, ...inputs: readonly unknown[]): string {
  return policyOf(call, ...inputs)
    .map((line) => line.replace(/ -> .*/, ''))
    .join(' ');
}

describe('an operation needs the action of its name, or the one that stands in the table', () => {
  const TABLE = `
    sqs SendMessage -> sqs:SendMessage
    sfn StartExecution -> states:StartExecution
    cloudwatch PutMetricData -> cloudwatch:PutMetricData
    eventbridge PutEvents -> events:PutEvents
    iot-data-plane Publish -> iot:Publish
    s3 ListObjectsV2 -> s3:ListBucket
    s3 HeadObject -> s3:GetObject
    s3 CopyObject -> s3:GetObject s3:PutObject
    s3 ListBuckets -> s3:ListAllMyBuckets
    s3 GetBucketLifecycleConfiguration -> s3:GetLifecycleConfiguration
    s3 PutBucketCors -> s3:PutBucketCORS
    lambda Invoke -> lambda:InvokeFunction
    sqs SendMessageBatch -> sqs:SendMessage
    sns PublishBatch -> sns:Publish
    kms ReEncrypt -> kms:ReEncryptFrom kms:ReEncryptTo
    apigatewaymanagementapi PostToConnection -> execute-api:ManageConnections
    bedrock-runtime Converse -> bedrock:InvokeModel
    bedrock-agent-runtime RetrieveAndGenerate -> bedrock:InvokeModel bedrock:Retrieve bedrock:RetrieveAndGenerate
    timestream-query Query -> timestream:DescribeEndpoints timestream:Select timestream:SelectValues
    timestream-write WriteRecords -> timestream:DescribeEndpoints timestream:WriteRecords
    timestream-write DescribeEndpoints -> timestream:DescribeEndpoints
    neptunedata ExecuteGremlinProfileQuery -> neptune-db:ReadDataViaQuery
    neptunedata ListGremlinQueries -> neptune-db:GetQueryStatus
    transcribe-streaming StartStreamTranscription -> transcribe:StartStreamTranscription
  `;
  test.each(rowsOf(TABLE))('%s', (call, _input, expected) => {
    expect(actionsOf(call)).toBe(expected);
  });
});

describe('an input may need more actions', () => {
  const TABLE = `
    s3vectors QueryVectors {"topK": 3} -> s3vectors:QueryVectors
    s3vectors QueryVectors {"returnMetadata": false} -> s3vectors:QueryVectors
    s3vectors QueryVectors {"returnMetadata": true} -> s3vectors:GetVectors s3vectors:QueryVectors
    s3vectors QueryVectors {"filter": {}} -> s3vectors:GetVectors s3vectors:QueryVectors
    s3vectors ListVectors {"returnData": true} -> s3vectors:GetVectors s3vectors:ListVectors
    secrets-manager BatchGetSecretValue {"Filters": []} -> secretsmanager:BatchGetSecretValue secretsmanager:GetSecretValue secretsmanager:ListSecrets
    transcribe StartTranscriptionJob {"OutputBucketName": "texts"} -> s3:PutObject transcribe:StartTranscriptionJob
    bedrock-runtime StartAsyncInvoke {} -> bedrock:InvokeModel s3:PutObject
    sqs CreateQueue {"QueueName": "mail"} -> sqs:CreateQueue
    sqs CreateQueue {"tags": {}} -> sqs:CreateQueue sqs:TagQueue
    dynamodb CreateTable {"Tags": []} -> dynamodb:CreateTable dynamodb:TagResource
    ssm PutParameter {"Tags": []} -> ssm:AddTagsToResource ssm:PutParameter
    secrets-manager CreateSecret {"Tags": []} -> secretsmanager:CreateSecret secretsmanager:TagResource
    ec2 RunInstances {"TagSpecifications": []} -> ec2:CreateTags ec2:RunInstances
    ecs CreateCluster {"tags": []} -> ecs:CreateCluster ecs:TagResource
    lambda CreateEventSourceMapping {"Tags": {}} -> lambda:CreateEventSourceMapping lambda:TagResource
    sns CreateTopic {"Tags": []} -> sns:CreateTopic sns:TagResource
    sfn CreateActivity {"tags": []} -> states:CreateActivity states:TagResource
    kinesis RegisterStreamConsumer {"Tags": {}} -> kinesis:RegisterStreamConsumer kinesis:TagResource
    s3vectors CreateIndex {"tags": {}} -> s3vectors:CreateIndex s3vectors:TagResource
    rekognition CreateCollection {"Tags": {}} -> rekognition:CreateCollection rekognition:TagResource
    bedrock CreateGuardrail {"tags": []} -> bedrock:CreateGuardrail bedrock:TagResource
    ec2 RegisterImage {"TagSpecifications": []} -> ec2:CreateTags ec2:RegisterImage
    secrets-manager CreateSecret {"AddReplicaRegions": [{"KmsKeyId": "a"}]} -> kms:Encrypt kms:GenerateDataKey secretsmanager:CreateSecret secretsmanager:ReplicateSecretToRegions
    secrets-manager UpdateSecret {"KmsKeyId": "a"} -> kms:Decrypt kms:Encrypt kms:GenerateDataKey secretsmanager:UpdateSecret
    secrets-manager RotateSecret {} -> lambda:InvokeFunction secretsmanager:RotateSecret
    secrets-manager ValidateResourcePolicy {} -> secretsmanager:PutResourcePolicy secretsmanager:ValidateResourcePolicy
    sqs StartMessageMoveTask {"SourceArn": "a"} -> sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage sqs:SendMessage sqs:StartMessageMoveTask
    dynamodb CreateTable {"ResourcePolicy": "{}"} -> dynamodb:CreateTable dynamodb:PutResourcePolicy
    dynamodb ImportTable {} -> dynamodb:ImportTable s3:GetObject s3:ListBucket
    s3 CreateBucket {"ACL": "private", "ObjectLockEnabledForBucket": false} -> s3:CreateBucket
    s3 CreateBucket {"ACL": "public-read"} -> s3:CreateBucket s3:PutBucketAcl
    s3 CreateBucket {"ObjectLockEnabledForBucket": true} -> s3:CreateBucket s3:PutBucketObjectLockConfiguration s3:PutBucketVersioning
    lambda UpdateFunctionCode {"S3Bucket": "code"} -> lambda:UpdateFunctionCode s3:GetObject
    lambda UpdateFunctionConfiguration {"VpcConfig": {}} -> ec2:DescribeSecurityGroups ec2:DescribeSubnets ec2:DescribeVpcs lambda:UpdateFunctionConfiguration
    bedrock-runtime Converse {"guardrailConfig": {}} -> bedrock:ApplyGuardrail bedrock:InvokeModel
    rekognition CreateDataset {"DatasetSource": {"DatasetArn": "a"}} -> rekognition:CreateDataset rekognition:ListDatasetEntries
    rekognition CreateProjectVersion {"OutputConfig": {"S3Bucket": "a-b"}} -> rekognition:CreateProjectVersion s3:PutObject
    textract StartDocumentAnalysis {"OutputConfig": {"S3Bucket": "a-b"}} -> s3:PutObject textract:StartDocumentAnalysis
    polly StartSpeechSynthesisTask {"SnsTopicArn": "a"} -> polly:StartSpeechSynthesisTask s3:PutObject sns:Publish
    transcribe CreateVocabulary {"VocabularyFileUri": "a"} -> s3:GetObject transcribe:CreateVocabulary
    sfn TestState {"revealSecrets": true} -> states:RevealSecrets states:TestState
    kms ReplicateKey {} -> kms:CreateKey kms:ReplicateKey
    ssm UpdateAssociation {} -> ssm:DescribeAssociation ssm:UpdateAssociation
    glue GetColumnStatisticsForTable {} -> glue:GetColumnStatisticsForTable glue:GetTable
  `;
  test.each(rowsOf(TABLE))('%s %j', (call, input, expected) => {
    expect(
      actionsOf(call, input)
        .split(/ (?:\w+: )?/)
        .toSorted()
        .join(' '),
    ).toBe(expected);
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
  const TABLE = `
    s3 GetObject {"VersionId": "v1"} -> s3:GetObjectVersion
    s3 GetObject {} -> s3:GetObject
    s3 DeleteObjects {"Delete": {"Objects": [{"Key": "a"}]}} -> s3:DeleteObject
    s3 DeleteObjects {"Delete": {"Objects": [{"Key": "a", "VersionId": "v1"}, {"Key": "b"}]}} -> s3:DeleteObject s3:DeleteObjectVersion
    s3 PutObject {"ACL": "public-read"} -> s3:PutObject s3:PutObjectAcl
    s3 PutObject {"Tagging": "a=b"} -> s3:PutObject s3:PutObjectTagging
    s3 PutObject {"SSEKMSKeyId": "alias/photos"} -> kms:GenerateDataKey s3:PutObject
    s3 PutObject {"Bucket": "orders--use1-az4--x-s3"} -> s3:PutObject s3express:CreateSession
    s3 CopyObject {"CopySource": "photos/a.jpg?versionId=1", "Bucket": "archive"} -> s3:GetObject s3:GetObjectVersion s3:PutObject
    dynamodb TransactWriteItems {"TransactItems": [{"Put": {}}, {"Delete": {}}]} -> dynamodb:DeleteItem dynamodb:PutItem
    dynamodb ExecuteStatement {"Statement": "SELECT * FROM Users"} -> dynamodb:PartiQLSelect
    dynamodb BatchExecuteStatement {"Statements": [{"Statement": "DELETE FROM Users"}, {"Statement": "UPDATE Users SET a=1"}]} -> dynamodb:PartiQLDelete dynamodb:PartiQLUpdate
    sesv2 SendEmail {"Content": {"Raw": {}}} -> ses:SendRawEmail
    sesv2 SendEmail {"Content": {"Simple": {}}} -> ses:SendEmail
    redshift-data ExecuteStatement {"ClusterIdentifier": "main", "DbUser": "reader"} -> redshift:GetClusterCredentials redshift-data:ExecuteStatement
    redshift-data ExecuteStatement {"WorkgroupName": "main"} -> redshift-data:ExecuteStatement redshift-serverless:GetCredentials
    textract DetectDocumentText {"Document": {"S3Object": {"Bucket": "scans"}}} -> s3:GetObject textract:DetectDocumentText
  `;
  test.each<Row>([
    ...rowsOf(TABLE),
    ['s3 GetObject', { VersionId: undefined }, 's3:GetObject s3:GetObjectVersion'],
    [
      'rds-data ExecuteStatement',
      { secretArn: undefined },
      'rds-data:ExecuteStatement secretsmanager:GetSecretValue',
    ],
    [
      'textract DetectDocumentText',
      { Document: { Bytes: undefined } },
      'textract:DetectDocumentText',
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
    expect(diagnostics.map(({ code }) => code)).toEqual(['FW4009', 'FW4014']);
  });

  test('in the items of a list', () => {
    const input = { Targets: [{ Arn: 'x' }, { RoleArn: 'arn:aws:iam::123456789012:role/a' }] };
    expect(policyOf('eventbridge PutTargets', input)).toEqual([
      'events:PutTargets -> *',
      `iam:PassRole -> arn:aws:iam::123456789012:role/a${condition('events')}`,
    ]);
  });

  test.each([
    ['mediaconvert CreateJob', { Role: 1 }, 'mediaconvert'],
    ['translate StartTextTranslationJob', { DataAccessRoleArn: 1 }, 'translate'],
    ['comprehend CreateDocumentClassifier', { DataAccessRoleArn: 1 }, 'comprehend'],
    ['transcribe StartCallAnalyticsJob', { DataAccessRoleArn: 1 }, 'transcribe'],
    ['glue UpdateJob', { JobUpdate: { Role: 1 } }, 'glue'],
    ['glue CreateDevEndpoint', { RoleArn: 1 }, 'glue'],
    ['batch RegisterJobDefinition', { containerProperties: { jobRoleArn: 1 } }, 'ecs-tasks'],
    [
      'firehose CreateDeliveryStream',
      { ExtendedS3DestinationConfiguration: { RoleARN: 1 } },
      'firehose',
    ],
    ['bedrock CreateModelInvocationJob', { roleArn: 1 }, 'bedrock'],
    ['bedrock-agent CreateKnowledgeBase', { roleArn: 1 }, 'bedrock'],
    [
      'cognito-identity-provider CreateUserPool',
      { SmsConfiguration: { SnsCallerArn: 1 } },
      'cognito-idp',
    ],
    ['sns Subscribe', { Attributes: { SubscriptionRoleArn: 1 } }, 'sns'],
    ['s3 PutBucketReplication', { ReplicationConfiguration: { Role: 1 } }, 's3'],
    ['ssm SendCommand', { ServiceRoleArn: 1 }, 'ssm'],
  ])('%s %j', (call, input, service) => {
    const role = 'arn:aws:iam::123456789012:role/a';
    const written: unknown = JSON.parse(JSON.stringify(input).replace('1', JSON.stringify(role)));
    expect(policyOf(call, written)).toContain(`iam:PassRole -> ${role}${condition(service)}`);
  });

  test('only when there is one', () => {
    expect(policyOf('sfn UpdateStateMachine', { definition: '{}' })).toEqual([
      'states:UpdateStateMachine -> *',
    ]);
  });
});

test('an input that is unknown is nothing that is given', () => {
  expect(
    linesOf(generated([useOf('command', 's3 PutObject', { inputs: [UNKNOWN] })]).document),
  ).toEqual(['S3: s3:PutObject -> *']);
});
