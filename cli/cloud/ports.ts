// The AWS services that the CLI calls, one row each. The port, the IAM actions and the deployer policy are derived from this
// table.
import type { CallActions, Port } from './service.js';
import { apiGatewayPort } from './services/api-gateway.js';
import { tablesPort } from './services/dynamodb.js';
import { eventsPort } from './services/event-bridge.js';
import { iamPort } from './services/iam.js';
import { streamsPort } from './services/kinesis.js';
import { lambdaPort } from './services/lambda.js';
import { logsPort } from './services/logs.js';
import { mappingsPort } from './services/mappings.js';
import { s3Port } from './services/s3.js';
import { schedulerPort } from './services/scheduler.js';
import { snsPort } from './services/sns.js';
import { queuesPort } from './services/sqs.js';
import { parametersPort } from './services/ssm.js';
import { stsPort } from './services/sts.js';

export const PORTS: readonly Port[] = [
  iamPort,
  lambdaPort,
  apiGatewayPort,
  logsPort,
  eventsPort,
  s3Port,
  schedulerPort,
  snsPort,
  stsPort,
  mappingsPort,
  queuesPort,
  tablesPort,
  streamsPort,
  parametersPort,
];

/** The IAM actions that the calls need, by service and call name. */
export const CALL_ACTIONS: Readonly<Record<string, Readonly<Record<string, CallActions>>>> =
  Object.fromEntries(PORTS.map(({ name, actions }) => [name, actions]));
