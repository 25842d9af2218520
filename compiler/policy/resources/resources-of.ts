// The resources of an action of a call, for operations whose inputs name them. Others are `*`: the tables of AWS say
// which resource types an action has, but not which input names them.
import type { Call } from '../sdk-use.js';
import { valueAt, valuesAt } from '../input.js';
import { dynamoDbResources } from './dynamodb.js';
import { functionArns, keyArns, stateMachineArns, userPoolArns } from './functions.js';
import { deliveryStreamArns, eventBusArns, queueArns, streamArns, topicArns } from './messages.js';
import { parameterArns, parameterTrees, secretArns } from './parameters.js';
import { roleArns } from './arn.js';
import { s3Resources } from './s3.js';

type Reader = (call: Call, action: string) => readonly string[] | undefined;

const CLIENTS: Readonly<Record<string, Reader>> = {
  'cognito-identity-provider': only(
    /^(?:Admin\w+|ListUsers|ListUsersInGroup|ListGroups|GetGroup|DescribeUserPool)$/,
    ({ input }) => userPoolArns(input),
  ),
  dynamodb: dynamoDbResources,
  eventbridge: only(/^PutEvents$/, ({ input }) => eventBusArns(input)),
  firehose: only(/^PutRecord(?:Batch)?$/, ({ input }) => deliveryStreamArns(input)),
  kinesis: only(
    /^(?:PutRecords?|GetShardIterator|DescribeStream(?:Summary)?|ListShards)$/,
    ({ input }) => streamArns(input),
  ),
  kms: only(
    /^(?:Encrypt|Decrypt|GenerateDataKey\w*|Sign|Verify|GenerateMac|VerifyMac|DescribeKey|GetPublicKey)$/,
    ({ input }) => keyArns([valueAt(input, 'KeyId')]),
  ),
  lambda: only(/^Invoke(?:WithResponseStream|Async)?$/, ({ input }) => functionArns(input)),
  s3: s3Resources,
  'secrets-manager': only(
    /^(?:GetSecretValue|DescribeSecret|PutSecretValue|UpdateSecret)$/,
    ({ input }) => secretArns([valueAt(input, 'SecretId')]),
  ),
  sfn: only(/^Start(?:Sync)?Execution$/, ({ input }) => stateMachineArns(input)),
  sns: only(/^Publish(?:Batch)?$/, ({ input }) => topicArns(input)),
  sqs: only(
    /^(?:(?:Send|Delete)Message(?:Batch)?|ReceiveMessage|ChangeMessageVisibility(?:Batch)?|GetQueue(?:Attributes|Url)|PurgeQueue)$/,
    ({ input }) => queueArns(input),
  ),
  ssm: parameters,
  sts: only(/^AssumeRole$/, ({ input }) => roleArns([valueAt(input, 'RoleArn')])),
};

/** The ARNs of everything that an action of a call can touch; undefined when that is unknown. */
export function resourcesOf(call: Call, action: string): readonly string[] | undefined {
  const reader = Object.hasOwn(CLIENTS, call.client) ? CLIENTS[call.client] : undefined;
  return reader?.(call, action);
}

function only(operations: RegExp, read: Reader): Reader {
  return (call, action) => (operations.test(call.operation) ? read(call, action) : undefined);
}

function parameters({ operation, input }: Call): readonly string[] | undefined {
  switch (operation) {
    case 'GetParameter':
    case 'GetParameterHistory':
    case 'PutParameter':
    case 'DeleteParameter':
      return parameterArns([valueAt(input, 'Name')]);
    case 'GetParameters':
    case 'DeleteParameters':
      return parameterArns(valuesAt(input, 'Names.*'));
    case 'GetParametersByPath':
      return parameterTrees([valueAt(input, 'Path')]);
    default:
      return undefined;
  }
}
