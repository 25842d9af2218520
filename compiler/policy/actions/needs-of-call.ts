// Computes the needs of a call: the actions of its operation and of its input, and the resources of each action.
import {
  type Call,
  type InputValue,
  type Need,
  isGiven,
  itemsOf,
  namesIn,
  presenceOf,
  textsOf,
  valueAt,
  valuesAt,
  wholeText,
  writtenTextsOf,
} from '../sdk-use.js';
import {
  namesOf,
  pairIn,
  PREFIXES,
  SPELLINGS,
  UNSIGNED,
  VERBS,
  WITHOUT_ACTION,
  hasOperation,
} from '../data/policy-data.js';
import {
  resourcesOf,
  hasStatements,
  statementsOf,
  TRANSACTION_ACTIONS,
} from '../resources/resources-of.js';
import { OPERATION_ACTIONS } from './operation-actions.js';
import { relatedActionsOf, relatedNeeds } from './related-actions.js';
import { roleArns } from '../resources/arn.js';

// The S3 actions that depend on the input of a call: versions, ACLs, tags, locks, keys.

/** The action that replaces another action if the call specifies a version. */
const OF_VERSION: Readonly<Record<string, string>> = {
  's3:DeleteObject': 's3:DeleteObjectVersion',
  's3:DeleteObjectTagging': 's3:DeleteObjectVersionTagging',
  's3:GetObject': 's3:GetObjectVersion',
  's3:GetObjectAcl': 's3:GetObjectVersionAcl',
  's3:GetObjectAttributes': 's3:GetObjectVersionAttributes',
  's3:GetObjectTagging': 's3:GetObjectVersionTagging',
  's3:PutObjectAcl': 's3:PutObjectVersionAcl',
  's3:PutObjectTagging': 's3:PutObjectVersionTagging',
};

const WRITING: ReadonlySet<string> = new Set(['PutObject', 'CopyObject', 'CreateMultipartUpload']);

/** The additional actions that are required if a written object has certain members. */
const OF_ENTRY: readonly (readonly [entries: readonly string[], actions: readonly string[]])[] = [
  [['ACL', 'GrantRead', 'GrantFullControl', 'GrantReadACP', 'GrantWriteACP'], ['s3:PutObjectAcl']],
  [['Tagging'], ['s3:PutObjectTagging']],
  [['ObjectLockMode', 'ObjectLockRetainUntilDate'], ['s3:PutObjectRetention']],
  [['ObjectLockLegalHoldStatus'], ['s3:PutObjectLegalHold']],
  [['SSEKMSKeyId'], ['kms:GenerateDataKey']],
];

/** Returns the actions of a call; `actions` are those that do not depend on its input. */
function withS3Input(call: Call, actions: readonly string[]): readonly string[] {
  return [
    ...versioned(call, actions),
    ...(WRITING.has(call.operation) ? ofEntries(call) : []),
    ...(mayBeDirectoryBucket(call) ? ['s3express:CreateSession'] : []),
    ...(isGiven(call.input, 'BypassGovernanceRetention') ? ['s3:BypassGovernanceRetention'] : []),
  ];
}

/** Returns the actions that an operation needs in addition to `actions` if its input has certain members. */
function s3InputActions({ operation }: Call, actions: readonly string[]): readonly string[] {
  return [
    ...actions.flatMap((action) => OF_VERSION[action] ?? []),
    ...(WRITING.has(operation) ? OF_ENTRY.flatMap(([, needed]) => needed) : []),
  ];
}

function versioned({ operation, input }: Call, actions: readonly string[]): readonly string[] {
  const places = operation === 'DeleteObjects' ? valuesAt(input, 'Delete.Objects.*') : [input];
  const named = places.map((value) => presenceOf(value, 'VersionId'));
  const isSome = named.some((presence) => presence === 'yes' || presence === 'maybe');
  if (!isSome) return copiesVersion(input) ? [...actions, 's3:GetObjectVersion'] : actions;
  const isEach = named.every((presence) => presence === 'yes');
  return actions.flatMap((action) => {
    const ofVersion = OF_VERSION[action];
    if (ofVersion === undefined) return [action];
    return isEach ? [ofVersion] : [action, ofVersion];
  });
}

