// What Lambda of the test cloud rejects, in its own words.
import type { CreateFunctionCommandInput } from '@aws-sdk/client-lambda';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Clients,
  createClients,
  createReadyFunction,
  createReadyRole,
  refusalOf,
  TRUST,
  zipOf,
} from '../clients.fixture.js';
import { rawCall } from '../raw-call.fixture.js';
import { startTestCloud } from '../start-test-cloud.fixture.js';
import type { TestCloud } from '../test-cloud.fixture.js';
import { readCode } from './code.js';
import { tooLarge } from './members.js';

let cloud: TestCloud;
let clients: Clients;
let role = '';
beforeAll(async () => {
  cloud = await startTestCloud();
  clients = createClients(cloud);
  role = await createReadyRole(clients);
});
afterAll(() => cloud.close());

const files = { 'index.mjs': 'export const handler = async () => 1;' };

async function creation(more: Partial<CreateFunctionCommandInput>): Promise<string> {
  const outcome = await refusalOf(
    clients.lambda.createFunction({
      FunctionName: 'refused',
      Role: role,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Code: { ZipFile: zipOf(files) },
      ...more,
    }),
  );
  return outcome.length > 400 ? `${outcome.slice(0, 300)} …` : outcome;
}

function variables(Variables: Record<string, string>): Partial<CreateFunctionCommandInput> {
  return { Environment: { Variables } };
}

test('settings out of their limits', async () => {
  expect({
    name: await creation({ FunctionName: 'a b' }),
    longName: await creation({ FunctionName: 'x'.repeat(65) }),
    memory: await creation({ MemorySize: 100 }),
    memoryAndTimeout: await creation({ MemorySize: 20_000, Timeout: 901 }),
    runtime: await creation({ Runtime: 'nodejs99.x' as 'nodejs24.x' }),
    removedRuntime: await creation({ Runtime: 'nodejs14.x' }),
    noHandler: await creation({ Handler: undefined }),
    noCode: await creation({ Code: undefined }),
    role: await creation({ Role: 'role' }),
    reserved: await creation(variables({ AWS_REGION: 'x', _HANDLER: 'y' })),
    variableName: await creation(variables({ '1A': 'x' })),
    environment: await creation(variables({ SECRET: 'x'.repeat(5000) })),
    architecture: await creation({ Architectures: ['mips' as 'arm64'] }),
    halfVpc: await creation({ VpcConfig: { SubnetIds: ['subnet-1'] } }),
    subnet: await creation({
      VpcConfig: { SubnetIds: ['subnet-0000'], SecurityGroupIds: ['sg-1'] },
    }),
    subnetName: await creation({ VpcConfig: { SubnetIds: ['net'], SecurityGroupIds: ['sg-1'] } }),
    tag: await creation({ Tags: { 'aws:x': 'y' } }),
  }).toMatchInlineSnapshot(`
    {
      "architecture": "ValidationException 400 1 validation error detected: Value '[mips]' at 'architectures' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy enum value set: [x86_64, arm64]]",
      "environment": "InvalidParameterValueException 400 Lambda was unable to configure your environment variables because the environment variables you have provided exceeded the 4KB limit. String measured: {"SECRET":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx …",
      "halfVpc": "InvalidParameterValueException 400 SubnetIds and SecurityGroupIds must coexist or be both empty list.",
      "longName": "ValidationException 400 1 validation error detected: Value 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' at 'functionName' failed to satisfy constraint: Member must have length less than or equal to 64",
      "memory": "ValidationException 400 1 validation error detected: Value '100' at 'memorySize' failed to satisfy constraint: Member must have value greater than or equal to 128",
      "memoryAndTimeout": "ValidationException 400 2 validation errors detected: Value '20000' at 'memorySize' failed to satisfy constraint: Member must have value less than or equal to 10240; Value '901' at 'timeout' failed to satisfy constraint: Member must have value less than or equal to 900",
      "name": "ValidationException 400 1 validation error detected: Value 'a b' at 'functionName' failed to satisfy constraint: Member must satisfy regular expression pattern: (arn:(aws[a-zA-Z-]*)?:lambda:)?([a-z]{2}(-gov)?-[a-z]+-\\d{1}:)?(\\d{12}:)?(function:)?([a-zA-Z0-9-_]+)(:(\\$LATEST|[a-zA-Z0-9-_]+))?",
      "noCode": "ValidationException 400 1 validation error detected: Value null at 'code' failed to satisfy constraint: Member must not be null",
      "noHandler": "InvalidParameterValueException 400 Runtime and Handler are mandatory parameters for functions created with deployment packages.",
      "removedRuntime": "InvalidParameterValueException 400 The runtime parameter of nodejs14.x is no longer supported for creating or updating AWS Lambda functions. We recommend you use a supported runtime while creating or updating functions.",
      "reserved": "InvalidParameterValueException 400 Lambda was unable to configure your environment variables because the environment variables you have provided contains reserved keys that are currently not supported for modification. Reserved keys used in this request: AWS_REGION, _HANDLER",
      "role": "ValidationException 400 1 validation error detected: Value 'role' at 'role' failed to satisfy constraint: Member must satisfy regular expression pattern: arn:(aws[a-zA-Z-]*)?:iam::\\d{12}:role/?[a-zA-Z_0-9+=,.@\\-_/]+",
      "runtime": "InvalidParameterValueException 400 Value nodejs99.x at 'runtime' failed to satisfy constraint: Member must satisfy enum value set: [nodejs20.x, nodejs22.x, nodejs24.x, nodejs26.x] or be a valid ARN",
      "subnet": "InvalidParameterValueException 400 Error occurred while DescribeSubnets. EC2 Error Code: InvalidSubnetID.NotFound. EC2 Error Message: The subnet ID 'subnet-0000' does not exist",
      "subnetName": "ValidationException 400 1 validation error detected: Value '[net]' at 'vpcConfig.subnetIds' failed to satisfy constraint: Member must satisfy constraint: [Member must satisfy regular expression pattern: ^subnet-[0-9a-zA-Z]*$]",
      "tag": "InvalidParameterValueException 400 Tag keys starting with 'aws:' are reserved for internal use.",
      "variableName": "ValidationException 400 1 validation error detected: Value '{1A=x}' at 'environment.variables' failed to satisfy constraint: Map keys must satisfy constraint: [Member must satisfy regular expression pattern: [a-zA-Z]([a-zA-Z0-9_])+]",
    }
  `);
});

