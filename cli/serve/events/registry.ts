// The kinds of local sources, and the types of each kind that tests can import. To add a kind, create a folder and add its
// lines here. `framework/testing` exports every type of this file with `export *`, which omits the default export, the table.
import { DYNAMODB, dynamodbStream } from './dynamodb/dynamodb.js';
import { busEvent } from './event-place.js';
import { KINESIS, kinesis } from './kinesis/kinesis.js';
import { RULE } from './rule/rule.js';
import { S3, s3, s3Removed } from './s3/s3.js';
import { SCHEDULE_COMMANDS } from './schedule/schedule-commands.js';
import { SCHEDULE, schedule } from './schedule/schedule.js';
import { SNS, sns } from './sns/sns.js';
import type { SourceTable } from './source-commands.js';
import { SQS, sqs } from './sqs/sqs.js';

export type {
  DynamodbStreamEvent,
  Item,
  ItemChange,
  ItemValue,
  StreamOptions,
  TableChange,
  TestTable,
} from './dynamodb/dynamodb.js';
export type { KinesisData, KinesisEvent, KinesisOptions, TestStream } from './kinesis/kinesis.js';
export type { TestBus } from './rule/rule.js';
export type { S3Event, S3Object, S3Options, S3RemovedObject, TestBucket } from './s3/s3.js';
export type { ScheduledEvent, ScheduleOptions, TestSchedule } from './schedule/schedule.js';
export type { SnsEvent, SnsNotification, SnsOptions, TestTopic } from './sns/sns.js';
export type { MessageOptions, SqsEvent, SqsMessage, SqsOptions, TestQueue } from './sqs/sqs.js';

const table: SourceTable = {
  kinds: {
    sqs: SQS,
    sns: SNS,
    s3: S3,
    dynamodb: DYNAMODB,
    kinesis: KINESIS,
    rule: RULE,
    schedule: SCHEDULE,
  },
  commands: [SCHEDULE_COMMANDS],
  samples: { dynamodbStream, eventBridge: busEvent, kinesis, s3, s3Removed, schedule, sns, sqs },
};

export default table;
