// `framework rollback` restores what ran before, whatever was deployed, undone and interrupted until then.
import { GetFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { framework, helloWorld, testCloud } from './deployments.js';
import { pictureOf } from './faults/cloud-picture.js';
import {
  deploy,
  type Machine,
  type Release,
  runKilled,
  runningIn,
  writeRelease,
} from './histories.js';
import { sampledTest } from '../support/sampled-test.js';

const test = sampledTest('histories of rollbacks', 5);

async function machine(): Promise<Machine> {
  return {
    cloud: await testCloud(),
    cwd: helloWorld({ '.framework/config.json': '{"version":"2.0"}' }),
  };
}

/** Deploys a release, and returns what then runs: code and routes. */
async function released(at: Machine, release: Release) {
  await deploy(at, release);
  return whatRuns(at);
}

/** Returns code, routes, and everything visible in the cloud about the API, the functions and the roles. */
async function whatRuns({ cloud }: Machine) {
  const { sha256, routes } = await runningIn(cloud);
  const { apis, functions, roles } = await pictureOf(cloud);
  return { sha256, routes, apis, functions, roles };
}

async function rollback(at: Machine, line = 'rollback') {
  const result = await framework(line, at);
  expect(result.err).not.toContain('error');
  expect(result.exitCode).toBe(0);
  return result;
}

async function expectNothingBefore(at: Machine) {
  const refused = await framework('rollback', at);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.err).toContain('FW6227');
  expect(refused.count).toMatch(/ 0 writes$/);
}

test('code that was deployed twice leaves the routes as they are', async () => {
  const at = await machine();
  await deploy(at, { code: 'first' });
  await deploy(at, { code: 'A', path: '/new' });
  const b = await released(at, { code: 'B', path: '/new' });
  await deploy(at, { code: 'A', path: '/new' });
  const result = await rollback(at);
  expect(result.err).not.toContain('stage api');
  expect(await whatRuns(at)).toEqual(b);
});

test('a rollback after a rollback goes one deploy further back, across routes and code', async () => {
  const at = await machine();
  const states = [
    await released(at, { code: 'A' }),
    await released(at, { code: 'A', isLocked: true }),
    await released(at, { code: 'B', isLocked: true }),
    await released(at, { code: 'C', path: '/new' }),
  ];
  await deploy(at, { code: 'D' });
  for (const state of states.toReversed()) {
    await rollback(at);
    expect(await whatRuns(at)).toEqual(state);
  }
  await expectNothingBefore(at);
});

test('after a deploy of settings alone nothing goes back unless that is asked for', async () => {
  const at = await machine();
  const { sha256, routes } = await released(at, { code: 'A' });
  await deploy(at, { code: 'B' });
  const b = await released(at, { code: 'B', timeout: 10 });
  const refused = await framework('rollback', at);
  expect(refused).toMatchObject({ exitCode: 1 });
  expect(refused.err).toContain('FW6241');
  expect(refused.err).toContain('`lambda_timeout`');
  expect(refused.count).toMatch(/ 0 writes$/);
  expect(await whatRuns(at)).toEqual(b);
  await rollback(at, 'rollback --past-settings');
  expect(await runningIn(at.cloud)).toMatchObject({ sha256, routes, timeout: 10 });
});

test('settings that were deployed before the code stay when the code goes back', async () => {
  const at = await machine();
  await deploy(at, { code: 'A' });
  const a = await released(at, { code: 'A', timeout: 10 });
  await deploy(at, { code: 'B', timeout: 10 });
  await rollback(at);
  expect(await whatRuns(at)).toEqual(a);
});

