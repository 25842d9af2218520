// The IAM actions that the calls of the port need, of all services.
import { API_GATEWAY_ACTIONS, type ApiGatewayCalls } from './api-gateway-calls.js';
import type { ActionsOf } from './call-needs.js';
import { EVENTS_ACTIONS, type EventsCalls } from './events-calls.js';
import { IAM_ACTIONS, type IamCalls } from './iam-calls.js';
import { LAMBDA_ACTIONS, type LambdaCalls } from './lambda-calls.js';
import { LOGS_ACTIONS, type LogsCalls } from './logs-calls.js';
import { S3_ACTIONS, type S3Calls } from './s3-calls.js';
import { SCHEDULER_ACTIONS, type SchedulerCalls } from './scheduler-calls.js';
import { SNS_ACTIONS, type SnsCalls } from './sns-calls.js';
import { STS_ACTIONS, type StsCalls } from './sts-calls.js';
import { MAPPING_ACTIONS, type MappingCalls } from './mapping-calls.js';
import { SOURCE_ACTIONS, type SourceCalls } from './source-calls.js';

/** The actions by service and name of the call. */
export const CALL_ACTIONS: {
  readonly iam: ActionsOf<IamCalls>;
  readonly lambda: ActionsOf<LambdaCalls>;
  readonly apiGateway: ActionsOf<ApiGatewayCalls>;
  readonly logs: ActionsOf<LogsCalls>;
  readonly events: ActionsOf<EventsCalls>;
  readonly s3: ActionsOf<S3Calls>;
  readonly scheduler: ActionsOf<SchedulerCalls>;
  readonly sns: ActionsOf<SnsCalls>;
  readonly sts: ActionsOf<StsCalls>;
  readonly mappings: ActionsOf<MappingCalls>;
  readonly sources: ActionsOf<SourceCalls>;
} = {
  iam: IAM_ACTIONS,
  lambda: LAMBDA_ACTIONS,
  apiGateway: API_GATEWAY_ACTIONS,
  logs: LOGS_ACTIONS,
  events: EVENTS_ACTIONS,
  s3: S3_ACTIONS,
  scheduler: SCHEDULER_ACTIONS,
  sns: SNS_ACTIONS,
  sts: STS_ACTIONS,
  mappings: MAPPING_ACTIONS,
  sources: SOURCE_ACTIONS,
};
