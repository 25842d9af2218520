// The services of AWS that the CLI calls: one row each. The port, the IAM actions and the policy of the deployer are made of it.
import { apiGatewayPort } from './api-gateway-service.js';
import type { CallActions } from './call-needs.js';
import { tablesPort } from './dynamodb/dynamodb-calls.js';
import { eventsPort } from './event-bridge/event-bridge-calls.js';
import { iamPort } from './iam-service.js';
import { streamsPort } from './kinesis/kinesis-calls.js';
import { lambdaPort } from './lambda-service.js';
import { logsPort } from './logs-calls.js';
import { mappingsPort } from './mappings/mapping-calls.js';
import type { Port } from './port.js';
import { s3Port } from './s3/s3-calls.js';
import { schedulerPort } from './scheduler/scheduler-calls.js';
import { snsPort } from './sns/sns-calls.js';
import { queuesPort } from './sqs/sqs-calls.js';
import { stsPort } from './sts-calls.js';

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
];

/** The IAM actions that the calls need, by service and name of the call. */
export const CALL_ACTIONS: Readonly<Record<string, Readonly<Record<string, CallActions>>>> =
  Object.fromEntries(PORTS.map(({ name, actions }) => [name, actions]));
