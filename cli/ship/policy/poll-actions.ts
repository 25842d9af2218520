// The actions that Lambda needs in the role of a function to read its source.
import type { SourceKind } from '../../config/event-sources.js';

const QUEUE = ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'] as const;
const TABLE = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
] as const;
const STREAM = [
  'kinesis:DescribeStream',
  'kinesis:DescribeStreamSummary',
  'kinesis:GetRecords',
  'kinesis:GetShardIterator',
  'kinesis:ListShards',
] as const;

const ACTIONS: Readonly<Partial<Record<SourceKind, readonly string[]>>> = {
  queue: QUEUE,
  table: TABLE,
  'table stream': TABLE,
  stream: STREAM,
};

/**
 * docs.aws.amazon.com/lambda/latest/dg/: services-sqs-configure, services-dynamodb-eventsourcemapping, kinesis-tutorial-spec
 */
export function pollActions(kind: SourceKind): readonly string[] {
  return ACTIONS[kind] ?? [];
}
