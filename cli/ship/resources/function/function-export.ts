// Functions as Terraform and CloudFormation write them. Their code is the zip that the export writes beside the template.
import {
  attributeOf,
  bothFormats,
  codePlace,
  type ExportedOutput,
  type ExportedResource,
  type ExportRow,
  tagsRow,
} from '../../stage/exported.js';
import { DEFAULT_STORAGE } from '../../../cloud/services/lambda-function.js';
import { ownDescription } from '../../stage/own-tag.js';
import type { ResourceExport } from '../../stage/resource-type.js';
import type { Desired, Observed } from '../../stage/states.js';
import { exportedRoleArn, exportedRoleIds } from '../role/role-export.js';
import { type DesiredFunction, functionId } from './function-state.js';

export const functionExport: ResourceExport = {
  resources: (desired, observed) => ({
    resources: desired.functions.flatMap((one) => exportFunction(one, desired, observed)),
    outputs: desired.functions.map(outputOf),
  }),
  adopted: ({ functions }, observed) =>
    functions
      .filter(({ name }) => observed.functions.some((found) => found.name === name))
      .map(({ name }) => ({ resource: functionId(name), importId: name })),
};

/** Lists every setting, so that a new one cannot be forgotten. */
const SETTINGS: Readonly<
  Record<
    Exclude<keyof DesiredFunction, 'key' | 'name'>,
    (one: DesiredFunction, isAdopted: boolean) => ExportRow
  >
> = {
  architecture: ({ architecture }) => [[architecture], 'architectures', 'Architectures'],
  role: ({ role }) => [exportedRoleArn(role), 'role', 'Role'],
  runtime: ({ runtime }) => [runtime, 'runtime', 'Runtime'],
  handler: ({ handler }) => [handler, 'handler', 'Handler'],
  timeout: ({ timeout }) => [timeout, 'timeout', 'Timeout'],
  memorySize: ({ memorySize }) => [memorySize, 'memory_size', 'MemorySize'],
  environment: ({ environment: variables }, isAdopted) => {
    const isEmpty = Object.keys(variables).length === 0;
    return [
      // A deploy writes an empty map, which Terraform would plan to remove.
      isEmpty && !isAdopted ? undefined : { variables },
      'environment',
      'Environment',
      isEmpty ? undefined : { Variables: variables },
    ];
  },
  vpc: ({ vpc }) => [
    vpc && { subnet_ids: vpc.subnetIds, security_group_ids: vpc.securityGroupIds },
    'vpc_config',
    'VpcConfig',
    vpc && { SubnetIds: vpc.subnetIds, SecurityGroupIds: vpc.securityGroupIds },
  ],
  ephemeralStorage: ({ ephemeralStorage: size }) => {
    const isDefault = size === DEFAULT_STORAGE;
    const [terraform, cloudFormation] = isDefault ? [] : [{ size }, { Size: size }];
    return [terraform, 'ephemeral_storage', 'EphemeralStorage', cloudFormation];
  },
  layers: ({ layers }) => [layers.length === 0 ? undefined : layers, 'layers', 'Layers'],
  tracing: ({ tracing }) => {
    const [terraform, cloudFormation] = tracing ? [{ mode: 'Active' }, { Mode: 'Active' }] : [];
    return [terraform, 'tracing_config', 'TracingConfig', cloudFormation];
  },
  reservedConcurrency: ({ reservedConcurrency }) => [
    reservedConcurrency,
    'reserved_concurrent_executions',
    'ReservedConcurrentExecutions',
  ],
  tags: ({ tags }) => tagsRow(tags),
};

/** Versions of the AWS provider that know a runtime. github.com/hashicorp/terraform-provider-aws/issues/44986 */
const PROVIDERS: Readonly<Record<string, string>> = { 'nodejs24.x': '6.20' };

function exportFunction(
  one: DesiredFunction,
  desired: Desired,
  observed: Observed | undefined,
): readonly ExportedResource[] {
  const { key, name, role, runtime } = one;
  const version = PROVIDERS[runtime];
  const description = ownDescription(desired);
  const { sha256 } = desired.package;
  const isAdopted = observed?.functions.some((found) => found.name === name) ?? false;
  const { terraform, cloudFormation } = bothFormats(
    ['aws_lambda_function', 'AWS::Lambda::Function'],
    [
      [name, 'function_name', 'FunctionName'],
      [description, 'description', 'Description'],
      [codePlace('file'), 'filename', undefined],
      [sha256, 'source_code_hash', undefined],
      [true, 'publish', undefined],
      [{ S3Bucket: codePlace('bucket'), S3Key: codePlace('objectKey') }, undefined, 'Code'],
      ...Object.values(SETTINGS).map((row) => row(one, isAdopted)),
    ],
    { arn: ['arn', 'Arn'], name: ['function_name', 'Ref'] },
  );
  const needs = version && { needs: { version, setting: `the runtime ${runtime}` } };
  return [
    {
      id: functionId(name),
      kind: 'Function',
      key,
      from: { function: key },
      after: exportedRoleIds(role),
      terraform: { ...terraform, ...needs },
      cloudFormation,
    },
    {
      // Terraform publishes with the function. CloudFormation checks by the hash that the bucket has the code of this
      // template.
      id: `version of ${functionId(name)}`,
      kind: 'Version',
      key,
      cloudFormation: {
        type: 'AWS::Lambda::Version',
        properties: {
          FunctionName: attributeOf(functionId(name), 'name'),
          CodeSha256: sha256,
          Description: description,
        },
        isKept: true,
        version: sha256,
      },
    },
  ];
}

function outputOf({ key, name }: DesiredFunction): ExportedOutput {
  return {
    name: 'function_arn',
    key,
    meaning: `The function ${name}`,
    value: attributeOf(functionId(name), 'arn'),
  };
}
