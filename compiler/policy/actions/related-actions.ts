// Actions in other services that a call needs because of its input, such as reading a database's secret or an object.
import {
  isGiven,
  presenceOf,
  valuesAt,
  wholeText,
  writtenTextsOf,
  type InputValue,
  type Call,
  type Need,
} from '../sdk-use.js';
import { arnsOf, namedArn } from '../resources/arn.js';
import { functionArns, keyArns, bucketObjects, secretArns } from '../resources/resources-of.js';

type Rule = {
  readonly resources?: (values: readonly InputValue[]) => readonly string[] | undefined;
  /** True if the action is needed even if the members are absent. In that case the members only specify the resources. */
  readonly isAlways?: true;
  /** Returns false if the action is not required with these values of the members. */
  readonly isNeeded?: (values: readonly InputValue[]) => boolean;
  /** The action is not needed if the input has one of these members. */
  readonly unless?: readonly string[];
};

/**
 * An operation needs the actions if its input has one of the members, or always if `members` is empty. Members and actions are
 * separated by spaces.
 */
type Row = readonly [
  client: string,
  operations: RegExp,
  members: string,
  actions: string,
  rule?: Rule,
];

const OBJECTS: Rule = { resources: bucketObjects };
const OBJECTS_OF: Rule = {
  resources: (values) => bucketObjects(values.flatMap((value) => valuesAt(value, 'Bucket'))),
};
const ALWAYS_OBJECTS: Rule = { resources: bucketObjects, isAlways: true };
const KEYS: Rule = { resources: keyArns };
const SECRETS: Rule = { resources: secretArns };
const NOT_FALSE: Rule = {
  isNeeded: (values) => values.some((value) => value.kind !== 'other' || value.value !== false),
};
const BEHIND_PARAMETER: Rule = {
  isNeeded: (values) => secretsBehind(values).length > 0,
  resources: (values) => secretArns(secretsBehind(values)),
};

const KEY_USE = 'kms:CreateGrant kms:Decrypt kms:DescribeKey kms:GenerateDataKey';
const TABLE_KEY_USE =
  'kms:CreateGrant kms:Decrypt kms:DescribeKey kms:Encrypt kms:GenerateDataKey kms:ReEncryptFrom kms:ReEncryptTo';
const RESTORING =
  'dynamodb:BatchWriteItem dynamodb:DeleteItem dynamodb:GetItem dynamodb:PutItem dynamodb:Query dynamodb:Scan dynamodb:UpdateItem';
const VPC_READING = 'ec2:DescribeSecurityGroups ec2:DescribeSubnets ec2:DescribeVpcs';
const BUCKET_GRANTS = 'ACL GrantFullControl GrantRead GrantReadACP GrantWrite GrantWriteACP';
const FUNCTION = /^(?:Create|Update)Function/;

