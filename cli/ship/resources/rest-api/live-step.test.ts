// Waiting for a new API: the deploy requests a path that no route has, and succeeds even if this machine cannot send requests.
import { expect, test } from 'vitest';
import { CloudError, type CloudErrorKind } from '../../../cloud/cloud-error.js';
import {
  deployOnce,
  elsewhere,
  namesOf,
  openCloud,
  type PortCloud,
  waitOn,
} from '../../deploy/port-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { appWith } from '../../deploy/states.fixture.js';
import { applyPlan } from '../../deploy/apply-plan.js';
import type { StepsResult } from '../../stage/run-steps.js';

const ONE = appWith('one', { routes: [{ path: '/' }, { path: '/{a}/{b}' }] });

async function deployAsking(
  ask: (url: string) => Promise<string> | string | undefined,
  given?: PortCloud,
  desired: Desired = ONE,
): Promise<StepsResult> {
  const scene = given ?? (await openCloud());
  // As in AWS, where the URL of an API is not below the endpoint of an emulator.
  const cloud = { ...scene, endpoint: undefined };
  const { signal } = new AbortController();
  const observation = await observe({ cloud, desired, state: undefined });
  if (observation.kind === 'refused') throw new Error('refused');
  const { observed } = observation;
  return applyPlan({
    cloud,
    desired,
    observed,
    plan: planDeploy(desired, observed),
    state: undefined,
    saveState: () => Promise.resolve([]),
    onEvent: () => undefined,
    ask: async (url) => ask(url),
    signal,
    wait: waitOn(cloud, signal),
  });
}

test('a deploy ends when the new API does not refuse everything any more', async () => {
  const asked: string[] = [];
  const result = await deployAsking((url) => {
    asked.push(url);
    return asked.length < 3
      ? '{"message":"Forbidden"}'
      : '{"message":"Missing Authentication Token"}';
  });
  expect(result.kind).toBe('done');
  expect(asked).toHaveLength(3);
  expect(asked[0]).toMatch(
    /^https:\/\/[a-z0-9]{10}\.execute-api\.eu-west-1\.amazonaws\.com\/api\/is-live\/is-live\/is-live\/is-live$/,
  );
});

test('an address that cannot be reached from here does not hold the deploy up', async () => {
  let asked = 0;
  const result = await deployAsking(() => {
    asked += 1;
    return undefined;
  });
  expect([result.kind, asked]).toEqual(['done', 1]);
});

test('an API that stays closed is not waited for without end', async () => {
  const result = await deployAsking(() => '{"message":"Forbidden"}');
  expect(result.kind).toBe('done');
});

test('an API that an interrupted deploy has made is waited for when it is published, and then no more', async () => {
  const cloud = await openCloud();
  let asked = 0;
  const ask = (): string => {
    asked += 1;
    return 'live';
  };
  cloud.onCall = (call) => {
    if (call === 'createDeployment') throw refused('denied', call);
  };
  expect((await deployAsking(ask, cloud)).kind).toBe('failed');
  expect([asked, namesOf(cloud, 'api').length]).toEqual([0, 1]);
  cloud.onCall = undefined;
  expect((await deployAsking(ask, cloud)).kind).toBe('done');
  expect(asked).toBe(1);
  expect((await deployAsking(ask, cloud)).kind).toBe('done');
  expect(asked).toBe(1);
});

test('the earlier stage goes when the new one answers', async () => {
  const cloud = await openCloud();
  await deployAsking(() => 'live', cloud);
  const stages: (readonly string[])[] = [];
  const ask = async (): Promise<string> => {
    const { apiGateway } = cloud.others;
    for (const { id } of await apiGateway.findApis('fixture-dev')) {
      stages.push((await apiGateway.listStages(id)).map(({ name }) => name));
    }
    return 'live';
  };
  const { api } = ONE;
  await deployAsking(ask, cloud, { ...ONE, api: api && { ...api, stage: 'v2' } });
  expect(stages).toEqual([['api', 'v2']]);
});

test.each<readonly [CloudErrorKind, readonly [first: number, again: number]]>([
  ['missing', [20, 1]],
  ['unsupported', [1, 1]],
])('a call that is always answered with "%s" waits for a new API only', async (kind, attempts) => {
  const cloud = await openCloud();
  const machine = elsewhere();
  const tried = async (desired: Desired): Promise<number> => {
    cloud.onCall = (name) => {
      if (name === 'putApi') throw refused(kind, 'apigateway:PutRestApi');
    };
    const { outcome, calls } = await deployOnce(cloud, desired, machine);
    expect(outcome).toMatchObject({ kind: 'failed', failures: [{ problem: { facts: { kind } } }] });
    cloud.onCall = undefined;
    return calls.filter((name) => name === 'putApi').length;
  };
  const first = await tried(ONE);
  await deployOnce(cloud, ONE, machine);
  const other = appWith('two', { routes: [{ path: '/b' }] });
  expect([first, await tried(other)]).toEqual(attempts);
  expect((await deployOnce(cloud, other, machine)).outcome.kind).toBe('done');
});

function refused(kind: CloudErrorKind, operation: string): CloudError {
  const facts = { kind, operation, message: 'no', name: kind };
  return new CloudError({ ...facts, status: undefined, requestId: undefined }, undefined);
}