function copiesVersion(input: InputValue): boolean {
  const sources = writtenTextsOf(valueAt(input, 'CopySource')) ?? [];
  return sources.some((pieces) => pieces.some((piece) => piece?.includes('?versionId=') === true));
}

function ofEntries({ operation, input }: Call): readonly string[] {
  const actions = OF_ENTRY.filter(([entries]) =>
    entries.some((entry) => isGiven(input, entry)),
  ).flatMap(([, needed]) => needed);
  // S3 decrypts the parts of a multipart upload when it joins them.
  const isInParts =
    operation === 'CreateMultipartUpload' && actions.includes('kms:GenerateDataKey');
  return isInParts ? [...actions, 'kms:Decrypt'] : actions;
}

function mayBeDirectoryBucket({ input }: Call): boolean {
  const buckets = writtenTextsOf(valueAt(input, 'Bucket')) ?? [];
  return buckets.some((pattern) => wholeText(pattern)?.endsWith('--x-s3') === true);
}

// The DynamoDB actions that depend on the input of a call: the members of a transaction, and the verbs in PartiQL.

const PARTIQL_ACTIONS: Readonly<Record<string, string>> = {
  select: 'dynamodb:PartiQLSelect',
  insert: 'dynamodb:PartiQLInsert',
  update: 'dynamodb:PartiQLUpdate',
  delete: 'dynamodb:PartiQLDelete',
};

/** `actions` are the actions that do not depend on the call's input. If the input is known, the result can be narrower. */
function withDynamoDbInput(call: Call, actions: readonly string[]): readonly string[] {
  if (call.operation === 'TransactWriteItems') return transactionActions(call.input) ?? actions;
  if (hasStatements(call)) return statementActions(call) ?? actions;
  return actions;
}

function transactionActions(input: InputValue): readonly string[] | undefined {
  return eachOf(itemsOf(valueAt(input, 'TransactItems')), (item) =>
    eachOf(namesIn(item), (name) => {
      const action = TRANSACTION_ACTIONS[name];
      return action === undefined ? undefined : [action];
    }),
  );
}

function statementActions(call: Call): readonly string[] | undefined {
  return eachOf(statementsOf(call), (statement) =>
    eachOf(textsOf(statement), ([start]) => {
      const verb = /^\s*([a-z]+)\s/i.exec(start ?? '')?.[1]?.toLowerCase() ?? '';
      const action = Object.hasOwn(PARTIQL_ACTIONS, verb) ? PARTIQL_ACTIONS[verb] : undefined;
      return action === undefined ? undefined : [action];
    }),
  );
}

/** Returns the actions that the items need; undefined if they are unknown for one item, or if there are no items. */
function eachOf<T>(
  items: readonly T[] | undefined,
  read: (item: T) => readonly string[] | undefined,
): readonly string[] | undefined {
  const actions = new Set<string>();
  for (const item of items ?? []) {
    const found = read(item);
    if (found === undefined) return undefined;
    for (const action of found) actions.add(action);
  }
  return actions.size === 0 ? undefined : [...actions];
}

/** Clients whose calls are not authorized by a signature, but by a user's token or not at all. */
const WITHOUT_IAM = new Set(['codecatalyst', 'connectparticipant', 'sso', 'sso-oidc']);

/** Returns the needs of a call. If the policy data does not contain the client, `prefix` is used as the action prefix. */
export function needsOfCall(call: Call, prefix: string): readonly Need[] {
  const { client, operation } = call;
  if (WITHOUT_IAM.has(client) || namesOf(UNSIGNED, client).includes(operation)) return [];
  return [
    ...inputActions(call, prefix).map((action) => ({
      action,
      resources: resourcesOf(call, action),
    })),
    ...passRoleNeeds(call),
    ...relatedNeeds(call),
  ];
}

