// The calls that ask about queues, tables and streams which functions read: whether they are there, and what Lambda wants to
// know of them. Nothing of theirs is changed.
import type { TableDescription } from '@aws-sdk/client-dynamodb';
import { type ActionsOf, callOn } from './call-needs.js';
import { unlessMissing } from './cloud-error.js';
import type * as dynamodbClient from './dynamodb-client.js';
import type * as kinesisClient from './kinesis-client.js';
import type { ServiceCaller } from './service-caller.js';
import type * as sqsClient from './sqs-client.js';

export type CloudQueue = {
  readonly arn: string;
  /** Seconds. */
  readonly visibilityTimeout: number;
  /** A key of the user's own, by which messages are encrypted. */
  readonly kmsKey: string | undefined;
};

export type CloudTable = {
  readonly arn: string;
  /** Undefined when none is switched on. */
  readonly streamArn: string | undefined;
};

export type CloudStream = { readonly arn: string };

export type SourceCalls = {
  /** `account`: its owner; the own one when undefined. */
  readonly readQueue: (
    name: string,
    account: string | undefined,
  ) => Promise<CloudQueue | undefined>;
  /** By name or ARN. */
  readonly readTable: (name: string) => Promise<CloudTable | undefined>;
  readonly readStream: (
    stream: { readonly name: string } | { readonly arn: string },
  ) => Promise<CloudStream | undefined>;
};

export const SOURCE_ACTIONS: ActionsOf<SourceCalls> = {
  readQueue: callOn('polled-queue', 'read', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'),
  readTable: callOn('polled-table', 'read', 'dynamodb:DescribeTable'),
  readStream: callOn('polled-stream', 'read', 'kinesis:DescribeStreamSummary'),
};

type SqsModule = typeof sqsClient;
type DynamodbModule = typeof dynamodbClient;
type KinesisModule = typeof kinesisClient;

export type SourceCallers = {
  readonly sqs: ServiceCaller<SqsModule, InstanceType<SqsModule['SQSClient']>>;
  readonly dynamodb: ServiceCaller<DynamodbModule, InstanceType<DynamodbModule['DynamoDBClient']>>;
  readonly kinesis: ServiceCaller<KinesisModule, InstanceType<KinesisModule['KinesisClient']>>;
};

/** The key that SQS has of its own needs no permission of a role. */
const OWN_KEY = 'alias/aws/sqs';

export function sourceService({ sqs, dynamodb, kinesis }: SourceCallers): SourceCalls {
  const queueUrl = (name: string, account: string | undefined): Promise<string | undefined> =>
    unlessMissing(
      sqs('GetQueueUrl', async ({ sdk, client }, options) => {
        const command = new sdk.GetQueueUrlCommand({
          QueueName: name,
          QueueOwnerAWSAccountId: account,
        });
        return (await client.send(command, options)).QueueUrl;
      }),
      undefined,
    );

  return {
    readQueue: async (name, account) => {
      const QueueUrl = await queueUrl(name, account);
      if (QueueUrl === undefined) return undefined;
      return unlessMissing(
        sqs('GetQueueAttributes', async ({ sdk, client }, options) => {
          const command = new sdk.GetQueueAttributesCommand({
            QueueUrl,
            AttributeNames: ['QueueArn', 'VisibilityTimeout', 'KmsMasterKeyId'],
          });
          const { Attributes = {} } = await client.send(command, options);
          const key = Attributes.KmsMasterKeyId;
          return {
            arn: Attributes.QueueArn ?? '',
            // What a queue has that was made without it.
            visibilityTimeout: Number(Attributes.VisibilityTimeout ?? 30),
            kmsKey: key === undefined || key === '' || key === OWN_KEY ? undefined : key,
          };
        }),
        undefined,
      );
    },

    readTable: (TableName) =>
      unlessMissing(
        dynamodb('DescribeTable', async ({ sdk, client }, options) => {
          const command = new sdk.DescribeTableCommand({ TableName });
          return tableOf((await client.send(command, options)).Table);
        }),
        undefined,
      ),

    readStream: (stream) =>
      unlessMissing(
        kinesis('DescribeStreamSummary', async ({ sdk, client }, options) => {
          const input = 'arn' in stream ? { StreamARN: stream.arn } : { StreamName: stream.name };
          const command = new sdk.DescribeStreamSummaryCommand(input);
          const { StreamDescriptionSummary: found } = await client.send(command, options);
          return { arn: found?.StreamARN ?? '' };
        }),
        undefined,
      ),
  };
}

/** A stream that was switched off keeps its ARN for a day. */
function tableOf(table: TableDescription | undefined): CloudTable {
  const isOn = table?.StreamSpecification?.StreamEnabled === true;
  return { arn: table?.TableArn ?? '', streamArn: isOn ? table.LatestStreamArn : undefined };
}
