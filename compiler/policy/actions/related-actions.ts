// Actions of other services that a call needs because of its input, such as the secret of a database or an object to
// read.
import { isGiven, presenceOf, valuesAt, writtenTextsOf } from '../input.js';
import { bucketObjects } from '../resources/s3.js';
import { secretArns } from '../resources/parameters.js';
import type { InputValue, Call } from '../sdk-use.js';
import type { Need } from './needs-of-call.js';

type RelatedAction = {
  readonly client: string;
  readonly operations: RegExp;
  /** The members that make the action needed; undefined for always. */
  readonly entries?: readonly string[];
  /** True when the action is needed without the members too, which only name its resources. */
  readonly isAlways?: true;
  /** False when the values of the members do not need the action. */
  readonly isNeeded?: (values: readonly InputValue[]) => boolean;
  /** Members that make the action unnecessary. */
  readonly unless?: readonly string[];
  readonly actions: readonly string[];
  /** The resources, made from the values of the members. */
  readonly resources?: (values: readonly InputValue[]) => readonly string[] | undefined;
};

const RELATED_ACTIONS: readonly RelatedAction[] = [
  {
    client: 'rds-data',
    operations: /./,
    entries: ['secretArn'],
    actions: ['secretsmanager:GetSecretValue'],
    resources: secretArns,
  },
  {
    client: 'redshift-data',
    operations: /./,
    entries: ['SecretArn'],
    actions: ['secretsmanager:GetSecretValue'],
    resources: secretArns,
  },
  {
    client: 'redshift-data',
    operations: /./,
    entries: ['DbUser'],
    actions: ['redshift:GetClusterCredentials'],
  },
  {
    client: 'redshift-data',
    operations: /./,
    entries: ['ClusterIdentifier'],
    unless: ['DbUser', 'SecretArn'],
    actions: ['redshift:GetClusterCredentialsWithIAM'],
  },
  {
    client: 'redshift-data',
    operations: /./,
    entries: ['WorkgroupName'],
    unless: ['SecretArn'],
    actions: ['redshift-serverless:GetCredentials'],
  },
  ...['Document', 'DocumentLocation', 'DocumentPages.*'].map((place) => ({
    client: 'textract',
    operations: /./,
    entries: [`${place}.S3Object`],
    actions: ['s3:GetObject'],
    resources: (objects: readonly InputValue[]) => bucketObjects(entriesOf(objects, 'Bucket')),
  })),
  ...['Image', 'Video', 'SourceImage', 'TargetImage'].map((place) => ({
    client: 'rekognition',
    operations: /./,
    entries: [`${place}.S3Object`],
    actions: ['s3:GetObject'],
    resources: (objects: readonly InputValue[]) => bucketObjects(entriesOf(objects, 'Bucket')),
  })),
  // A parameter name with the prefix of Secrets Manager reads a secret.
  ...['Name', 'Names.*'].map((place) => ({
    client: 'ssm',
    operations: /^GetParameters?$/,
    entries: [place],
    isNeeded: (values: readonly InputValue[]) => secretsBehind(values).length > 0,
    actions: ['secretsmanager:GetSecretValue'],
    resources: (values: readonly InputValue[]) => secretArns(secretsBehind(values)),
  })),
  // The clients of Timestream ask for their endpoint first.
  ...['timestream-query', 'timestream-write'].map((client) => ({
    client,
    operations: /^(?!DescribeEndpoints$)/,
    actions: ['timestream:DescribeEndpoints'],
  })),
  {
    client: 'transcribe',
    operations: /^Start/,
    entries: ['Media.MediaFileUri'],
    actions: ['s3:GetObject'],
  },
  ...['OutputBucketName', 'OutputLocation'].map((entry) => ({
    client: 'transcribe',
    operations: /^Start/,
    entries: [entry],
    actions: ['s3:PutObject'],
    ...(entry === 'OutputBucketName' && { resources: bucketObjects }),
  })),
  {
    client: 'bedrock-runtime',
    operations: /^StartAsyncInvoke$/,
    actions: ['s3:PutObject'],
  },
  // docs.aws.amazon.com/AmazonS3/latest/API/API_S3VectorBuckets_QueryVectors.html
  {
    client: 's3vectors',
    operations: /^QueryVectors$/,
    entries: ['filter'],
    actions: ['s3vectors:GetVectors'],
  },
  ...['returnMetadata', 'returnData'].map((entry) => ({
    client: 's3vectors',
    operations: /^(?:Query|List)Vectors$/,
    entries: [entry],
    isNeeded: isNotFalse,
    actions: ['s3vectors:GetVectors'],
  })),
  // docs.aws.amazon.com/secretsmanager/latest/apireference/API_BatchGetSecretValue.html
  {
    client: 'secrets-manager',
    operations: /^BatchGetSecretValue$/,
    entries: ['SecretIdList.*'],
    isAlways: true,
    actions: ['secretsmanager:GetSecretValue'],
    resources: (values) => (values.length === 0 ? undefined : secretArns(values)),
  },
  {
    client: 'secrets-manager',
    operations: /^BatchGetSecretValue$/,
    entries: ['Filters'],
    actions: ['secretsmanager:ListSecrets'],
  },
  {
    client: 'secrets-manager',
    operations: /^(?:Create|Update)Secret$/,
    entries: ['KmsKeyId'],
    actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
  },
  ...taggedOnCreation(),
  {
    client: 'bedrock-agent-runtime',
    operations: /^RetrieveAndGenerate/,
    actions: ['bedrock:InvokeModel', 'bedrock:Retrieve'],
  },
];