// The comments name pages on docs.aws.amazon.com; "API" stands for the page about the operation in the service's API reference.
const ROWS: readonly Row[] = [
  ['rds-data', /./, 'secretArn', 'secretsmanager:GetSecretValue', SECRETS],
  ['redshift-data', /./, 'SecretArn', 'secretsmanager:GetSecretValue', SECRETS],
  ['redshift-data', /./, 'DbUser', 'redshift:GetClusterCredentials'],
  [
    'redshift-data',
    /./,
    'ClusterIdentifier',
    'redshift:GetClusterCredentialsWithIAM',
    { unless: ['DbUser', 'SecretArn'] },
  ],
  [
    'redshift-data',
    /./,
    'WorkgroupName',
    'redshift-serverless:GetCredentials',
    { unless: ['SecretArn'] },
  ],
  // Timestream clients request their endpoint before anything else.
  ['timestream-query', /^(?!DescribeEndpoints$)/, '', 'timestream:DescribeEndpoints'],
  ['timestream-write', /^(?!DescribeEndpoints$)/, '', 'timestream:DescribeEndpoints'],
  // A parameter name with the Secrets Manager prefix reads a secret. API: UpdateAssociation
  ['ssm', /^GetParameters?$/, 'Name', 'secretsmanager:GetSecretValue', BEHIND_PARAMETER],
  ['ssm', /^GetParameters?$/, 'Names.*', 'secretsmanager:GetSecretValue', BEHIND_PARAMETER],
  ['ssm', /^UpdateAssociation$/, '', 'ssm:DescribeAssociation'],
  // textract/latest/dg/api-async.html
  ['textract', /./, 'Document.S3Object', 's3:GetObject', OBJECTS_OF],
  ['textract', /./, 'DocumentLocation.S3Object', 's3:GetObject', OBJECTS_OF],
  ['textract', /./, 'DocumentPages.*.S3Object', 's3:GetObject', OBJECTS_OF],
  ['textract', /./, 'DatasetConfig.ManifestS3Object', 's3:GetObject', OBJECTS_OF],
  ['textract', /./, 'OutputConfig.S3Bucket', 's3:PutObject', OBJECTS],
  // API: CompareFaces, CopyProjectVersion, CreateDataset, CreateFaceLivenessSession, CreateProjectVersion
  ['rekognition', /./, 'Image.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'Video.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'SourceImage.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'TargetImage.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'Input.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'DatasetSource.GroundTruthManifest.S3Object', 's3:GetObject', OBJECTS_OF],
  ['rekognition', /./, 'OutputConfig.S3Bucket', 's3:PutObject', OBJECTS],
  ['rekognition', /./, 'Settings.OutputConfig.S3Bucket', 's3:PutObject', OBJECTS],
  ['rekognition', /./, 'DatasetSource.DatasetArn', 'rekognition:ListDatasetEntries'],
  ['rekognition', /ProjectVersion$/, 'KmsKeyId', KEY_USE, KEYS],
  // transcribe/latest/dg/custom-vocabulary.html: if there is no role, the caller reads the file.
  ['transcribe', /^Start/, 'Media.MediaFileUri', 's3:GetObject'],
  ['transcribe', /Vocabulary/, 'VocabularyFileUri', 's3:GetObject'],
  ['transcribe', /Vocabulary/, 'VocabularyFilterFileUri', 's3:GetObject'],
  ['transcribe', /^Start/, 'OutputBucketName', 's3:PutObject', OBJECTS],
  ['transcribe', /^Start/, 'OutputLocation', 's3:PutObject'],
  // polly/latest/dg/asynchronous-iam.html
  ['polly', /^StartSpeechSynthesisTask$/, 'OutputS3BucketName', 's3:PutObject', ALWAYS_OBJECTS],
  [
    'polly',
    /^StartSpeechSynthesisTask$/,
    'SnsTopicArn',
    'sns:Publish',
    { resources: arnsByName('sns', '') },
  ],
  // bedrock/latest/userguide/guardrails-permissions.html. API: InvokeAgent
  ['bedrock-runtime', /^StartAsyncInvoke$/, '', 's3:PutObject'],
  ['bedrock-runtime', /^InvokeModel/, 'guardrailIdentifier', 'bedrock:ApplyGuardrail'],
  ['bedrock-runtime', /^Converse/, 'guardrailConfig', 'bedrock:ApplyGuardrail'],
  ['bedrock-agent-runtime', /^RetrieveAndGenerate/, '', 'bedrock:InvokeModel bedrock:Retrieve'],
  [
    'bedrock-agent-runtime',
    /^InvokeAgent$/,
    'streamingConfigurations',
    'bedrock:InvokeModelWithResponseStream',
  ],
  // API: QueryVectors, ListVectors
  ['s3vectors', /^QueryVectors$/, 'filter', 's3vectors:GetVectors'],
  ['s3vectors', /^(?:Query|List)Vectors$/, 'returnMetadata', 's3vectors:GetVectors', NOT_FALSE],
  ['s3vectors', /^(?:Query|List)Vectors$/, 'returnData', 's3vectors:GetVectors', NOT_FALSE],
  // API, "Required permissions" of each operation
  [
    'secrets-manager',
    /^BatchGetSecretValue$/,
    'SecretIdList.*',
    'secretsmanager:GetSecretValue',
    { ...SECRETS, isAlways: true },
  ],
  ['secrets-manager', /^BatchGetSecretValue$/, 'Filters', 'secretsmanager:ListSecrets'],
  ['secrets-manager', /^CreateSecret$/, 'KmsKeyId', 'kms:Decrypt kms:GenerateDataKey', KEYS],
  [
    'secrets-manager',
    /^UpdateSecret$/,
    'KmsKeyId',
    'kms:Decrypt kms:Encrypt kms:GenerateDataKey',
    KEYS,
  ],
  [
    'secrets-manager',
    /^CreateSecret$/,
    'AddReplicaRegions',
    'secretsmanager:ReplicateSecretToRegions',
  ],
  ['secrets-manager', /./, 'AddReplicaRegions.*.KmsKeyId', 'kms:Encrypt kms:GenerateDataKey', KEYS],
  [
    'secrets-manager',
    /^RotateSecret$/,
    'RotationLambdaARN',
    'lambda:InvokeFunction',
    { resources: functionArns, isAlways: true },
  ],
  ['secrets-manager', /^ValidateResourcePolicy$/, '', 'secretsmanager:PutResourcePolicy'],
  // AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-configure-dead-letter-queue-redrive.html
  [
    'sqs',
    /^(?:Start|List)MessageMoveTasks?$/,
    'SourceArn',
    'sqs:DeleteMessage sqs:GetQueueAttributes sqs:ReceiveMessage',
    { resources: arnsByName('sqs', ''), isAlways: true },
  ],
  [
    'sqs',
    /^StartMessageMoveTask$/,
    'DestinationArn',
    'sqs:SendMessage',
    { resources: arnsByName('sqs', ''), isAlways: true },
  ],
  // amazondynamodb/latest/developerguide: backuprestore_IAM.html, S3DataExport.Requesting.html, S3DataImport.Requesting.html,
  // encryption.usagenotes.html. API: CreateTable
  [
    'dynamodb',
    /^RestoreTable/,
    'TargetTableName',
    RESTORING,
    { resources: arnsByName('dynamodb', 'table/'), isAlways: true },
  ],
  ['dynamodb', /^CreateTable$/, 'ResourcePolicy', 'dynamodb:PutResourcePolicy'],
  ['dynamodb', /^(?:Create|Update)Table$/, 'SSESpecification.KMSMasterKeyId', TABLE_KEY_USE, KEYS],
  [
    'dynamodb',
    /^ExportTable/,
    'S3Bucket',
    's3:AbortMultipartUpload s3:PutObject s3:PutObjectAcl',
    ALWAYS_OBJECTS,
  ],
  ['dynamodb', /^ImportTable$/, 'S3BucketSource.S3Bucket', 's3:GetObject', ALWAYS_OBJECTS],
  ['dynamodb', /^ImportTable$/, '', 's3:ListBucket'],
  // API: CreateBucket
  ...BUCKET_GRANTS.split(' ').map((member): Row => [
    's3',
    /^CreateBucket$/,
    member,
    's3:PutBucketAcl',
    { isNeeded: isNotPrivate },
  ]),
  [
    's3',
    /^CreateBucket$/,
    'ObjectLockEnabledForBucket',
    's3:PutBucketObjectLockConfiguration s3:PutBucketVersioning',
    NOT_FALSE,
  ],
  ['s3', /^CreateBucket$/, 'ObjectOwnership', 's3:PutBucketOwnershipControls'],
  // lambda/latest/dg: lambda-api-permissions-ref.html, configuration-vpc.html, gettingstarted-images.html,
  // configuration-envvars-encryption.html
  ['lambda', FUNCTION, 'Code.S3Bucket', 's3:GetObject', OBJECTS],
  ['lambda', FUNCTION, 'Code.S3ObjectVersion', 's3:GetObjectVersion'],
  ['lambda', FUNCTION, 'S3Bucket', 's3:GetObject', OBJECTS],
  ['lambda', FUNCTION, 'S3ObjectVersion', 's3:GetObjectVersion'],
  ['lambda', /^PublishLayerVersion$/, 'Content.S3Bucket', 's3:GetObject', OBJECTS],
  ['lambda', /^PublishLayerVersion$/, 'Content.S3ObjectVersion', 's3:GetObjectVersion'],
  ['lambda', FUNCTION, 'Code.ImageUri', 'ecr:BatchGetImage ecr:GetDownloadUrlForLayer'],
  ['lambda', FUNCTION, 'ImageUri', 'ecr:BatchGetImage ecr:GetDownloadUrlForLayer'],
  ['lambda', FUNCTION, 'VpcConfig', VPC_READING],
  ['lambda', FUNCTION, 'Layers', 'lambda:GetLayerVersion'],
  ['lambda', FUNCTION, 'KMSKeyArn', 'kms:CreateGrant kms:Encrypt', KEYS],
  // API: TestState. service-authorization/latest/reference/list_awsstepfunctions.html
  ['sfn', /^TestState$/, 'revealSecrets', 'states:RevealSecrets', NOT_FALSE],
  [
    'sfn',
    /^(?:Create|Update)StateMachine$/,
    'publish',
    'states:PublishStateMachineVersion',
    NOT_FALSE,
  ],
  // API: ReplicateKey
  ['kms', /^ReplicateKey$/, '', 'kms:CreateKey'],
  // API: CreateComputeEnvironment
  ['batch', /^CreateComputeEnvironment$/, 'eksConfiguration', 'eks:DescribeCluster'],
  // API: the page of each operation
  ['glue', /^DeleteColumnStatisticsForPartition$/, '', 'glue:DeletePartition'],
  ['glue', /^DeleteColumnStatisticsForTable$/, '', 'glue:DeleteTable'],
  ['glue', /^GetColumnStatisticsForPartition$/, '', 'glue:GetPartition'],
  ['glue', /^GetColumnStatisticsForTable$/, '', 'glue:GetTable'],
  ['glue', /^UpdateColumnStatisticsForPartition$/, '', 'glue:UpdatePartition'],
  ['glue', /^UpdateColumnStatisticsForTable$/, '', 'glue:UpdateTable'],
  // Adding tags during creation needs the same action as adding them later.
  ['sqs', /^CreateQueue$/, 'tags', 'sqs:TagQueue'],
  ['dynamodb', /^CreateTable$/, 'Tags', 'dynamodb:TagResource'],
  ['ssm', /^(?:Create|Put)/, 'Tags', 'ssm:AddTagsToResource'],
  ['secrets-manager', /^CreateSecret$/, 'Tags', 'secretsmanager:TagResource'],
  ['ec2', /./, 'TagSpecifications', 'ec2:CreateTags'],
  ['ecs', /^(?:Create|Register|Run|Start)/, 'tags', 'ecs:TagResource'],
  ['lambda', /^Create/, 'Tags', 'lambda:TagResource'],
  ['sns', /^CreateTopic$/, 'Tags', 'sns:TagResource'],
  ['sfn', /^Create/, 'tags', 'states:TagResource'],
  ['eventbridge', /^(?:Create|PutRule$)/, 'Tags', 'events:TagResource'],
  ['scheduler', /^Create/, 'Tags', 'scheduler:TagResource'],
  ['cloudwatch-logs', /^Create/, 'tags', 'logs:TagResource'],
  ['cloudwatch', /^Put/, 'Tags', 'cloudwatch:TagResource'],
  ['kms', /^(?:CreateKey|ReplicateKey)$/, 'Tags', 'kms:TagResource'],
  ['kinesis', /^CreateStream$/, 'Tags', 'kinesis:AddTagsToStream'],
  ['kinesis', /^RegisterStreamConsumer$/, 'Tags', 'kinesis:TagResource'],
  ['firehose', /^CreateDeliveryStream$/, 'Tags', 'firehose:TagDeliveryStream'],
  ['iam', /^CreateRole$/, 'Tags', 'iam:TagRole'],
  ['iam', /^CreateUser$/, 'Tags', 'iam:TagUser'],
  ['iam', /^CreatePolicy$/, 'Tags', 'iam:TagPolicy'],
  ['rds', /^(?:Copy|Create|Restore)/, 'Tags', 'rds:AddTagsToResource'],
  ['elastic-load-balancing-v2', /^Create/, 'Tags', 'elasticloadbalancing:AddTags'],
  ['ecr', /^CreateRepository$/, 'tags', 'ecr:TagResource'],
  ['s3vectors', /^Create/, 'tags', 's3vectors:TagResource'],
  ['rekognition', /^(?:Copy|Create)/, 'Tags', 'rekognition:TagResource'],
  ['bedrock', /^Create/, 'tags', 'bedrock:TagResource'],
  ['bedrock-runtime', /^StartAsyncInvoke$/, 'tags', 'bedrock:TagResource'],
  ['pipes', /^CreatePipe$/, 'Tags', 'pipes:TagResource'],
  ['glue', /^Create/, 'Tags', 'glue:TagResource'],
  ['batch', /^(?:Create|Register|Submit)/, 'tags', 'batch:TagResource'],
  ['sts', /^AssumeRole/, 'Tags', 'sts:TagSession'],
];

const RELATED_ACTIONS = ROWS.map(([client, operations, members, actions, rule]) => ({
  client,
  operations,
  entries: members === '' ? [] : members.split(' '),
  actions: actions.split(' '),
  ...rule,
}));

function isNotPrivate(values: readonly InputValue[]): boolean {
  return values.some(
    (value) => writtenTextsOf(value)?.every((text) => wholeText(text) === 'private') !== true,
  );
}

function arnsByName(service: string, type: string): NonNullable<Rule['resources']> {
  return (values) =>
    arnsOf(values, (text) => namedArn(text, { service, type, characters: /[\w.-]/ }));
}

/** Returns the actions that an operation needs only with some inputs. */
export function relatedActionsOf({ client, operation }: Call): readonly string[] {
  return RELATED_ACTIONS.filter(
    (row) =>
      row.client === client &&
      row.operations.test(operation) &&
      row.entries.length > 0 &&
      !row.isAlways,
  ).flatMap(({ actions }) => actions);
}

export function relatedNeeds({ client, operation, input }: Call): readonly Need[] {
  return RELATED_ACTIONS.filter(
    (row) =>
      row.client === client &&
      row.operations.test(operation) &&
      (row.isAlways === true ||
        row.entries.length === 0 ||
        row.entries.some((entry) => isGiven(input, entry))) &&
      row.isNeeded?.(row.entries.flatMap((entry) => valuesAt(input, entry))) !== false &&
      row.unless?.some((entry) => presenceOf(input, entry) === 'yes') !== true,
  ).flatMap(({ actions, entries, resources }) =>
    actions.map((action) => ({
      action,
      resources: resources?.(entries.flatMap((entry) => valuesAt(input, entry))),
    })),
  );
}

const SECRET_PARAMETER = '/aws/reference/secretsmanager/';

function secretsBehind(parameters: readonly InputValue[]): readonly InputValue[] {
  const values = parameters
    .flatMap((parameter) => writtenTextsOf(parameter) ?? [])
    .filter(([start]) => start?.startsWith(SECRET_PARAMETER))
    .map(([start = '', ...rest]) => [start.slice(SECRET_PARAMETER.length), ...rest]);
  return values.length === 0 ? [] : [{ kind: 'text', values }];
}

// Operations that need permissions for resources that are not in their input. Only the author can add these permissions.
const MORE_RIGHTS: Readonly<Record<string, string>> = {
  'athena.StartQueryExecution':
    'permissions on the data (`glue:Get*`, `s3:GetObject`, `s3:ListBucket`, `s3:GetBucketLocation`) and `s3:PutObject` on the ' +
    'output location',
  'athena.GetQueryResults': '`s3:GetObject` on the location of the results',
  'cloudformation.CreateStack': 'permissions to create every resource of the template',
  'cloudformation.UpdateStack': 'permissions to update every resource of the template',
};

/** Returns advice on which permissions to add for a call; undefined if its own actions are sufficient. */
export function moreRightsOf({ client, operation }: Call): string | undefined {
  const key = `${client}.${operation}`;
  return Object.hasOwn(MORE_RIGHTS, key) ? MORE_RIGHTS[key] : undefined;
}
