// `framework export` writes what a deploy would create, without credentials, a region or a call.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOf } from '../../compiler/json-values.js';
import { ExitCode } from '../../cli/program/command.js';
import { temporaryProject } from '../support/temporary-project.js';
import { at, mappingIn, readJson, runExport } from './exports.js';

const APP = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'shop' });

export class Views {
  @app.route('/')
  index() {
    return { hello: 'world' };
  }
}

export const resize = app.lambdaFunction()(function resize() { return 1; });
`;

function shop(config: object = {}, files: Readonly<Record<string, string>> = {}): string {
  return temporaryProject({
    'app.ts': APP,
    '.framework/config.json': JSON.stringify({ version: '2.0', ...config }),
    ...files,
  });
}

test('Terraform gets every resource under the name that a deploy gives it', async () => {
  const cwd = shop({ log_retention_in_days: 7 });
  const { exitCode, out } = await runExport('--format terraform --out infra --stage prod', cwd);
  expect([exitCode, out]).toEqual([
    ExitCode.ok,
    'Wrote infra/main.tf.json (12 resources) and infra/package.zip\n',
  ]);
  const file = readJson(join(cwd, 'infra'), 'main.tf.json');
  expect(at(file, 'terraform', 'required_version')).toBe('>= 1.5');
  expect(at(file, 'terraform', 'required_providers', 'aws', 'version')).toBe('>= 6.20');
  expect(at(file, 'terraform', '//')).toBe(
    'Version 6.20 or later of the aws provider is required for the runtime nodejs24.x.',
  );
  const resource = mappingIn(file, 'resource');
  expect(Object.keys(resource)).toEqual([
    'aws_api_gateway_deployment',
    'aws_api_gateway_rest_api',
    'aws_api_gateway_stage',
    'aws_cloudwatch_log_group',
    'aws_iam_role',
    'aws_iam_role_policy',
    'aws_lambda_function',
    'aws_lambda_permission',
  ]);
  expect(at(resource, 'aws_iam_role', 'this', 'name')).toBe('shop-prod');
  expect(at(resource, 'aws_api_gateway_rest_api', 'this', 'name')).toBe('shop-prod');
  expect(mappingIn(resource, 'aws_lambda_function', 'resize')).toMatchObject({
    function_name: 'shop-prod-resize',
    filename: '${path.module}/package.zip',
    role: '${aws_iam_role.this.arn}',
    depends_on: ['aws_iam_role_policy.this', 'aws_cloudwatch_log_group.resize'],
  });
  expect(Object.keys(mappingIn(file, 'output')).toSorted()).toEqual([
    'api_id',
    'api_url',
    'function_arn_api_handler',
    'function_arn_resize',
    'role_arn',
  ]);
});

test('CloudFormation gets them without a transform, with parameters for the place of the code', async () => {
  const cwd = shop();
  const { exitCode } = await runExport('--format cloudformation --out infra', cwd);
  expect(exitCode).toBe(ExitCode.ok);
  const file = readJson(join(cwd, 'infra'), 'template.json');
  expect(at(file, 'Transform')).toBeUndefined();
  expect(Object.keys(mappingIn(file, 'Parameters'))).toEqual(['CodeBucket', 'CodeKey']);
  const resources = mappingIn(file, 'Resources');
  expect(Object.keys(resources)).toEqual([
    'Api',
    expect.stringMatching(/^Deployment[0-9a-f]{10}$/),
    'FunctionApiHandler',
    'FunctionResize',
    'PermissionApiHandler',
    'Role',
    'Stage',
    expect.stringMatching(/^VersionApiHandler/),
    expect.stringMatching(/^VersionResize/),
  ]);
  expect(mappingIn(resources, 'FunctionResize', 'Properties')).toMatchObject({
    FunctionName: 'shop-dev-resize',
    Code: { S3Bucket: { Ref: 'CodeBucket' }, S3Key: { Ref: 'CodeKey' } },
    Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
  });
  expect(at(file, 'Outputs', 'ApiUrl', 'Value')).toEqual({
    'Fn::Sub': 'https://${Api}.execute-api.${AWS::Region}.${AWS::URLSuffix}/api/',
  });
});

test.each(['terraform', 'cloudformation'])(
  '%s: the same source gives the same bytes',
  async (format) => {
    const cwd = shop();
    const file = format === 'terraform' ? 'main.tf.json' : 'template.json';
    const bytesOf = async (folder: string): Promise<readonly string[]> => {
      const { exitCode } = await runExport(`--format ${format} --out ${folder}`, cwd);
      expect(exitCode).toBe(ExitCode.ok);
      return [file, 'package.zip'].map((name) => readFileSync(join(cwd, folder, name), 'base64'));
    };
    expect(await bytesOf('one')).toEqual(await bytesOf('other'));
  },
);

test('a streaming route has its mode and the time-out of its function in the document, and no resource of its own', async () => {
  const streaming = APP.replace(
    "@app.route('/')\n  index() {\n    return",
    "@app.route('/')\n  async *index() {\n    yield",
  );
  const cwd = shop(
    { lambda_functions: { stream_handler: { lambda_timeout: 90 } } },
    { 'app.ts': streaming },
  );
  const integration = ['paths', '/', 'get', 'x-amazon-apigateway-integration'] as const;
  const expected = (arn: string, region: string) => ({
    type: 'aws_proxy',
    httpMethod: 'POST',
    passthroughBehavior: 'when_no_match',
    responseTransferMode: 'STREAM',
    timeoutInMillis: 90_000,
    uri: `${region}:lambda:path/2021-11-15/functions/${arn}:function:shop-dev-stream/response-streaming-invocations`,
  });
  const terraform: unknown = JSON.parse((await runExport('--format terraform', cwd)).out);
  const resource = mappingIn(terraform, 'resource');
  const place = (name: string): string => `\${data.${name}}`;
  const [partition, region, account] = [
    place('aws_partition.current.partition'),
    place('aws_region.current.id'),
    place('aws_caller_identity.current.account_id'),
  ];
  const body: unknown = JSON.parse(
    String(at(resource, 'aws_api_gateway_rest_api', 'this', 'body')),
  );
  expect(at(body, ...integration)).toEqual(
    expected(
      `arn:${partition}:lambda:${region}:${account}`,
      `arn:${partition}:apigateway:${region}`,
    ),
  );
  expect(resource).not.toHaveProperty('aws_api_gateway_integration');
  expect(at(resource, 'aws_lambda_function', 'stream_handler')).toMatchObject({
    function_name: 'shop-dev-stream',
    handler: 'index.stream',
    timeout: 90,
  });
  expect(at(resource, 'aws_lambda_permission', 'stream_handler')).toMatchObject({
    function_name: '${aws_lambda_function.stream_handler.function_name}',
    principal: 'apigateway.amazonaws.com',
    source_arn: expect.stringMatching(
      /:\$\{aws_api_gateway_rest_api\.this\.id\}\/\*\/\*$/,
    ) as string,
  });
  const template: unknown = JSON.parse((await runExport('--format cloudformation', cwd)).out);
  const resources = mappingIn(template, 'Resources');
  const aws = 'arn:${AWS::Partition}';
  const { uri, ...rest } = expected(
    `${aws}:lambda:\${AWS::Region}:\${AWS::AccountId}`,
    `${aws}:apigateway:\${AWS::Region}`,
  );
  expect(at(resources, 'Api', 'Properties', 'Body', ...integration)).toEqual({
    ...rest,
    uri: { 'Fn::Sub': uri },
  });
  expect(mappingIn(resources, 'PermissionStreamHandler', 'Properties')).toMatchObject({
    FunctionName: { Ref: 'FunctionStreamHandler' },
    Principal: 'apigateway.amazonaws.com',
    SourceArn: { 'Fn::Sub': expect.stringMatching(/:\$\{Api\}\/\*\/\*$/) as string },
  });
});

test('without --out the template is printed', async () => {
  const { out } = await runExport('--format terraform', shop());
  expect(at(JSON.parse(out), 'resource', 'aws_iam_role', 'this', 'name')).toBe('shop-dev');
});

test('what either language would read in a text is escaped', async () => {
  const cwd = shop({
    environment_variables: { HOME_OF: '${HOME}', TEST_OF: '%{if}', TWICE: '$${x}' },
  });
  const terraform: unknown = JSON.parse((await runExport('--format terraform', cwd)).out);
  const handler = ['resource', 'aws_lambda_function', 'api_handler'] as const;
  expect(at(terraform, ...handler, 'environment', 'variables')).toEqual({
    HOME_OF: '$${HOME}',
    TEST_OF: '%%{if}',
    TWICE: '${"$$"}{x}',
  });
  const template: unknown = JSON.parse((await runExport('--format cloudformation', cwd)).out);
  const properties = mappingIn(template, 'Resources', 'FunctionApiHandler', 'Properties');
  expect(at(properties, 'Environment', 'Variables')).toEqual({
    HOME_OF: '${HOME}',
    TEST_OF: '%{if}',
    TWICE: '$${x}',
  });
});

/** Returns an application whose strings look like the syntax of the tools. */
function alike(authorizer: string): string {
  return `import { CORSConfig, CustomAuthorizer, Framework } from 'framework';

