// Finds calls that pass a role to a service. Such a call needs `iam:PassRole` for that role and service.
import { type Call, type Need, isGiven, valuesAt } from '../sdk-use.js';
import { roleArns } from '../resources/arn.js';

// The documentation of each service mentions `iam:PassRole` for operations that accept a role; so does the service
// authorization reference, under "Dependent actions".

/**
 * `path` is the member of the input that contains the role; undefined if the role is not in the input. `always` means that the
 * call passes a role even if the member is absent.
 */
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
  return [...owners, 'KinesisStreamSourceConfiguration'].map((owner) => [
    'firehose',
    DELIVERY_STREAM,
    `${owner}.RoleARN`,
    'firehose',
  ]);
}

/** Tells whether an operation passes a role only with some inputs. */
export function mayPassRole({ client, operation }: Call): boolean {
  return PASSED_ROLES.some(
    ([passing, operations, , , needed]) =>
      passing === client && operations.test(operation) && needed !== 'always',
  );
}

/** Returns an `iam:PassRole` need for each role that a call passes. */
export function passRoleNeeds({ client, operation, input }: Call): readonly Need[] {
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
