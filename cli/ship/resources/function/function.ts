// The resource type for functions: the one that serves the API, and every Lambda function in the source.
import { parameterPath, PATH_VARIABLE } from '../../../../runtime/contract/parameters.js';
import { isListOf, isText, textOf } from '../../../../compiler/json-values.js';
import type { PolicyStatement } from '../../../../compiler/policy/sdk-use.js';
import {
  baseName,
  functionKeys,
  functionNameOf,
  isNameOfStage,
  ownRoleNameOf,
  declaredVariables,
  stageOf,
} from '../../../config/cloud-names.js';
import { OWN_TAG } from '../../../config/limits.js';
import { arnPrefix, arnsOfFunctions, type DeployerScope } from '../../stage/deployer-scope.js';
import { isOurs, ownDescription } from '../../stage/own-tag.js';
import { listType } from '../../stage/list-type.js';
import { fieldText } from '../../stage/plan-rows.js';
import type { Deletion, Planning, Recording, ResourceType } from '../../stage/resource-type.js';
import { retry } from '../../stage/repeated-calls.js';
import {
  deletedIn,
  byName,
  type Desired,
  type DesiredInput,
  type Differences,
  namesOf,
  type Observed,
  type Plan,
  functionArn,
  functionId,
} from '../../stage/states.js';
import { codeRollback } from './code-rollback.js';
import {
  type ChangedFunction,
  type PermissionChange,
  permissionsIn,
  areStillRecorded,
  readAllFunctions,
  readNamedFunctions,
  readRecordedFunctions,
} from './function-state.js';
import { awaitSteps, functionSteps } from './function-steps.js';
import type { FunctionSettings } from '../../../config/keys.js';
import {
  carriedSettings,
  compareFunction,
  type PartChange,
  type DesiredFunction,
  type FunctionPart,
} from './function-settings.js';
import { functionExport, STREAM_EXPORT } from '../../../../transformers/entry-module.js';
import { API_HANDLER, type FunctionConfig, STREAM_HANDLER } from '../../../config/stage-config.js';
import { exportedVariable } from '../declared/declared-resources.js';
import type { FunctionRole } from '../role/policy-changes.js';
import {
  attributeOf,
  bothFormats,
  codePlace,
  type ExportedMapping,
  type ExportedOutput,
  type ExportedResource,
  type ExportRow,
  tagsRow,
} from '../../stage/exported.js';
import { type CloudFunction, DEFAULT_STORAGE } from '../../../cloud/services/lambda-function.js';
import { exportedRoleArn, exportedRoleIds } from '../role/role-export.js';
import { roleChangeOf } from '../role/role-steps.js';

// Exports functions to Terraform and CloudFormation. Their code is the zip file that the export writes next to the template.

/** Lists every setting, so that none can be forgotten. */
const SETTINGS: Readonly<
  Record<
    Exclude<keyof DesiredFunction, 'key' | 'name'>,
    (one: DesiredFunction, isAdopted: boolean, desired: Desired) => ExportRow
  >