function inputActions(call: Call, prefix: string): readonly string[] {
  const actions = operationActions(call, prefix);
  if (call.client === 's3') return withS3Input(call, actions);
  if (call.client === 'dynamodb') return withDynamoDbInput(call, actions);
  if (call.client !== 'sesv2' || !isGiven(call.input, 'Content.Raw')) return actions;
  const isSure = presenceOf(valueAt(call.input, 'Content'), 'Raw') === 'yes';
  return isSure ? ['ses:SendRawEmail'] : [...actions, 'ses:SendRawEmail'];
}

/** Returns the additional actions that a call may need, if nothing is known about its input. */
export function unknownRightsOf(call: Call, prefix: string): readonly string[] {
  if (call.input.kind !== 'unknown' || call.input.written) return [];
  const actions = operationActions(call, prefix);
  const more = [
    ...(call.client === 's3' ? s3InputActions(call, actions) : []),
    ...(mayPassRole(call) ? ['iam:PassRole'] : []),
    ...relatedActionsOf(call),
  ];
  return [...new Set(more)].filter((action) => !actions.includes(action)).toSorted();
}

/** Returns the actions of an operation regardless of its input: from a table, from an HTTP verb, or from its own name. */
export function operationActions(
  { client, operation }: Pick<Call, 'client' | 'operation'>,
  prefix: string,
): readonly string[] {
  const byHand = actionsByHand(client, operation);
  if (byHand !== undefined) return byHand;
  const verb = pairIn(VERBS, client, operation);
  if (verb !== undefined) return [`${prefix}:${verb}`];
  return [`${prefix}:${pairIn(SPELLINGS, client, operation) ?? operation}`];
}

function actionsByHand(client: string, operation: string): readonly string[] | undefined {
  const rows = Object.hasOwn(OPERATION_ACTIONS, client) ? OPERATION_ACTIONS[client] : undefined;
  return rows !== undefined && Object.hasOwn(rows, operation) ? rows[operation] : undefined;
}

/** Returns the action prefix of a client; undefined if the policy data does not contain the client. */
export function prefixOf(client: string): string | undefined {
  return namesOf(PREFIXES, client)[0];
}

/** Tells whether the policy data contains the actions of an operation. If not, they are a guess. */
export function isKnownOperation({
  client,
  operation,
}: Pick<Call, 'client' | 'operation'>): boolean {
  if (WITHOUT_IAM.has(client) || actionsByHand(client, operation) !== undefined) return true;
  if (pairIn(VERBS, client, operation) !== undefined) return true;
  const isOperation = hasOperation(client, operation) ?? prefixOf(client) !== undefined;
  return isOperation && !namesOf(WITHOUT_ACTION, client).includes(operation);
}

// The documentation of each service mentions `iam:PassRole`, as does "Dependent actions" in the service authorization
// reference.

/** `path` is the member with the role; undefined if it is not in the input. If `always`, a role is passed even without it. */
type PassedRole = readonly [
  client: string,
  operations: RegExp,
  path: string | undefined,
  service: string,
  needed?: 'always',
];

const BEDROCK_MODEL_ROLE = /^Create(?:CustomModel|EvaluationJob|Model\w+Job)$/;
const DELIVERY_STREAM = /^(?:CreateDeliveryStream|UpdateDestination)$/;
const VOLUME_ROLE = 'volumeConfigurations.*.managedEBSVolume.roleArn';