function isNotFalse(values: readonly InputValue[]): boolean {
  return values.some((value) => value.kind !== 'other' || value.value !== false);
}

/** What is tagged when it is made needs the action that tags it later. */
function taggedOnCreation(): readonly RelatedAction[] {
  const rows: readonly (readonly [
    client: string,
    operations: RegExp,
    entry: string,
    action: string,
  ])[] = [
    ['sqs', /^CreateQueue$/, 'tags', 'sqs:TagQueue'],
    ['dynamodb', /^CreateTable$/, 'Tags', 'dynamodb:TagResource'],
    ['ssm', /^(?:Create|Put)/, 'Tags', 'ssm:AddTagsToResource'],
    ['secrets-manager', /^CreateSecret$/, 'Tags', 'secretsmanager:TagResource'],
    ['ec2', /^(?:Allocate|Copy|Create|Import|Request|Run)/, 'TagSpecifications', 'ec2:CreateTags'],
    ['ecs', /^(?:Create|Register|Run|Start)/, 'tags', 'ecs:TagResource'],
    ['lambda', /^Create/, 'Tags', 'lambda:TagResource'],
    ['sns', /^CreateTopic$/, 'Tags', 'sns:TagResource'],
    ['sfn', /^Create/, 'tags', 'states:TagResource'],
    ['eventbridge', /^(?:Create|PutRule$)/, 'Tags', 'events:TagResource'],
    ['scheduler', /^Create/, 'Tags', 'scheduler:TagResource'],
    ['cloudwatch-logs', /^Create/, 'tags', 'logs:TagResource'],
    ['cloudwatch', /^Put/, 'Tags', 'cloudwatch:TagResource'],
    ['kms', /^CreateKey$/, 'Tags', 'kms:TagResource'],
    ['kinesis', /^CreateStream$/, 'Tags', 'kinesis:AddTagsToStream'],
    ['firehose', /^CreateDeliveryStream$/, 'Tags', 'firehose:TagDeliveryStream'],
    ['iam', /^CreateRole$/, 'Tags', 'iam:TagRole'],
    ['iam', /^CreateUser$/, 'Tags', 'iam:TagUser'],
    ['iam', /^CreatePolicy$/, 'Tags', 'iam:TagPolicy'],
    ['rds', /^(?:Copy|Create|Restore)/, 'Tags', 'rds:AddTagsToResource'],
    ['elastic-load-balancing-v2', /^Create/, 'Tags', 'elasticloadbalancing:AddTags'],
    ['ecr', /^CreateRepository$/, 'tags', 'ecr:TagResource'],
    ['sts', /^AssumeRole/, 'Tags', 'sts:TagSession'],
  ];
  return rows.map(([client, operations, entry, action]) => ({
    client,
    operations,
    entries: [entry],
    actions: [action],
  }));
}

/** The actions that some inputs of an operation need, and others do not. */
export function relatedActionsOf({ client, operation }: Call): readonly string[] {
  return RELATED_ACTIONS.filter(
    (row) =>
      row.client === client && row.operations.test(operation) && row.entries && !row.isAlways,
  ).flatMap(({ actions }) => actions);
}

export function relatedNeeds({ client, operation, input }: Call): readonly Need[] {
  return RELATED_ACTIONS.filter(
    (row) =>
      row.client === client &&
      row.operations.test(operation) &&
      (row.isAlways === true || row.entries?.some((entry) => isGiven(input, entry)) !== false) &&
      row.isNeeded?.((row.entries ?? []).flatMap((entry) => valuesAt(input, entry))) !== false &&
      row.unless?.some((entry) => presenceOf(input, entry) === 'yes') !== true,
  ).flatMap(({ actions, entries = [], resources }) =>
    actions.map((action) => ({
      action,
      resources: resources?.(entries.flatMap((entry) => valuesAt(input, entry))),
    })),
  );
}

function entriesOf(values: readonly InputValue[], name: string): readonly InputValue[] {
  return values.flatMap((value) => valuesAt(value, name));
}

const SECRET_PARAMETER = '/aws/reference/secretsmanager/';

/** The names of the secrets in parameter names. */
function secretsBehind(parameters: readonly InputValue[]): readonly InputValue[] {
  const values = parameters
    .flatMap((parameter) => writtenTextsOf(parameter) ?? [])
    .filter(([start]) => start?.startsWith(SECRET_PARAMETER))
    .map(([start = '', ...rest]) => [start.slice(SECRET_PARAMETER.length), ...rest]);
  return values.length === 0 ? [] : [{ kind: 'text', values }];
}

// Operations that need permissions on resources which their input does not name. Only the author can add these.
const MORE_RIGHTS: Readonly<Record<string, string>> = {
  'athena.StartQueryExecution':
    'rights on the data (`glue:Get*`, `s3:GetObject`, `s3:ListBucket`, `s3:GetBucketLocation`) and `s3:PutObject` on the ' +
    'output location',
  'cloudformation.CreateStack': 'the rights to make every resource of the template',
  'cloudformation.UpdateStack': 'the rights to change every resource of the template',
};

/** Says what to add for a call; undefined when its own actions are enough. */
export function moreRightsOf({ client, operation }: Call): string | undefined {
  const key = `${client}.${operation}`;
  return Object.hasOwn(MORE_RIGHTS, key) ? MORE_RIGHTS[key] : undefined;
}
