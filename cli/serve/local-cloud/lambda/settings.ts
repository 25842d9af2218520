// The settings of a function with their defaults and limits. docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
import { type Members, failed, integerOf, rangeProblem, textOf, wireName } from '../members.js';
import {
  accessDenied,
  checkMembers,
  invalidParameter,
  textMapOf,
  textsOf,
  validation,
} from './members.js';
import type { Caller } from '../server/caller.js';
import type { Place, RoleBook } from '../service.js';

export type FunctionAccount = Place & {
  readonly roles: RoleBook;
  readonly caller: Caller;
};

type Vpc = {
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
};

export type FunctionSettings = {
  readonly role: string;
  readonly runtime: string;
  readonly handler: string;
  readonly description: string;
  readonly timeout: number;
  readonly memorySize: number;
  readonly environment: Readonly<Record<string, string>> | undefined;
  readonly vpc: Vpc | undefined;
  readonly architecture: string;
  /** MB of /tmp. */
  readonly storageSize: number;
  /** ARNs including the version. */
  readonly layers: readonly string[];
  readonly tracing: 'Active' | 'PassThrough';
};

export const SETTINGS_MEMBERS = `FunctionName Role Runtime Handler Description Timeout:integer MemorySize:integer
  Environment:map VpcConfig:map EphemeralStorage:map Layers:texts TracingConfig:map`;

/** Applies members to the previous settings, or to the defaults. */
export function readSettings(members: Members, before?: FunctionSettings): FunctionSettings {
  checkConstraints(members);
  const runtime = textOf(members, 'Runtime') ?? before?.runtime;
  const handler = textOf(members, 'Handler') ?? before?.handler;
  if (runtime === undefined || handler === undefined)
    throw invalidParameter(
      'Runtime and Handler are mandatory parameters for functions created with deployment packages.',
    );
  return {
    role: textOf(members, 'Role') ?? before?.role ?? '',
    runtime,
    handler,
    description: textOf(members, 'Description') ?? before?.description ?? '',
    timeout: integerOf(members, 'Timeout') ?? before?.timeout ?? 3,
    memorySize: integerOf(members, 'MemorySize') ?? before?.memorySize ?? 128,
    environment: readEnvironment(members) ?? before?.environment,
    vpc: readVpc(members, before?.vpc),
    architecture: textsOf(members, 'Architectures')?.[0] ?? before?.architecture ?? 'x86_64',
    storageSize: readStorage(members) ?? before?.storageSize ?? 512,
    layers: readLayers(members) ?? before?.layers ?? [],
    tracing: readTracing(members) ?? before?.tracing ?? 'PassThrough',
  };
}

const RUNTIMES: readonly string[] = ['nodejs20.x', 'nodejs22.x', 'nodejs24.x', 'nodejs26.x'];
const REMOVED =
  /^nodejs(?:|4\.3|4\.3-edge|6\.10|8\.10|10\.x|12\.x|14\.x|16\.x|18\.x)$|^python(?:2\.7|3\.[6-8])$/;

const ROLE = /^arn:aws[a-zA-Z-]*:iam::\d{12}:role\/?[a-zA-Z_0-9+=,.@\-_/]+$/;
const ROLE_RULE =
  'satisfy regular expression pattern: arn:(aws[a-zA-Z-]*)?:iam::\\d{12}:role/?[a-zA-Z_0-9+=,.@\\-_/]+';

function checkConstraints(members: Members): void {
  const problems: string[] = [];
  const check = (name: string, isWrong: (value: string) => boolean, rule: string): void => {
    const value = textOf(members, name);
    if (value !== undefined && isWrong(value)) problems.push(failed(wireName(name), rule, value));
  };
  check('Role', (value) => !ROLE.test(value), ROLE_RULE);
  check('Handler', (value) => /\s|^$/.test(value), 'satisfy regular expression pattern: [^\\s]+');
  check('Handler', ({ length }) => length > 128, 'have length less than or equal to 128');
  check('Description', ({ length }) => length > 256, 'have length less than or equal to 256');
  const ranges = [
    rangeProblem(members, 'MemorySize', [128, 10_240]),
    rangeProblem(members, 'Timeout', [1, 900]),
  ];
  problems.push(...ranges.filter((one) => one !== undefined));
  const architectures = textsOf(members, 'Architectures') ?? [];
  if (architectures.some((name) => name !== 'x86_64' && name !== 'arm64')) {
    const rule = 'satisfy constraint: [Member must satisfy enum value set: [x86_64, arm64]]';
    problems.push(failed('architectures', rule, `[${architectures.join(', ')}]`));
  }
  if (problems.length > 0) throw validation(...problems);
  checkRuntime(textOf(members, 'Runtime'));
}

