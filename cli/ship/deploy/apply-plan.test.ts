// A deploy from observation to the last call: in which order it creates resources, and which ones it replaces. The calls for
// each kind of change are counted in test/deploy/deploy-calls.test.ts.
import { expect, test } from 'vitest';
import { deployOnce, elsewhere, openCloud, type Machine } from './port-cloud.fixture.js';
import { appWith } from './states.fixture.js';
import { sampleOf } from '../../../test/support/sample.js';

const ONE = appWith('one');
const NAME = 'fixture-dev';

test('a first deploy makes a role, a function and an API, and records the account', async () => {
  const machine = elsewhere();
  const { outcome, events } = await deployOnce(await openCloud(), ONE, machine);
  expect(outcome).toMatchObject({ kind: 'done' });
  expect(events.filter((text) => text.startsWith('done')).toSorted()).toMatchInlineSnapshot(`
    [
      "done await function fixture-dev",
      "done create API fixture-dev",
      "done create function fixture-dev",
      "done create policy of role fixture-dev",
      "done create role fixture-dev",
      "done import routes of API fixture-dev",
      "done permit API Gateway to call fixture-dev",
      "done publish stage api",
    ]
  `);
  const steps = [
    ['create role fixture-dev', 'create policy of role fixture-dev'],
    ['create function fixture-dev', 'permit API Gateway to call fixture-dev'],
    ['create API fixture-dev', 'import routes of API fixture-dev'],
    ['create API fixture-dev', 'permit API Gateway to call fixture-dev'],
    ['import routes of API fixture-dev', 'publish stage api'],
    ['permit API Gateway to call fixture-dev', 'publish stage api'],
    ['await function fixture-dev', 'publish stage api'],
  ] as const;
  for (const [earlier, later] of steps)
    expect(events.indexOf(`done ${earlier}`), `${earlier}, ${later}`).toBeLessThan(
      events.indexOf(`started ${later}`),
    );
  expect(machine.state).toMatchObject({
    account: '123456789012',
    partition: 'aws',
    isComplete: true,
  });
});

test('a function that is not desired any more is deleted after everything else, its own role too', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  const config = { stages: { dev: { lambda_functions: { resize: { autogen_policy: true } } } } };
  await cloud.deploy(appWith('one', { functions: ['resize'], config }), machine);
  expect(cloud.namesOf('role')).toEqual([NAME, `${NAME}-resize`]);
  const { calls } = await cloud.deploy(appWith('two'), machine);
  expect(calls.indexOf('deleteFunction')).toBeGreaterThan(calls.indexOf('updateFunctionCode'));
  expect(cloud.namesOf('function')).toEqual([NAME]);
  expect(cloud.namesOf('role')).toEqual([NAME]);
});

test('an API that was deleted by hand is made again and the function lets it in', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(ONE, machine);
  const { apiGateway, lambda } = cloud.others;
  await apiGateway.deleteApi(machine.state?.api?.id ?? '');
  await cloud.deploy(ONE, machine);
  const [made] = await apiGateway.findApis(NAME);
  const statements = await lambda.getPermissions(NAME);
  expect(statements.map(({ statementId }) => statementId)).toEqual([
    `framework-${made?.id ?? ''}-integration`,
  ]);
});

test('a function whose creation failed is made again', async () => {
  const cloud = await openCloud();
  const machine = elsewhere();
  await cloud.deploy(ONE, machine);
  const { getFunction } = cloud.lambda;
  const failed = async (name: string): ReturnType<typeof getFunction> => {
    const found = await getFunction(name);
    return found && { ...found, progress: { kind: 'failed', reason: 'broken' } };
  };
  const lambda = { ...cloud.lambda, getFunction: failed };
  const { calls } = await deployOnce({ ...cloud, lambda }, ONE, machine);
  expect(calls.indexOf('deleteFunction')).toBeGreaterThan(-1);
  expect(calls.indexOf('deleteFunction')).toBeLessThan(calls.indexOf('createFunction'));
  expect(await cloud.others.lambda.getPermissions(NAME)).toMatchObject([
    { principal: 'apigateway.amazonaws.com' },
  ]);
});

// Ctrl-C at any call of a deploy: no step begins after it, what was done is reported, and the next run finishes.

const DESIRED = appWith('code');

test('a deploy that is interrupted at any call tells what it did, and is finished by the next', async () => {
  const { calls } = await deployOnce(await openCloud(), DESIRED, elsewhere());
  const outcomes = new Set<string>();
  for (const at of sampleOf('interruption', [...calls.keys()].slice(1, -1), 8)) {
    const cloud = await openCloud();
    const interruption = new AbortController();
    cloud.onCall = () => {
      if (cloud.calls.length > at) interruption.abort();
    };
    const machine: Machine = { state: undefined, signal: interruption.signal };
    const { outcome, events } = await cloud.deploy(DESIRED, machine);
    outcomes.add(outcome.kind);
    if (outcome.kind === 'interrupted') {
      const started = events.filter((text) => text.startsWith('started')).length;
      expect(outcome.done.length + outcome.stopped.length).toBe(started);
      expect(outcome.stopped.length + outcome.left.length).toBeGreaterThan(0);
      expect(machine.state?.isComplete ?? false).toBe(false);
    }
    cloud.onCall = undefined;
    const next: Machine = { state: machine.state };
    expect((await cloud.deploy(DESIRED, next)).outcome).toMatchObject({ kind: 'done' });
    expect(cloud.testCloud.inventory()).toEqual([
      'api fixture-dev',
      'function fixture-dev',
      'role fixture-dev',
    ]);
  }
  expect([...outcomes]).toContain('interrupted');
});
