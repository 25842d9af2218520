// The AWS services that the CLI calls. The port, the IAM actions and the deployer policy are derived from these tables.
import type { CloudCalls } from './cloud.js';
import type { CallActions, Port } from './service.js';
import { apiGatewayPort } from './services/api-gateway.js';
import { tablesPort } from './services/dynamodb.js';
import { eventsPort } from './services/event-bridge.js';
import { iamPort, stsPort } from './services/iam.js';
import { streamsPort } from './services/kinesis.js';
import { lambdaPort } from './services/lambda.js';
import { logsPort } from './services/logs.js';
import { mappingsPort } from './services/mappings.js';
import { s3Port } from './services/s3.js';
import { schedulerPort } from './services/scheduler.js';
import { snsPort } from './services/sns.js';
import { queuesPort } from './services/sqs.js';
import { parametersPort } from './services/ssm.js';

declare module './cloud.js' {
  interface CloudCalls {
    readonly iam: ReturnType<typeof iamPort.open>;
    readonly lambda: ReturnType<typeof lambdaPort.open>;
    readonly apiGateway: ReturnType<typeof apiGatewayPort.open>;
    readonly logs: ReturnType<typeof logsPort.open>;
    readonly events: ReturnType<typeof eventsPort.open>;
    readonly s3: ReturnType<typeof s3Port.open>;
    readonly scheduler: ReturnType<typeof schedulerPort.open>;
    readonly sns: ReturnType<typeof snsPort.open>;
    readonly sts: ReturnType<typeof stsPort.open>;
    readonly mappings: ReturnType<typeof mappingsPort.open>;
    readonly queues: ReturnType<typeof queuesPort.open>;
    readonly tables: ReturnType<typeof tablesPort.open>;
    readonly streams: ReturnType<typeof streamsPort.open>;
    readonly parameters: ReturnType<typeof parametersPort.open>;
  }
}

const BY_NAME: { readonly [Name in keyof CloudCalls]: Port<Name, CloudCalls[Name]> } = {
  iam: iamPort,
  lambda: lambdaPort,
  apiGateway: apiGatewayPort,
  logs: logsPort,
  events: eventsPort,
  s3: s3Port,
  scheduler: schedulerPort,
  sns: snsPort,
  sts: stsPort,
  mappings: mappingsPort,
  queues: queuesPort,
  tables: tablesPort,
  streams: streamsPort,
  parameters: parametersPort,
};

export const PORTS: readonly Port<keyof CloudCalls>[] = Object.values(BY_NAME);

/** The IAM actions that the calls need, by service and call name. */
export const CALL_ACTIONS: Readonly<Record<string, Readonly<Record<string, CallActions>>>> =
  Object.fromEntries(PORTS.map(({ name, actions }) => [name, actions]));
