// An application in a CDK stack: synthesized without a cloud, with the same resources as a deploy.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib/core';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { expect, onTestFinished, vi } from 'vitest';
import type * as door from '../../cli/cdk/index.js';
import { framework, testCloud } from '../deploy/deployments.js';
import { eventWorld } from '../export/event-app.js';
import { exportedApp } from '../export/exported-app.js';
import { at, mappingIn, readJson, runExport } from '../export/exports.js';
import { applyTemplate, type StoredCode } from '../export/template-applier.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('applications in a stack', 3);

// The built package: the construct runs the program next to it.
const DOOR = new URL('../../dist/cdk/index.js', import.meta.url).href;
const { FrameworkApp } = (await import(DOOR)) as typeof door; // because the package is built from this module

type Synthesised = { readonly template: unknown; readonly folder: string };

function synthesise(build: (stack: Stack) => void): Synthesised {
  const folder = temporaryProject({});
  const app = new App({
    outdir: folder,
    analyticsReporting: false,
    // Starting the validator takes seconds; test/export/validation.test.ts validates the same templates.
    builtinCloudFormationValidation: false,
  });
  const stack = new Stack(app, 'Shop');
  build(stack);
  app.synth();
  return { template: readJson(folder, 'Shop.template.json'), folder };
}

/** Returns the assets of a stack, as the CDK puts them into its bucket. */
function zipsIn(folder: string): readonly StoredCode[] {
  const assets = mappingIn(readJson(folder, 'Shop.assets.json'), 'files');
  return Object.entries(assets).flatMap(([hash, asset]) => {
    const path = String(at(asset, 'source', 'path'));
    if (!path.endsWith('.zip')) return [];
    const bucket = 'cdk-hnb659fds-assets-123456789012-us-east-1';
    return [{ bucket, key: `${hash}.zip`, zip: readFileSync(join(folder, path)) }];
  });
}

test('what a stack makes of an application is what a deploy would make', async () => {
  const directory = exportedApp();
  const { template, folder } = synthesise((stack) => {
    new FrameworkApp(stack, 'Api', { directory });
  });
  const cloud = await testCloud();
  await applyTemplate(template, zipsIn(folder), cloud);
  expect((await framework('plan', { cwd: directory, cloud })).out).toBe('No changes.\n');
});

test('a stack has the resources of the exported template, under names of its own', async () => {
  const directory = exportedApp();
  const { template } = synthesise((stack) => {
    new FrameworkApp(stack, 'Api', { directory });
  });
  const { out } = await runExport('--format cloudformation', directory);
  // `ApiTemplate<name><hash>`; the code is an asset of the stack instead of a parameter.
  const own = JSON.stringify(at(template, 'Resources')).replaceAll(
    /ApiTemplate(\w+?)[0-9A-F]{8}(?=\W)/g,
    '$1',
  );
  expect(withoutCode(JSON.parse(own))).toEqual(withoutCode(at(JSON.parse(out), 'Resources')));
});

/** Returns the resources of an application by logical id, without the location of their code and the CDK's own metadata. */
function withoutCode(resources: unknown): Readonly<Record<string, unknown>> {
  const rows = Object.entries(mappingIn(resources)).flatMap(([id, resource]) => {
    const { Metadata: _, ...rest } = mappingIn(resource);
    if (rest['Type'] === 'AWS::CDK::Metadata') return [];
    const { Code: __, ...properties } = mappingIn(rest, 'Properties');
    return [[id, { ...rest, Properties: properties }] as const];
  });
  return Object.fromEntries(rows);
}

test('the rest of the stack gets functions, roles and the address', () => {
  const directory = exportedApp();
  const { template } = synthesise((stack) => {
    const api = new FrameworkApp(stack, 'Api', { directory });
    expect(Object.keys(api.functions)).toEqual(['api_handler', 'gatekeeper', 'stream_handler']);
    const table = new Table(stack, 'Orders', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
    });
    const handler = api.functions['api_handler'];
    if (handler) table.grantReadData(handler);
    stack.exportValue(api.url, { name: 'Url' });
    stack.exportValue(api.functions['gatekeeper']?.functionArn, { name: 'Gatekeeper' });
  });
  const resources = mappingIn(template, 'Resources');
  const idOf = (type: string): string | undefined =>
    Object.keys(resources).find((id) => at(resources, id, 'Type') === type);
  const role = idOf('AWS::IAM::Role');
  const granted = at(resources, idOf('AWS::IAM::Policy') ?? '', 'Properties');
  expect(at(granted, 'Roles')).toEqual([{ Ref: role }]);
  expect(JSON.stringify(at(granted, 'PolicyDocument'))).toContain('dynamodb:GetItem');
  const outputs = JSON.stringify(at(template, 'Outputs'));
  expect(outputs).toContain(`{"Ref":"${idOf('AWS::ApiGateway::RestApi')}"},".execute-api."`);
  expect(outputs).toContain('"/api/"');
  expect(outputs).toMatch(/"Fn::GetAtt":\["ApiTemplateFunctionGatekeeper\w+","Arn"\]/);
});

