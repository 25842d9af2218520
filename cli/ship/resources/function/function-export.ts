// Functions as Terraform and CloudFormation write them. Their code is the zip that the export writes beside the template.
import {
  attributeOf,
  codePlace,
  type ExportedMapping,
  type ExportedOutput,
  type ExportedResource,
  tagList,
  tagMapping,
} from '../../stage/exported.js';
import { DEFAULT_STORAGE } from '../../../cloud/lambda-calls.js';
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

type Printed = {
  readonly terraform: ExportedMapping;
  readonly cloudFormation: ExportedMapping;
};

/** Lists every setting, so that a new one cannot be forgotten. */
const SETTINGS: Readonly<
  Record<
    Exclude<keyof DesiredFunction, 'key' | 'name'>,
    (one: DesiredFunction, isAdopted: boolean) => Printed
  >
> = {
  architecture: ({ architecture }) => ({
    terraform: { architectures: [architecture] },
    cloudFormation: { Architectures: [architecture] },
  }),
  role: ({ role }) => ({
    terraform: { role: exportedRoleArn(role) },
    cloudFormation: { Role: exportedRoleArn(role) },
  }),
  runtime: ({ runtime }) => ({
    terraform: { runtime },
    cloudFormation: { Runtime: runtime },
  }),
  handler: ({ handler }) => ({
    terraform: { handler },
    cloudFormation: { Handler: handler },
  }),
  timeout: ({ timeout }) => ({
    terraform: { timeout },
    cloudFormation: { Timeout: timeout },
  }),
  memorySize: ({ memorySize }) => ({
    terraform: { memory_size: memorySize },
    cloudFormation: { MemorySize: memorySize },
  }),
  environment: ({ environment }, isAdopted) => {
    const isEmpty = Object.keys(environment).length === 0;
    return {
      // A deploy writes an empty map, which Terraform would plan to remove.
      terraform: isEmpty && !isAdopted ? {} : { environment: { variables: environment } },
      cloudFormation: isEmpty ? {} : { Environment: { Variables: environment } },
    };
  },
  vpc: ({ vpc }) => {
    if (!vpc) return NONE;
    const { subnetIds, securityGroupIds } = vpc;
    return {
      terraform: { vpc_config: { subnet_ids: subnetIds, security_group_ids: securityGroupIds } },
      cloudFormation: { VpcConfig: { SubnetIds: subnetIds, SecurityGroupIds: securityGroupIds } },
    };
  },
  ephemeralStorage: ({ ephemeralStorage: size }) =>
    size === DEFAULT_STORAGE
      ? NONE
      : {
          terraform: { ephemeral_storage: { size } },
          cloudFormation: { EphemeralStorage: { Size: size } },
        },
  layers: ({ layers }) =>
    layers.length === 0 ? NONE : { terraform: { layers }, cloudFormation: { Layers: layers } },
  tracing: ({ tracing }) =>
    tracing
      ? {
          terraform: { tracing_config: { mode: 'Active' } },
          cloudFormation: { TracingConfig: { Mode: 'Active' } },
        }
      : NONE,
  reservedConcurrency: ({ reservedConcurrency }) => ({
    terraform: { reserved_concurrent_executions: reservedConcurrency },
    cloudFormation: { ReservedConcurrentExecutions: reservedConcurrency },
  }),
  tags: ({ tags }) => ({
    terraform: { tags: tagMapping(tags) },
    cloudFormation: { Tags: tagList(tags) },
  }),
};

/** Versions of the AWS provider that know a runtime. github.com/hashicorp/terraform-provider-aws/issues/44986 */
const PROVIDERS: Readonly<Record<string, string>> = { 'nodejs24.x': '6.20' };

const NONE: Printed = { terraform: {}, cloudFormation: {} };

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
  const printed = Object.values(SETTINGS).map((print) => print(one, isAdopted));
  const terraform = printed.reduce<ExportedMapping>((all, row) => ({ ...all, ...row.terraform }), {
    function_name: name,
    description,
    filename: codePlace('file'),
    source_code_hash: sha256,
    publish: true,
  });
  const cloudFormation = printed.reduce<ExportedMapping>(
    (all, row) => ({ ...all, ...row.cloudFormation }),
    {
      FunctionName: name,
      Description: description,
      Code: { S3Bucket: codePlace('bucket'), S3Key: codePlace('objectKey') },
    },
  );
  return [
    {
      id: functionId(name),
      kind: 'Function',
      key,
      from: { function: key },
      after: exportedRoleIds(role),
      terraform: {
        type: 'aws_lambda_function',
        ...(version !== undefined && { needs: { version, setting: `the runtime ${runtime}` } }),
        properties: terraform,
        attributes: { arn: 'arn', name: 'function_name' },
      },
      cloudFormation: {
        type: 'AWS::Lambda::Function',
        properties: cloudFormation,
        attributes: { arn: 'Arn', name: 'Ref' },
      },
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
