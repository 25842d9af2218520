// API keys with their usage plans: created when the stage is live, found again by name and tag, updated in place, and deleted
// before the API. Their values are neither in plans nor in records.
import { describe, expect, test } from 'vitest';
import type { RawConfig } from '../../../config/keys.js';
import { observe } from '../../deploy/observe.js';
import {
  lossesOf,
  lossesText,
  planDeploy,
  planDocument,
  renderPlan,
} from '../../deploy/plan-deploy.js';
import {
  elsewhere,
  type Machine,
  openCloud,
  type PortCloud,
  recordOrNot,
  WRITES,
} from '../../deploy/port-cloud.fixture.js';
import { appWith, desiredOf, observedOf } from '../../deploy/states.fixture.js';
import type { Desired } from '../../stage/states.js';

type Keys = NonNullable<RawConfig['api_keys']>;

const PARTNER: Keys = {
  partner: { rate: 10, burst: 20, quota: { limit: 10_000, period: 'month' } },
};
const NAME = 'fixture-dev-partner';

function appOf(api_keys: Keys | undefined, config: RawConfig = {}, code = 'one'): Desired {
  return appWith(code, {
    routes: [{ path: '/', apiKeyRequired: true }],
    config: { ...config, ...(api_keys && { api_keys }) },
  });
}

/** Returns the limits of each plan, its stage, and its keys. */
async function plansIn(cloud: PortCloud): Promise<readonly string[]> {
  const { apiGateway } = cloud.others;
  const [plans, keys] = await Promise.all([apiGateway.listPlans(), apiGateway.listKeys('')]);
  const texts = plans.map(async ({ id, name, throttle, quota, stages }) => {
    const has = await Promise.all(keys.map((key) => apiGateway.hasPlanKey(id, key.id)));
    const linked = keys.filter((_, index) => has[index]).map((key) => key.name);
    const { rateLimit = '-', burstLimit = '-' } = throttle ?? {};
    const limits = `${rateLimit}/${burstLimit}/${quota ? `${quota.limit} ${quota.period}` : '-'}`;
    const places = stages.map(({ stage }) => stage);
    return `${name} ${limits} of ${places.join()} for ${linked.join()}`;
  });
  return (await Promise.all(texts)).toSorted();
}

async function valueOf({ others: { apiGateway } }: PortCloud, name = NAME): Promise<string> {
  const key = (await apiGateway.listKeys(name)).find((one) => one.name === name);
  return (await apiGateway.getKeyValue(key?.id ?? '')) ?? '';
}

const writes = (calls: readonly string[]): readonly string[] =>
  calls.filter((name) => WRITES.test(name) || name === 'enableKey');
const ofKeys = (calls: readonly string[]): readonly string[] =>
  calls.filter((name) => /Key|Plan/.test(name));

const WHOLE = [`${NAME} 10/20/10000 MONTH of api for ${NAME}`];

test('a key and its plan are made when the stage is live', async () => {
  const cloud = await openCloud();
  const { calls, events, outcome } = await cloud.deploy(appOf(PARTNER));
  expect(outcome.kind).toBe('done');
  expect(await plansIn(cloud)).toEqual(WHOLE);
  const [key] = await cloud.others.apiGateway.listKeys('');
  expect(key).toMatchObject({ isEnabled: true, tags: appOf(PARTNER).apiKeys[0]?.tags });
  const order = ['createApi', 'createDeployment', 'createKey', 'createPlan', 'addPlanKey'];
  expect(calls.filter((name) => order.includes(name))).toEqual(order);
  expect(events).toContain(`done create API key ${NAME}`);
  expect(cloud.here.state).toMatchObject({ apiKeys: [NAME] });
  expect(JSON.stringify([cloud.here.state, events])).not.toContain(await valueOf(cloud));
});

test('a deploy of the same makes three reads for a key, and writes nothing', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(PARTNER));
  const { calls } = await cloud.deploy(appOf(PARTNER));
  expect(ofKeys(calls).toSorted()).toEqual(['hasPlanKey', 'listKeys', 'listPlans']);
  expect(writes(calls)).toEqual([]);
  const other = await cloud.deploy(appOf(PARTNER), elsewhere());
  expect(writes(other.calls)).toEqual([]);
});

test.each<readonly [string, Keys, string]>([
  ['limits', { partner: { rate: 5.5, burst: 20 } }, '5.5/20/-'],
  ['no limits', { partner: {} }, '-/-/-'],
  ['quota', { partner: { quota: { limit: 7, period: 'day' } } }, '-/-/7 DAY'],
])('other %s change the plan in place, and back', async (_, keys, text) => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(PARTNER));
  const value = await valueOf(cloud);
  const { calls } = await cloud.deploy(appOf(keys));
  expect(writes(calls)).toEqual(['updatePlan']);
  expect(await plansIn(cloud)).toEqual([`${NAME} ${text} of api for ${NAME}`]);
  await cloud.deploy(appOf(PARTNER));
  expect(await plansIn(cloud)).toEqual(WHOLE);
  expect(await valueOf(cloud)).toBe(value);
});