const PASSED_ROLES: readonly PassedRole[] = [
  ['scheduler', /^(?:Create|Update)Schedule$/, 'Target.RoleArn', 'scheduler', 'always'],
  ['lambda', /^CreateFunction$/, 'Role', 'lambda', 'always'],
  ['lambda', /^UpdateFunctionConfiguration$/, 'Role', 'lambda'],
  ['ecs', /^(?:RunTask|StartTask)$/, undefined, 'ecs-tasks', 'always'],
  ['ecs', /^Register(?:Daemon)?TaskDefinition$/, 'taskRoleArn', 'ecs-tasks'],
  ['ecs', /^Register(?:Daemon)?TaskDefinition$/, 'executionRoleArn', 'ecs-tasks'],
  ['ecs', /ExpressGatewayService$/, 'taskRoleArn', 'ecs-tasks'],
  ['ecs', /ExpressGatewayService$/, 'executionRoleArn', 'ecs-tasks'],
  ['ecs', /ExpressGatewayService$/, 'infrastructureRoleArn', 'ecs'],
  ['ecs', /CapacityProvider$/, 'managedInstancesProvider.infrastructureRoleArn', 'ecs'],
  ['ecs', /^CreateService$/, 'role', 'ecs'],
  ['ecs', /^(?:(?:Create|Update)Service|RunTask|StartTask)$/, VOLUME_ROLE, 'ecs'],
  ['sfn', /^CreateStateMachine$/, 'roleArn', 'states', 'always'],
  ['sfn', /^(?:UpdateStateMachine|TestState)$/, 'roleArn', 'states'],
  ['eventbridge', /^(?:PutRule|(?:Create|Update)Endpoint)$/, 'RoleArn', 'events'],
  ['eventbridge', /^PutTargets$/, 'Targets.*.RoleArn', 'events'],
  ['pipes', /^(?:Create|Update)Pipe$/, 'RoleArn', 'pipes', 'always'],
  ['iam', /^AddRoleToInstanceProfile$/, undefined, 'ec2', 'always'],
  ['ec2', /^RunInstances$/, 'IamInstanceProfile', 'ec2'],
  [
    'ec2',
    /^(?:AssociateIamInstanceProfile|ReplaceIamInstanceProfileAssociation)$/,
    'IamInstanceProfile',
    'ec2',
  ],
  ['ec2', /^CreateFlowLogs$/, 'DeliverLogsPermissionArn', 'vpc-flow-logs'],
  ['glue', /^Create(?:Job|Crawler)$/, 'Role', 'glue', 'always'],
  ['glue', /^CreateDevEndpoint$/, 'RoleArn', 'glue', 'always'],
  ['glue', /^UpdateJob$/, 'JobUpdate.Role', 'glue'],
  [
    'glue',
    /^(?:Create(?:ColumnStatisticsTaskSettings|MLTransform|Session)|Start|Update)/,
    'Role',
    'glue',
  ],
  ['glue', /^StartBlueprintRun$/, 'RoleArn', 'glue'],
  ['sagemaker', /^Create/, 'RoleArn', 'sagemaker'],
  ['sagemaker', /^Create/, 'ExecutionRoleArn', 'sagemaker'],
  ['cloudformation', /^(?:Create|Update)/, 'RoleARN', 'cloudformation'],
  ['comprehend', /^(?:Create|Import|Start|Update)/, 'DataAccessRoleArn', 'comprehend'],
  ['comprehend', /^UpdateEndpoint$/, 'DesiredDataAccessRoleArn', 'comprehend'],
  ['translate', /^StartTextTranslationJob$/, 'DataAccessRoleArn', 'translate', 'always'],
  ['mediaconvert', /^CreateJob$/, 'Role', 'mediaconvert', 'always'],
  ['transcribe', /^Start/, 'JobExecutionSettings.DataAccessRoleArn', 'transcribe'],
  ['transcribe', /^(?:Create|Start|Update)/, 'DataAccessRoleArn', 'transcribe'],
  ['transcribe', /^CreateLanguageModel$/, 'InputDataConfig.DataAccessRoleArn', 'transcribe'],
  ['textract', /^Start/, 'NotificationChannel.RoleArn', 'textract'],
  ['rekognition', /^Start/, 'NotificationChannel.RoleArn', 'rekognition'],
  ['rekognition', /^CreateStreamProcessor$/, 'RoleArn', 'rekognition', 'always'],
  ['emr-serverless', /^StartJobRun$/, 'executionRoleArn', 'emr-serverless', 'always'],
  ['batch', /^RegisterJobDefinition$/, 'containerProperties.jobRoleArn', 'ecs-tasks'],
  ['batch', /^RegisterJobDefinition$/, 'containerProperties.executionRoleArn', 'ecs-tasks'],
  ['batch', /^(?:Create|Update)ComputeEnvironment$/, 'serviceRole', 'batch'],
  ['athena', /^CreateWorkGroup$/, 'Configuration.ExecutionRole', 'athena'],
  ['athena', /^StartSession$/, 'ExecutionRole', 'athena'],
  ['bedrock', BEDROCK_MODEL_ROLE, 'roleArn', 'bedrock'],
  ['bedrock-agent', /^(?:Create|Update)Agent$/, 'agentResourceRoleArn', 'bedrock'],
  ['bedrock-agent', /^(?:Create|Update)KnowledgeBase$/, 'roleArn', 'bedrock'],
  ['bedrock-agent', /^(?:Create|Update)Flow$/, 'executionRoleArn', 'bedrock'],
  [
    'cognito-identity-provider',
    /^CreateUserImportJob$/,
    'CloudWatchLogsRoleArn',
    'cognito-idp',
    'always',
  ],
  [
    'cognito-identity-provider',
    /UserPool(?:MfaConfig)?$/,
    'SmsConfiguration.SnsCallerArn',
    'cognito-idp',
  ],
  ['sns', /^Subscribe$/, 'Attributes.SubscriptionRoleArn', 'sns'],
  ['ssm', /^StartAutomationExecution$/, 'Parameters.AutomationAssumeRole', 'ssm'],
  ['ssm', /MaintenanceWindow|^SendCommand$/, 'ServiceRoleArn', 'ssm'],
  ['ssm', /^(?:CreateActivation|UpdateManagedInstanceRole)$/, 'IamRole', 'ssm', 'always'],
  ['s3', /^PutBucketReplication$/, 'ReplicationConfiguration.Role', 's3', 'always'],
  ...firehoseRoles(),
];

