// Every configuration key is applied to the cloud by a deploy, and reset when the key is removed.
import type { GetFunctionResponse } from '@aws-sdk/client-lambda';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClients } from '../../cli/serve/local-cloud/clients.fixture.js';
import { addressIn, appWith, cloudWith, framework, helloWorld, testCloud } from './deployments.js';
import { sampleOf } from '../support/sample.js';

const APP = `${appWith({ '/': 'one' })}
export const resize = app.lambdaFunction()(function resize() { return 1; });
`;

const VPC = {
  subnet_ids: ['subnet-0123456789abcdef0'],
  security_group_ids: ['sg-0123456789abcdef0'],
};
const POLICY = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    {
      Effect: 'Allow',
      Action: ['logs:*', 'ec2:*NetworkInterface', 'ec2:DescribeNetworkInterfaces'],
      Resource: '*',
    },
  ],
});

const [API, RESIZE] = ['helloworld-dev', 'helloworld-dev-resize'];
const NOTHING = {
  timeout: 60,
  memory: 128,
  architecture: 'x86_64',
  runtime: 'nodejs24.x',
  role: 'helloworld-dev',
  variables: {},
  subnets: [],
  tags: {},
  reserved: undefined,
  layers: [],
  storage: 512,
  tracing: 'PassThrough',
};
const LAYERS = [3, 1].map((part) => `arn:aws:lambda:us-east-1:123456789012:layer:part-${part}:7`);

function settingsOf({ Configuration, Tags = {}, Concurrency }: GetFunctionResponse): unknown {
  const tags = Object.fromEntries(
    Object.entries(Tags).filter(([key]) => key !== 'cloud-framework'),
  );
  return {
    timeout: Configuration?.Timeout,
    memory: Configuration?.MemorySize,
    architecture: Configuration?.Architectures?.join(),
    runtime: Configuration?.Runtime,
    role: Configuration?.Role?.split('/').at(-1),
    variables: Configuration?.Environment?.Variables ?? {},
    subnets: Configuration?.VpcConfig?.SubnetIds ?? [],
    tags,
    reserved: Concurrency?.ReservedConcurrentExecutions,
    layers: (Configuration?.Layers ?? []).map(({ Arn }) => Arn),
    storage: Configuration?.EphemeralStorage?.Size,
    tracing: Configuration?.TracingConfig?.Mode,
  };
}

const SETTINGS: readonly (readonly [string, object, (url: string) => object])[] = [
  [
    'settings of a stage',
    {
      lambda_timeout: 3,
      lambda_memory_size: 256,
      architecture: 'arm64',
      runtime: 'nodejs22.x',
      environment_variables: { MODE: 'x' },
      tags: { team: 'a' },
      reserved_concurrency: 0,
      api_gateway_stage: 'v2',
      xray: true,
    },
    (url) => {
      expect(url).toContain('/v2/');
      const settings = {
        ...NOTHING,
        timeout: 3,
        memory: 256,
        architecture: 'arm64',
        runtime: 'nodejs22.x',
        variables: { MODE: 'x' },
        tags: { team: 'a' },
        reserved: 0,
        tracing: 'Active',
      };
      return { [API]: settings, [RESIZE]: settings };
    },
  ],
  [
    'subnets and security groups',
    { ...VPC, autogen_policy: false, iam_policy_file: 'mine.json' },
    () => {
      const settings = { ...NOTHING, subnets: VPC.subnet_ids };
      return { [API]: settings, [RESIZE]: settings };
    },
  ],
  [
    'settings of one function',
    {
      reserved_concurrency: 9,
      stages: {
        dev: {
          reserved_concurrency: 3,
          lambda_functions: {
            resize: {
              ...VPC,
              lambda_timeout: 7,
              lambda_memory_size: 192,
              reserved_concurrency: 0,
              tags: { team: 'b' },
              layers: LAYERS,
              ephemeral_storage: 2048,
              environment_variables: { MODE: 'y' },
              autogen_policy: false,
              iam_policy_file: 'mine.json',
            },
          },
        },
      },
    },
    () => ({
      [API]: { ...NOTHING, reserved: 3 },
      [RESIZE]: {
        ...NOTHING,
        timeout: 7,
        memory: 192,
        role: RESIZE,
        variables: { MODE: 'y' },
        subnets: VPC.subnet_ids,
        tags: { team: 'b' },
        reserved: 0,
        layers: LAYERS,
        storage: 2048,
      },
    }),
  ],
];

const DRAWN = sampleOf('settings of functions', SETTINGS, 3);

test.each(DRAWN)(
  '%s: they are in the cloud, and go with their keys',
  async (_, config, expected) => {
    const cloud = await testCloud();
    const { lambda } = createClients(cloud);
    const cwd = helloWorld({ 'app.ts': APP, '.framework/mine.json': POLICY });
    const deployWith = async (keys: object): Promise<string> => {
      const text = JSON.stringify({ version: '2.0', ...keys });
      writeFileSync(join(cwd, '.framework/config.json'), text);
      const { exitCode, out } = await framework('deploy', { cwd, cloud });
      expect(exitCode).toBe(0);
      // With the record and without it.
      expect((await framework('deploy', { cwd, cloud })).out).toMatch(/^No changes\.\n/);
      rmSync(join(cwd, '.framework/deployed'), { recursive: true });
      expect((await framework('deploy', { cwd, cloud })).out).toMatch(/^No changes\.\n/);
      return addressIn(out);
    };
    const found = async (): Promise<object> =>
      Object.fromEntries(
        await Promise.all(
          [API, RESIZE].map(async (name) => {
            const answer = await lambda.getFunction({ FunctionName: name });
            return [name, settingsOf(answer)] as const;
          }),
        ),
      );
    await deployWith({});
    const before = cloud.inventory();
    const url = await deployWith(config);
    expect(await found()).toEqual(expected(url));
    await deployWith({});
    expect(await found()).toEqual({ [API]: NOTHING, [RESIZE]: NOTHING });
    expect(cloud.inventory()).toEqual(before);
  },
);

test('the policy of a role permits X-Ray what it needs, as long as it is asked for', async () => {
  const { cloud, cwd } = await cloudWith({
    '.framework/config.json': '{"version":"2.0","xray":true}',
  });
  expect((await framework('gen-policy', { cwd, cloud })).out).toContain('xray:PutTraceSegments');
  const explained = await framework('gen-policy --explain', { cwd, cloud });
  expect(explained.out).toMatch(/xray:PutTraceSegments +\* +`xray`/);
  writeFileSync(join(cwd, '.framework/config.json'), '{"version":"2.0"}');
  expect((await framework('gen-policy', { cwd, cloud })).out).not.toContain('xray');
});
