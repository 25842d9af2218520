// `framework gen-policy` as a process: only the policy on stdout, messages on stderr (specification 2.7, 4.6).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../support/run.js';
import { runHere } from '../support/run-here.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

const APP = `import { writeFileSync } from 'node:fs';
import { Framework } from 'framework';
import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { SNS } from '@aws-sdk/client-sns';

writeFileSync('executed', 'yes');
export const app = new Framework({ appName: 'shop' });
const tables = new DynamoDB({});

export class Views {
  @app.route('/items/{id}')
  item(id: string) {
    return tables.getItem({ TableName: process.env.TABLE, Key: { id: { S: id } } });
  }

  @app.lambdaFunction()
  async report() {
    await new SNS({})['publish']({ TopicArn: 'arn:aws:sns:eu-west-1:123456789012:reports' });
  }
}
`;
const CONFIG = JSON.stringify({
  version: '2.0',
  app_name: 'shop',
  stages: {
    dev: { environment_variables: { TABLE: 'items-dev' } },
    prod: { environment_variables: { TABLE: 'items-prod' } },
  },
});

function shop(more: Readonly<Record<string, string>> = {}): string {
  return temporaryProject({ 'app.ts': APP, '.framework/config.json': CONFIG, ...more });
}

type Printed = {
  readonly Statement: readonly { readonly Sid: string; readonly Resource: unknown }[];
};

function parse(text: string): Printed {
  // because the test asks for the entries one by one
  return JSON.parse(text) as Printed;
}

test('the policy alone is on stdout, and nothing is executed or installed', async () => {
  const cwd = shop();
  const { stdout, stderr, exitCode } = await run('gen-policy', { cwd });
  expect(exitCode).toBe(0);
  expect(stderr).toBe('');
  expect(existsSync(join(cwd, 'executed'))).toBe(false);
  const allow = (Sid: string, Action: readonly string[], resource: string): object => {
    return { Sid, Effect: 'Allow', Action, Resource: [resource] };
  };
  const logs = ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'];
  const Statement = [
    allow('DynamoDB', ['dynamodb:GetItem'], 'arn:*:dynamodb:*:*:table/items-dev'),
    allow('Logs', logs, 'arn:*:logs:*:*:*'),
    allow('SNS', ['sns:Publish'], 'arn:aws:sns:eu-west-1:123456789012:reports'),
  ];
  expect(stdout).toBe(`${JSON.stringify({ Version: '2012-10-17', Statement }, null, 2)}\n`);
});

test('--stage reads the names of another stage', async () => {
  const { stdout } = await runHere('gen-policy --stage prod', { cwd: shop() });
  expect(parse(stdout).Statement[0]?.Resource).toEqual(['arn:*:dynamodb:*:*:table/items-prod']);
});

test('--explain prints each action with its resources and the line that asks for it', async () => {
  const { stdout } = await runHere('gen-policy --explain', { cwd: shop() });
  expect(stdout).toMatchInlineSnapshot(`
    "ACTION                RESOURCE                                    ASKED FOR BY               SOURCE
    dynamodb:GetItem      arn:*:dynamodb:*:*:table/items-dev          getItem()                  app.ts:13
    logs:CreateLogGroup   arn:*:logs:*:*:*                            the log of every function
    logs:CreateLogStream  arn:*:logs:*:*:*                            the log of every function
    logs:PutLogEvents     arn:*:logs:*:*:*                            the log of every function
    sns:Publish           arn:aws:sns:eu-west-1:123456789012:reports  publish()                  app.ts:18
    "
  `);
});

describe('--function', () => {
  test('prints the policy of one function', async () => {
    const { stdout, exitCode } = await runHere('gen-policy --function report', { cwd: shop() });
    expect(exitCode).toBe(0);
    expect(parse(stdout).Statement.map(({ Sid }) => Sid)).toContain('SNS');
  });

  test('knows the functions of the application only', async () => {
    const { stdout, stderr, exitCode } = await runHere('gen-policy --function reprot', {
      cwd: shop(),
    });
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toMatchInlineSnapshot(`
      "error: There is no function \`reprot\`.
        hint: Run \`framework gen-policy --function report\`.
        help: framework gen-policy --help
      "
    `);
  });
});

