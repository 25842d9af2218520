// A role for each function, as the commands show and create them: with the permissions for what a function reaches itself,
// through middleware and by its sources. The deployer has only the permissions of `gen-policy --deployer`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { at, mappingIn, readJson, runExport } from '../export/exports.js';
import { framework, helloWorld, testCloud } from './deployments.js';
import { runKilled } from './histories.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('deploys of roles', 3);

const URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/' +
  'arn:aws:lambda:us-east-1:123456789012:function:helloworld-dev-check/invocations';

/** Replaces the SDK, of which only the name matters. */
const SDK = {
  'node_modules/@aws-sdk/client-sns/package.json': '{"name":"@aws-sdk/client-sns","type":"module"}',
  'node_modules/@aws-sdk/client-sns/index.js': 'export class SNS { async publish() {} }',
};

const APP = `import { SNS } from '@aws-sdk/client-sns';
import { CustomAuthorizer, Framework, middleware } from 'framework';

export const app = new Framework({ appName: 'helloworld' });

const sns = new SNS({});
const TOPICS = 'arn:aws:sns:us-east-1:123456789012:';

const audit = middleware(async (request, next) => {
  if (request.headers['x-audit']) await sns.publish({ TopicArn: TOPICS + 'audits' });
  return next();
});
const tenant = middleware.provide(async (request, next) => {
  if (request.headers['x-tenant']) await sns.publish({ TopicArn: TOPICS + 'tenants' });
  return next('one');
});

export const check = app.lambdaFunction()(async function check() {
  return {};
});
const own = new CustomAuthorizer('own', { header: 'Token', authorizerUri: '${URI}' });

export class Views {
  @app.route('/', { middleware: [audit] })
  index() {
    return { hello: 'world' };
  }

  @app.route('/rows', { middleware: [tenant] })
  async *rows() {
    yield { tenant: tenant.value };
  }

  @app.route('/own', { authorizer: own })
  own() {
    return {};
  }

  @app.onSqsMessage({ queue: 'orders' })
  async orders() {
    await sns.publish({ TopicArn: TOPICS + 'orders' });
  }

  @app.lambdaFunction()
  async resize() {
    return 1;
  }
}
`;

function projectOf(settings: object, source = APP): string {
  const config = { version: '2.0', lambda_timeout: 1, ...settings };
  const text = JSON.stringify(config);
  return helloWorld({ ...SDK, 'app.ts': source, '.framework/config.json': text });
}

function configure(cwd: string, settings: object): void {
  const config = { version: '2.0', lambda_timeout: 1, ...settings };
  writeFileSync(join(cwd, '.framework/config.json'), JSON.stringify(config));
}

const DIVIDED = { role_per_function: true };

/** The keys of the functions, with the names of their roles. */
const ROLES = {
  'helloworld-dev': 'helloworld-dev-api_handler',
  'helloworld-dev-check': 'helloworld-dev-check',
  'helloworld-dev-orders': 'helloworld-dev-orders',
  'helloworld-dev-resize': 'helloworld-dev-resize',
  'helloworld-dev-stream': 'helloworld-dev-stream',
};

async function cloudWithQueue(): Promise<TestCloud> {
  const cloud = await testCloud();
  await createClients(cloud).sqs.createQueue({ QueueName: 'orders' });
  return cloud;
}

