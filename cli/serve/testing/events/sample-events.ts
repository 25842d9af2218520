// `events`: what AWS services send to lambda functions, field by field.
import type { ProxyEvent } from '../../../../runtime/contract/proxy-event.js';
import { type ApiGatewayRequest, apiGateway } from './api-gateway.js';
import {
  type DynamodbStreamEvent,
  dynamodbStream,
  type StreamOptions,
  type TableChange,
} from '../../events/dynamodb/dynamodb-stream.js';
import {
  type BusEvent,
  type BusEventOptions,
  eventBridge,
  schedule,
  type ScheduledEvent,
  type ScheduleOptions,
} from '../../events/rule/event-bridge.js';
import {
  kinesis,
  type KinesisData,
  type KinesisEvent,
  type KinesisOptions,
} from '../../events/kinesis/kinesis-event.js';
import {
  s3,
  type S3Event,
  type S3Object,
  type S3Options,
  type S3RemovedObject,
  s3Removed,
} from '../../events/s3/s3-event.js';
import {
  sns,
  type SnsEvent,
  type SnsNotification,
  type SnsOptions,
} from '../../events/sns/sns-event.js';
import {
  sqs,
  type SqsEvent,
  type SqsMessage,
  type SqsOptions,
} from '../../events/sqs/sqs-event.js';

/** A function for each kind of event. Account, region and time can be given to all of them. */
export type Events = {
  /**
   * A request that a REST API hands over, for a handler of `createHandler`.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.apiGateway({ path: '/cities/{city}', method: 'PUT', params: { city: 'oslo' }, json: {} });
   * ```
   */
  readonly apiGateway: (request: ApiGatewayRequest) => ProxyEvent;
  /**
   * Changes of a table, from its stream: with both images a modification, with one an insertion or a removal.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.dynamodbStream([{ newImage: { id: 'oslo', population: 709037 } }], { keys: ['id'] });
   * ```
   */
  readonly dynamodbStream: (
    changes: readonly TableChange[],
    options?: StreamOptions,
  ) => DynamodbStreamEvent;
  /**
   * An event of a bus.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.eventBridge({ source: 'shop', detailType: 'Paid', detail: { order: 7 } });
   * ```
   */
  readonly eventBridge: <D, T extends string>(options: BusEventOptions<D, T>) => BusEvent<D, T>;
  /**
   * Records of a stream of Kinesis. Data that are neither text nor bytes become JSON.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.kinesis([{ data: { page: '/' }, partitionKey: 'ann' }, 'text'], { stream: 'clicks' });
   * ```
   */
  readonly kinesis: (records: readonly KinesisData[], options?: KinesisOptions) => KinesisEvent;
  /**
   * Objects that were created in a bucket. Keys are given as they are; the event has them encoded.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.s3(['old town.png', { key: 'b.png', size: 5 }], { bucket: 'photos' });
   * ```
   */
  readonly s3: (objects: readonly S3Object[], options?: S3Options) => S3Event;
  /**
   * Objects that were removed from a bucket.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.s3Removed(['old town.png'], { bucket: 'photos' });
   * ```
   */
  readonly s3Removed: (
    objects: readonly S3Object[],
    options?: S3Options,
  ) => S3Event<S3RemovedObject>;
  /**
   * A rule with a schedule.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.schedule({ rule: 'nightly', time: new Date('2026-11-20T03:00:00Z') });
   * ```
   */
  readonly schedule: (options?: ScheduleOptions) => ScheduledEvent;
  /**
   * Notifications of a topic. A message that is no text becomes JSON.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.sns([{ message: { order: 7 }, subject: 'Paid' }], { topic: 'orders' });
   * ```
   */
  readonly sns: (notifications: readonly SnsNotification[], options?: SnsOptions) => SnsEvent;
  /**
   * Messages of a queue. A body that is no text becomes JSON; a queue whose name ends in `.fifo` keeps their order.
   *
   * @example
   * ```ts
   * import { events } from 'framework/testing';
   *
   * events.sqs(['text', { body: { order: 7 }, receiveCount: 2 }], { queue: 'orders' });
   * ```
   */
  readonly sqs: (messages: readonly SqsMessage[], options?: SqsOptions) => SqsEvent;
};

/**
 * Sample events as AWS services send them, for `client.invoke` or a function that is called directly.
 *
 * @example
 * ```ts
 * import { events, testApp } from 'framework/testing';
 *
 * const { client, close } = await testApp('./app.ts');
 * await client.invoke('resize', events.s3(['photos/oslo.png'], { bucket: 'photos' }));
 * await client.invoke('charge', events.sqs([{ body: { order: 7 } }, 'not JSON']));
 * await client.invoke('report', events.schedule());
 * await close();
 * ```
 */
export const events: Events = {
  apiGateway,
  dynamodbStream,
  eventBridge,
  kinesis,
  s3,
  s3Removed,
  schedule,
  sns,
  sqs,
};
