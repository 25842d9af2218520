// The record of the last deploy: what is used, and what is only reported.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isMapping } from '../../../compiler/json-values.js';
import type { DeployedState } from '../stage/states.js';
import { type StatePlace, checkAccount, readState, removeState, writeState } from './state-file.js';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'framework-state-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const state: DeployedState = {
  version: 1,
  app: 'helloworld',
  stage: 'dev',
  account: '123456789012',
  partition: 'aws',
  region: 'eu-west-1',
  endpoint: null,
  isComplete: true,
  code: 'sha',
  roles: ['helloworld-dev'],
  functions: ['helloworld-dev'],
  revisions: { 'helloworld-dev': 'r1' },
  api: {
    id: 'a1',
    stage: 'api',
    deploymentId: 'd1',
    hash: 'h1',
    routes: [{ path: '/', method: 'GET', apiKeyRequired: false, authorizer: null, hasCors: false }],
  },
};
/** A record of an application that uses everything. */
const whole: DeployedState = {
  ...state,
  codeBefore: 'before',
  hasRegions: true,
  hasShared: true,
  hasParameters: true,
  invokers: { 'helloworld-dev': 'sha' },
  domains: [{ name: 'api.example.com', basePath: '', target: 'd-1.example.com', zone: 'Z1' }],
  apiKeys: ['partner'],
  rules: [{ name: 'helloworld-dev-job', bus: 'default' }],
  subscriptions: [{ topic: 'alerts', functionName: 'helloworld-dev-told' }],
  buckets: ['uploads'],
  polled: ['helloworld-dev-read'],
  schedules: ['helloworld-dev-job'],
  ownTables: [{ name: 'helloworld-dev-cities' }],
  ownQueues: [{ name: 'helloworld-dev-orders', url: 'https://sqs.example.com/orders' }],
  ownTopics: ['helloworld-dev-news'],
  ownBuckets: [{ name: 'helloworld-dev-files', has: ['cors'] }],
};
const place: StatePlace = {
  app: 'helloworld',
  stage: 'dev',
  region: 'eu-west-1',
  endpoint: undefined,
};
const warnings = async (where = place): Promise<readonly string[]> =>
  (await readState(root, where)).diagnostics.map(({ code, message }) => `${code} ${message}`);

function write(text: string): void {
  mkdirSync(join(root, '.framework/deployed'), { recursive: true });
  writeFileSync(join(root, '.framework/deployed/dev.json'), text);
}

test('what is written is read, and nothing else is left in the folder', async () => {
  expect(await writeState(root, state)).toEqual([]);
  expect(await readState(root, place)).toEqual({ state, diagnostics: [] });
  expect(readdirSync(join(root, '.framework/deployed'))).toEqual(['dev.json']);
});

test('no file is no state and no warning', async () => {
  expect(await readState(root, place)).toEqual({ state: undefined, diagnostics: [] });
});

test('a state that was removed is gone, and may be removed again', async () => {
  await writeState(root, state);
  await removeState(root, 'dev');
  await removeState(root, 'dev');
  expect((await readState(root, place)).state).toBeUndefined();
});

describe('a state that cannot be used is explained', () => {
  test.each([
    ['{ "version": 1, "app"', 'it is not JSON'],
    ['[]', 'it does not contain a mapping'],
    ['{ "version": 2 }', 'its version is 2, not 1'],
    ['{}', 'its version is null, not 1'],
    [JSON.stringify({ ...state, roles: 'one' }), 'fields are missing or have the wrong type'],
    [
      JSON.stringify({ ...state, revisions: { one: 1 } }),
      'fields are missing or have the wrong type',
    ],
    [JSON.stringify({ ...state, api: {} }), 'fields are missing or have the wrong type'],
  ])('%s', async (text, reason) => {
    write(text);
    expect((await readState(root, place)).state).toBeUndefined();
    expect(await warnings()).toEqual([
      `FW6201 \`.framework/deployed/dev.json\` cannot be used: ${reason}.`,
    ]);
  });

  test('any field of a wrong type, or keys of the prototype', async () => {
    const values = ['7', '[[]]', '{"__proto__":{"x":1},"constructor":{"prototype":7}}', '[null]'];
    write(JSON.stringify(whole));
    expect(await readState(root, place)).toEqual({ state: whole, diagnostics: [] });
    for (const [field, value] of Object.entries(whole)) {
      const first: unknown = Array.isArray(value) ? value[0] : undefined;
      const item = isMapping(first) ? first : {};
      const wrong = Object.keys(item).map((member) => JSON.stringify([{ ...item, [member]: 7 }]));
      for (const given of [...values, ...wrong]) {
        const text = JSON.stringify({ ...whole, [field]: '<value>' });
        write(text.replace('"<value>"', given));
        expect((await readState(root, place)).state, `${field} ${given}`).toBeUndefined();
      }
    }
    expect(Object.prototype).not.toHaveProperty('x');
    write(JSON.stringify(state).replace('{', '{"__proto__": {"app": "other"},'));
    expect(await readState(root, place)).toMatchObject({ state, diagnostics: [] });
  });

  test('a folder in its place', async () => {
    mkdirSync(join(root, '.framework/deployed/dev.json'), { recursive: true });
    expect(await warnings()).toEqual([
      'FW6201 `.framework/deployed/dev.json` cannot be used: illegal operation on a directory.',
    ]);
  });
});

test.each([
  ['application', { app: 'other' }, '`helloworld`', '`other`'],
  ['region', { region: 'us-east-1' }, '`eu-west-1`', '`us-east-1`'],
  ['endpoint', { endpoint: 'http://localhost:4566' }, '`of AWS`', '`http://localhost:4566`'],
])('a state of another %s is left alone', async (what, other, before, now) => {
  await writeState(root, state);
  expect((await readState(root, { ...place, ...other })).state).toBeUndefined();
  expect(await warnings({ ...place, ...other })).toEqual([
    `FW6202 The last deploy from this directory was to the ${what} ${before} (\`.framework/deployed/dev.json\`). This command is for ${now} and does not change that deploy.`,
  ]);
});

test('a state of another account is told when the account is known', () => {
  expect(checkAccount(state, '123456789012')).toEqual([]);
  expect(checkAccount(state, '999999999999')).toMatchObject([{ code: 'FW6202' }]);
});

test('a folder that cannot be written is a problem, not an exception', async () => {
  writeFileSync(join(root, '.framework'), 'a file');
  expect(await writeState(root, state)).toMatchObject([{ code: 'FW6204' }]);
});
