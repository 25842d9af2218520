// Opens the port to AWS over the SDK. Opening calls nothing and loads nothing.
import { setMaxListeners } from 'node:events';
import { apiGatewayService } from './api-gateway-service.js';
import { openClients } from './clients.js';
import { type Cloud, SILENT, type WaitFor } from './cloud.js';
import { readCloudSettings, type ServiceId } from './cloud-settings.js';
import { eventsService } from './events-calls.js';
import { iamService } from './iam-service.js';
import { lambdaService } from './lambda-service.js';
import { logsService } from './logs-calls.js';
import { mappingService } from './mapping-calls.js';
import type { Environment } from './profiles.js';
import { s3Service } from './s3-calls.js';
import { schedulerService } from './scheduler-calls.js';
import { snsService } from './sns-calls.js';
import { stsService } from './sts-calls.js';
import { type Sdk, type ServiceCaller, serviceCaller } from './service-caller.js';
import { sourceService } from './source-calls.js';

export type ConnectOptions = {
  readonly environment: Environment;
  /** `--profile`; else CLOUD_PROFILE, else AWS_PROFILE, else the SDK's own chain. */
  readonly profile?: string | undefined;
  /** `--region`; else AWS_REGION, AWS_DEFAULT_REGION, else the region of the profile. */
  readonly region?: string | undefined;
  /** Ends calls that are in flight; they reject with the reason of the signal. */
  readonly signal: AbortSignal;
  /** Called when a wait begins. Without it waits are not shown. */
  readonly waitFor?: WaitFor | undefined;
};

/** A function may run for 15 minutes, so its connection may be idle for that long. */
const INVOKE_IDLE_SECONDS = 960;

/**
 * Throws a CloudError when there is no region or the profile does not exist. Credentials are looked up by the first
 * call.
 */
export function connect(options: ConnectOptions): Cloud {
  const { environment, profile, region, signal, waitFor = SILENT } = options;
  const settings = readCloudSettings({ environment, profile, region });
  const clients = openClients(settings);
  // Each attempt adds a listener to the signal, and Node.js warns of more than ten.
  setMaxListeners(0, signal);

  const caller = <Module, Client>(
    service: ServiceId,
    open: () => Promise<Sdk<Module, Client>>,
  ): ServiceCaller<Module, Client> =>
    serviceCaller({
      prefix: PREFIXES[service],
      open,
      region: settings.region,
      endpoint: settings.endpointOf(service),
      signal,
      waitFor,
      // A change of a function takes up to a minute, so the deploy step waits for its state instead.
      // What a bucket tells has to be read again before it is written again.
      repeatsBusy: service !== 'LAMBDA' && service !== 'S3',
    });

  const callLambda = caller('LAMBDA', () => clients.lambda());
  return {
    region: settings.region,
    endpoint: settings.endpoint,
    profile: settings.profile,
    proxyVariable: settings.proxyVariable,
    waitFor,
    iam: iamService(caller('IAM', clients.iam)),
    lambda: lambdaService({
      call: callLambda,
      callPatiently: caller('LAMBDA', () => clients.lambda(INVOKE_IDLE_SECONDS)),
      endpoint: settings.endpointOf('LAMBDA'),
      connections: clients.connections,
      signal,
    }),
    apiGateway: apiGatewayService(caller('API_GATEWAY', clients.apiGateway), settings.region),
    logs: logsService(caller('CLOUDWATCH_LOGS', clients.logs)),
    events: eventsService(caller('EVENTBRIDGE', clients.events)),
    s3: s3Service(caller('S3', clients.s3)),
    scheduler: schedulerService(caller('SCHEDULER', clients.scheduler)),
    sns: snsService(caller('SNS', clients.sns)),
    sts: stsService(caller('STS', clients.sts)),
    mappings: mappingService(callLambda),
    sources: sourceService({
      sqs: caller('SQS', clients.sqs),
      dynamodb: caller('DYNAMODB', clients.dynamodb),
      kinesis: caller('KINESIS', clients.kinesis),
    }),
    close: clients.close,
  };
}

/** The prefixes of IAM actions. */
const PREFIXES: Readonly<Record<ServiceId, string>> = {
  IAM: 'iam',
  LAMBDA: 'lambda',
  API_GATEWAY: 'apigateway',
  CLOUDWATCH_LOGS: 'logs',
  EVENTBRIDGE: 'events',
  S3: 's3',
  SCHEDULER: 'scheduler',
  SNS: 'sns',
  STS: 'sts',
  SQS: 'sqs',
  DYNAMODB: 'dynamodb',
  KINESIS: 'kinesis',
};
