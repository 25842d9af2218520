// What sends events to functions, as the manifest tells it: everything that the cloud must know of a source. What only the
// runtime must know, such as how many records of a batch run at once, stands in the row that binds the function.
import type { DynamodbSource } from './sources/dynamodb.js';
import type { KinesisSource } from './sources/kinesis.js';
import type { RuleSource } from './sources/rule.js';
import type { S3Source } from './sources/s3.js';
import type { ScheduleSource } from './sources/schedule.js';
import type { SnsSource } from './sources/sns.js';
import type { SqsSource } from './sources/sqs.js';

/** Every source, by the member of an application that declares it. */
type EventSources = {
  readonly schedule: ScheduleSource;
  readonly onEvent: RuleSource;
  readonly onSnsMessage: SnsSource;
  readonly onS3Event: S3Source;
  readonly onSqsMessage: SqsSource;
  readonly onSqsBatch: SqsSource;
  readonly onDynamodbRecord: DynamodbSource;
  readonly onKinesisRecord: KinesisSource;
};

export type EventSource = EventSources[keyof EventSources];

/**
 * What declares a source of events: a member of the application, and the member of `app.$adapters` that serves it. A
 * bundle holds those whose names the compiler gives with the code that it writes, beside `$on` and `$adapters`.
 */
export type AdapterName = keyof EventSources;
