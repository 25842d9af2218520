// The sources of events of the runtime: their members of applications and blueprints, and the adapters that serve them.
import { checkBySchema, type StandardSchema } from '../standard-schema.js';
import type { Report } from '../input-error.js';
import type { EventAdapter, RecordParts } from './adapter.js';
import { busEvents } from './rule/bus.js';
import { schedules } from './schedule/times.js';
import { s3Objects, bucketIn } from './s3/bucket.js';
import { snsMessages, topicIn } from './sns/topic.js';
import { sqsBatch, sqsMessages } from './sqs/queue.js';
import { dynamodbRecords } from './dynamodb/table.js';
import { kinesisRecords } from './kinesis/stream.js';
import { type DynamodbMembers, UNBUILT_TABLE } from './dynamodb/members.js';
import { type KinesisMembers, UNBUILT_STREAM } from './kinesis/members.js';
import { type RuleMembers, UNBUILT_RULE } from './rule/members.js';
import { type S3Members, UNBUILT_BUCKET } from './s3/members.js';
import { type ScheduleMembers, UNBUILT_SCHEDULE } from './schedule/members.js';
import { type SnsMembers, UNBUILT_TOPIC } from './sns/members.js';
import { type SqsMembers, UNBUILT_QUEUE } from './sqs/members.js';
import type { UnbuiltMember } from './source-member.js';

/** The members that declare sources. */
export interface EventMembers
  extends
    ScheduleMembers,
    RuleMembers,
    SqsMembers,
    SnsMembers,
    S3Members,
    DynamodbMembers,
    KinesisMembers {}

/** The arguments of each member, for applications that were not built. No bundle contains this table. */
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

/** The source that a record names elsewhere than in `eventSourceARN`. */
export function sourceIn(record: RecordParts): unknown {
  return topicIn(record) ?? bucketIn(record);
}

/**
 * The adapters, by the member that declares a source. A bundle holds those that the compiler names
 * (transformers/slim-runtime.ts).
 */
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
