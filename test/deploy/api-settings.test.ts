// The settings of the API: how it is reached, who may call it, what it compresses, its traces and limits. A deploy applies
// them, restores manual changes, and resets them when the key is removed.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import type { TestCloud } from '../../cli/serve/local-cloud/test-cloud.fixture.js';
import { sampledTest } from '../support/sampled-test.js';
import {
  addressIn,
  appWith,
  type CommandRun,
  framework,
  helloWorld,
  testCloud,
} from './deployments.js';

const test = sampledTest('deploys of API settings', 3);

const VPCE = 'vpce-0a1b2c3d4e5f67890';
const OTHER_VPCE = 'vpce-0123456789abcdef0';
const POLICY = {
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: ['execute-api:/*'] },
    {
      Effect: 'Deny',
      Principal: '*',
      Action: 'execute-api:Invoke',
      Resource: 'execute-api:/*/GET/old',
    },
  ],
};

const WITH_CORS = `import { Framework } from 'framework';

export const app = new Framework({ appName: 'helloworld' });
export const index = app.route('/', { cors: true })(() => ({ hello: 'world' }));
`;

const NOTHING = {
  types: ['REGIONAL'],
  endpoints: [],
  size: undefined,
  hasPolicy: false,
  tracing: false,
  methods: {},
};

type CloudProject = { readonly cloud: TestCloud; readonly cwd: string };

function place(cloud: TestCloud): CloudProject {
  const files = { 'app.ts': appWith({ '/': 'one', '/old': 'old' }) };
  const cwd = helloWorld({ ...files, '.framework/api.json': JSON.stringify(POLICY) });
  return { cloud, cwd };
}

async function deployWith(at: CloudProject, keys: object): Promise<CommandRun> {
  writeFileSync(
    join(at.cwd, '.framework/config.json'),
    JSON.stringify({ version: '2.0', ...keys }),
  );
  const run = await framework('deploy', at);
  expect(run).toMatchObject({ exitCode: 0 });
  return run;
}

/** Expects no changes with the record, and then without it. */
async function expectNothingToDo(at: CloudProject): Promise<void> {
  expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
  rmSync(join(at.cwd, '.framework/deployed'), { recursive: true });
  expect((await framework('deploy', at)).out).toMatch(/^No changes\.\n/);
}

async function found(cloud: TestCloud): Promise<typeof NOTHING & { readonly id: string }> {
  const { apiGateway } = createClients(cloud);
  const { items: [api] = [] } = await apiGateway.getRestApis({});
  const id = api?.id ?? '';
  const stage = await apiGateway.getStage({ restApiId: id, stageName: 'api' });
  const limits = Object.entries(stage.methodSettings ?? {}).map(([path, one]) => [
    path,
    [one.throttlingRateLimit, one.throttlingBurstLimit, one.loggingLevel],
  ]);
  return {
    id,
    types: api?.endpointConfiguration?.types ?? [],
    endpoints: (api?.endpointConfiguration?.vpcEndpointIds ?? []) as never[], // because the empty list has no items
    size: api?.minimumCompressionSize as undefined, // because there is none at first
    hasPolicy: api?.policy !== undefined,
    tracing: stage.tracingEnabled ?? false,
    methods: Object.fromEntries(limits) as object,
  };
}

const SETTINGS: readonly (readonly [string, object, object])[] = [
  ['compression', { minimum_compression_size: 100 }, { size: 100 }],
  ['an endpoint of CloudFront', { api_gateway_endpoint_type: 'EDGE' }, { types: ['EDGE'] }],
  [
    'a private endpoint',
    { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: VPCE },
    { types: ['PRIVATE'], endpoints: [VPCE], hasPolicy: true },
  ],
  [
    'two private endpoints with a policy of their own',
    {
      api_gateway_endpoint_type: 'PRIVATE',
      api_gateway_endpoint_vpce: [VPCE, OTHER_VPCE],
      api_gateway_policy_file: 'api.json',
    },
    { types: ['PRIVATE'], endpoints: [VPCE, OTHER_VPCE].toSorted(), hasPolicy: true },
  ],
  ['a policy', { api_gateway_policy_file: 'api.json' }, { hasPolicy: true }],
  [
    'limits of the stage',
    { api_gateway_throttle: { rate_limit: 0.5, burst_limit: 3 } },
    { methods: { '*/*': [0.5, 3, 'OFF'] } },
  ],
  ['traces', { xray: true }, { tracing: true }],
];

test.each(SETTINGS)(
  '%s: in the cloud on a first deploy and a later one, and gone with the key',
  async (_, keys, expected) => {
    const cloud = await testCloud();
    const at = place(cloud);
    cloud.restrictCaller(
      JSON.parse((await framework('gen-policy --deployer', { ...at })).out) as object,
    );
    await deployWith(at, keys);
    expect(await found(cloud)).toMatchObject({ ...NOTHING, ...expected });
    await expectNothingToDo(at);
    const { id } = await found(cloud);
    await deployWith(at, {});
    expect(await found(cloud)).toEqual({ ...NOTHING, id });
    await expectNothingToDo(at);
    await deployWith(at, keys);
    expect(await found(cloud)).toMatchObject({ ...NOTHING, ...expected, id });
    await expectNothingToDo(at);
    expect(await framework('delete --yes', at)).toMatchObject({ exitCode: 0 });
    expect(cloud.inventory()).toEqual([]);
  },
);