function checkRuntime(runtime: string | undefined): void {
  if (runtime === undefined || RUNTIMES.includes(runtime)) return;
  if (REMOVED.test(runtime))
    throw invalidParameter(
      `The runtime parameter of ${runtime} is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.`,
    );
  throw invalidParameter(
    `Value ${runtime} at 'runtime' failed to satisfy constraint: Member must satisfy enum value set: [${RUNTIMES.join(', ')}] or be a valid ARN`,
  );
}

function readEnvironment({ Environment }: Members): Readonly<Record<string, string>> | undefined {
  if (Environment === undefined) return undefined;
  const variables = textMapOf(checkMembers(Environment, 'Variables:text-map'), 'Variables') ?? {};
  checkEnvironment(variables);
  return variables;
}

/** If both lists are empty, the function is removed from its VPC. */
function readVpc({ VpcConfig }: Members, before: Vpc | undefined): Vpc | undefined {
  if (VpcConfig === undefined) return before;
  const inner = checkMembers(
    VpcConfig,
    'SubnetIds:texts SecurityGroupIds:texts Ipv6AllowedForDualStack:boolean',
  );
  const subnetIds = textsOf(inner, 'SubnetIds') ?? before?.subnetIds ?? [];
  const securityGroupIds = textsOf(inner, 'SecurityGroupIds') ?? before?.securityGroupIds ?? [];
  checkIds(subnetIds, { field: 'subnetIds', prefix: 'subnet', most: 16 });
  checkIds(securityGroupIds, { field: 'securityGroupIds', prefix: 'sg', most: 5 });
  if (subnetIds.length === 0 && securityGroupIds.length === 0) return undefined;
  if (subnetIds.length === 0 || securityGroupIds.length === 0)
    throw invalidParameter('SubnetIds and SecurityGroupIds must coexist or be both empty list.');
  checkExistence(subnetIds, securityGroupIds);
  return { subnetIds, securityGroupIds };
}

type IdRule = { readonly field: string; readonly prefix: string; readonly most: number };

function checkIds(ids: readonly string[], { field, prefix, most }: IdRule): void {
  const pattern = new RegExp(`^${prefix}-[0-9a-zA-Z]+$`);
  const shown = `[${ids.join(', ')}]`;
  const path = `vpcConfig.${field}`;
  if (ids.length > most)
    throw validation(failed(path, `have length less than or equal to ${most}`, shown));
  if (ids.every((id) => pattern.test(id))) return;
  const rule = `satisfy constraint: [Member must satisfy regular expression pattern: ^${prefix}-[0-9a-zA-Z]*$]`;
  throw validation(failed(path, rule, shown));
}

/** Checks that ids exist. This cloud has no EC2, so every id exists unless it consists only of zeros. */
function checkExistence(subnetIds: readonly string[], securityGroupIds: readonly string[]): void {
  const subnet = subnetIds.find((id) => /^subnet-0+$/.test(id));
  if (subnet !== undefined)
    throw invalidParameter(
      `Error occurred while DescribeSubnets. EC2 Error Code: InvalidSubnetID.NotFound. EC2 Error Message: The subnet ID '${subnet}' does not exist`,
    );
  const group = securityGroupIds.find((id) => /^sg-0+$/.test(id));
  if (group !== undefined)
    throw invalidParameter(
      `Error occurred while DescribeSecurityGroups. EC2 Error Code: InvalidGroup.NotFound. EC2 Error Message: The security group '${group}' does not exist`,
    );
}

function readStorage({ EphemeralStorage }: Members): number | undefined {
  if (EphemeralStorage === undefined) return undefined;
  const size = integerOf(checkMembers(EphemeralStorage, 'Size:integer'), 'Size');
  if (size !== undefined && size >= 512 && size <= 10_240) return size;
  const rule = 'have value greater than or equal to 512';
  throw validation(failed('ephemeralStorage.size', rule, size ?? null));
}

// The environment variables of a function: valid names, the names that Lambda reserves, and the total limit of 4 KB.
// docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html

const NAME = /^[a-zA-Z][a-zA-Z0-9_]+$/;
const LIMIT = 4096;

const RESERVED = `_HANDLER _X_AMZN_TRACE_ID AWS_DEFAULT_REGION AWS_REGION AWS_EXECUTION_ENV
  AWS_LAMBDA_FUNCTION_NAME AWS_LAMBDA_FUNCTION_MEMORY_SIZE AWS_LAMBDA_FUNCTION_VERSION
  AWS_LAMBDA_INITIALIZATION_TYPE AWS_LAMBDA_LOG_GROUP_NAME AWS_LAMBDA_LOG_STREAM_NAME
  AWS_ACCESS_KEY AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_LAMBDA_RUNTIME_API
  LAMBDA_TASK_ROOT LAMBDA_RUNTIME_DIR`.split(/\s+/);

