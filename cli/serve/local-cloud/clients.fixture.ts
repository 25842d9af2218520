// The SDK's clients, configured for a test cloud, and helpers that create zip files, roles and functions.
import { APIGateway } from '@aws-sdk/client-api-gateway';
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDB, type StreamViewType } from '@aws-sdk/client-dynamodb';
import { EventBridge } from '@aws-sdk/client-eventbridge';
import { IAM } from '@aws-sdk/client-iam';
import {
  type CreateFunctionCommandInput,
  Lambda,
  type ServiceException,
} from '@aws-sdk/client-lambda';
import { Scheduler } from '@aws-sdk/client-scheduler';
import { S3 } from '@aws-sdk/client-s3';
import { SNS } from '@aws-sdk/client-sns';
import { STS } from '@aws-sdk/client-sts';
import { Kinesis } from '@aws-sdk/client-kinesis';
import { SQS } from '@aws-sdk/client-sqs';
import { SSM } from '@aws-sdk/client-ssm';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { zipSync } from 'fflate';
import type { TestCloud } from './test-cloud.fixture.js';

export type Clients = {
  readonly iam: IAM;
  readonly lambda: Lambda;
  readonly apiGateway: APIGateway;
  readonly logs: CloudWatchLogs;
  readonly events: EventBridge;
  readonly sns: SNS;
  readonly scheduler: Scheduler;
  readonly s3: S3;
  readonly sts: STS;
  readonly sqs: SQS;
  readonly ssm: SSM;
  readonly dynamodb: DynamoDB;
  readonly kinesis: Kinesis;
};

/** Creates clients that do not retry. */
export function createClients(
  { url, environment }: Pick<TestCloud, 'url' | 'environment'>,
  accessKeyId = 'test',
): Clients {
  const settings = {
    endpoint: url,
    region: environment['AWS_REGION'] ?? 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  return lazily({
    iam: () => new IAM(settings),
    lambda: () => new Lambda(settings),
    apiGateway: () => new APIGateway(settings),
    logs: () => new CloudWatchLogs(settings),
    events: () => new EventBridge(settings),
    sns: () => new SNS(settings),
    scheduler: () => new Scheduler(settings),
    s3: () => new S3({ ...settings, forcePathStyle: true }),
    sts: () => new STS(settings),
    sqs: () => new SQS(settings),
    ssm: () => new SSM(settings),
    dynamodb: () => new DynamoDB(settings),
    // By default, this client uses HTTP/2.
    kinesis: () => new Kinesis({ ...settings, requestHandler: new NodeHttpHandler() }),
  });
}

/** Creates each client when it is first read: most tests need only two of them, and creating a client is slow. */
function lazily(make: { readonly [Name in keyof Clients]: () => Clients[Name] }): Clients {
  const clients: object = {};
  for (const [name, open] of Object.entries(make)) {
    const get = (): unknown => {
      const value: unknown = open();
      Object.defineProperty(clients, name, { value });
      return value;
    };
    Object.defineProperty(clients, name, { get, configurable: true, enumerable: true });
  }
  return clients as Clients; // because each client is defined as a property
}

export const TRUST: string = JSON.stringify({
  Version: '2012-10-17',
  Statement: [
    { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
  ],
});

export const LOGS_POLICY: string = policyOf({
  Effect: 'Allow',
  Action: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:PutLogEvents'],
  Resource: 'arn:aws:logs:*:*:*',
});

export function policyOf(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

/** Creates a zip from files by path; equal files always produce the same bytes. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)]),
    ),
    { mtime: new Date(1980, 0, 1) },
  );
}

export type RoleInput = { readonly name?: string; readonly policy?: string };

/** Creates a role with the policy, and returns its ARN. */
export async function createRole(
  { iam }: Clients,
  { name = 'role', policy = LOGS_POLICY }: RoleInput = {},
): Promise<string> {
  const { Role } = await iam.createRole({ RoleName: name, AssumeRolePolicyDocument: TRUST });
  await iam.putRolePolicy({ RoleName: name, PolicyName: name, PolicyDocument: policy });
  return Role?.Arn ?? '';
}

/** Creates a role, and waits until Lambda can assume it. */
export async function createReadyRole(clients: Clients, role: RoleInput = {}): Promise<string> {
  const arn = await createRole(clients, role);
  // Eight seconds at the time scale of the tests.
  await pause(85);
  return arn;
}

/** Creates a function from these files, and waits until it can be invoked. */
export async function createReadyFunction(
  { lambda }: Clients,
  { files, ...input }: Partial<CreateFunctionCommandInput> & { readonly files: Files },
): Promise<void> {
  const name = input.FunctionName ?? 'function';
  await lambda.createFunction({
    FunctionName: name,
    Role: input.Role,
    Runtime: 'nodejs24.x',
    Handler: 'index.handler',
    Code: { ZipFile: zipOf(files) },
    ...input,
  });
  await untilReady(lambda, name);
}

type Files = Readonly<Record<string, string>>;

/** Waits until a function is Active and no update is in progress. */
export async function untilReady(lambda: Lambda, name: string): Promise<void> {
  for (;;) {
    const found = await lambda.getFunctionConfiguration({ FunctionName: name });
    if (found.State === 'Active' && found.LastUpdateStatus !== 'InProgress') return;
    await pause(5);
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Describes the error of a rejected call: `NAME STATUS MESSAGE`, or `network NAME` if there was no response. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'accepted';
  } catch (error) {
    if (isServiceError(error))
      return `${error.name} ${error.$metadata.httpStatusCode} ${error.message}`;
    return `network ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}`;
  }
}

/** Runs cases one after the other, and returns their outcomes by name. */
export async function outcomesOf<Case>(
  cases: Readonly<Record<string, Case>>,
  run: (given: Case) => Promise<string>,
): Promise<Readonly<Record<string, string>>> {
  const outcomes: Record<string, string> = {};
  for (const [name, given] of Object.entries(cases)) outcomes[name] = await run(given);
  return outcomes;
}

function isServiceError(error: unknown): error is ServiceException {
  return error instanceof Error && '$fault' in error;
}

/** Creates the table `Orders` with the key `id` and a stream; returns the ARN of the stream. */
export async function createOrders(
  dynamodb: DynamoDB,
  view: StreamViewType = 'NEW_AND_OLD_IMAGES',
): Promise<string> {
  const { TableDescription } = await dynamodb.createTable({
    TableName: 'Orders',
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: view },
  });
  return TableDescription?.LatestStreamArn ?? '';
}
