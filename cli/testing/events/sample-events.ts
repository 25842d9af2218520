// `events`: what AWS services send to lambda functions, field by field.
import { apiGateway } from './api-gateway.js';
import { dynamodbStream } from './dynamodb-stream.js';
import { eventBridge, schedule } from './event-bridge.js';
import { s3, s3Removed } from './s3.js';
import { sns } from './sns.js';
import { sqs } from './sqs.js';

/** A function for each service that sends events. */
export type Events = {
  readonly apiGateway: typeof apiGateway;
  readonly dynamodbStream: typeof dynamodbStream;
  readonly eventBridge: typeof eventBridge;
  readonly s3: typeof s3;
  readonly s3Removed: typeof s3Removed;
  readonly schedule: typeof schedule;
  readonly sns: typeof sns;
  readonly sqs: typeof sqs;
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
  s3,
  s3Removed,
  schedule,
  sns,
  sqs,
};
