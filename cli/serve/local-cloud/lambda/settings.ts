// The settings of a function with their defaults and limits. docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html
import {
  checkMembers,
  integerOf,
  type MemberKind,
  type Members,
  textMapOf,
  textOf,
  textsOf,
  wireName,
} from './members.js';
import { readLayers, readTracing } from './layers.js';
import { failed, invalidParameter, validation } from './refusals.js';
import { checkEnvironment } from './environment-variables.js';

export type Vpc = {
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

/** The members that CreateFunction and UpdateFunctionConfiguration share. */
export const SETTINGS_MEMBERS: Readonly<Record<string, MemberKind>> = {
  FunctionName: 'text',
  Role: 'text',
  Runtime: 'text',
  Handler: 'text',
  Description: 'text',
  Timeout: 'integer',
  MemorySize: 'integer',
  Environment: 'structure',
  VpcConfig: 'structure',
  EphemeralStorage: 'structure',
  Layers: 'texts',
  TracingConfig: 'structure',
};

/** Applies members to the previous settings. */
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
const ROLE_PATTERN = 'arn:(aws[a-zA-Z-]*)?:iam::\\d{12}:role/?[a-zA-Z_0-9+=,.@\\-_/]+';

function checkConstraints(members: Members): void {
  const problems: string[] = [];
  const check = (name: string, isWrong: (value: string) => boolean, rule: string): void => {
    const value = textOf(members, name);
    const field = wireName(name);
    if (value !== undefined && isWrong(value)) problems.push(failed(value, field, rule));
  };
  const range = (name: string, [minimum, maximum]: readonly [number, number]): void => {
    const value = integerOf(members, name);
    const field = wireName(name);
    if (value === undefined) return;
    if (value < minimum)
      problems.push(
        failed(value, field, `Member must have value greater than or equal to ${minimum}`),
      );
    if (value > maximum)
      problems.push(
        failed(value, field, `Member must have value less than or equal to ${maximum}`),
      );
  };
  check(
    'Role',
    (value) => !ROLE.test(value),
    `Member must satisfy regular expression pattern: ${ROLE_PATTERN}`,
  );
  check(
    'Handler',
    (value) => !/^[^\s]+$/.test(value),
    'Member must satisfy regular expression pattern: [^\\s]+',
  );
  check(
    'Handler',
    ({ length }) => length > 128,
    'Member must have length less than or equal to 128',
  );
  check(
    'Description',
    ({ length }) => length > 256,
    'Member must have length less than or equal to 256',
  );
  range('MemorySize', [128, 10_240]);
  range('Timeout', [1, 900]);
  const architectures = textsOf(members, 'Architectures') ?? [];
  if (architectures.some((name) => name !== 'x86_64' && name !== 'arm64'))
    problems.push(
      failed(
        `[${architectures.join(', ')}]`,
        'architectures',
        'Member must satisfy constraint: [Member must satisfy enum value set: [x86_64, arm64]]',
      ),
    );
  if (problems.length > 0) throw validation(problems);
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

function readEnvironment(members: Members): Readonly<Record<string, string>> | undefined {
  if (members['Environment'] === undefined) return undefined;
  const inner = checkMembers(members['Environment'], { Variables: 'text-map' });
  const variables = textMapOf(inner, 'Variables') ?? {};
  checkEnvironment(variables);
  return variables;
}

/** Two empty lists remove a function from its VPC. */
function readVpc(members: Members, before: Vpc | undefined): Vpc | undefined {
  if (members['VpcConfig'] === undefined) return before;
  const inner = checkMembers(members['VpcConfig'], {
    SubnetIds: 'texts',
    SecurityGroupIds: 'texts',
    Ipv6AllowedForDualStack: 'boolean',
  });
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

function checkIds(
  ids: readonly string[],
  {
    field,
    prefix,
    most,
  }: { readonly field: string; readonly prefix: string; readonly most: number },
): void {
  const pattern = new RegExp(`^${prefix}-[0-9a-zA-Z]+$`);
  const shown = `[${ids.join(', ')}]`;
  const path = `vpcConfig.${field}`;
  if (ids.length > most)
    throw validation([
      failed(shown, path, `Member must have length less than or equal to ${most}`),
    ]);
  if (ids.every((id) => pattern.test(id))) return;
  const rule = `Member must satisfy constraint: [Member must satisfy regular expression pattern: ^${prefix}-[0-9a-zA-Z]*$]`;
  throw validation([failed(shown, path, rule)]);
}

/** Checks that ids exist. There is no EC2 here: every id exists except those of only zeros. */
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

function readStorage(members: Members): number | undefined {
  if (members['EphemeralStorage'] === undefined) return undefined;
  const size = integerOf(checkMembers(members['EphemeralStorage'], { Size: 'integer' }), 'Size');
  if (size !== undefined && size >= 512 && size <= 10_240) return size;
  const rule = 'Member must have value greater than or equal to 512';
  throw validation([failed(size ?? null, 'ephemeralStorage.size', rule)]);
}