test('a function gets a variable of the stack beside those of its configuration', () => {
  const directory = exportedApp();
  const { template } = synthesise((stack) => {
    const api = new FrameworkApp(stack, 'Api', { directory });
    const table = new Table(stack, 'Orders', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
    });
    api.addEnvironmentVariable('ORDERS', table.tableName);
    api.addEnvironmentVariable('ORDERS_ARN', table.tableArn, 'gatekeeper');
    expect(() => {
      api.addEnvironmentVariable('ORDERS', '', 'nobody');
    }).toThrow(
      'The application has no function nobody. Its functions: api_handler, gatekeeper, stream_handler',
    );
  });
  const functions = Object.entries(mappingIn(template, 'Resources'))
    .filter(([, resource]) => at(resource, 'Type') === 'AWS::Lambda::Function')
    .map(([, resource]) => at(resource, 'Properties', 'Environment', 'Variables'));
  const table = expect.stringMatching(/^Orders/) as string; // because the matcher stands for a string
  expect(functions).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ORDERS: { Ref: table } }),
      expect.objectContaining({ ORDERS_ARN: { 'Fn::GetAtt': [table, 'Arn'] } }),
    ]),
  );
});

test('two applications stand in one stack, each with the configuration of its stage', () => {
  const directory = temporaryProject({
    'app.ts': HELLO_WORLD,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      stages: { prod: { lambda_memory_size: 512 } },
    }),
  });
  const { template } = synthesise((stack) => {
    new FrameworkApp(stack, 'Test', { directory });
    new FrameworkApp(stack, 'Live', { directory, stage: 'prod' });
  });
  const functions = Object.values(mappingIn(template, 'Resources')).filter(
    (one) => at(one, 'Type') === 'AWS::Lambda::Function',
  );
  const told = functions.map((one) => mappingIn(one, 'Properties'));
  expect(told.map(({ FunctionName, MemorySize }) => [FunctionName, MemorySize])).toEqual([
    ['helloworld-dev', 128],
    ['helloworld-prod', 512],
  ]);
});

test('event sources, keys and a domain stand in a stack beside another application, and nothing is called for it', async () => {
  const { cwd, cloud } = await eventWorld();
  const other = temporaryProject({ 'app.ts': HELLO_WORLD.replace('helloworld', 'other') });
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { template, folder } = synthesise((stack) => {
    const events = new FrameworkApp(stack, 'Events', { directory: cwd });
    expect(Object.keys(events.functions).length).toBeGreaterThan(10);
    expect(events.url).toMatch(/^https:\/\/.*\/api\/$/);
    const small = new FrameworkApp(stack, 'Small', { directory: other });
    expect(small.apiId).not.toBe(events.apiId);
  });
  await applyTemplate(template, zipsIn(folder), cloud);
  for (const directory of [cwd, other])
    expect((await framework('plan', { cwd: directory, cloud })).out).toBe('No changes.\n');
});

test('with `role_per_function` each function has its role, and a grant is for this one alone', () => {
  const directory = temporaryProject({
    'app.ts': `${HELLO_WORLD}\nexport const resize = app.lambdaFunction()(function resize() {});\n`,
    '.framework/config.json': '{"version":"2.0","role_per_function":true}',
  });
  const { template } = synthesise((stack) => {
    const { functions, role } = new FrameworkApp(stack, 'Api', { directory });
    expect(functions['api_handler']?.role).toBe(role);
    expect(functions['resize']?.role).not.toBe(role);
    const table = new Table(stack, 'Orders', {
      partitionKey: { name: 'id', type: AttributeType.STRING },
    });
    if (functions['resize']) table.grantReadData(functions['resize']);
  });
  const resources = mappingIn(template, 'Resources');
  const policies = Object.values(resources).filter((one) => at(one, 'Type') === 'AWS::IAM::Policy');
  const ids = Object.keys(resources).filter((id) => at(resources, id, 'Type') === 'AWS::IAM::Role');
  expect(ids).toHaveLength(2);
  expect(policies.map((one) => at(one, 'Properties', 'Roles'))).toEqual([
    [{ Ref: ids.find((id) => id.includes('Resize')) }],
  ]);
});

test('functions may have any name and roles of their own that are given', () => {
  const functions = ['Code', 'Template', 'GivenRole'].map(
    (name) => `export const ${name} = app.lambdaFunction({ name: '${name}' })(() => 1);\n`,
  );
  const arnOf = (name: string): string => `arn:aws:iam::123456789012:role/team/${name}`;
  const given = (name: string) => ({ manage_iam_role: false, iam_role_arn: arnOf(name) });
  const directory = temporaryProject({
    'app.ts': `${HELLO_WORLD}\n${functions.join('')}`,
    '.framework/config.json': JSON.stringify({
      version: '2.0',
      lambda_functions: { Code: given('one'), Template: given('two') },
    }),
  });
  synthesise((stack) => {
    const api = new FrameworkApp(stack, 'Api', { directory });
    const roleOf = (key: string) => api.functions[key]?.role;
    expect(Object.keys(api.functions)).toEqual(['api_handler', 'Code', 'GivenRole', 'Template']);
    expect(roleOf('Code')?.roleArn).toBe(arnOf('one'));
    expect(roleOf('Template')?.roleArn).toBe(arnOf('two'));
    expect(roleOf('GivenRole')).toBe(api.role);
  });
});

test('a mistake in the source ends the synthesis with what `framework check` says of it', () => {
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD.replace("'/'", "'/cities/'") });
  expect(() => synthesise((stack) => new FrameworkApp(stack, 'Api', { directory }))).toThrow(
    /FW2103: The path `\/cities\/` ends in a slash/,
  );
});

test('a stack that is CommonJS has the same construct', () => {
  const built = join(import.meta.dirname, '../../dist/cdk/index.cjs');
  const program = `const { FrameworkApp } = require(${JSON.stringify(built)}); console.log(typeof FrameworkApp);`;
  const { stdout } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect(stdout).toBe('function\n');
});
