// `framework/testing`: everything a test imports.

/**
 * The routes and functions of the application under test. `framework build` writes a file that fills it in; then paths,
 * methods, captures and names of functions are checked by their types.
 *
 * @example
 * ```typescript
 * declare module 'framework/testing' {
 *   interface TestedApps {
 *     'city-guide': {
 *       routes: { '/cities': 'GET' | 'POST'; '/cities/{city}': 'GET' };
 *       functions: 'ranking';
 *       events: { schedule: 'ranking' };
 *     };
 *   }
 * }
 * ```
 */
// eslint-disable-next-line -- only an interface can be filled in from another file
export interface TestedApps {}

export type { AuthorizerResult, Caller, IamIdentity } from './caller.js';
export type { ApiGatewayRequest } from './events/api-gateway.js';
export { type Events, events } from './events/sample-events.js';
export type { EventMethods } from './event-methods.js';
export type { Delivered, FailedRecord } from '../events/delivered.js';
export type { EventPlace } from '../events/event-place.js';
// What each source of events has.
export type { BusEvent, BusEventOptions } from '../events/bus-event.js';
export type { ItemChange, TestTable } from '../events/dynamodb/dynamodb.js';
export type {
  DynamodbStreamEvent,
  Item,
  ItemValue,
  StreamOptions,
  TableChange,
} from '../events/dynamodb/dynamodb-stream.js';
export type { TestStream } from '../events/kinesis/kinesis.js';
export type { KinesisData, KinesisEvent, KinesisOptions } from '../events/kinesis/kinesis-event.js';
export type { TestBus } from '../events/rule/rule.js';
export type { TestBucket } from '../events/s3/s3.js';
export type { S3Event, S3Object, S3Options, S3RemovedObject } from '../events/s3/s3-event.js';
export type { TestSchedule } from '../events/schedule/schedule.js';
export type { ScheduledEvent, ScheduleOptions } from '../events/schedule/schedule-event.js';
export type { TestTopic } from '../events/sns/sns.js';
export type { SnsEvent, SnsNotification, SnsOptions } from '../events/sns/sns-event.js';
export type { MessageOptions, TestQueue } from '../events/sqs/sqs.js';
export type { SqsEvent, SqsMessage, SqsOptions } from '../events/sqs/sqs-event.js';
export { testApp, type TestAppOptions, type TestedApp } from './test-app.js';
export type {
  OptionsFor,
  ParameterValue,
  RequestOptions,
  Send,
  SendTyped,
  TestAnswer,
  TestClient,
} from './test-client.js';
export type { CaptureNames, FunctionName, FunctionOf, PathWith } from './typed-paths.js';
export type { OptionsOf, PathOf, ValueOf } from './typed-routes.js';
