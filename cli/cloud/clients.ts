// The clients of the AWS SDK. Each is loaded by the first call of its service, and all share the credentials that the
// first of them finds. No other file imports the SDK.
import type { LambdaClientConfig } from '@aws-sdk/client-lambda';
import type * as apiGatewayClient from './api-gateway-client.js';
import type { CloudSettings, ServiceId } from './cloud-settings.js';
import type * as eventsClient from './events-client.js';
import type * as dynamodbClient from './dynamodb-client.js';
import type * as iamClient from './iam-client.js';
import type * as kinesisClient from './kinesis-client.js';
import type * as lambdaClient from './lambda-client.js';
import type * as logsClient from './logs-client.js';
import type * as s3Client from './s3-client.js';
import type * as schedulerClient from './scheduler-client.js';
import type * as snsClient from './sns-client.js';
import type * as stsClient from './sts-client.js';
import { type Connections, IDLE_SECONDS, openConnections } from './connections.js';
import type { Sdk } from './service-caller.js';
import type * as sqsClient from './sqs-client.js';

type IamModule = typeof iamClient;
type LambdaModule = typeof lambdaClient;
type ApiGatewayModule = typeof apiGatewayClient;
type LogsModule = typeof logsClient;
type EventsModule = typeof eventsClient;
type S3Module = typeof s3Client;
type SchedulerModule = typeof schedulerClient;
type SnsModule = typeof snsClient;
type StsModule = typeof stsClient;
type SqsModule = typeof sqsClient;
type DynamodbModule = typeof dynamodbClient;
type KinesisModule = typeof kinesisClient;

/** Opens the clients. Each call of a member makes a new one. */
export type Clients = {
  readonly iam: () => Promise<Sdk<IamModule, InstanceType<IamModule['IAMClient']>>>;
  readonly lambda: (
    idleSeconds?: number,
  ) => Promise<Sdk<LambdaModule, InstanceType<LambdaModule['LambdaClient']>>>;
  readonly apiGateway: () => Promise<
    Sdk<ApiGatewayModule, InstanceType<ApiGatewayModule['APIGatewayClient']>>
  >;
  readonly logs: () => Promise<Sdk<LogsModule, InstanceType<LogsModule['CloudWatchLogsClient']>>>;
  readonly events: () => Promise<
    Sdk<EventsModule, InstanceType<EventsModule['EventBridgeClient']>>
  >;
  readonly s3: () => Promise<Sdk<S3Module, InstanceType<S3Module['S3Client']>>>;
  readonly scheduler: () => Promise<
    Sdk<SchedulerModule, InstanceType<SchedulerModule['SchedulerClient']>>
  >;
  readonly sns: () => Promise<Sdk<SnsModule, InstanceType<SnsModule['SNSClient']>>>;
  readonly sts: () => Promise<Sdk<StsModule, InstanceType<StsModule['STSClient']>>>;
  readonly sqs: () => Promise<Sdk<SqsModule, InstanceType<SqsModule['SQSClient']>>>;
  readonly dynamodb: () => Promise<
    Sdk<DynamodbModule, InstanceType<DynamodbModule['DynamoDBClient']>>
  >;
  readonly kinesis: () => Promise<Sdk<KinesisModule, InstanceType<KinesisModule['KinesisClient']>>>;
  /** The connections that all clients share. */
  readonly connections: () => Promise<Connections>;
  /** Closes all connections. */
  readonly close: () => void;
};

type Credentials = NonNullable<LambdaClientConfig['credentials']>;

/** Services that answer in XML. */
const XML_SERVICES: readonly ServiceId[] = ['IAM', 'S3', 'SNS', 'STS'];

