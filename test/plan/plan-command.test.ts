// `framework plan` with the test cloud: what it prints, and that it writes nothing.
import { beforeAll, afterAll, expect, test } from 'vitest';
import { run } from '../../cli/commands/plan.js';
import { planSpec } from '../../cli/commands/stage-specs.js';
import { startTestCloud } from '../../cli/serve/local-cloud/start-test-cloud.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { HELLO_WORLD, temporaryProject } from '../support/temporary-project.js';

let cloud: TestCloud;
beforeAll(async () => {
  cloud = await startTestCloud();
});
afterAll(() => cloud.close());

type Options = Readonly<Record<string, string | boolean>>;

/** Runs the command in a project, with the defaults of its options. */
async function plan(
  directory: string,
  options: Options = {},
  environment: Readonly<Record<string, string>> = cloud.environment,
  isTty = false,
) {
  const text = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write: (more: string) => {
      text[name] += more;
    },
    isTty,
    width: undefined,
    hasColor: false,
    hasUnicode: true,
  });
  const defaults: Record<string, string | number | boolean | undefined> = {};
  for (const [name, spec] of Object.entries(planSpec.options)) defaults[name] = spec.default;
  const exitCode = await run({
    positionals: {},
    options: { ...defaults, ...options },
    projectDirectory: directory,
    workingDirectory: directory,
    terminal: { out: stream('out'), err: stream('err'), canAsk: false },
    environment,
    signal: new AbortController().signal,
    runOther: () => Promise.reject(new Error('no command runs another here')),
  });
  return { exitCode, ...text };
}

test('at a terminal, the first plan of a stage of plain JavaScript that names no processor speaks of arm64', async () => {
  const config = (more: object): string => JSON.stringify({ version: '2.0', ...more });
  const told = async (options: Options, more: object, isTty: boolean): Promise<boolean> => {
    const files = { 'app.ts': HELLO_WORLD, '.framework/config.json': config(more) };
    const { out, err } = await plan(temporaryProject(files), options, cloud.environment, isTty);
    expect(out).not.toContain('arm64');
    return err.includes('On arm64 Lambda costs 20 % less');
  };
  expect(await told({}, {}, true)).toBe(true);
  expect(await told({}, {}, false)).toBe(false);
  expect(await told({ json: true }, {}, true)).toBe(false);
  expect(await told({}, { architecture: 'x86_64' }, true)).toBe(false);
  expect(await told({}, { stages: { dev: { architecture: 'x86_64' } } }, true)).toBe(false);
  const ofOne = { lambda_functions: { api_handler: { architecture: 'x86_64' } } };
  expect(await told({}, ofOne, true)).toBe(false);
});

test('a first plan lists everything, and only reads', async () => {
  cloud.clearCalls();
  const { exitCode, out, err } = await plan(temporaryProject({ 'app.ts': HELLO_WORLD }));
  expect(err).toBe('');
  expect(exitCode).toBe(0);
  expect(out).toMatchInlineSnapshot(`
    "Routes
      +  GET  /

    Policy of helloworld-dev
      +  logs:CreateLogGroup   arn:*:logs:*:*:*  logs of the functions
      +  logs:CreateLogStream  arn:*:logs:*:*:*  logs of the functions
      +  logs:PutLogEvents     arn:*:logs:*:*:*  logs of the functions

    Resources
      +  role      helloworld-dev
      +  function  helloworld-dev
      +  API       helloworld-dev  stage api

    helloworld, stage dev, us-east-1: 3 to create.
    "
  `);
  const calls = cloud.calls();
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter(({ isWrite }) => isWrite)).toEqual([]);
  expect(cloud.inventory()).toEqual([]);
});

test('--json prints one document', async () => {
  const { exitCode, out } = await plan(temporaryProject({ 'app.ts': HELLO_WORLD }), { json: true });
  expect(exitCode).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    app: 'helloworld',
    stage: 'dev',
    isFirst: true,
    isNothing: false,
    breaking: 0,
    routes: [{ action: 'add', route: { method: 'GET', path: '/' } }],
    functions: [{ action: 'create', name: 'helloworld-dev' }],
    api: { action: 'create' },
    diagnostics: [],
  });
});

test('an application with errors is not planned, and no call is made', async () => {
  cloud.clearCalls();
  const wrong = HELLO_WORLD.replace("'/'", "'/cities/'");
  const { exitCode, out, err } = await plan(temporaryProject({ 'app.ts': wrong }));
  expect([exitCode, out]).toEqual([1, '']);
  expect(err).toContain('FW2103');
  expect(cloud.calls()).toEqual([]);
});

test('with --no-autogen-policy the policy is the one of policy.json', async () => {
  const policy = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }],
  };
  const files = { 'app.ts': HELLO_WORLD, '.framework/policy.json': JSON.stringify(policy) };
  const { exitCode, out } = await plan(temporaryProject(files), { 'no-autogen-policy': true });
  expect(exitCode).toBe(0);
  expect(out).toContain('+  s3:GetObject  *');
  expect(out).not.toContain('logs:');
});

test('what the cloud refuses is explained, with exit code 3', async () => {
  const other = { Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['*'] };
  cloud.restrictCaller({ Version: '2012-10-17', Statement: [other] });
  const { exitCode, out, err } = await plan(temporaryProject({ 'app.ts': HELLO_WORLD }));
  cloud.restrictCaller(undefined);
  expect([exitCode, out]).toEqual([3, '']);
  expect(err).toMatch(/error FW63\d\d: /);
});

test('without a region nothing is built', async () => {
  const environment = { ...cloud.environment, AWS_REGION: '', AWS_DEFAULT_REGION: '' };
  const directory = temporaryProject({ 'app.ts': HELLO_WORLD });
  const { exitCode, err } = await plan(directory, {}, environment);
  expect(exitCode).toBe(3);
  expect(err).toContain('FW60');
});