export const app = new Framework({ appName: 'shop' });
const own = new CustomAuthorizer('${authorizer}', {
  header: 'Token',
  authorizerUri: '${AUTHORIZER_URI}',
});

export class Views {
  @app.route('/', {
    authorizer: own,
    cors: new CORSConfig({ allowOrigin: 'https://{{account}}.{{region}}.\${A}' }),
  })
  index() {
    return {};
  }

  @app.onEvent({ detail: { Ref: ['a'], gone: [null], text: ['{{resolve:ssm:x}}', '\${A}'] } })
  react() {}
}
`;
}

const AUTHORIZER_URI =
  'arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/' +
  'arn:aws:lambda:us-east-1:123456789012:function:other/invocations';

test('what either tool would read in a document of the application stays in it', async () => {
  const cwd = shop({}, { 'app.ts': alike('own') });
  const pattern = {
    detail: { Ref: ['a'], gone: [null], text: ['{{resolve:ssm:x}}', '${A}'] },
  };
  const terraform: unknown = JSON.parse((await runExport('--format terraform', cwd)).out);
  const rule = at(terraform, 'resource', 'aws_cloudwatch_event_rule', 'react', 'event_pattern');
  expect(JSON.parse(String(rule).replaceAll('$${', '${'))).toEqual(pattern);
  const body = String(at(terraform, 'resource', 'aws_api_gateway_rest_api', 'this', 'body'));
  expect(body).toContain("'https://{{account}}.{{region}}.$${A}'");
  expect(body).toContain(
    'arn:${data.aws_partition.current.partition}:apigateway:${data.aws_region.current.id}:lambda',
  );

  const template: unknown = JSON.parse((await runExport('--format cloudformation', cwd)).out);
  const text = at(template, 'Resources', 'RuleReact', 'Properties', 'EventPattern');
  expect(text).not.toContain('{{resolve');
  expect(JSON.parse(String(text))).toEqual(pattern);
  const document = JSON.stringify(at(template, 'Resources', 'Api', 'Properties', 'Body'));
  expect(document).toContain("'https://{{account}}.{{region}}.${A}'");
  expect(document).toContain('"Fn::Sub":"arn:${AWS::Partition}:apigateway:${AWS::Region}:lambda');
});

test('a document with a key of CloudFormation is a text there, with its references', async () => {
  const cwd = shop({}, { 'app.ts': alike('Ref') });
  const { out } = await runExport('--format cloudformation', cwd);
  const body = at(JSON.parse(out), 'Resources', 'Api', 'Properties', 'Body', 'Fn::Join', 1);
  const places: Readonly<Record<string, string>> = {
    'AWS::Partition': 'aws',
    'AWS::Region': 'eu-west-1',
    'AWS::AccountId': '123456789012',
  };
  const parts = listOf(body).map((part) =>
    typeof part === 'string' ? part : places[String(at(part, 'Ref'))],
  );
  expect(JSON.parse(parts.join(''))).toMatchObject({
    components: { securitySchemes: { Ref: { in: 'header' } } },
    paths: {
      '/': {
        get: {
          'x-amazon-apigateway-integration': {
            uri: 'arn:aws:apigateway:eu-west-1:lambda:path/2015-03-31/functions/arn:aws:lambda:eu-west-1:123456789012:function:shop-dev/invocations',
          },
        },
      },
    },
    'x-amazon-apigateway-gateway-responses': {
      DEFAULT_4XX: {
        responseParameters: {
          'gatewayresponse.header.Access-Control-Allow-Origin':
            "'https://{{account}}.{{region}}.${A}'",
        },
      },
    },
  });
});

test('what CloudFormation cannot say is refused where the configuration says it', async () => {
  const variables = { Ref: 'x', SECRET: 'a {{resolve:ssm:name}}', BRACES: '{{resolve' };
  const cwd = shop({ environment_variables: variables });
  const { exitCode, out, err } = await runExport('--format cloudformation', cwd);
  expect([exitCode, out]).toEqual([ExitCode.diagnostics, '']);
  expect(err.split('\n').filter((line) => line.includes('FW6406'))).toEqual([
    expect.stringMatching(/^\.framework\/config\.json:1:\d+.*`Environment\.Variables\.Ref`/),
    expect.stringMatching(/^\.framework\/config\.json:1:\d+.*`Environment\.Variables\.SECRET`/),
  ]);
  const terraform = await runExport('--format terraform', cwd);
  expect(at(JSON.parse(terraform.out), 'resource', 'aws_lambda_function', 'resize')).toMatchObject({
    environment: { variables },
  });
});

test('a file is merged into the template, at any depth', async () => {
  const cwd = shop(
    {},
    {
      'more.json': JSON.stringify({
        Resources: { Stage: { Properties: { TracingEnabled: true } } },
        Outputs: { Mine: { Value: 'x' } },
      }),
    },
  );
  const { out } = await runExport('--format cloudformation --merge more.json', cwd);
  const template: unknown = JSON.parse(out);
  expect(mappingIn(template, 'Resources', 'Stage', 'Properties')).toMatchObject({
    StageName: 'api',
    TracingEnabled: true,
  });
  expect(Object.keys(mappingIn(template, 'Outputs'))).toContain('Mine');
});

test.each([
  ['[]', 'has no object at the top level'],
  ['{', 'is not JSON'],
  [undefined, 'cannot be read'],
])('a file to merge that says %j is refused', async (text, words) => {
  const cwd = shop();
  if (text !== undefined) writeFileSync(join(cwd, 'more.json'), text);
  const line = '--format cloudformation --merge more.json';
  const { exitCode, out, err } = await runExport(line, cwd);
  expect([exitCode, out]).toEqual([ExitCode.diagnostics, '']);
  expect(err).toContain('FW6403');
  expect(err).toContain(words);
});

test('a template that CloudFormation would not take is refused', async () => {
  const outputs = Array.from({ length: 201 }, (_, index) => [`O${index}`, { Value: 'x' }] as const);
  const cwd = shop({}, { 'more.json': JSON.stringify({ Outputs: Object.fromEntries(outputs) }) });
  const line = '--format cloudformation --merge more.json --out infra';
  const { exitCode, err } = await runExport(line, cwd);
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(err).toContain('FW6402');
  expect(err).toContain('outputs; CloudFormation accepts at most 200');
  expect(() => readJson(cwd, 'infra/template.json')).toThrow();
});

test('what no format can say is refused at its line', async () => {
  const source = `import { Framework } from 'framework';
export const app = new Framework({ appName: 'shop' });
export class Uploads {
  @app.onS3Event({ bucket: 'uploads' })
  uploaded() {}
}
`;
  const cwd = shop({}, { 'app.ts': source });
  const { exitCode, err } = await runExport('--format terraform', cwd);
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(err).toMatch(/^app\.ts:4:4: error FW6264/);
});

test('an application with nothing in it is refused', async () => {
  const cwd = temporaryProject({
    'app.ts': `import { Framework } from 'framework';\nexport const app = new Framework({ appName: 'shop' });\n`,
  });
  const { exitCode, err } = await runExport('--format terraform', cwd);
  expect(exitCode).toBe(ExitCode.diagnostics);
  expect(err).toContain('FW6401');
});

test.each([
  ['--stage dev', '`--format` is missing'],
  ['--format cloudformation --adopt', '`--adopt` writes import blocks'],
  ['--format terraform --merge x.json', '`--merge` is for CloudFormation'],
])('export %s is a mistake on the command line', async (line, words) => {
  const { exitCode, err } = await runExport(line, shop());
  expect(exitCode).toBe(ExitCode.usage);
  expect(err).toContain(words);
});
