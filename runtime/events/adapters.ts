// The adapters of sources of events. A bundle holds those that the compiler names (transformers/slim-runtime.ts).
import { checkBySchema, type StandardSchema } from '../standard-schema.js';
import type { Report } from '../input-error.js';
import type { EventAdapter } from './adapter.js';
import { busEvents } from './rule/bus.js';
import { schedules } from './schedule/times.js';
import { s3Objects } from './s3/bucket.js';
import { snsMessages } from './sns/topic.js';
import { sqsBatch, sqsMessages } from './sqs/queue.js';
import { dynamodbRecords } from './dynamodb/table.js';
import { kinesisRecords } from './kinesis/stream.js';

/** By the member of the application that declares a source. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a bundle takes members out of classes only
export class Adapters {
  static readonly schedule: EventAdapter = schedules;
  static readonly onEvent: EventAdapter = busEvents;
  static readonly onSqsMessage: EventAdapter = sqsMessages;
  static readonly onSqsBatch: EventAdapter = sqsBatch;
  static readonly onSnsMessage: EventAdapter = snsMessages;
  static readonly onS3Event: EventAdapter = s3Objects;
  static readonly onDynamodbRecord: EventAdapter = dynamodbRecords;
  static readonly onKinesisRecord: EventAdapter = kinesisRecords;

  /** Has a value of Standard Schema check a payload, in the code of a check. */
  static $bySchema(
    schema: StandardSchema,
    payload: unknown,
    [at, report]: readonly [string, Report],
  ): unknown {
    return checkBySchema(schema, payload, { at, report });
  }
}
