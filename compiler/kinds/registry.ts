// Every kind of declaration. To add a kind, create a folder next to these and add a line here.
import type { Kind, Rule, ViewKind } from '../declarations/kind.js';
import type { SourceForm } from '../declarations/source-forms.js';
import { APP } from './app/app.js';
import { AUTHORIZER } from './authorizer/authorizer.js';
import { BLUEPRINT } from './blueprint/blueprint.js';
import { CORS } from './cors/cors.js';
import { eventsOf } from './event/events.js';
import type { EntryText, EventKind } from './event/event-kind.js';
import { FORMAT_KIND } from './format/format.js';
import { LAMBDA_FUNCTION } from './lambda-function/lambda-function.js';
import { MIDDLEWARE_KIND } from './middleware/middleware.js';
import { PARAMETER } from './parameter/parameter.js';
import { ROUTE } from './route/route-kind.js';
import { DYNAMODB, type DynamodbSource } from './dynamodb/dynamodb.js';
import { KINESIS, type KinesisSource } from './kinesis/kinesis.js';
import { RULE, type RuleSource } from './rule/rule.js';
import { S3, type S3Source } from './s3/s3.js';
import { SNS, type SnsSource } from './sns/sns.js';
import { SQS_BATCH, SQS_MESSAGE, type SqsSource } from './sqs/sqs.js';
import { SCHEDULE, type ScheduleSource } from './schedule/schedule.js';
import { BUCKET } from './bucket/bucket.js';
import { QUEUE } from './queue/queue.js';
import type { ResourceKind } from './resource/resource-kind.js';
import { resourcesOf } from './resource/resources.js';
import { TABLE } from './table/table.js';
import { TOPIC } from './topic/topic.js';
import { viewRules } from './view/view.js';

/** The manifest entry of each event source, by the member that declares it. */
declare module '../../runtime/contract/events.js' {
  interface EventSources {
    readonly schedule: ScheduleSource;
    readonly onEvent: RuleSource;
    readonly onSnsMessage: SnsSource;
    readonly onS3Event: S3Source;
    readonly onSqsMessage: SqsSource;
    readonly onSqsBatch: SqsSource;
    readonly onDynamodbRecord: DynamodbSource;
    readonly onKinesisRecord: KinesisSource;
  }
}

const EVENT_KINDS: readonly EventKind[] = [
  SCHEDULE,
  RULE,
  SQS_MESSAGE,
  SQS_BATCH,
  SNS,
  S3,
  DYNAMODB,
  KINESIS,
];

/** The kinds of resources, sorted by type. */
const RESOURCE_KINDS: readonly ResourceKind[] = [BUCKET, QUEUE, TABLE, TOPIC];

/** In manifest order. */
export const KINDS: readonly Kind[] = [
  APP,
  ROUTE,
  CORS,
  LAMBDA_FUNCTION,
  AUTHORIZER,
  MIDDLEWARE_KIND,
  FORMAT_KIND,
  BLUEPRINT,
  ...EVENT_KINDS,
  eventsOf(EVENT_KINDS),
  ...RESOURCE_KINDS,
  resourcesOf(RESOURCE_KINDS),
  PARAMETER,
];

/** The kinds that are declared on a view. */
const VIEW_KINDS: readonly ViewKind[] = KINDS.filter((kind): kind is ViewKind => 'bind' in kind);

export const RULES: readonly Rule[] = [
  ...viewRules(VIEW_KINDS),
  ...KINDS.flatMap(({ rules }) => rules),
];

const BY_MEMBER: ReadonlyMap<string, ViewKind> = new Map(
  VIEW_KINDS.map((kind) => [kind.member, kind]),
);

/** Returns the kind that `app.<member>(...)` declares; undefined if the member declares no view. */
export function viewKindOf(member: string | undefined): ViewKind | undefined {
  return member === undefined ? undefined : BY_MEMBER.get(member);
}

/** The members of the application that declare views. */
export const VIEW_MEMBERS: readonly string[] = VIEW_KINDS.map(({ member }) => member);

/** The members that declare event sources. */
export const EVENT_MEMBERS: readonly string[] = EVENT_KINDS.map(({ member }) => member);

/** The formats of the names in each event source's entries. */
export const SOURCE_FORMS: ReadonlyMap<string, readonly SourceForm[]> = new Map(
  EVENT_KINDS.map(({ sourceKind, forms }) => [sourceKind, forms]),
);

/** The functions that print the entry of an event source in a table, if its name is not enough. */
export const ENTRY_TEXTS: ReadonlyMap<string, EntryText | undefined> = new Map(
  EVENT_KINDS.map(({ sourceKind, entryText }) => [sourceKind, entryText]),
);

export const DECLARING_MEMBERS: readonly string[] = KINDS.filter((kind) => kind !== APP).flatMap(
  ({ members }) => members,
);

/** The exports listed in {@link Kind.made}. */
export const MADE: readonly string[] = KINDS.flatMap(({ made = [] }) => made);