> = {
  architecture: ({ architecture }) => [[architecture], 'architectures', 'Architectures'],
  role: ({ role }) => [exportedRoleArn(role), 'role', 'Role'],
  runtime: ({ runtime }) => [runtime, 'runtime', 'Runtime'],
  handler: ({ handler }) => [handler, 'handler', 'Handler'],
  timeout: ({ timeout }) => [timeout, 'timeout', 'Timeout'],
  memorySize: ({ memorySize }) => [memorySize, 'memory_size', 'MemorySize'],
  environment: ({ environment }, isAdopted, desired) => {
    const all = Object.entries(environment);
    const isEmpty = all.length === 0;
    const variables: ExportedMapping = Object.fromEntries(
      all.map(([name, value]) => [name, exportedVariable(desired, name, value)] as const),
    );
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

/** The first version of the AWS provider that supports a runtime: github.com/hashicorp/terraform-provider-aws/issues/44986 */
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
      ...Object.values(SETTINGS).map((row) => row(one, isAdopted, desired)),
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
      // Terraform publishes a version with the function. CloudFormation compares the hash, to check that the bucket contains
      // the code of this template.
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

/** Returns what differs. A function that Lambda could not create, or can no longer run, is deleted and recreated. */
function compare(
  desired: DesiredFunction,
  observed: CloudFunction | undefined,
  known: Planning,
): Differences & { readonly isReplaced?: boolean } {
  if (!observed) return {};
  const failure = observed.progress.kind === 'failed' ? observed.progress : undefined;
  if (failure && failure.runsAsBefore !== true) return { isReplaced: true };
  const changes = [
    ...compareFunction(desired, observed),
    ...roleMadeAnew(desired, known),
    // After a failed update, Lambda reports the requested settings, not the ones that are in effect.
    ...(failure ? [updateAgain(failure.reason)] : []),
  ];
  const hasOtherCode = failure || observed.codeSha256 !== known.desired.package.sha256;
  const found = new Set<FunctionPart>([
    ...(hasOtherCode ? (['code'] as const) : []),
    ...changes.map(({ part }) => part),
    ...(known.plan.permissions.has(desired.name) ? (['permissions'] as const) : []),
  ]);
  return {
    parts: PARTS.filter((part) => found.has(part)),
    fields: changes.map(({ field, from, to }) => ({ field, from, to })),
  };
}

function updateAgain(reason: string): PartChange {
  return { part: 'configuration', field: 'last update', from: `failed: ${reason}`, to: 'again' };
}

const PARTS = ['code', 'configuration', 'concurrency', 'tags', 'permissions'] as const;

/** Returns a change if the role was recreated: the function still refers to the deleted role of the same name. */
function roleMadeAnew({ role }: DesiredFunction, { plan }: Planning): PartChange[] {
  if (role.kind === 'given' || roleChangeOf(role, plan)?.action !== 'create') return [];
  const field = 'iam_role_arn' satisfies keyof FunctionSettings;
  return [{ part: 'configuration', field, from: undefined, to: role.name }];
}

export const lambdaFunction: ResourceType = listType({
  property: 'functions',
  noun: 'function',
  nameOf: ({ name }) => name,
  desired: desiredFunctions,
  tagsOf: ({ tags }) => tags,
  read: {
    none: { functions: [] },
    isStillSo: areStillRecorded,
    recorded: readRecordedFunctions,
    named: readNamedFunctions,
    all: readAllFunctions,
    isThere: ({ functions }) => functions.length > 0,
    arns: ({ functions }) => functions.map(({ arn }) => arn),
    // Lambda accepts only roles in its own account, so the ARN of a given role contains the account.
    givenArns: ({ functions }) =>
      functions.flatMap(({ role }) => (role.kind === 'given' ? [role.arn] : [])),
  },
  compare,
  details: detailsOf,
  loss: '',
  isAlwaysListed: true,
  document: ({ name }, { parts, fields }, { change }) => {
    const reason = change.action === 'replace' && { reason: reasonOf(change) };
    return { name, parts, fields, ...reason };
  },
  learned: {
    functions: ({ functions }) => new Map(functions.map((one) => [one.name, one])),
    unsure: () => new Set(),
    versions: () => new Map(),
  },
  deletions: {
    planned: ({ functions }) => deletedIn(functions).map(({ name }) => deletionOf(name, name)),
    recorded: ({ functions, partition, region, account }) =>
      functions.map((name) =>
        deletionOf(name, functionArn(name, { account: { id: account, partition }, region })),
      ),
    found: ({ functions }, owner) =>
      functions.filter((one) => isOurs(one, owner)).map(({ name, arn }) => deletionOf(name, arn)),
  },
  deployer: {
    statements: [
      {
        resource: 'function',
        sid: 'Functions',
        // These ARNs end with a version if the call reads a version.
        arns: (scope) => arnsOfFunctions(scope, `${arnPrefix('lambda', scope)}:*:function:`),
      },
    ],
    others: (scope) => [...(scope.hasVpc ? [NETWORKS] : []), ...layersOf(scope)],
  },
  exported: {
    resources: (desired, observed) => ({
      resources: desired.functions.flatMap((one) => exportFunction(one, desired, observed)),
      outputs: desired.functions.map(outputOf),
    }),
  },
  adopts: ({ name }) => [{ resource: functionId(name), importId: name }],
  steps: (session) => ({
    make: [
      ...session.plan.functions.flatMap((change) => functionSteps(change, session)),
      ...session.plan.functions.flatMap((change) => awaitSteps(change, session)),
    ],
  }),
  rollback: codeRollback,
  wholeRecord: {
    isValid: ({ functions, code, codeBefore, app, stage }) =>
      isListOf(functions, isText) &&
      functions.every((name) => isNameOfStage(name, baseName(textOf(app), textOf(stage)))) &&
      isText(code) &&
      (codeBefore === undefined || isText(codeBefore)),
    begin: (recording) => {
      const { desired, observed, previous } = recording;
      const functions = namesOf(desired.functions, observed.functions, previous?.functions);
      return { code: '', ...codeBeforeField(recording), functions };
    },
    finish: ({ desired }) => ({
      code: desired.package.sha256,
      functions: namesOf(desired.functions),
    }),
  },
});

/** docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html, "Required IAM permissions". */
const NETWORKS: PolicyStatement = {
  Sid: 'Networks',
  Effect: 'Allow',
  Action: ['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs'],
  Resource: ['*'],
};

function layersOf({ settings = [] }: DeployerScope): readonly PolicyStatement[] {
  const layers = [...new Set(settings.flatMap(({ layers: arns = [] }) => arns))].toSorted();
  if (layers.length === 0) return [];
  return [{ Sid: 'Layers', Effect: 'Allow', Action: ['lambda:GetLayerVersion'], Resource: layers }];
}

function detailsOf(change: ChangedFunction, plan: Plan): readonly string[] {
  if (change.action === 'replace') return [`deleted and recreated: ${reasonOf(change)}`];
  if (change.action !== 'update') return [];
  const details = [
    ...(change.parts.includes('code') ? ['code'] : []),
    ...permissionsIn(change, plan).map(permissionText),
    ...change.fields.filter(({ field }) => field !== OWN_TAG_FIELD).map(fieldText),
  ];
  // Our tag changes with every version of this framework, so `tags` is shown only if nothing else changes.
  return details.length === 0 ? ['tags'] : details;
}

/** Returns why Lambda cannot run a function that is replaced. */
function reasonOf({ observed }: ChangedFunction): string {
  return observed?.progress.kind === 'failed' ? observed.progress.reason : '';
}

const OWN_TAG_FIELD = `tags.${OWN_TAG}`;

function permissionText({ kind, callers }: PermissionChange): string {
  return kind === 'allowed'
    ? `allow ${callers} to call it`
    : `earlier permission of ${callers} to call it is deleted`;
}

/** `arn` is the name if the ARN is not known. The ARN ensures that a function in another account is never deleted. */
function deletionOf(name: string, arn: string): Deletion {
  return {
    kind: 'function',
    name,
    run: ({ cloud, wait }) => retry(() => cloud.lambda.deleteFunction(arn), wait),
  };
}

/** Returns the code that ran before this deploy or, if the previous deploy was interrupted, before that deploy. */
function codeBeforeField({ desired, observed, previous }: Recording): { codeBefore?: string } {
  const name = baseName(desired.app, desired.stage);
  const running = observed.functions.find((one) => one.name === name)?.codeSha256;
  const known = previous?.isComplete === false ? previous.codeBefore : running;
  return known === undefined ? {} : { codeBefore: known };
}

function desiredFunctions(request: DesiredInput): readonly DesiredFunction[] {
  return functionKeys(request.manifest)
    .map((key) => desiredFunction(key, request))
    .toSorted(byName);
}

function desiredFunction(key: string, input: DesiredInput): DesiredFunction {
  const { config, app, ownTags, manifest, expiry } = input;
  const base = baseName(app, config.stage);
  const name = functionNameOf(base, key);
  const own = config.functionConfig(key);
  const { settings } = own;
  return {
    key,
    name,
    handler: `index.${EXPORTS[key] ?? functionExport(key)}`,
    ...carriedSettings({
      ...config.settings,
      ...settings,
      environment_variables: {
        // A variable in the configuration overrides one of a declared resource.
        ...declaredVariables(manifest, stageOf(input)),
        ...settings.environment_variables,
        ...(settings.log_format === 'json' && JSON_LOGS),
        ...(manifest.parameters && { [PATH_VARIABLE]: parameterPath(app, config.stage) }),
      },
    }),
    vpc: own.vpc,
    role: roleOf(own, base, key),
    // Only functions get the user's tags in addition to ours.
    tags: { ...settings.tags, ...ownTags, ...expiry },
  };
}

const EXPORTS: Readonly<Record<string, string>> = {
  [API_HANDLER]: 'handler',
  [STREAM_HANDLER]: STREAM_EXPORT,
};

/** The variable that the runtime reads (runtime/json-log.ts). */
const JSON_LOGS = { FRAMEWORK_LOG_FORMAT: 'json' };

function roleOf({ role, hasOwnRole }: FunctionConfig, base: string, key: string): FunctionRole {
  if (role.kind === 'given') return { kind: 'given', arn: role.arn };
  return { kind: 'managed', name: hasOwnRole ? ownRoleNameOf(base, key) : base };
}