/** Returns the name of each function's role. */
async function rolesOf(cloud: TestCloud): Promise<Readonly<Record<string, string>>> {
  const { lambda } = createClients(cloud);
  const rows = Object.keys(ROLES).map(async (FunctionName) => {
    const { Role = '' } = await lambda.getFunctionConfiguration({ FunctionName });
    return [FunctionName, Role.split('/').at(-1) ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** Returns the actions of each role except those for its log, with the ends of their resources. */
async function grantsOf(cloud: TestCloud): Promise<Readonly<Record<string, readonly string[]>>> {
  const { iam } = createClients(cloud);
  const rows = Object.values(ROLES).map(async (name) => {
    const found = await iam.getRolePolicy({ RoleName: name, PolicyName: name });
    const text = decodeURIComponent(found.PolicyDocument ?? '');
    const { Statement } = JSON.parse(text) as {
      readonly Statement: readonly { readonly Action: string[]; readonly Resource: string[] }[];
    }; // because a deploy wrote it
    const grants = Statement.flatMap(({ Action, Resource }) =>
      Action.map(
        (action) => `${action} ${Resource.map((one) => one.split(':').slice(5).join(':')).join()}`,
      ),
    );
    return [name, grants.filter((one) => !one.startsWith('logs:Create'))] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

test('plan shows the roles, the deployer may make them, and each allows what its function reaches', async () => {
  const cloud = await cloudWithQueue();
  const cwd = projectOf(DIVIDED);
  const deployer = await framework('gen-policy --deployer', { cwd, cloud });
  cloud.restrictCaller(JSON.parse(deployer.out));
  const plan = await framework('plan', { cwd, cloud });
  expect(plan.err).not.toContain('error');
  for (const role of Object.values(ROLES)) {
    expect(plan.out).toMatch(new RegExp(`\\+ +role +${role}\n`));
    expect(plan.out).toContain(`Policy of ${role}\n`);
  }
  expect(plan.out).not.toMatch(/role +helloworld-dev\n/);
  const { roles } = JSON.parse((await framework('plan --json', { cwd, cloud })).out) as {
    readonly roles: readonly { readonly name: string }[];
  };
  expect(roles.map(({ name }) => name)).toEqual(Object.values(ROLES).toSorted());
  const deployed = await framework('deploy', { cwd, cloud });
  expect(deployed.exitCode, deployed.err).toBe(0);
  expect(await rolesOf(cloud)).toEqual(ROLES);
  expect(await grantsOf(cloud)).toMatchInlineSnapshot(`
    {
      "helloworld-dev-api_handler": [
        "logs:PutLogEvents log-group:/aws/lambda/helloworld-dev:*",
        "sns:Publish audits",
      ],
      "helloworld-dev-check": [
        "logs:PutLogEvents log-group:/aws/lambda/helloworld-dev-check:*",
      ],
      "helloworld-dev-orders": [
        "logs:PutLogEvents log-group:/aws/lambda/helloworld-dev-orders:*",
        "sns:Publish orders",
        "sqs:DeleteMessage orders",
        "sqs:GetQueueAttributes orders",
        "sqs:ReceiveMessage orders",
      ],
      "helloworld-dev-resize": [
        "logs:PutLogEvents log-group:/aws/lambda/helloworld-dev-resize:*",
      ],
      "helloworld-dev-stream": [
        "logs:PutLogEvents log-group:/aws/lambda/helloworld-dev-stream:*",
        "sns:Publish tenants",
      ],
    }
  `);
  // The written policy is read again.
  expect(Object.keys(readJson(join(cwd, '.framework'), 'policy.json') as object)).toHaveLength(5);
  const again = await framework('deploy --no-autogen-policy', { cwd, cloud });
  expect(again.out).toMatch(/^No changes\.\n/);
  const other = await framework('deploy', { cwd: projectOf(DIVIDED), cloud });
  expect(other.out, other.err).toMatch(/^No changes\.\n/);
  const deleted = await framework('delete --yes --log-groups', { cwd: projectOf(DIVIDED), cloud });
  expect(deleted.exitCode, deleted.err).toBe(0);
  // Lambda deletes a mapping with a delay.
  await expect.poll(() => cloud.inventory()).toEqual(['queue orders']);
});

test('switched on with other code, rolled back, and switched off', async () => {
  const cloud = await cloudWithQueue();
  const cwd = projectOf({});
  const run = async (line: string): Promise<string> => {
    const result = await framework(line, { cwd, cloud });
    expect(result.exitCode, result.err).toBe(0);
    return result.out;
  };
  await run('deploy');
  expect(new Set(Object.values(await rolesOf(cloud)))).toEqual(new Set(['helloworld-dev']));
  configure(cwd, DIVIDED);
  writeFileSync(join(cwd, 'app.ts'), APP.replace("hello: 'world'", "hello: 'you'"));
  const switched = await run('deploy');
  expect(switched).toContain('Waited for the new roles to take effect');
  expect(switched).toContain('Deleted role helloworld-dev (');
  expect(await rolesOf(cloud)).toEqual(ROLES);
  // The code is rolled back, but roles are kept.
  expect(await run('rollback --yes')).toContain('Returned function helloworld-dev to version 1');
  expect(await rolesOf(cloud)).toEqual(ROLES);
  configure(cwd, {});
  await runKilled('deploy', { cwd, cloud }, { at: 20, isCarriedOut: true });
  await framework('deploy', { cwd: projectOf({}, APP), cloud });
  expect(new Set(Object.values(await rolesOf(cloud)))).toEqual(new Set(['helloworld-dev']));
  expect(cloud.inventory().filter((one) => one.startsWith('role'))).toEqual([
    'role helloworld-dev',
  ]);
  // A deploy that only changed settings is not undone.
  const refused = await framework('rollback --yes', { cwd, cloud });
  expect(refused.err).toMatch(/FW62\d\d/);
});

test('other tools get a role, a policy and an output for each function', async () => {
  const cwd = projectOf(DIVIDED);
  await runExport('--format terraform --out infra', cwd);
  const file = readJson(join(cwd, 'infra'), 'main.tf.json');
  const resource = mappingIn(file, 'resource');
  const keys = ['api_handler', 'check', 'orders', 'resize', 'stream_handler'];
  expect(Object.keys(mappingIn(resource, 'aws_iam_role')).toSorted()).toEqual(keys);
  expect(Object.keys(mappingIn(resource, 'aws_iam_role_policy')).toSorted()).toEqual(keys);
  for (const key of keys) {
    expect(mappingIn(resource, 'aws_lambda_function', key)).toMatchObject({
      role: `\${aws_iam_role.${key}.arn}`,
      depends_on: [`aws_iam_role_policy.${key}`],
    });
    expect(at(file, 'output', `role_arn_${key}`, 'value')).toBe(`\${aws_iam_role.${key}.arn}`);
  }
  await runExport('--format cloudformation --out infra', cwd);
  const template = readJson(join(cwd, 'infra'), 'template.json');
  expect(at(template, 'Resources', 'FunctionResize', 'Properties', 'Role')).toEqual({
    'Fn::GetAtt': ['RoleResize', 'Arn'],
  });
  expect(at(template, 'Outputs', 'RoleArnResize', 'Value')).toEqual({
    'Fn::GetAtt': ['RoleResize', 'Arn'],
  });
});