test('roles that Lambda cannot assume', async () => {
  const trust = TRUST.replace('lambda.amazonaws.com', 'ec2.amazonaws.com');
  const made = async (name: string, document: string): Promise<string> => {
    const { Role } = await clients.iam.createRole({
      RoleName: name,
      AssumeRolePolicyDocument: document,
    });
    return Role?.Arn ?? '';
  };
  expect({
    missing: await creation({ Role: 'arn:aws:iam::123456789012:role/nobody' }),
    other: await creation({ Role: await made('for-ec2', trust) }),
    account: await creation({ Role: 'arn:aws:iam::999999999999:role/other' }),
  }).toMatchInlineSnapshot(`
    {
      "account": "AccessDeniedException 403 Cross-account pass role is not allowed.",
      "missing": "InvalidParameterValueException 400 The role defined for the function cannot be assumed by Lambda.",
      "other": "InvalidParameterValueException 400 The role defined for the function cannot be assumed by Lambda.",
    }
  `);
});

/** Returns the zip with another size of its first file in the directory. */
function claiming(zip: Uint8Array, size: number): Uint8Array {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(size, bytes.indexOf('PK\u0001\u0002') + 24);
  return bytes;
}

test('packages that are none, or too large', async () => {
  const code = (ZipFile: Uint8Array): Partial<CreateFunctionCommandInput> => ({
    Code: { ZipFile },
  });
  const damaged = zipOf({ 'index.mjs': 'export const handler = 1;'.repeat(50) });
  damaged.fill(255, 40, 60);
  const creating = { service: 'lambda', path: '/2015-03-31/functions' } as const;
  expect({
    damaged: await creation(code(damaged)),
    text: await creation(code(new TextEncoder().encode('not a zip'))),
    empty: await creation(code(new Uint8Array())),
    noFiles: await creation(code(zipSync({}))),
    outside: await creation(code(zipOf({ '../index.mjs': '' }))),
    unzipped: await creation(code(claiming(zipOf(files), 262_144_000))),
    request: await rawCall(cloud, { ...creating, body: ' '.repeat(70_167_211) }),
    s3: await creation({ Code: { S3Bucket: 'bucket', S3Key: 'key' } }),
  }).toMatchInlineSnapshot(`
    {
      "damaged": "InvalidParameterValueException 400 Could not unzip uploaded file. Please check your file, then try to upload again.",
      "empty": "InvalidParameterValueException 400 Uploaded file must be a non-empty zip",
      "noFiles": "InvalidParameterValueException 400 Uploaded file must be a non-empty zip",
      "outside": "InvalidParameterValueException 400 Could not unzip uploaded file. Please check your file, then try to upload again.",
      "request": "413 {"Type":"User","message":"Request must be smaller than 70167211 bytes for the CreateFunction operation"}",
      "s3": "InvalidParameterValueException 400 Error occurred while GetObject. S3 Error Code: NoSuchBucket. S3 Error Message: The specified bucket does not exist",
      "text": "InvalidParameterValueException 400 Could not unzip uploaded file. Please check your file, then try to upload again.",
      "unzipped": "InvalidParameterValueException 400 Unzipped size must be smaller than 262144000 bytes",
    }
  `);
  // The SDK takes seconds to write a body of this size.
  expect(() => readCode({ ZipFile: 'A'.repeat(69_905_072) })).toThrow(
    tooLarge('Zipped size must be smaller than 52428800 bytes'),
  );
});

