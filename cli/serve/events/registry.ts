// The kinds of sources as they are here. A new one is a folder beside these and its lines in the two tables.
import { DYNAMODB, dynamodbSamples } from './dynamodb/dynamodb.js';
import { KINESIS, kinesisSamples } from './kinesis/kinesis.js';
import type { LocalKind, SampleEvents, SourceKind } from './local-kind.js';
import { RULE, ruleSamples } from './rule/rule.js';
import { S3, s3Samples } from './s3/s3.js';
import { SCHEDULE_COMMANDS } from './schedule/schedule-commands.js';
import { SCHEDULE, scheduleSamples } from './schedule/schedule.js';
import { SNS, snsSamples } from './sns/sns.js';
import type { SourceCommands } from './source-commands.js';
import { SQS, sqsSamples } from './sqs/sqs.js';

const LOCAL_KINDS: { readonly [Kind in SourceKind]: LocalKind<Kind> } = {
  sqs: SQS,
  sns: SNS,
  s3: S3,
  dynamodb: DYNAMODB,
  kinesis: KINESIS,
  rule: RULE,
  schedule: SCHEDULE,
};

/** All kinds. Each one is given only sources of its own kind. */
export const ALL_KINDS: readonly (readonly [kind: SourceKind, local: LocalKind<SourceKind>])[] =
  Object.entries(LOCAL_KINDS) as never; // because each kind is given only sources of its own kind

const BY_NAME = new Map(ALL_KINDS);

/** The functions of one kind. */
export function kindOf(kind: SourceKind): LocalKind<SourceKind> {
  const found = BY_NAME.get(kind);
  if (!found) throw new Error(`No source is a ${kind}`);
  return found;
}

/** What kinds add to commands. */
export const SOURCE_COMMANDS: readonly SourceCommands[] = [SCHEDULE_COMMANDS];

/** The functions that make events without an application. */
export const SAMPLES: SampleEvents = {
  ...dynamodbSamples,
  ...ruleSamples,
  ...kinesisSamples,
  ...s3Samples,
  ...scheduleSamples,
  ...snsSamples,
  ...sqsSamples,
};