export function openClients(settings: CloudSettings): Clients {
  // The SDK prints a long warning on the console when it will drop the running version of Node.js.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
  let credentials: Credentials | undefined = settings.keys;
  const open: { destroy: () => void }[] = [];
  let opening: Promise<Connections> | undefined;
  const connections = (): Promise<Connections> =>
    (opening ??= openConnections(settings.proxyVariable !== undefined));

  const configOf = async (
    service: ServiceId,
    idleSeconds: number = IDLE_SECONDS,
  ): Promise<ClientConfig> => {
    const endpoint = settings.endpointOf(service);
    const { openHandler } = await import('./request-handler.js');
    const options = { idleSeconds, connections: await connections() };
    return {
      region: settings.region,
      // `attempts.ts` repeats calls.
      maxAttempts: 1,
      logger: QUIET,
      requestHandler: openHandler({ ...options, isXml: XML_SERVICES.includes(service) }),
      // For the clients that the credential chain opens, to assume a role or to sign in.
      clientConfig: { requestHandler: openHandler({ ...options, isXml: true }) },
      ...(settings.profile !== undefined && { profile: settings.profile }),
      ...(endpoint !== undefined && { endpoint }),
      ...(credentials && { credentials }),
    };
  };
  // The credential chain may start programs, call other services or ask a person, so it runs once for all clients.
  const keep = <Client extends OpenClient>(client: Client): Client => {
    open.push(client);
    credentials ??= client.config.credentials;
    return client;
  };

  return {
    iam: async () => {
      const sdk = await import('./iam-client.js');
      return { sdk, client: keep(new sdk.IAMClient(await configOf('IAM'))) };
    },
    lambda: async (idleSeconds) => {
      const sdk = await import('./lambda-client.js');
      return { sdk, client: keep(new sdk.LambdaClient(await configOf('LAMBDA', idleSeconds))) };
    },
    apiGateway: async () => {
      const sdk = await import('./api-gateway-client.js');
      return { sdk, client: keep(new sdk.APIGatewayClient(await configOf('API_GATEWAY'))) };
    },
    logs: async () => {
      const sdk = await import('./logs-client.js');
      return { sdk, client: keep(new sdk.CloudWatchLogsClient(await configOf('CLOUDWATCH_LOGS'))) };
    },
    events: async () => {
      const sdk = await import('./events-client.js');
      return { sdk, client: keep(new sdk.EventBridgeClient(await configOf('EVENTBRIDGE'))) };
    },
    s3: async () => {
      const sdk = await import('./s3-client.js');
      const config = await configOf('S3');
      // An emulator has no host for each bucket.
      const forcePathStyle = config.endpoint !== undefined;
      return { sdk, client: keep(new sdk.S3Client({ ...config, forcePathStyle })) };
    },
    scheduler: async () => {
      const sdk = await import('./scheduler-client.js');
      return { sdk, client: keep(new sdk.SchedulerClient(await configOf('SCHEDULER'))) };
    },
    sns: async () => {
      const sdk = await import('./sns-client.js');
      return { sdk, client: keep(new sdk.SNSClient(await configOf('SNS'))) };
    },
    sts: async () => {
      const sdk = await import('./sts-client.js');
      return { sdk, client: keep(new sdk.STSClient(await configOf('STS'))) };
    },
    sqs: async () => {
      const sdk = await import('./sqs-client.js');
      // The URL of a queue names the host of AWS, whatever endpoint is given.
      const config = { ...(await configOf('SQS')), useQueueUrlAsEndpoint: false };
      return { sdk, client: keep(new sdk.SQSClient(config)) };
    },
    dynamodb: async () => {
      const sdk = await import('./dynamodb-client.js');
      return { sdk, client: keep(new sdk.DynamoDBClient(await configOf('DYNAMODB'))) };
    },
    kinesis: async () => {
      const sdk = await import('./kinesis-client.js');
      return { sdk, client: keep(new sdk.KinesisClient(await configOf('KINESIS'))) };
    },
    connections,
    close: () => {
      for (const client of open) client.destroy();
      void opening?.then(({ httpAgent, httpsAgent }) => {
        httpAgent.destroy();
        httpsAgent.destroy();
      });
    },
  };
}

type OpenClient = {
  readonly destroy: () => void;
  readonly config: { readonly credentials: Credentials };
};

/** The settings that all clients share. */
type ClientConfig = Pick<
  LambdaClientConfig,
  'region' | 'maxAttempts' | 'logger' | 'requestHandler' | 'profile' | 'credentials'
> & {
  readonly endpoint?: string;
  readonly clientConfig: { readonly requestHandler: LambdaClientConfig['requestHandler'] };
};

/** Without a logger the SDK warns on the console. */
const QUIET = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