test('members that an operation does not have, or of another type', async () => {
  const whole = { FunctionName: 'x', Role: role, Code: {}, Runtime: 'nodejs24.x', Handler: 'a.b' };
  const post = (body: object): Promise<string> =>
    rawCall(cloud, {
      service: 'lambda',
      path: '/2015-03-31/functions',
      body: JSON.stringify({ ...whole, ...body }),
    });
  expect([
    await post({ Memory: 128 }),
    await post({ MemorySize: '128' }),
    await post({ Environment: { Variables: { MODE: 1 } } }),
    await post({ Role: null }),
    // Older clients end the path with a slash.
    await rawCall(cloud, { service: 'lambda', path: '/2015-03-31/functions/', body: '{' }),
    await rawCall(cloud, { service: 'lambda', path: '/2015-03-31/funktions', body: '{}' }),
  ]).toMatchInlineSnapshot(`
    [
      "400 {"Type":"User","message":"Unknown member Memory. The local cloud does not support it."}",
      "400 {"Type":"User","message":"STRING_VALUE can not be converted to an Integer"}",
      "400 {"Type":"User","message":"START_OBJECT can not be converted to a map of String"}",
      "400 {"Type":"User","message":"1 validation error detected: Value null at 'role' failed to satisfy constraint: Member must not be null"}",
      "400 {"Type":"User","message":"Unexpected character found in the request body."}",
      "404 {"Type":"User","message":"The local cloud does not support the operation POST /2015-03-31/funktions of lambda. Run \`framework cloud\` to see what it supports, or use a stage in an AWS account."}",
    ]
  `);
});

test('what is refused of an existing function', async () => {
  await createReadyFunction(clients, { FunctionName: 'taken', Role: role, files });
  const { lambda } = clients;
  const permission = (more: object): Promise<string> =>
    refusalOf(
      lambda.addPermission({
        FunctionName: 'taken',
        StatementId: 'x',
        Action: 'lambda:InvokeFunction',
        Principal: 'apigateway.amazonaws.com',
        ...more,
      }),
    );
  const reserve = (reserved: number): Promise<string> =>
    refusalOf(
      lambda.putFunctionConcurrency({
        FunctionName: 'taken',
        ReservedConcurrentExecutions: reserved,
      }),
    );
  expect({
    taken: await creation({ FunctionName: 'taken' }),
    region: await refusalOf(
      lambda.getFunction({ FunctionName: 'arn:aws:lambda:eu-west-1:123456789012:function:taken' }),
    ),
    statement: await permission({ StatementId: 'a b' }),
    principal: await permission({ Principal: 'nobody' }),
    action: await permission({ Action: 'invoke' }),
    source: await permission({ SourceArn: 'abc' }),
    concurrency: await reserve(901),
    negative: await reserve(-1),
    tags: await refusalOf(
      lambda.tagResource({
        Resource: 'arn:aws:lambda:us-east-1:123456789012:function:taken',
        Tags: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 'v'])),
      }),
    ),
  }).toMatchInlineSnapshot(`
    {
      "action": "ValidationException 400 1 validation error detected: Value 'invoke' at 'action' failed to satisfy constraint: Member must satisfy regular expression pattern: ^(?:lambda:\\*|lambda:[a-zA-Z]+|\\*)$",
      "concurrency": "InvalidParameterValueException 400 Specified ReservedConcurrentExecutions for function decreases account's UnreservedConcurrentExecution below its minimum value of [100].",
      "negative": "ValidationException 400 1 validation error detected: Value '-1' at 'reservedConcurrentExecutions' failed to satisfy constraint: Member must have value greater than or equal to 0",
      "principal": "InvalidParameterValueException 400 The provided principal was invalid. Please check the principal and try again.",
      "region": "ResourceNotFoundException 404 Functions from 'eu-west-1' are not reachable in this region ('us-east-1')",
      "source": "ValidationException 400 1 validation error detected: Value 'abc' at 'sourceArn' failed to satisfy constraint: Member must satisfy regular expression pattern: ^arn:(?:aws[a-zA-Z0-9-]*):[a-zA-Z0-9-]+:(?:[a-z]{2}(?:-gov)?-[a-z]+-\\d)?:(?:\\d{12})?:.*$",
      "statement": "ValidationException 400 1 validation error detected: Value 'a b' at 'statementId' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[a-zA-Z0-9-_]{1,100}$",
      "tags": "InvalidParameterValueException 400 Number of tags exceeds resource tag limit.",
      "taken": "ResourceConflictException 409 Function already exist: taken",
    }
  `);
});