test('a function that the last deploy removed is not restored, and that is said first', async () => {
  const at = await machine();
  await deploy(at, { code: 'A', functions: ['resize', 'crop'] });
  await deploy(at, { code: 'B', functions: ['crop', 'turn'] });
  const asked: string[] = [];
  const said: string[] = [];
  const declined = await framework('rollback', {
    ...at,
    onText: (text) => said.push(text),
    answer: (question) => {
      asked.push(question, ...said);
      return false;
    },
  });
  expect(declined.exitCode).toBe(1);
  expect(declined.count).toMatch(/ 0 writes$/);
  expect(asked.join('')).toMatch(/FW6240.*`helloworld-dev-resize` is not restored/);
  expect(asked.join('')).toContain('routes that use it as an authorizer respond with 500');
  expect(asked.join('')).not.toContain('`helloworld-dev-crop` does not');
  expect(asked.join('')).toContain('function helloworld-dev-turn stays as it is');
  const json = JSON.parse((await framework('rollback --json', at)).out) as unknown;
  expect(json).toMatchObject({ outcome: 'returned', diagnostics: [{ code: 'FW6240' }] });
});

test('functions go back together with that of the API, also one that was made anew since', async () => {
  const at = await machine();
  await deploy(at, { code: 'A', functions: ['resize'] });
  const { sha256 } = await whatRuns(at);
  await deploy(at, { code: 'B' });
  await deploy(at, { code: 'C', functions: ['resize'] });
  await rollback(at);
  await rollback(at);
  expect((await whatRuns(at)).sha256).toBe(sha256);
  expect(await shaOf(at, 'helloworld-dev-resize')).toBe(sha256);
});

async function shaOf({ cloud }: Machine, FunctionName: string): Promise<string | undefined> {
  const { lambda } = createClients(cloud);
  return (await lambda.getFunctionConfiguration({ FunctionName })).CodeSha256;
}

test('a deploy that was killed and is finished is undone as one', async () => {
  const at = await machine();
  const a = await released(at, { code: 'A' });
  const { calls } = await runUndisturbed();
  // The code is deployed, but its routes are not.
  const published = calls.indexOf('apigateway:CreateDeployment') + 1;
  const { cwd, cloud } = at;
  writeRelease(at, { code: 'B', path: '/new' });
  const killed = await runKilled('deploy', { cwd, cloud }, { at: published, isCarriedOut: false });
  expect(killed.exitCode).toBe(130);
  await deploy(at, { code: 'B', path: '/new' });
  await rollback(at);
  expect(await whatRuns(at)).toEqual(a);
});

async function runUndisturbed() {
  const at = await machine();
  await deploy(at, { code: 'A' });
  return deploy(at, { code: 'B', path: '/new' });
}

test('a stage of an earlier framework goes back to the version before, and says what it does not know', async () => {
  const at = await machine();
  const a = await released(at, { code: 'A' });
  await deploy(at, { code: 'B' });
  const { lambda } = createClients(at.cloud);
  const FunctionName = 'helloworld-dev';
  // An earlier version of the framework did not set descriptions.
  const again = await machine();
  const zip = await codeOf(again, { code: 'C' });
  await lambda.updateFunctionConfiguration({ FunctionName, Description: '' });
  await expect.poll(() => statusOf(at)).toBe('Successful');
  await lambda.updateFunctionCode({ FunctionName, ZipFile: zip, Publish: true });
  await expect.poll(() => statusOf(at)).toBe('Successful');
  const first = await rollback(at);
  expect(first.err).toContain('warning FW6242');
  const second = await rollback(at);
  expect(second.err).not.toContain('FW6242');
  expect(await whatRuns(at)).toEqual(a);
});

async function codeOf(at: Machine, release: Release): Promise<Uint8Array> {
  await deploy(at, release);
  const { lambda } = createClients(at.cloud);
  const { Code } = await lambda.getFunction({ FunctionName: 'helloworld-dev' });
  return new Uint8Array(await (await fetch(Code?.Location ?? '')).arrayBuffer());
}

async function statusOf({ cloud }: Machine): Promise<string | undefined> {
  const command = new GetFunctionConfigurationCommand({ FunctionName: 'helloworld-dev' });
  return (await createClients(cloud).lambda.send(command)).LastUpdateStatus;
}
