// Every call of a deploy fails once, in each way in which a call can fail, or is the last one before the process ends: the
// next run makes the stage whole, and nothing is left over.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { isFull, sampleOf } from '../../../test/support/sample.js';
import type { CloudErrorKind } from '../../cloud/cloud-error.js';
import { deployOnce, type Machine } from './deploy-run.fixture.js';
import type { Desired } from '../stage/states.js';
import { fakeCloud, type FakeCloud } from './fake-cloud.fixture.js';
import { refused } from './fake-refusal.fixture.js';
import { desiredOf, type StateSketch } from './states.fixture.js';

type Way = { readonly kind: CloudErrorKind; readonly isCarriedOut: boolean };

const WAYS: readonly Way[] = [
  { kind: 'network', isCarriedOut: false },
  { kind: 'network', isCarriedOut: true },
  { kind: 'server', isCarriedOut: false },
  { kind: 'server', isCarriedOut: true },
  { kind: 'throttled', isCarriedOut: false },
  { kind: 'denied', isCarriedOut: false },
];

function app(code: string, sketch: StateSketch = {}): Desired {
  const zip = new TextEncoder().encode(code);
  return {
    ...desiredOf(sketch),
    package: { zip, sha256: createHash('sha256').update(zip).digest('base64') },
  };
}

const ONE = app('one');
const TWO = app('two', { routes: [{ path: '/' }, { path: '/b' }], functions: ['resize'] });

const PRIVATE = app('one', {
  config: {
    xray: true,
    layers: ['arn:aws:lambda:eu-west-1:123456789012:layer:one:1'],
    minimum_compression_size: 100,
    api_gateway_endpoint_type: 'PRIVATE',
    api_gateway_endpoint_vpce: 'vpce-0a1b2c3d',
    api_gateway_throttle: { rate_limit: 1, burst_limit: 2 },
  },
});

const [AT_DOMAIN, AT_OTHER_PATH] = [atDomain('one', 'v1'), atDomain('two', 'v2')];

function atDomain(code: string, url_prefix: string): Desired {
  const certificate_arn = 'arn:aws:acm:eu-west-1:123456789012:certificate/one';
  const domain = { domain_name: 'api.example.com', certificate_arn, url_prefix };
  return app(code, { config: { api_gateway_custom_domain: domain } });
}

/** What a deploy begins with. */
const STARTS: Readonly<Record<string, (cloud: FakeCloud, machine: Machine) => Promise<Desired>>> = {
  'a first deploy': () => Promise.resolve(ONE),
  'a first deploy with functions': () => Promise.resolve(TWO),
  'a redeploy': async (cloud, machine) => {
    await deployOnce(cloud, ONE, machine);
    return TWO;
  },
  'a redeploy that makes the API private': async (cloud, machine) => {
    await deployOnce(cloud, ONE, machine);
    return PRIVATE;
  },
  'a redeploy that makes the API public': async (cloud, machine) => {
    await deployOnce(cloud, PRIVATE, machine);
    return ONE;
  },
  'a redeploy that moves the API to a domain': async (cloud, machine) => {
    await deployOnce(cloud, ONE, machine);
    return AT_OTHER_PATH;
  },
  'a redeploy that moves the API to another base path': async (cloud, machine) => {
    await deployOnce(cloud, AT_DOMAIN, machine);
    return AT_OTHER_PATH;
  },
  'a redeploy that takes the API off a domain': async (cloud, machine) => {
    await deployOnce(cloud, AT_DOMAIN, machine);
    return app('two');
  },
  'a redeploy that removes': async (cloud, machine) => {
    await deployOnce(cloud, TWO, machine);
    return ONE;
  },
};

function stateOf(cloud: FakeCloud): unknown {
  return {
    domains: [...cloud.domains].map(([name, { mappings }]) => [name, [...mappings.keys()]]),
    roles: [...cloud.roles].map(([name, { policies }]) => [name, [...policies.keys()]]),
    functions: [...cloud.functions]
      .map(([name, { current, permissions }]) => [
        name,
        current.codeSha256,
        current.layers,
        current.progress.kind,
        permissions.length,
      ])
      .toSorted(),
    apis: [...cloud.apis.values()].map(({ api, stages, stageSettings, deployments }) => {
      const shown = deployments.find(({ id }) => id === stages.get('api'));
      const settings = [api.settings, stageSettings.get('api'), Object.keys(api.tags)];
      return [[...stages.keys()], JSON.parse(shown?.document ?? '{}') as unknown, settings];
    }),
  };
}

