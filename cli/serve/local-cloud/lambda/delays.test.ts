// Delays of the real cloud: scaled, with a manually advanced clock.
import type { CreateFunctionCommandOutput } from '@aws-sdk/client-lambda';
import { afterEach, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createRole,
  policyOf,
  refusalOf,
  zipOf,
} from '../clients.fixture.js';
import { createHandClock, type HandClock } from '../hand-clock.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud, TestCloudOptions } from '../test-cloud.fixture.js';

let cloud: TestCloud;
let clients: Clients;
let clock: HandClock;
let role = '';
afterEach(() => cloud.close());

/** Starts a cloud with a new role. */
async function start(options: TestCloudOptions = {}): Promise<void> {
  clock = createHandClock();
  cloud = await startTestCloud({ timeScale: 1, now: clock.now, ...options });
  clients = createClients(cloud);
  role = await createRole(clients);
}

const FunctionName = 'hello';
const zip = zipOf({ 'index.mjs': 'export const handler = async () => 1;' });

function createFunction(): Promise<CreateFunctionCommandOutput> {
  return clients.lambda.createFunction({
    FunctionName,
    Role: role,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Code: { ZipFile: zip },
    MemorySize: 192,
    Tags: { 'cloud-framework': 'x' },
  });
}

test('a new role can be assumed by Lambda after 8 seconds', async () => {
  await start();
  clock.advance(7_999);
  expect(await refusalOf(createFunction())).toBe(
    'InvalidParameterValueException 400 The role defined for the function cannot be assumed by Lambda.',
  );
  clock.advance(1);
  expect(await refusalOf(createFunction())).toBe('accepted');
});

test('a new function is Pending for 3 seconds, and nothing can be done with it', async () => {
  await start();
  clock.advance(8_000);
  const made = await createFunction();
  expect(made).toMatchObject({
    FunctionArn: 'arn:aws:lambda:us-east-1:123456789012:function:hello',
    Version: '$LATEST',
    State: 'Pending',
    StateReasonCode: 'Creating',
    CodeSize: zip.length,
    Architectures: ['x86_64'],
    EphemeralStorage: { Size: 512 },
  });
  const { lambda } = clients;
  const attempts = async (): Promise<ReadonlySet<string>> =>
    new Set([
      await refusalOf(lambda.invoke({ FunctionName })),
      await refusalOf(lambda.updateFunctionCode({ FunctionName, ZipFile: zip })),
    ]);
  clock.advance(2_999);
  expect([...(await attempts())]).toMatchInlineSnapshot(`
    [
      "ResourceConflictException 409 The operation cannot be performed at this time. The function is currently in the following state: Pending",
    ]
  `);
  clock.advance(1);
  const found = await lambda.getFunction({ FunctionName });
  expect(found).toMatchObject({
    Configuration: { State: 'Active', LastUpdateStatus: 'Successful', CodeSha256: made.CodeSha256 },
    Tags: { 'cloud-framework': 'x' },
  });
  expect(found.Concurrency).toBeUndefined();
  expect(await attempts()).toEqual(new Set(['accepted']));
});

test('an update takes 1.5 seconds and lets no other begin', async () => {
  await start();
  clock.advance(8_000);
  await createFunction();
  clock.advance(3_000);
  expect(
    await clients.lambda.updateFunctionConfiguration({ FunctionName, Timeout: 9 }),
  ).toMatchObject({ State: 'Active', LastUpdateStatus: 'InProgress', Timeout: 9, MemorySize: 192 });
  clock.advance(1_499);
  expect(
    await refusalOf(clients.lambda.updateFunctionConfiguration({ FunctionName, Timeout: 9 })),
  ).toMatchInlineSnapshot(
    `"ResourceConflictException 409 The operation cannot be performed at this time. An update is in progress for resource: arn:aws:lambda:us-east-1:123456789012:function:hello"`,
  );
  clock.advance(1);
  expect((await clients.lambda.getFunctionConfiguration({ FunctionName })).LastUpdateStatus).toBe(
    'Successful',
  );
  expect(
    await refusalOf(clients.lambda.updateFunctionConfiguration({ FunctionName, Timeout: 9 })),
  ).toBe('accepted');
});

test('a policy counts after 4 seconds, for example for a VPC', async () => {
  await start();
  clock.advance(8_000);
  await createFunction();
  clock.advance(3_000);
  const attach = {
    FunctionName,
    VpcConfig: { SubnetIds: ['subnet-1'], SecurityGroupIds: ['sg-1'] },
  };
  const refused =
    'InvalidParameterValueException 400 The provided execution role does not have permissions to call CreateNetworkInterface on EC2';
  expect(await refusalOf(clients.lambda.updateFunctionConfiguration(attach))).toBe(refused);
  const document = policyOf({
    Effect: 'Allow',
    Action: ['ec2:*NetworkInterface', 'ec2:DescribeNetworkInterfaces'],
    Resource: '*',
  });
  await clients.iam.putRolePolicy({
    RoleName: 'role',
    PolicyName: 'vpc',
    PolicyDocument: document,
  });
  clock.advance(3_999);
  expect(await refusalOf(clients.lambda.updateFunctionConfiguration(attach))).toBe(refused);
  clock.advance(1);
  expect((await clients.lambda.updateFunctionConfiguration(attach)).VpcConfig?.SubnetIds).toEqual([
    'subnet-1',
  ]);
});

test('reads find what was just made after a lag, when there is to be one', async () => {
  await start({ readsLag: 20_000 });
  const getRole = (): Promise<string> => refusalOf(clients.iam.getRole({ RoleName: 'role' }));
  const getFunction = (): Promise<string> =>
    refusalOf(clients.lambda.getFunction({ FunctionName }));
  clock.advance(8_000);
  await createFunction();
  expect([await getRole(), await getFunction()]).toMatchInlineSnapshot(`
    [
      "NoSuchEntityException 404 The role with name role cannot be found.",
      "ResourceNotFoundException 404 Function not found: arn:aws:lambda:us-east-1:123456789012:function:hello",
    ]
  `);
  clock.advance(12_000);
  expect([await getRole(), (await getFunction()).slice(0, 25)]).toEqual([
    'accepted',
    'ResourceNotFoundException',
  ]);
  clock.advance(8_000);
  expect(await getFunction()).toBe('accepted');
});
