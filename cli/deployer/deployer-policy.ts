// The minimal policy of a person or a CI job that deploys one stage of an application: derived from the calls
// that the CLI makes, narrowed to the names of the stage.
import type { PolicyDocument, PolicyStatement } from '../../compiler/policy/policy-document.js';
import {
  CALL_ACTIONS,
  type CallActions,
  type CallResource,
  type CallUse,
} from '../cloud/call-actions.js';
import { partitionOf } from '../cloud/regions.js';
import { anyRegionalRoleName, regionalRoleName } from '../config/cloud-names.js';

/** What the policy is for. Known without a cloud. */
export type DeployerScope = {
  readonly app: string;
  readonly stage: string;
  readonly region: string;
  /** Names in the cloud: `helloworld-dev`. */
  readonly functions: readonly string[];
  /** Names of the roles that we make; none when `manage_iam_role` is false everywhere. */
  readonly roles: readonly string[];
  readonly hasApi: boolean;
  /** ARNs of `iam_role_arn`. */
  readonly givenRoles: readonly string[];
  /** Some function has a VPC: Lambda then looks at its subnets with the permissions of the deployer. */
  readonly hasVpc?: boolean;
};

/** `plan`: reads only, for a job that runs `framework plan` on pull requests. */
export type DeployerJob = 'deploy' | 'plan';

const USES: Readonly<Record<DeployerJob, readonly CallUse[]>> = {
  deploy: ['read', 'write', 'remove', 'logs'],
  plan: ['read'],
};

/** The policy document. */
export function deployerPolicy(scope: DeployerScope, job: DeployerJob = 'deploy'): PolicyDocument {
  const calls = Object.values<Readonly<Record<string, CallActions>>>(CALL_ACTIONS)
    .flatMap((service) => Object.values(service))
    .filter(({ use }) => USES[job].includes(use));
  const permissions = calls.flatMap(({ use, permissions: each }) =>
    each.filter(({ resource }) => use !== 'write' || isWritten(resource, scope)),
  );
  const statements = RESOURCES.flatMap((resource) => {
    const actions = permissions.filter((one) => one.resource === resource);
    return statementOf(resource, [...new Set(actions.map(({ action }) => action))].sort(), scope);
  });
  return {
    Version: '2012-10-17',
    Statement: [...statements, ...(job === 'deploy' && scope.hasVpc ? [VPC] : [])],
  };
}

/** docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html, permissions of the user. */
const VPC: PolicyStatement = {
  Sid: 'Networks',
  Effect: 'Allow',
  Action: ['ec2:DescribeSecurityGroups', 'ec2:DescribeSubnets', 'ec2:DescribeVpcs'],
  Resource: ['*'],
};

const SIDS: Readonly<Record<CallResource, string>> = {
  anything: 'Lists',
  role: 'Roles',
  'passed-role': 'RolesOfFunctions',
  function: 'Functions',
  'all-apis': 'AllApis',
  api: 'Apis',
  'api-tags': 'ApiTags',
  'log-group': 'Logs',
};

const RESOURCES: readonly CallResource[] = [
  'anything',
  'role',
  'passed-role',
  'function',
  'all-apis',
  'api',
  'api-tags',
  'log-group',
];

/** What the application does not have is looked for and taken away, and not made. */
function isWritten(resource: CallResource, { hasApi, roles }: DeployerScope): boolean {
  switch (resource) {
    case 'all-apis':
    case 'api':
    case 'api-tags':
      return hasApi;
    case 'role':
      return roles.length > 0;
    case 'anything':
    case 'passed-role':
    case 'function':
    case 'log-group':
      return true;
  }
}

function statementOf(
  resource: CallResource,
  actions: readonly string[],
  scope: DeployerScope,
): PolicyStatement[] {
  const arns = arnsOf(resource, scope);
  if (actions.length === 0 || arns.length === 0) return [];
  return [
    {
      Sid: SIDS[resource],
      Effect: 'Allow',
      Action: actions,
      Resource: arns,
      ...(resource === 'passed-role' && {
        Condition: { StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' } },
      }),
    },
  ];
}

// Accounts stand as `*`: a policy belongs to one account, and there only its own resources are reached by it.
function arnsOf(resource: CallResource, scope: DeployerScope): readonly string[] {
  const { region, functions, roles, givenRoles } = scope;
  const partition = partitionOf(region);
  const apis = `arn:${partition}:apigateway:${region}::`;
  const roleArn = (name: string): string => `arn:${partition}:iam::*:role/${name}`;
  switch (resource) {
    case 'anything':
      return ['*'];
    case 'role':
      return roleNamesOf(scope).map(roleArn);
    case 'passed-role':
      return [
        ...(roles.length > 0 ? roleNamesOf(scope).map(roleArn) : []),
        ...[...givenRoles].sort(),
      ];
    case 'function':
      // With a version at the end, where one is read.
      return namesOf(functions, scope).flatMap((name) => {
        const arn = `arn:${partition}:lambda:${region}:*:function:${name}`;
        return [arn, ...(name.endsWith('*') ? [] : [`${arn}:*`])];
      });
    case 'all-apis':
      return [`${apis}/restapis`];
    case 'api':
      return [`${apis}/restapis/*`];
    case 'api-tags':
      return [`${apis}/tags/*`];
    case 'log-group':
      return namesOf(functions, scope).flatMap((name) => {
        const arn = `arn:${partition}:logs:${region}:*:log-group:/aws/lambda/${name}`;
        return [arn, ...(name.endsWith('*') ? [] : [`${arn}:*`])];
      });
  }
}

/**
 * All names that the stage has or can have: a deploy also makes what was added to the source since the policy was
 * written, and removes what was taken out.
 */
function namesOf(names: readonly string[], { app, stage }: DeployerScope): readonly string[] {
  const prefix = `${app}-${stage}`;
  const others = names.filter((name) => name !== prefix && !name.startsWith(`${prefix}-`));
  return [...new Set([prefix, `${prefix}-*`, ...others.sort()])];
}

/** Where another region has the plain names, roles have those of this region. */
function roleNamesOf(scope: DeployerScope): readonly string[] {
  const { app, stage, roles, region } = scope;
  const names = namesOf(roles, scope);
  const prefix = `${app}-${stage}`;
  const regional = [prefix, ...roles].flatMap((name) =>
    region === '*' ? anyRegionalRoleName(name) : [regionalRoleName(name, region)],
  );
  // The stars of the others match most of them.
  const others = regional.filter((name) => !name.startsWith(`${prefix}-`));
  return [...new Set([...names, ...others])];
}