/** Returns the roles of a delivery stream. Each destination and each source has one. */
function firehoseRoles(): readonly PassedRole[] {
  const destinations =
    'S3 ExtendedS3 Redshift Elasticsearch Amazonopensearchservice HttpEndpoint Iceberg'.split(' ');
  const owners = destinations.flatMap((name) => [
    `${name}DestinationConfiguration`,
    `${name}DestinationUpdate`,
  ]);
  owners.push('KinesisStreamSourceConfiguration');
  return owners.map((owner) => ['firehose', DELIVERY_STREAM, `${owner}.RoleARN`, 'firehose']);
}

/** Tells whether an operation passes a role only with some inputs. */
function mayPassRole({ client, operation }: Call): boolean {
  return PASSED_ROLES.some(
    ([passing, operations, , , needed]) =>
      passing === client && operations.test(operation) && needed !== 'always',
  );
}

function passRoleNeeds({ client, operation, input }: Call): readonly Need[] {
  return PASSED_ROLES.filter(
    ([passing, operations, path, , needed]) =>
      passing === client &&
      operations.test(operation) &&
      (needed === 'always' || (path !== undefined && isGiven(input, path))),
  ).map(([, , path, service]) => ({
    action: 'iam:PassRole',
    resources: path === undefined ? undefined : roleArns(valuesAt(input, path)),
    condition: { StringEquals: { 'iam:PassedToService': `${service}.amazonaws.com` } },
  }));
}