function checkEnvironment(variables: Readonly<Record<string, string>>): void {
  const names = Object.keys(variables);
  const reserved = names.filter((name) => RESERVED.includes(name));
  if (reserved.length > 0)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: ${reserved.join(', ')}`,
    );
  if (!names.every((name) => NAME.test(name))) {
    const shown = Object.entries(variables).map((entry) => entry.join('='));
    throw validation(
      `Value '{${shown.join(', ')}}' at 'environment.variables' failed to satisfy constraint: Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+]`,
    );
  }
  const measured = JSON.stringify(variables);
  if (Buffer.byteLength(measured) > LIMIT)
    throw invalidParameter(
      `Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: ${measured}`,
    );
}

// Layers and tracing of a function. docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html

const MOST = 5;
const PATTERN =
  /^arn:[a-zA-Z0-9-]+:lambda:([a-zA-Z0-9-]+):(\d{12}):layer:([a-zA-Z0-9-_]+):([0-9]+)$/;
const RULE =
  'satisfy constraint: [Member must satisfy regular expression pattern: (arn:[a-zA-Z0-9-]+:lambda:[a-zA-Z0-9-]+:\\d{12}:layer:[a-zA-Z0-9-_]+:[0-9]+)|(arn:[a-zA-Z0-9-]+:lambda:::awslayer:[a-zA-Z0-9-_]+)]';

function readLayers(members: Members): readonly string[] | undefined {
  const layers = textsOf(members, 'Layers');
  if (layers === undefined) return undefined;
  if (layers.some((arn) => !PATTERN.test(arn)))
    throw validation(failed('layers', RULE, `[${layers.join(', ')}]`));
  if (layers.length > MOST) throw invalidParameter(`Cannot reference more than ${MOST} layers.`);
  const names = layers.map((arn) => arn.slice(0, arn.lastIndexOf(':')));
  if (new Set(names).size < names.length)
    throw invalidParameter(
      'Two different versions of the same layer are not allowed to be referenced in the same function.',
    );
  return layers;
}

/** Checks layer ARNs. No layers are stored: all exist except version 0, and an account id of zeros shares none. */
export function checkLayers(book: FunctionAccount, layers: readonly string[]): void {
  for (const arn of layers) {
    const [, region = '', account = '', , version] = PATTERN.exec(arn) ?? [];
    if (region !== book.region)
      throw invalidParameter(
        `Layers are not in the same region as the function. Layers are expected to be in region ${book.region}.`,
      );
    const denial = book.caller.denial({ action: 'lambda:GetLayerVersion', resource: arn });
    if (denial !== undefined) throw accessDenied(denial);
    if (/^0+$/.test(account))
      throw accessDenied(
        `User is not authorized to perform: lambda:GetLayerVersion on resource: ${arn} because no resource-based policy allows the lambda:GetLayerVersion action`,
      );
    if (version === '0') throw invalidParameter(`Layer version ${arn} does not exist.`);
  }
}

function readTracing({ TracingConfig }: Members): 'Active' | 'PassThrough' | undefined {
  if (TracingConfig === undefined) return undefined;
  const mode = textOf(checkMembers(TracingConfig, 'Mode'), 'Mode');
  if (mode === 'Active' || mode === 'PassThrough') return mode;
  const rule = 'satisfy enum value set: [Active, PassThrough]';
  throw validation(failed('tracingConfig.mode', rule, mode ?? null));
}

/** docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html. The service's message names the first missing action. */
const NETWORK_ACTIONS =
  'CreateNetworkInterface DescribeNetworkInterfaces DeleteNetworkInterface'.split(' ');

export function checkRole(book: FunctionAccount, { role, vpc, tracing }: FunctionSettings): void {
  if (role.split(':')[4] !== book.account)
    throw accessDenied('Cross-account pass role is not allowed.');
  const context = { 'iam:PassedToService': 'lambda.amazonaws.com' };
  const denial = book.caller.denial({ action: 'iam:PassRole', resource: role, context });
  if (denial !== undefined) throw accessDenied(denial);
  if (book.roles.assume(role) !== 'ready')
    throw invalidParameter('The role defined for the function cannot be assumed by Lambda.');
  if (tracing === 'Active' && !book.roles.allows(role, 'xray:PutTraceSegments', '*'))
    throw invalidParameter(
      'The provided execution role does not have permissions to call PutTraceSegments on XRAY',
    );
  if (vpc === undefined) return;
  const missing = NETWORK_ACTIONS.find((name) => !book.roles.allows(role, `ec2:${name}`, '*'));
  if (missing !== undefined)
    throw invalidParameter(
      `The provided execution role does not have permissions to call ${missing} on EC2`,
    );
}

export function checkCaller(book: FunctionAccount, action: string, resource: string): void {
  const message = book.caller.denial({ action, resource });
  if (message !== undefined) throw accessDenied(message);
}
