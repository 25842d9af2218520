// Waiting for a new API: it asks for a path that no route has, and a machine that cannot ask loses nothing.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CloudError, type CloudErrorFacts } from '../../../cloud/cloud-error.js';
import { fakeCloud, type FakeCloud } from '../../deploy/fake-cloud.fixture.js';
import type { Desired } from '../../stage/states.js';
import { observe } from '../../deploy/observe.js';
import { planDeploy } from '../../deploy/plan-deploy.js';
import { desiredOf } from '../../deploy/states.fixture.js';
import { applyPlan } from '../../deploy/apply-plan.js';
import type { StepsResult } from '../../stage/run-steps.js';

const zip = new TextEncoder().encode('code');
const ONE: Desired = {
  ...desiredOf({ routes: [{ path: '/' }, { path: '/{a}/{b}' }] }),
  package: { zip, sha256: createHash('sha256').update(zip).digest('base64') },
};

async function deployAsking(
  ask: (url: string) => string | undefined,
  cloud: FakeCloud = fakeCloud(),
  desired: Desired = ONE,
): Promise<StepsResult> {
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
    ask: (url) => Promise.resolve(ask(url)),
    signal: new AbortController().signal,
    wait: () => Promise.resolve(),
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
    /^https:\/\/api\d+\.execute-api\.eu-west-1\.amazonaws\.com\/api\/is-live\/is-live\/is-live\/is-live$/,
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
  const cloud = fakeCloud();
  let asked = 0;
  const ask = (): string => {
    asked += 1;
    return 'live';
  };
  cloud.onCall = (call) => {
    if (call === 'createDeployment') throw new CloudError(REFUSED, undefined);
  };
  expect((await deployAsking(ask, cloud)).kind).toBe('failed');
  expect([asked, cloud.apis.size]).toEqual([0, 1]);
  cloud.onCall = undefined;
  expect((await deployAsking(ask, cloud)).kind).toBe('done');
  expect(asked).toBe(1);
  expect((await deployAsking(ask, cloud)).kind).toBe('done');
  expect(asked).toBe(1);
});

test('the earlier stage goes when the new one answers', async () => {
  const cloud = fakeCloud();
  await deployAsking(() => 'live', cloud);
  const stages: (readonly string[])[] = [];
  const ask = (): string => {
    stages.push(...[...cloud.apis.values()].map((one) => [...one.stages.keys()]));
    return 'live';
  };
  const { api } = ONE;
  await deployAsking(ask, cloud, { ...ONE, api: api && { ...api, stage: 'v2' } });
  expect(stages).toEqual([['api', 'v2']]);
});

const REFUSED: CloudErrorFacts = {
  kind: 'denied',
  operation: 'apigateway:CreateDeployment',
  message: 'no',
  name: 'AccessDenied',
  status: 403,
  requestId: undefined,
};
