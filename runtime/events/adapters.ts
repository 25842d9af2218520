// The event sources that the runtime supports: the application and blueprint methods that declare them, and the adapters that
// handle them.
import { $uses } from '../contract/uses.js';
import type { Report } from '../contract/binding.js';
import { checkBySchema, type StandardSchema } from '../input-error.js';
import type { EventAdapter, RecordParts } from './adapter.js';
import { busEvents, type RuleMembers, UNBUILT_RULE } from './rule/rule.js';
import { schedules, type ScheduleMembers, UNBUILT_SCHEDULE } from './schedule/schedule.js';
import { s3Objects, bucketIn, type S3Members, UNBUILT_BUCKET } from './s3/s3.js';
import { snsMessages, topicIn, type SnsMembers, UNBUILT_TOPIC } from './sns/sns.js';
import { sqsBatch, sqsMessages, type SqsMembers, UNBUILT_QUEUE } from './sqs/sqs.js';
import { dynamodbRecords, type DynamodbMembers, UNBUILT_TABLE } from './dynamodb/dynamodb.js';
import { kinesisRecords, type KinesisMembers, UNBUILT_STREAM } from './kinesis/kinesis.js';
import type { UnbuiltMember } from './source-member.js';

/** The methods that declare event sources. */
export interface EventMembers
  extends
    ScheduleMembers,
    RuleMembers,
    SqsMembers,
    SnsMembers,
    S3Members,
    DynamodbMembers,
    KinesisMembers {}

/** The arguments of each method, for applications that were not built. No bundle contains this table. */
export const UNBUILT: Readonly<Record<keyof EventMembers, UnbuiltMember>> = {
  schedule: UNBUILT_SCHEDULE,
  onEvent: UNBUILT_RULE,
  onSqsMessage: UNBUILT_QUEUE,
  onSqsBatch: UNBUILT_QUEUE,
  onSnsMessage: UNBUILT_TOPIC,
  onS3Event: UNBUILT_BUCKET,
  onDynamodbRecord: UNBUILT_TABLE,
  onKinesisRecord: UNBUILT_STREAM,
};

/** Returns the source of a record that does not name it in `eventSourceARN`. */
export function sourceIn(record: RecordParts): unknown {
  return topicIn(record) ?? bucketIn(record);
}

type Served = Record<keyof EventMembers, EventAdapter> & {
  /** Validates a payload with a Standard Schema. */
  $bySchema: (
    schema: StandardSchema,
    payload: unknown,
    place: readonly [string, Report],
  ) => unknown;
};

const served: Partial<Served> = {};
if ($uses.sources['schedule']) served.schedule = schedules;
if ($uses.sources['onEvent']) served.onEvent = busEvents;
if ($uses.sources['onSqsMessage']) served.onSqsMessage = sqsMessages;
if ($uses.sources['onSqsBatch']) served.onSqsBatch = sqsBatch;
if ($uses.sources['onSnsMessage']) served.onSnsMessage = snsMessages;
if ($uses.sources['onS3Event']) served.onS3Event = s3Objects;
if ($uses.sources['onDynamodbRecord']) served.onDynamodbRecord = dynamodbRecords;
if ($uses.sources['onKinesisRecord']) served.onKinesisRecord = kinesisRecords;
if ($uses.code.$bySchema)
  served.$bySchema = (schema, payload, [at, report]) =>
    checkBySchema(schema, payload, { at, report });

/** The adapters, by the method that declares the source. */
export const Adapters: Readonly<Served> = served as Served; // because a bundle contains all adapters that its code uses
