// The calls that ask about queues which functions read: whether they are there, and what Lambda wants to know of them.
import { unlessMissing } from '../cloud-error.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-sqs';

export type CloudQueue = {
  readonly arn: string;
  /** Seconds. */
  readonly visibilityTimeout: number;
  /** A key of the user's own, by which messages are encrypted. */
  readonly kmsKey: string | undefined;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly queues: ReturnType<typeof queueCalls>;
  }
}

export const queuesPort: Port<'queues'> = port({
  name: 'queues',
  id: 'SQS',
  prefix: 'sqs',
  load: () => import('@aws-sdk/client-sqs'),
  client: 'SQSClient',
  // The URL of a queue has the AWS host, whatever the endpoint.
  settings: () => ({ useQueueUrlAsEndpoint: false }),
  actions: {
    readQueue: callOn('polled-queue', 'read', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'),
  },
  calls: queueCalls,
});

/** SQS's own key needs no permission of a role. */
const OWN_KEY = 'alias/aws/sqs';

function queueCalls({ send }: Calls<typeof sdk>) {
  return {
    /** `account`: its owner; the own one when undefined. */
    readQueue: async (
      QueueName: string,
      account: string | undefined,
    ): Promise<CloudQueue | undefined> => {
      const place = { QueueName, QueueOwnerAWSAccountId: account };
      const QueueUrl = await unlessMissing(send('GetQueueUrl', place, (found) => found.QueueUrl));
      if (QueueUrl === undefined) return undefined;
      return unlessMissing(
        send(
          'GetQueueAttributes',
          { QueueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout', 'KmsMasterKeyId'] },
          ({ Attributes = {} }): CloudQueue => {
            const key = Attributes.KmsMasterKeyId;
            return {
              arn: Attributes.QueueArn ?? '',
              // What a queue has that was made without it.
              visibilityTimeout: Number(Attributes.VisibilityTimeout ?? 30),
              kmsKey: key === undefined || key === '' || key === OWN_KEY ? undefined : key,
            };
          },
        ),
      );
    },
  };
}
