// The SDK's clients, configured for a test cloud, and helpers that create zip files, roles and functions.
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { CreateRoleCommand, IAMClient, PutRolePolicyCommand } from '@aws-sdk/client-iam';
import {
  CreateFunctionCommand,
  type CreateFunctionCommandInput,
  GetFunctionConfigurationCommand,
  LambdaClient,
  type ServiceException,
} from '@aws-sdk/client-lambda';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { S3Client } from '@aws-sdk/client-s3';
import { SNSClient } from '@aws-sdk/client-sns';
import { STSClient } from '@aws-sdk/client-sts';
import { KinesisClient } from '@aws-sdk/client-kinesis';
import { SQSClient } from '@aws-sdk/client-sqs';
import { SSMClient } from '@aws-sdk/client-ssm';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { zipSync } from 'fflate';
import type { TestCloud } from './test-cloud.js';

export type Clients = {
  readonly iam: IAMClient;
  readonly lambda: LambdaClient;
  readonly apiGateway: APIGatewayClient;
  readonly logs: CloudWatchLogsClient;
  readonly events: EventBridgeClient;
  readonly sns: SNSClient;
  readonly scheduler: SchedulerClient;
  readonly s3: S3Client;
  readonly sts: STSClient;
  readonly sqs: SQSClient;
  readonly ssm: SSMClient;
  readonly dynamodb: DynamoDBClient;
  readonly kinesis: KinesisClient;
};

/** Creates clients that do not retry. */
export function createClients({ url, environment }: TestCloud, accessKeyId = 'test'): Clients {
  const settings = {
    endpoint: url,
    region: environment['AWS_REGION'] ?? 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'test' },
    maxAttempts: 1,
  };
  return lazily({
    iam: () => new IAMClient(settings),
    lambda: () => new LambdaClient(settings),
    apiGateway: () => new APIGatewayClient(settings),
    logs: () => new CloudWatchLogsClient(settings),
    events: () => new EventBridgeClient(settings),
    sns: () => new SNSClient(settings),
    scheduler: () => new SchedulerClient(settings),
    s3: () => new S3Client({ ...settings, forcePathStyle: true }),
    sts: () => new STSClient(settings),
    sqs: () => new SQSClient(settings),
    ssm: () => new SSMClient(settings),
    dynamodb: () => new DynamoDBClient(settings),
    // By default, this client uses HTTP/2.
    kinesis: () => new KinesisClient({ ...settings, requestHandler: new NodeHttpHandler() }),
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
  const { Role } = await iam.send(
    new CreateRoleCommand({ RoleName: name, AssumeRolePolicyDocument: TRUST }),
  );
  await iam.send(
    new PutRolePolicyCommand({ RoleName: name, PolicyName: name, PolicyDocument: policy }),
  );
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
  await lambda.send(
    new CreateFunctionCommand({
      FunctionName: name,
      Role: input.Role,
      Runtime: 'nodejs24.x',
      Handler: 'index.handler',
      Code: { ZipFile: zipOf(files) },
      ...input,
    }),
  );
  await untilReady(lambda, name);
}

type Files = Readonly<Record<string, string>>;

/** Waits until a function is Active and no update is in progress. */
export async function untilReady(lambda: LambdaClient, name: string): Promise<void> {
  for (;;) {
    const found = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: name }));
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