describe.each(recordOrNot('keys'))('with the record: %s', (has) => {
  const known = (here: Machine): Machine => (has ? here : elsewhere());

  test('a key that goes is deleted with its plan, and comes back with another value', async () => {
    const cloud = await openCloud();
    await cloud.deploy(appOf(PARTNER));
    const value = await valueOf(cloud);
    const { calls } = await cloud.deploy(appOf(undefined), known(cloud.here));
    expect(ofKeys(writes(calls))).toEqual(['updatePlan', 'deleteKey', 'deletePlan']);
    expect(await plansIn(cloud)).toEqual([]);
    expect(await cloud.others.apiGateway.listKeys('')).toEqual([]);
    const again = await cloud.deploy(appOf(undefined), known(cloud.here));
    expect(writes(again.calls)).toEqual([]);
    await cloud.deploy(appOf(PARTNER), known(cloud.here));
    expect(await plansIn(cloud)).toEqual(WHOLE);
    expect(await valueOf(cloud)).not.toBe(value);
  });

  test('a renamed key is another key', async () => {
    const cloud = await openCloud();
    await cloud.deploy(appOf(PARTNER));
    await cloud.deploy(appOf({ friend: {} }), known(cloud.here));
    expect(await plansIn(cloud)).toEqual([
      'fixture-dev-friend -/-/- of api for fixture-dev-friend',
    ]);
  });

  test('a stage that is deleted takes its keys along, before the API', async () => {
    const cloud = await openCloud();
    await cloud.deploy(appOf({ ...PARTNER, friend: {} }));
    expect((await cloud.remove(known(cloud.here))).kind).toBe('done');
    const order = ['updatePlan', 'deleteKey', 'deletePlan', 'deleteApi'];
    expect([...new Set(cloud.calls.filter((name) => order.includes(name)))]).toEqual(order);
    expect(cloud.calls.lastIndexOf('deletePlan')).toBeLessThan(cloud.calls.indexOf('deleteApi'));
    expect(cloud.testCloud.inventory().filter((one) => /api|usage/.test(one))).toEqual([]);
  });

  test('another stage of the API takes the plan along', async () => {
    const cloud = await openCloud();
    await cloud.deploy(appOf(PARTNER));
    const value = await valueOf(cloud);
    const moved = appOf(PARTNER, { api_gateway_stage: 'v1' });
    const { calls } = await cloud.deploy(moved, known(cloud.here));
    expect(await plansIn(cloud)).toEqual([`${NAME} 10/20/10000 MONTH of v1 for ${NAME}`]);
    expect(calls.indexOf('updatePlan')).toBeLessThan(calls.indexOf('deleteStage'));
    expect(await valueOf(cloud)).toBe(value);
  });

  test.each<readonly [string, (cloud: PortCloud) => Promise<unknown>, readonly string[]]>([
    [
      'disabled',
      async ({ clients: { apiGateway } }) => {
        const { items = [] } = await apiGateway.getApiKeys({});
        const patchOperations = [{ op: 'replace', path: '/enabled', value: 'false' } as const];
        await apiGateway.updateApiKey({ apiKey: items[0]?.id, patchOperations });
      },
      ['enableKey'],
    ],
    [
      'detached',
      async ({ clients: { apiGateway } }) => {
        const { items = [] } = await apiGateway.getUsagePlans({});
        const { id, apiStages: [place] = [] } = items[0] ?? {};
        const value = `${place?.apiId ?? ''}:api`;
        const patchOperations = [{ op: 'remove', path: '/apiStages', value } as const];
        await apiGateway.updateUsagePlan({ usagePlanId: id, patchOperations });
      },
      ['updatePlan'],
    ],
    [
      'deleted',
      async ({ others: { apiGateway } }) => {
        const [key] = await apiGateway.listKeys('');
        await apiGateway.deleteKey(key?.id ?? '');
      },
      ['createKey', 'addPlanKey'],
    ],
  ])('a key that was %s by hand comes back', async (_, change, expected) => {
    const cloud = await openCloud();
    await cloud.deploy(appOf(PARTNER));
    await change(cloud);
    const { calls } = await cloud.deploy(appOf(PARTNER), known(cloud.here));
    expect(writes(calls)).toEqual(expected);
    expect(await plansIn(cloud)).toEqual(WHOLE);
    const [key] = await cloud.others.apiGateway.listKeys('');
    expect(key?.isEnabled).toBe(true);
    expect(writes((await cloud.deploy(appOf(PARTNER), known(cloud.here))).calls)).toEqual([]);
  });

  test('an API that was deleted by hand is made again, and the key opens the new one', async () => {
    const cloud = await openCloud();
    await cloud.deploy(appOf(PARTNER));
    const value = await valueOf(cloud);
    const [api] = await cloud.others.apiGateway.findApis('fixture-dev');
    await cloud.others.apiGateway.deleteApi(api?.id ?? '');
    await cloud.deploy(appOf(PARTNER), known(cloud.here));
    expect(await plansIn(cloud)).toEqual(WHOLE);
    expect(await valueOf(cloud)).toBe(value);
  });
});

