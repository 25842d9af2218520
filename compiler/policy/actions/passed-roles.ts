// Calls that pass a role to a service, which needs `iam:PassRole` for that role and service.
import type { Call } from '../sdk-use.js';
import { isGiven, valuesAt } from '../input.js';
import { roleArns } from '../resources/arn.js';
import type { Need } from './needs-of-call.js';

type PassedRole = {
  readonly client: string;
  readonly operations: RegExp;
  /** The path of the role in the input; undefined when it is elsewhere. */
  readonly path: string | undefined;
  readonly service: string;
  /** True when the call passes a role even without the member. */
  readonly isAlways?: true;
};

const PASSED_ROLES: readonly PassedRole[] = [
  {
    client: 'scheduler',
    operations: /^(?:Create|Update)Schedule$/,
    path: 'Target.RoleArn',
    service: 'scheduler',
    isAlways: true,
  },
  {
    client: 'lambda',
    operations: /^CreateFunction$/,
    path: 'Role',
    service: 'lambda',
    isAlways: true,
  },
  {
    client: 'lambda',
    operations: /^UpdateFunctionConfiguration$/,
    path: 'Role',
    service: 'lambda',
  },
  {
    client: 'ecs',
    operations: /^(?:RunTask|StartTask)$/,
    path: undefined,
    service: 'ecs-tasks',
    isAlways: true,
  },
  {
    client: 'ecs',
    operations: /^RegisterTaskDefinition$/,
    path: 'taskRoleArn',
    service: 'ecs-tasks',
  },
  {
    client: 'ecs',
    operations: /^RegisterTaskDefinition$/,
    path: 'executionRoleArn',
    service: 'ecs-tasks',
  },
  {
    client: 'sfn',
    operations: /^CreateStateMachine$/,
    path: 'roleArn',
    service: 'states',
    isAlways: true,
  },
  { client: 'sfn', operations: /^UpdateStateMachine$/, path: 'roleArn', service: 'states' },
  { client: 'eventbridge', operations: /^PutRule$/, path: 'RoleArn', service: 'events' },
  {
    client: 'eventbridge',
    operations: /^PutTargets$/,
    path: 'Targets.*.RoleArn',
    service: 'events',
  },
  {
    client: 'pipes',
    operations: /^(?:Create|Update)Pipe$/,
    path: 'RoleArn',
    service: 'pipes',
    isAlways: true,
  },
  {
    client: 'iam',
    operations: /^AddRoleToInstanceProfile$/,
    path: undefined,
    service: 'ec2',
    isAlways: true,
  },
  { client: 'ec2', operations: /^RunInstances$/, path: 'IamInstanceProfile', service: 'ec2' },
  {
    client: 'glue',
    operations: /^Create(?:Job|Crawler|DevEndpoint)$/,
    path: 'Role',
    service: 'glue',
    isAlways: true,
  },
  { client: 'sagemaker', operations: /^Create/, path: 'RoleArn', service: 'sagemaker' },
  { client: 'sagemaker', operations: /^Create/, path: 'ExecutionRoleArn', service: 'sagemaker' },
  {
    client: 'cloudformation',
    operations: /^(?:Create|Update)/,
    path: 'RoleARN',
    service: 'cloudformation',
  },
  { client: 'comprehend', operations: /^Start/, path: 'DataAccessRoleArn', service: 'comprehend' },
  {
    client: 'transcribe',
    operations: /^Start/,
    path: 'JobExecutionSettings.DataAccessRoleArn',
    service: 'transcribe',
  },
  {
    client: 'textract',
    operations: /^Start/,
    path: 'NotificationChannel.RoleArn',
    service: 'textract',
  },
  {
    client: 'rekognition',
    operations: /^Start/,
    path: 'NotificationChannel.RoleArn',
    service: 'rekognition',
  },
  {
    client: 'emr-serverless',
    operations: /^StartJobRun$/,
    path: 'executionRoleArn',
    service: 'emr-serverless',
    isAlways: true,
  },
];

/** Tells whether some inputs of an operation pass a role, and others do not. */
export function mayPassRole({ client, operation }: Call): boolean {
  return PASSED_ROLES.some(
    (row) => row.client === client && row.operations.test(operation) && row.isAlways !== true,
  );
}

/** The need `iam:PassRole` for each role that a call passes. */
export function passRoleNeeds({ client, operation, input }: Call): readonly Need[] {
  return PASSED_ROLES.filter(
    (row) =>
      row.client === client &&
      row.operations.test(operation) &&
      (row.isAlways === true || (row.path !== undefined && isGiven(input, row.path))),
  ).map(({ path, service }) => ({
    action: 'iam:PassRole',
    resources: path === undefined ? undefined : roleArns(valuesAt(input, path)),
    condition: { StringEquals: { 'iam:PassedToService': `${service}.amazonaws.com` } },
  }));
}
