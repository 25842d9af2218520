// The calls to SQS: the queues of a stage, and those that functions read.
import { unlessMissing } from '../cloud-error.js';
import type { Tags } from '../cloud.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-sqs';

export type CloudQueue = {
  readonly arn: string;
  /** Seconds. */
  readonly visibilityTimeout: number;
  /** A key of the user's own, by which messages are encrypted. */
  readonly kmsKey: string | undefined;
};

/** In the words of SQS: `VisibilityTimeout`. */
export type QueueAttributes = Readonly<Record<string, string>>;

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
  repeatsBusy: false,
  kinds: [
    { message: /wait 60 seconds after deleting a queue/i, kind: 'busy' },
    { message: /queue already exists|same name and a different value/i, kind: 'exists' },
  ],
  actions: {
    readQueue: callOn('polled-queue', 'read', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'),
    getQueueUrl: callOn('queue', 'read', 'sqs:GetQueueUrl'),
    getAttributes: callOn('queue', 'read', 'sqs:GetQueueAttributes'),
    listQueueTags: callOn('queue', 'read', 'sqs:ListQueueTags'),
    listQueues: callOn('queues', 'read', 'sqs:ListQueues'),
    createQueue: callOn('queue', 'write', 'sqs:CreateQueue', 'sqs:TagQueue'),
    putAttributes: callOn('queue', 'write', 'sqs:SetQueueAttributes'),
    deleteQueue: callOn('queue', 'remove', 'sqs:DeleteQueue'),
  },
  calls: queueCalls,
});

/** SQS's own key needs no permission of a role. */
const OWN_KEY = 'alias/aws/sqs';

function queueCalls({ send, pages }: Calls<typeof sdk>) {
  const getQueueUrl = (
    QueueName: string,
    QueueOwnerAWSAccountId?: string,
  ): Promise<string | undefined> =>
    unlessMissing(
      send('GetQueueUrl', { QueueName, QueueOwnerAWSAccountId }, (found) => found.QueueUrl),
    );
  return {
    /** `account`: its owner; the own one when undefined. */
    readQueue: async (
      QueueName: string,
      account: string | undefined,
    ): Promise<CloudQueue | undefined> => {
      const QueueUrl = await getQueueUrl(QueueName, account);
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

    getQueueUrl: (name: string): Promise<string | undefined> => getQueueUrl(name),

    /** Undefined when there is no such queue. */
    getAttributes: (QueueUrl: string): Promise<QueueAttributes | undefined> =>
      unlessMissing(
        send(
          'GetQueueAttributes',
          { QueueUrl, AttributeNames: ['All'] },
          ({ Attributes = {} }): QueueAttributes => ({ ...Attributes }),
        ),
      ),

    listQueueTags: (QueueUrl: string): Promise<Tags> =>
      send('ListQueueTags', { QueueUrl }, ({ Tags: tags = {} }): Tags => tags),

    /** The names of the queues that begin so. */
    listQueues: (QueueNamePrefix: string): Promise<readonly string[]> =>
      // Without `MaxResults` SQS gives no further pages.
      pages('ListQueues', { QueueNamePrefix, MaxResults: 1000 }, ({ QueueUrls }) =>
        QueueUrls?.map((url) => url.slice(url.lastIndexOf('/') + 1)),
      ),

    /** Returns its URL. Fails with `busy` within 60 seconds after a queue of the name was deleted. */
    createQueue: (QueueName: string, attributes: QueueAttributes, tags: Tags): Promise<string> =>
      send(
        'CreateQueue',
        { QueueName, Attributes: attributes, tags },
        ({ QueueUrl }) => QueueUrl ?? '',
      ),

    putAttributes: (QueueUrl: string, Attributes: QueueAttributes): Promise<void> =>
      send('SetQueueAttributes', { QueueUrl, Attributes }),

    /** A missing one is no error. */
    deleteQueue: (QueueUrl: string): Promise<void> =>
      unlessMissing(send('DeleteQueue', { QueueUrl })),
  };
}