test('the keys of a stage whose name begins with that of this one stay', async () => {
  const cloud = await openCloud();
  await cloud.deploy(appOf(PARTNER));
  const tags = { 'cloud-framework': 'version=1.0.0:stage=dev-x:app=fixture' };
  await cloud.others.apiGateway.createKey('fixture-dev-x-partner', tags);
  await cloud.deploy(appOf(undefined));
  const names = (await cloud.others.apiGateway.listKeys('')).map(({ name }) => name);
  expect(names).toEqual(['fixture-dev-x-partner']);
});

test('a key or a plan of somebody else is never touched', async () => {
  const cloud = await openCloud();
  const { apiGateway } = cloud.clients;
  await apiGateway.createApiKey({ name: NAME, enabled: true });
  const refused = await cloud.deploy(appOf(PARTNER), elsewhere());
  expect(refused.outcome.kind).toBe('refused');
  const found = await observe({ cloud, desired: appOf(PARTNER), state: undefined });
  expect(found.kind === 'refused' && found.diagnostics.map(({ message }) => message)).toEqual([
    expect.stringContaining(`API key \`${NAME}\``),
  ]);
  await cloud.deploy(appOf({ friend: {} }), elsewhere());
  await cloud.deploy(appOf(undefined), elsewhere());
  await cloud.remove(elsewhere());
  expect((await cloud.others.apiGateway.listKeys('')).map(({ name }) => name)).toEqual([NAME]);
});

test('a key and a plan that were made by hand are adopted by their tag, with the value', async () => {
  const cloud = await openCloud();
  const { apiGateway } = cloud.clients;
  const { id = '' } = await apiGateway.createApiKey({ name: NAME, enabled: true });
  const value = await valueOf(cloud);
  const plan = await apiGateway.createUsagePlan({ name: NAME });
  const { tags } = appOf(PARTNER).apiKeys[0] ?? {};
  for (const path of [`apikeys/${id}`, `usageplans/${plan.id ?? ''}`]) {
    const resourceArn = `arn:aws:apigateway:eu-west-1::/${path}`;
    await apiGateway.tagResource({ resourceArn, tags });
  }
  const { calls } = await cloud.deploy(appOf(PARTNER), elsewhere());
  expect(ofKeys(writes(calls))).toEqual(['updatePlan', 'addPlanKey']);
  expect(await plansIn(cloud)).toEqual(WHOLE);
  expect(await valueOf(cloud)).toBe(value);
});

test('a second key of the name goes, and the one in the plan stays', async () => {
  const cloud = await openCloud();
  const { tags = {} } = appOf(PARTNER).apiKeys[0] ?? {};
  await cloud.deploy(appOf(PARTNER));
  const value = await valueOf(cloud);
  await cloud.others.apiGateway.createKey(NAME, tags);
  await cloud.deploy(appOf(PARTNER));
  expect(await cloud.others.apiGateway.listKeys('')).toHaveLength(1);
  expect(await valueOf(cloud)).toBe(value);
});

test('a plan says what is made, changed, made again and lost', () => {
  const desired = desiredOf({ config: { api_keys: { ...PARTNER, friend: {} } } });
  const found = observedOf(desired);
  const [friend, partner] = found.apiKeys;
  if (!friend || !partner?.plan) throw new Error('There are no keys');
  const { plan } = partner;
  const apiKeys = [
    { ...friend, name: 'fixture-dev-old' },
    { ...partner, key: undefined, plan: { ...plan, throttle: { rateLimit: 1, burstLimit: 20 } } },
  ];
  const planned = planDeploy(desired, { ...found, apiKeys });
  expect(renderPlan(planned, { hasColor: false })).toMatchInlineSnapshot(`
    "Resources
      +  API key  fixture-dev-friend   no limits
      ~  API key  fixture-dev-partner  rate 1 -> 10
                                       was deleted by hand: it is created again, with a new value
      -  API key  fixture-dev-old      its value is lost permanently

    fixture, stage dev, eu-west-1: 1 to create, 1 to change, 1 to delete.
    A deploy asks for confirmation before it deletes what cannot be restored; without a terminal, it requires \`--allow-delete\`.
    "
  `);
  expect(planDocument(planned)).toMatchObject({
    apiKeys: [
      { action: 'create', name: 'fixture-dev-friend', parts: [], fields: [] },
      {
        action: 'update',
        name: NAME,
        parts: ['key'],
        fields: [{ field: 'rate', from: '1', to: '10' }],
      },
      { action: 'delete', name: 'fixture-dev-old' },
    ],
  });
  expect(lossesText(lossesOf(planned), (name) => name)).toBe(
    'the API key fixture-dev-old, whose value is then lost',
  );
});