test('what could not be told is on stderr, with its place and what to do', async () => {
  const app = HELLO_WORLD.replace(
    '  index() {',
    '  async index() {\n    await import(`./jobs/${process.argv[2]}.js`);',
  );
  const { stdout, stderr, exitCode } = await runHere('gen-policy', {
    cwd: temporaryProject({ 'app.ts': app }),
  });
  expect(exitCode).toBe(0);
  expect(parse(stdout).Statement).toHaveLength(1);
  expect(stderr).toMatchInlineSnapshot(`
    "app.ts:8:11: warning FW4003: The module that import(\`./jobs/\${process.argv[2]}.js\`) loads cannot be determined from the source.
      hint: Write the path as a string literal, or add the permissions that the module needs to \`.framework/policy-base.json\`.
    1 warning in 1 file
    "
  `);
});

describe('the base policy', () => {
  const withBase = (statement: unknown, file = 'policy-base.json'): string =>
    shop({
      [`.framework/${file}`]: JSON.stringify({ Version: '2012-10-17', Statement: [statement] }),
    });
  const key = { Sid: 'Key', Effect: 'Allow', Action: 'kms:Decrypt', Resource: '*' };

  test('stands in the printed policy, with lists', async () => {
    const { stdout } = await runHere('gen-policy', { cwd: withBase(key) });
    expect(parse(stdout).Statement.at(-1)).toEqual({
      Sid: 'Key',
      Effect: 'Allow',
      Action: ['kms:Decrypt'],
      Resource: ['*'],
    });
  });

  test('of a function stands in the policy of that function only', async () => {
    const cwd = withBase(key, 'policy-base-report.json');
    const whole = await runHere('gen-policy', { cwd });
    const own = await runHere('gen-policy --function report', { cwd });
    expect(whole.stdout).not.toContain('kms:Decrypt');
    expect(own.stdout).toContain('kms:Decrypt');
  });

  test('must name actions and resources', async () => {
    const cwd = withBase({ Effect: 'Allow', NotAction: 'iam:*', Resource: '*' });
    const { stdout, stderr, exitCode } = await runHere('gen-policy', { cwd });
    expect([stdout, exitCode]).toEqual(['', 1]);
    expect(stderr).toContain('FW4053');
  });

  test('that is not JSON is an error at its place', async () => {
    const cwd = shop({ '.framework/policy-base.json': '{' });
    const { stderr, exitCode } = await runHere('gen-policy', { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('.framework/policy-base.json:1');
  });
});

test('the prefix of a package that the data does not know is read from the installed package', async () => {
  const app = HELLO_WORLD.replace(
    "from 'framework';",
    "from 'framework';\nimport { SendCommand } from '@aws-sdk/client-teleport';",
  ).replace('return', 'new SendCommand({});\n    return');
  const provider = 'node_modules/@aws-sdk/client-teleport/dist-es/auth/httpAuthSchemeProvider.js';
  const cwd = temporaryProject({
    'app.ts': app,
    [provider]: 'export const a = { signingProperties: {\n name: "tele",\n region } };',
  });
  const { stdout, stderr } = await runHere('gen-policy', { cwd });
  expect(stdout).toContain('"tele:Send"');
  expect(stderr).toContain('FW4006');
});

describe('--deployer', () => {
  test('prints the policy for deploying the stage', async () => {
    const { stdout } = await runHere('gen-policy --deployer --stage prod', { cwd: shop() });
    expect(stdout).toContain('"arn:aws:lambda:*:*:function:shop-prod"');
    expect(stdout).toContain('"lambda:CreateFunction"');
  });

  test('--read-only prints that for planning, --region that of one region', async () => {
    const line = 'gen-policy --deployer --read-only --region eu-west-1';
    const { stdout } = await runHere(line, { cwd: shop() });
    expect(stdout).toContain('"arn:aws:lambda:eu-west-1:*:function:shop-dev"');
    expect(stdout).not.toContain('"lambda:CreateFunction"');
  });

  test.each([
    ['gen-policy --deployer --explain', '`--explain` and `--deployer` cannot be combined.'],
    ['gen-policy --read-only', '`--read-only` needs `--deployer`.'],
  ])('%s is refused', async (line, message) => {
    const { stdout, stderr, exitCode } = await runHere(line, { cwd: shop() });
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(stderr).toContain(message);
  });
});

test('--explain names the declaration of a resource, and a bucket has any account and region', async () => {
  const cwd = temporaryProject({
    'resources.ts': `import { Bucket, Table } from 'framework';

export const photos = new Bucket('photos');
export const cities = new Table('cities', { key: 'id', indexes: { byName: { key: 'name' } } });
`,
    'app.ts': `import { DynamoDB } from '@aws-sdk/client-dynamodb';
import { S3 } from '@aws-sdk/client-s3';
import { Framework } from 'framework';
import { cities, photos } from './resources.js';

export const app = new Framework({ appName: 'shop' });

export const photo = app.route('/photos/{key}')(async (key) => {
  await new DynamoDB().query({ TableName: cities.name, IndexName: 'byName' });
  const { ETag } = await new S3().headObject({ Bucket: photos.name, Key: key });
  return { ETag };
});
`,
  });
  const { stdout, stderr } = await runHere('gen-policy --explain --stage prod', { cwd });
  expect(stderr).toBe('');
  const rows = stdout.split('\n').filter((line) => line.includes('shop-prod'));
  expect(rows.map((line) => line.trim().replaceAll(/ {2,}/g, '  '))).toEqual([
    'dynamodb:Query  arn:*:dynamodb:*:*:table/shop-prod-cities (resources.ts:4)  query()  app.ts:9',
    'arn:*:dynamodb:*:*:table/shop-prod-cities/index/* (resources.ts:4)',
    's3:GetObject  arn:*:s3:::shop-prod-photos-*-*/* (resources.ts:3)  headObject()  app.ts:10',
  ]);
});

describe('with `role_per_function`', () => {
  const divided = (more: object = {}, files: Readonly<Record<string, string>> = {}): string => {
    const config = { ...(JSON.parse(CONFIG) as object), role_per_function: true, ...more };
    return shop({ '.framework/config.json': JSON.stringify(config), ...files });
  };

  test('every function has a policy with what it reaches and its own log group', async () => {
    const cwd = divided();
    const { stdout, exitCode } = await runHere('gen-policy', { cwd });
    expect(exitCode).toBe(0);
    const policies = JSON.parse(stdout) as Readonly<Record<string, Printed>>;
    const granted = Object.entries(policies).map(([name, { Statement }]) => [
      name,
      Statement.map(({ Sid, Resource }) => [Sid, Resource]),
    ]);
    expect(Object.fromEntries(granted)).toEqual({
      api_handler: [
        ['DynamoDB', ['arn:*:dynamodb:*:*:table/items-dev']],
        ['Logs', ['arn:*:logs:*:*:log-group:/aws/lambda/shop-dev:*']],
      ],
      report: [
        ['Logs', ['arn:*:logs:*:*:log-group:/aws/lambda/shop-dev-report:*']],
        ['SNS', ['arn:aws:sns:eu-west-1:123456789012:reports']],
      ],
    });
    for (const name of ['api_handler', 'report']) {
      const one = await runHere(`gen-policy --function ${name}`, { cwd });
      expect(parse(one.stdout)).toEqual(policies[name]);
    }
  });

  test('--explain has a table for each function, --json the policies with their reasons', async () => {
    const cwd = divided();
    expect((await runHere('gen-policy --explain', { cwd })).stdout).toMatchInlineSnapshot(`
      "api_handler
      ACTION                RESOURCE                                         ASKED FOR BY  SOURCE
      dynamodb:GetItem      arn:*:dynamodb:*:*:table/items-dev               getItem()     app.ts:13
      logs:CreateLogGroup   arn:*:logs:*:*:log-group:/aws/lambda/shop-dev:*  its own log
      logs:CreateLogStream  arn:*:logs:*:*:log-group:/aws/lambda/shop-dev:*  its own log
      logs:PutLogEvents     arn:*:logs:*:*:log-group:/aws/lambda/shop-dev:*  its own log

      report
      ACTION                RESOURCE                                                ASKED FOR BY  SOURCE
      logs:CreateLogGroup   arn:*:logs:*:*:log-group:/aws/lambda/shop-dev-report:*  its own log
      logs:CreateLogStream  arn:*:logs:*:*:log-group:/aws/lambda/shop-dev-report:*  its own log
      logs:PutLogEvents     arn:*:logs:*:*:log-group:/aws/lambda/shop-dev-report:*  its own log
      sns:Publish           arn:aws:sns:eu-west-1:123456789012:reports              publish()     app.ts:18
      "
    `);
    const { stdout } = await runHere('gen-policy --json', { cwd });
    const { policies, ...others } = JSON.parse(stdout) as {
      readonly policies: Readonly<Record<string, { readonly reasons: readonly unknown[] }>>;
    };
    expect(others).toEqual({ version: 1, diagnostics: [] });
    const counts = Object.entries(policies).map(([name, { reasons }]) => [name, reasons.length]);
    expect(Object.fromEntries(counts)).toEqual({ api_handler: 4, report: 4 });
    const one = await runHere('gen-policy --json --function report', { cwd });
    expect(parse(one.stdout)).toMatchObject(policies['report'] ?? {});
  });

  test('a base policy of a function is for this function alone', async () => {
    const base = (Sid: string): string =>
      JSON.stringify({ Statement: { Sid, Effect: 'Allow', Action: 'kms:Decrypt', Resource: '*' } });
    const cwd = divided(
      {},
      {
        '.framework/policy-base.json': base('All'),
        '.framework/policy-base-report.json': base('Own'),
      },
    );
    const { stdout } = await runHere('gen-policy', { cwd });
    const policies = JSON.parse(stdout) as Readonly<Record<string, Printed>>;
    const ids = (name: string): readonly unknown[] =>
      policies[name]?.Statement.map(({ Sid }) => Sid) ?? [];
    expect(ids('api_handler')).toContain('All');
    expect(ids('report')).toContain('Own');
    expect(ids('report')).not.toContain('All');
  });

  test('the deployer may create the roles, pass each of them to Lambda, and read the quota', async () => {
    const of = async (cwd: string): Promise<string> =>
      (await runHere('gen-policy --deployer --region eu-west-1', { cwd })).stdout;
    const policy = parse(await of(divided()));
    const named = Object.fromEntries(policy.Statement.map(({ Sid, Resource }) => [Sid, Resource]));
    expect(named).toMatchObject({ RoleQuota: ['*'] });
    expect(named['Roles']).toContain('arn:aws:iam::*:role/shop-dev-*');
    expect(named['RolesOfFunctions']).toContain('arn:aws:iam::*:role/shop-dev-*');
    // Without the key it is unchanged.
    expect(await of(shop())).not.toContain('GetAccountSummary');
  });

  test('one role or one policy for the whole stage contradicts it', async () => {
    const arn = 'arn:aws:iam::123456789012:role/mine';
    const stages = { dev: { manage_iam_role: false, iam_role_arn: arn } };
    const given = await runHere('gen-policy', { cwd: divided({ stages }) });
    expect(given.exitCode).toBe(1);
    expect(given.stderr).toContain('FW1175');
    expect(given.stderr).toContain('`role_per_function` is true for the stage dev');
    const files = { '.framework/policy-dev.json': '{"Version":"2012-10-17","Statement":[]}' };
    const { stderr } = await runHere('gen-policy', {
      cwd: divided({ autogen_policy: false }, files),
    });
    expect(stderr).toContain('`autogen_policy` is false');
    // The stage may disable it, an entry may set it anyway, and commands that need no role ignore it.
    const off = { dev: { ...stages.dev, role_per_function: false } };
    expect((await runHere('gen-policy', { cwd: divided({ stages: off }) })).exitCode).toBe(0);
    const lambda_functions = { report: stages.dev };
    expect((await runHere('gen-policy', { cwd: divided({ lambda_functions }) })).exitCode).toBe(0);
    expect((await runHere('routes', { cwd: divided({ stages }) })).stderr).not.toContain('FW1175');
    const wrong = await runHere('gen-policy', { cwd: divided({ role_per_function: 'yes' }) });
    expect(wrong.stderr).toMatch(/FW11\d\d.*`role_per_function`/);
  });
});
