// The policy of the deployer: everything that the CLI calls, only on the resources of the stage.
import { bucketOf, queueOf, tableOf, topicOf } from '../resources/declared/resources.fixture.js';
import { expect, test } from 'vitest';
import { CALL_ACTIONS } from '../../cloud/ports.js';
import type { DeployerScope } from '../stage/deployer-scope.js';
import { eventsOf, every } from './event-sources.fixture.js';
import { deployerPolicy } from './deployer-policy.js';

const scope: DeployerScope = {
  app: 'helloworld',
  stage: 'dev',
  region: 'eu-west-1',
  functions: ['helloworld-dev', 'helloworld-dev-resize'],
  roles: ['helloworld-dev'],
  hasApi: true,
  givenRoles: [],
};

const EVENTS = eventsOf({
  resize: [
    every('rate(1 hour)'),
    every('rate(1 hour)', { timezone: 'Europe/Berlin' }),
    { kind: 'sns', topic: { text: 'alerts' } },
    { kind: 's3', bucket: { text: 'uploads' }, events: [], delivery: 'notification' },
  ],
});

function actionsOf(policy: ReturnType<typeof deployerPolicy>): readonly string[] {
  return policy.Statement.flatMap(({ Action }) => Action);
}

test('the policy holds every action of every call, except to invoke', () => {
  const calls = Object.values(CALL_ACTIONS).flatMap((service) => Object.values(service));
  const needed = calls
    .filter(({ use }) => use !== 'invoke')
    .flatMap(({ permissions }) => permissions.map(({ action }) => action));
  const sources = (['queue', 'table', 'stream'] as const).map((kind) => ({
    kind,
    name: 'Orders',
    arn: undefined,
  }));
  const settings = [{ log_retention_in_days: 14 }];
  const resources = [tableOf('cities'), queueOf('arrivals'), topicOf('news'), bucketOf('photos')];
  const api = { role_per_function: true };
  const whole = {
    ...scope,
    api,
    settings,
    sources,
    resources,
    events: EVENTS,
    hasParameters: true,
  };
  const granted = actionsOf(deployerPolicy(whole));
  expect([...new Set(needed)].filter((action) => !granted.includes(action))).toEqual([]);
  expect(granted).not.toContain('lambda:InvokeFunction');
});

test('the policy names the resources of the stage and nothing else where AWS allows that', () => {
  const { Statement } = deployerPolicy(scope);
  const rows = Statement.map(({ Sid, Resource }) => `${Sid}: ${Resource?.join(' ')}`);
  expect(rows).toMatchInlineSnapshot(`
    [
      "Lists: *",
      "Roles: arn:aws:iam::*:role/helloworld-dev arn:aws:iam::*:role/helloworld-dev-* arn:aws:iam::*:role/helloworld-dev@eu-west-1",
      "RolesOfFunctions: arn:aws:iam::*:role/helloworld-dev arn:aws:iam::*:role/helloworld-dev-* arn:aws:iam::*:role/helloworld-dev@eu-west-1",
      "Functions: arn:aws:lambda:eu-west-1:*:function:helloworld-dev arn:aws:lambda:eu-west-1:*:function:helloworld-dev:* arn:aws:lambda:eu-west-1:*:function:helloworld-dev-*",
      "AllApis: arn:aws:apigateway:eu-west-1::/restapis",
      "Apis: arn:aws:apigateway:eu-west-1::/restapis/*",
      "ApiTags: arn:aws:apigateway:eu-west-1::/tags/*",
      "EarlierDomains: arn:aws:apigateway:eu-west-1::/domainnames/*",
      "OwnDomains: arn:aws:apigateway:eu-west-1::/domainnames/*",
      "Logs: arn:aws:logs:eu-west-1:*:log-group:/aws/lambda/helloworld-dev arn:aws:logs:eu-west-1:*:log-group:/aws/lambda/helloworld-dev:* arn:aws:logs:eu-west-1:*:log-group:/aws/lambda/helloworld-dev-*",
      "EventSourceLists: *",
    ]
  `);
});

test('the policy for plan only reads', () => {
  const actions = actionsOf(deployerPolicy(scope, 'plan'));
  expect(actions).toMatchInlineSnapshot(`
    [
      "iam:ListRoles",
      "lambda:ListFunctions",
      "iam:GetRole",
      "iam:GetRolePolicy",
      "iam:ListRolePolicies",
      "lambda:GetFunction",
      "lambda:GetFunctionConfiguration",
      "lambda:GetPolicy",
      "lambda:ListTags",
      "lambda:ListVersionsByFunction",
      "apigateway:GET",
      "apigateway:GET",
      "apigateway:GET",
      "lambda:ListEventSourceMappings",
    ]
  `);
});

test('roles are passed to Lambda only', () => {
  const passed = deployerPolicy(scope).Statement.find(({ Action }) =>
    Action.includes('iam:PassRole'),
  );
  expect(passed?.Condition).toEqual({
    StringEquals: { 'iam:PassedToService': 'lambda.amazonaws.com' },
  });
});

test('an application with given roles only may take the former roles away, and change none', () => {
  const arn = 'arn:aws:iam::123456789012:role/runner';
  const policy = deployerPolicy({ ...scope, roles: [], givenRoles: [arn] });
  expect(actionsOf(policy)).not.toContain('iam:CreateRole');
  expect(actionsOf(policy)).not.toContain('iam:PutRolePolicy');
  // The role that an earlier deploy created.
  expect(actionsOf(policy)).toContain('iam:DeleteRole');
  expect(policy.Statement.find(({ Sid }) => Sid === 'RolesOfFunctions')?.Resource).toEqual([arn]);
});

test('an application without routes may take the former API away, and change none', () => {
  const actions = actionsOf(deployerPolicy({ ...scope, hasApi: false }));
  expect(actions.filter((action) => action.startsWith('apigateway:'))).toEqual([
    'apigateway:GET',
    'apigateway:DELETE',
    'apigateway:GET',
    // Permissions for domain names that an earlier configuration contained.
    'apigateway:GET',
    'apigateway:DELETE',
  ]);
});

test('a function in a VPC needs to see the subnets', () => {
  expect(actionsOf(deployerPolicy({ ...scope, hasVpc: true }))).toContain('ec2:DescribeSubnets');
  expect(actionsOf(deployerPolicy({ ...scope, hasVpc: true }, 'plan'))).not.toContain(
    'ec2:DescribeSubnets',
  );
});

test('the ARNs are those of the partition of the region', () => {
  const arns = deployerPolicy({ ...scope, region: 'cn-north-1' }).Statement.flatMap(
    ({ Resource }) => Resource ?? [],
  );
  expect(arns.filter((arn) => arn !== '*' && !arn.startsWith('arn:aws-cn:'))).toEqual([]);
});

test('the identifiers of the statements are letters, each once', () => {
  const sids = deployerPolicy({ ...scope, hasVpc: true }).Statement.map(({ Sid }) => Sid);
  expect(sids).toEqual([...new Set(sids)]);
  expect(sids.every((sid) => /^[A-Za-z0-9]+$/.test(sid))).toBe(true);
});