test('from each type of endpoint to each other, with the same API', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  const edge = { api_gateway_endpoint_type: 'EDGE' };
  const inside = { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: VPCE };
  const ids: string[] = [];
  for (const keys of [{}, edge, inside, edge, {}, inside, {}]) {
    await deployWith(at, keys);
    const { types, id } = await found(cloud);
    ids.push(id);
    const [type = 'REGIONAL'] = Object.values(keys);
    expect(types).toEqual([type]);
  }
  expect(new Set(ids).size).toBe(1);
});

test('a stage answers 429 beyond its limits, with CORS headers, and takes requests again in time', async () => {
  let passed = 0;
  const cloud = await testCloud({ now: () => Date.now() + passed });
  const at = place(cloud);
  writeFileSync(join(at.cwd, 'app.ts'), WITH_CORS);
  const run = await deployWith(at, {
    api_gateway_throttle: { rate_limit: 0.01, burst_limit: 3 },
  });
  const answers = async (count: number): Promise<readonly number[]> => {
    const statuses: number[] = [];
    for (let left = count; left > 0; left -= 1)
      statuses.push((await fetch(addressIn(run.out))).status);
    return statuses;
  };
  expect(await answers(4)).toEqual([200, 200, 200, 429]);
  const refused = await fetch(addressIn(run.out));
  expect(await refused.text()).toBe('{"message":"Too Many Requests"}');
  expect(refused.headers.get('x-amzn-errortype')).toBe('TooManyRequestsException');
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  passed += 100_000;
  expect(await answers(2)).toEqual([200, 429]);
  await deployWith(at, {});
  expect(await answers(5)).toEqual([200, 200, 200, 200, 200]);
});

test('limits go and other settings that somebody made by hand stay', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  await deployWith(at, { api_gateway_throttle: { rate_limit: 10, burst_limit: 20 } });
  const { id: restApiId } = await found(cloud);
  const patch = { op: 'replace', path: '/*/*/logging/loglevel', value: 'INFO' } as const;
  const place2 = { restApiId, stageName: 'api' };
  const { apiGateway } = createClients(cloud);
  await apiGateway.updateStage({ ...place2, patchOperations: [patch] });
  await deployWith(at, {});
  expect((await found(cloud)).methods).toEqual({ '*/*': [-1, -1, 'INFO'] });
  await expectNothingToDo(at);
});

test('a policy decides who may call, and a private API answers its endpoint alone', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  const open = addressIn((await deployWith(at, { api_gateway_policy_file: 'api.json' })).out);
  expect((await fetch(open)).status).toBe(200);
  const denied = await fetch(`${open}old`);
  expect(denied.status).toBe(403);
  const inside = { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: VPCE };
  await deployWith(at, inside);
  expect((await fetch(open)).status).toBe(403);
  const headers = { 'x-amzn-vpce-id': VPCE };
  expect((await fetch(open, { headers })).status).toBe(200);
  expect((await fetch(open, { headers: { 'x-amzn-vpce-id': OTHER_VPCE } })).status).toBe(403);
});

test('a rollback takes the endpoint back with the routes', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  const url = addressIn((await deployWith(at, {})).out);
  await deployWith(at, { api_gateway_endpoint_type: 'PRIVATE', api_gateway_endpoint_vpce: VPCE });
  const back = await framework('rollback', at);
  expect(back).toMatchObject({ exitCode: 0 });
  expect((await found(cloud)).types).toEqual(['REGIONAL']);
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  expect(await framework('deploy', at)).toMatchObject({ exitCode: 0 });
  expect(await found(cloud)).toMatchObject({
    types: ['PRIVATE'],
    endpoints: [VPCE],
    hasPolicy: true,
  });
  await deployWith(at, {});
  expect(await framework('rollback', at)).toMatchObject({ exitCode: 0 });
  expect(await found(cloud)).toMatchObject({ types: ['PRIVATE'], endpoints: [VPCE] });
  const headers = { 'x-amzn-vpce-id': VPCE };
  await expect.poll(async () => (await fetch(url, { headers })).status).toBe(200);
});

test('a policy that nobody can read stops the deploy before its first call', async () => {
  const cloud = await testCloud();
  const at = place(cloud);
  const config = { version: '2.0', api_gateway_policy_file: 'api.json' };
  writeFileSync(join(at.cwd, '.framework/config.json'), JSON.stringify(config));
  const { Statement } = POLICY;
  const nobodys = { Statement: Statement.map(({ Principal, ...one }) => one) };
  writeFileSync(join(at.cwd, '.framework/api.json'), JSON.stringify(nobodys));
  const run = await framework('deploy', at);
  expect(run).toMatchObject({ exitCode: 1, calls: [] });
  expect(run.err).toContain('FW4052');
  expect(run.err).toContain('Statement[0].Principal');
});