for (const [name, start] of Object.entries(STARTS)) {
  test(`${name} converges whatever call fails`, async () => {
    const whole = fakeCloud();
    const wholeMachine: Machine = { state: undefined };
    const { calls } = await deployOnce(whole, await start(whole, wholeMachine), wholeMachine);
    const wanted = stateOf(whole);
    const kept: string[] = [];
    const cases = calls.flatMap((call, index) =>
      WAYS.flatMap((way) =>
        [false, true].map((losesState) => ({ call, at: index + 1, way, losesState })),
      ),
    );
    for (const { call, at, way, losesState } of sampleOf(name, cases, 4)) {
      const cloud = fakeCloud();
      const machine: Machine = { state: undefined };
      const desired = await start(cloud, machine);
      cloud.arm({ ...way, at });
      const first = await deployOnce(cloud, desired, machine).catch((error: unknown) => {
        if (error instanceof Error && error.name === 'CloudError') return undefined;
        throw error;
      });
      cloud.arm(undefined);
      const isWhole = first?.outcome.kind === 'done';
      if (isWhole) kept.push(`${way.kind} ${at}`);
      const next = losesState ? { state: undefined } : machine;
      const second = await deployOnce(cloud, desired, next);
      const where = `${JSON.stringify(way)} at call ${at} (${call}), ${losesState ? 'without' : 'with'} its record`;
      expect(second.outcome, where).toMatchObject({ kind: 'done' });
      expect(stateOf(cloud), where).toEqual(wanted);
      const third = await deployOnce(cloud, desired, next);
      expect(
        third.calls.filter((made) => !/^(?:get|list|find|export)/.test(made)),
        where,
      ).toEqual([]);
    }
    if (isFull) expect(kept.length).toBeGreaterThan(0);
  });

  test(`${name} converges when the process ends after any write`, async () => {
    const whole = fakeCloud();
    const wholeMachine: Machine = { state: undefined };
    let writes = 0;
    const desiredOnce = await start(whole, wholeMachine);
    whole.onWrite = () => (writes += 1);
    await deployOnce(whole, desiredOnce, wholeMachine);
    const wanted = stateOf(whole);
    expect(writes).toBeGreaterThan(3);
    for (let last = 1; last <= writes; last += 1) {
      const cloud = fakeCloud();
      const machine: Machine = { state: undefined };
      const desired = await start(cloud, machine);
      let seen = 0;
      const killed = new Promise<void>((resolve) => {
        cloud.onWrite = () => {
          seen += 1;
          if (seen < last) return;
          // From now on nothing of this process reaches the cloud or the disk.
          resolve();
          throw new Error('killed');
        };
      });
      const dying: Machine = { state: machine.state };
      await Promise.race([deployOnce(cloud, desired, dying).catch(() => undefined), killed]);
      const left = dying.state;
      await new Promise((resolve) => setTimeout(resolve, 5));
      cloud.onWrite = undefined;
      const after: Machine = { state: left };
      const second = await deployOnce(cloud, desired, after);
      expect(second.outcome, `after write ${last}`).toMatchObject({ kind: 'done' });
      expect(stateOf(cloud), `after write ${last}`).toEqual(wanted);
    }
  });
}

test.each<readonly [CloudErrorKind, readonly [first: number, again: number]]>([
  ['missing', [20, 1]],
  ['unsupported', [1, 1]],
])('a call that is always answered with "%s" waits for a new API only', async (kind, attempts) => {
  const cloud = fakeCloud();
  const machine: Machine = { state: undefined };
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
  expect([first, await tried(TWO)]).toEqual(attempts);
  expect((await deployOnce(cloud, TWO, machine)).outcome.kind).toBe('done');
});
