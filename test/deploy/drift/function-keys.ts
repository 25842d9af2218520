// The function settings that someone may change manually, one row for each.
import type { FUNCTION_KEYS } from '../../../cli/config/keys.js';
import {
  createReadyRole,
  LOGS_POLICY,
  zipOf,
} from '../../../cli/serve/local-cloud/clients.fixture.js';
import { API, type DriftRow, updateFunction } from './drift-row.js';

const LAYERS = [3, 1].map((part) => `arn:aws:lambda:us-east-1:123456789012:layer:part-${part}:7`);
const NETWORK = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['logs:*', 'ec2:*NetworkInterface', 'ec2:DescribeNetworkInterfaces'],
      Resource: '*',
    },
  ],
});
const VPC = {
  config: {
    subnet_ids: ['subnet-0123456789abcdef0'],
    security_group_ids: ['sg-0123456789abcdef0'],
    autogen_policy: false,
    iam_policy_file: 'mine.json',
  },
  files: { 'mine.json': NETWORK },
};
const VARIABLES = { environment_variables: { MODE: 'x' } };
const GIVEN = {
  config: { manage_iam_role: false, iam_role_arn: 'arn:aws:iam::123456789012:role/given' },
  prepare: async (clients) => {
    await createReadyRole(clients, { name: 'other' });
    await createReadyRole(clients, { name: 'given' });
  },
  change: updateFunction({ Role: 'arn:aws:iam::123456789012:role/other' }),
  says: 'iam_role_arn arn:aws:iam::123456789012:role/other -> arn:aws:iam::123456789012:role/given',
  terraform: '"role":"arn:aws:iam::123456789012:role/given"',
  cloudFormation: '"Role":"arn:aws:iam::123456789012:role/given"',
} as const satisfies DriftRow;

/** Changes the role's policy. */
const otherPolicy: DriftRow['change'] = ({ iam }) => {
  const PolicyDocument = LOGS_POLICY.replace('logs:CreateLogGroup', 'logs:DeleteLogGroup');
  return iam.putRolePolicy({ RoleName: API, PolicyName: API, PolicyDocument });
};
const OWN_POLICY = {
  config: { autogen_policy: false, iam_policy_file: 'mine.json' },
  files: { 'mine.json': NETWORK },
  change: otherPolicy,
  says: /role +helloworld-dev.*policy/,
  terraform: 'ec2:*NetworkInterface',
  cloudFormation: 'ec2:*NetworkInterface',
} as const satisfies DriftRow;

export const FUNCTION_DRIFTS: Readonly<Record<keyof typeof FUNCTION_KEYS, DriftRow>> = {
  manage_iam_role: GIVEN,
  iam_role_arn: GIVEN,
  autogen_policy: OWN_POLICY,
  iam_policy_file: OWN_POLICY,
  environment_variables: {
    config: VARIABLES,
    change: updateFunction({ Environment: { Variables: { MODE: 'y' } } }),
    says: 'environment_variables.MODE changes',
    terraform: '"variables":{"MODE":"x"}',
    cloudFormation: '"Variables":{"MODE":"x"}',
  },
  lambda_timeout: {
    config: { lambda_timeout: 20 },
    change: updateFunction({ Timeout: 3 }),
    says: 'lambda_timeout 3 -> 20',
    terraform: '"timeout":20',
    cloudFormation: '"Timeout":20',
  },
  lambda_memory_size: {
    config: { lambda_memory_size: 256 },
    change: updateFunction({ MemorySize: 1024 }),
    says: 'lambda_memory_size 1024 -> 256',
    terraform: '"memory_size":256',
    cloudFormation: '"MemorySize":256',
  },
  architecture: {
    config: { architecture: 'arm64' },
    change: ({ lambda }) =>
      lambda.updateFunctionCode({
        FunctionName: API,
        ZipFile: zipOf({ 'index.js': 'exports.handler = () => 1;' }),
        Architectures: ['x86_64'],
      }),
    says: 'architecture x86_64 -> arm64',
    terraform: '"architectures":["arm64"]',
    cloudFormation: '"Architectures":["arm64"]',
  },
  tags: {
    config: { tags: { team: 'maps' } },
    change: ({ lambda }) =>
      lambda.tagResource({
        Resource: `arn:aws:lambda:us-east-1:123456789012:function:${API}`,
        Tags: { team: 'shop', more: 'x' },
      }),
    says: /tags\.more x -> none, tags\.team shop -> maps|tags\.team shop -> maps/,
    terraform: '"team":"maps"',
    cloudFormation: '{"Key":"team","Value":"maps"}',
  },
  subnet_ids: {
    ...VPC,
    change: updateFunction({
      VpcConfig: {
        SubnetIds: ['subnet-0123456789abcdef9'],
        SecurityGroupIds: VPC.config.security_group_ids,
      },
    }),
    says: 'subnet_ids subnet-0123456789abcdef9 -> subnet-0123456789abcdef0',
    terraform: '"subnet_ids":["subnet-0123456789abcdef0"]',
    cloudFormation: '"SubnetIds":["subnet-0123456789abcdef0"]',
  },
  security_group_ids: {
    ...VPC,
    change: updateFunction({ VpcConfig: { SubnetIds: [], SecurityGroupIds: [] } }),
    says: /security_group_ids.*sg-0123456789abcdef0/,
    terraform: '"security_group_ids":["sg-0123456789abcdef0"]',
    cloudFormation: '"SecurityGroupIds":["sg-0123456789abcdef0"]',
  },
  reserved_concurrency: {
    config: { reserved_concurrency: 2 },
    change: ({ lambda }) => lambda.deleteFunctionConcurrency({ FunctionName: API }),
    says: /reserved_concurrency.*2/,
    terraform: '"reserved_concurrent_executions":2',
    cloudFormation: '"ReservedConcurrentExecutions":2',
  },
  log_format: {
    config: { log_format: 'json', ...VARIABLES },
    change: updateFunction({ Environment: { Variables: VARIABLES.environment_variables } }),
    says: 'environment_variables.FRAMEWORK_LOG_FORMAT is set',
    terraform: '"FRAMEWORK_LOG_FORMAT":"json"',
    cloudFormation: '"FRAMEWORK_LOG_FORMAT":"json"',
  },
  log_retention_in_days: {
    config: { log_retention_in_days: 14 },
    change: ({ logs }) =>
      logs.putRetentionPolicy({
        logGroupName: `/aws/lambda/${API}`,
        retentionInDays: 3,
      }),
    says: /log group .*log_retention_in_days 3 -> 14/,
    terraform: '"retention_in_days":14',
    cloudFormation: '"RetentionInDays":14',
  },
  layers: {
    config: { layers: LAYERS },
    change: updateFunction({ Layers: LAYERS.toReversed() }),
    says: `layers ${LAYERS.toReversed().join(', ')} -> ${LAYERS.join(', ')}`,
    terraform: `"layers":${JSON.stringify(LAYERS)}`,
    cloudFormation: `"Layers":${JSON.stringify(LAYERS)}`,
  },
  ephemeral_storage: {
    config: { ephemeral_storage: 2048 },
    change: updateFunction({ EphemeralStorage: { Size: 512 } }),
    says: 'ephemeral_storage 512 -> 2048',
    terraform: '"ephemeral_storage":{"size":2048}',
    cloudFormation: '"EphemeralStorage":{"Size":2048}',
  },
};
