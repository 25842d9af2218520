// The SQS calls: for the queues of a stage, and for queues that functions read.
import type { Tags } from '../cloud.js';
import { type Calls, callOn, type Port, port } from '../service.js';
import type * as sdk from '@aws-sdk/client-sqs';

export type CloudQueue = {
  readonly arn: string;
  /** In seconds. */
  readonly visibilityTimeout: number;
  /** The customer managed key that encrypts the messages. */
  readonly kmsKey: string | undefined;
};

/** The attributes as SQS names them: `VisibilityTimeout`. */
export type QueueAttributes = Readonly<Record<string, string>>;

export const queuesPort: Port<'queues', ReturnType<typeof queueCalls>> = port({
  name: 'queues',
  id: 'SQS',
  prefix: 'sqs',
  load: () => import('@aws-sdk/client-sqs'),
  client: 'SQSClient',
  // The URL of a queue contains the AWS host, even if the endpoint is different.
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

/** Roles need no permission to use SQS's own key. */
const OWN_KEY = 'alias/aws/sqs';

function queueCalls({ send, find, remove, pages }: Calls<typeof sdk>) {
  const getQueueUrl = (
    QueueName: string,
    QueueOwnerAWSAccountId?: string,
  ): Promise<string | undefined> =>
    find('GetQueueUrl', { QueueName, QueueOwnerAWSAccountId }, (found) => found.QueueUrl);
  return {
    /** `account` is the owner of the queue; defaults to the caller's account. */
    readQueue: async (
      QueueName: string,
      account: string | undefined,
    ): Promise<CloudQueue | undefined> => {
      const QueueUrl = await getQueueUrl(QueueName, account);
      if (QueueUrl === undefined) return undefined;
      return find(
        'GetQueueAttributes',
        { QueueUrl, AttributeNames: ['QueueArn', 'VisibilityTimeout', 'KmsMasterKeyId'] },
        ({ Attributes = {} }): CloudQueue => {
          const key = Attributes.KmsMasterKeyId;
          return {
            arn: Attributes.QueueArn ?? '',
            // The default for a queue that was created without this attribute.
            visibilityTimeout: Number(Attributes.VisibilityTimeout ?? 30),
            kmsKey: key === undefined || key === '' || key === OWN_KEY ? undefined : key,
          };
        },
      );
    },

    getQueueUrl: (name: string): Promise<string | undefined> => getQueueUrl(name),

    getAttributes: (QueueUrl: string): Promise<QueueAttributes | undefined> =>
      find(
        'GetQueueAttributes',
        { QueueUrl, AttributeNames: ['All'] },
        ({ Attributes = {} }): QueueAttributes => ({ ...Attributes }),
      ),

    listQueueTags: (QueueUrl: string): Promise<Tags> =>
      send('ListQueueTags', { QueueUrl }, ({ Tags: tags = {} }): Tags => tags),

    listQueues: (QueueNamePrefix: string): Promise<readonly string[]> =>
      // Without `MaxResults`, SQS returns only the first page.
      pages('ListQueues', { QueueNamePrefix, MaxResults: 1000 }, ({ QueueUrls }) =>
        QueueUrls?.map((url) => url.slice(url.lastIndexOf('/') + 1)),
      ),

    /** Creates a queue and returns its URL. Fails with `busy` for 60 seconds after a queue with the same name was deleted. */
    createQueue: (QueueName: string, attributes: QueueAttributes, tags: Tags): Promise<string> =>
      send(
        'CreateQueue',
        { QueueName, Attributes: attributes, tags },
        ({ QueueUrl }) => QueueUrl ?? '',
      ),

    putAttributes: (QueueUrl: string, Attributes: QueueAttributes): Promise<void> =>
      send('SetQueueAttributes', { QueueUrl, Attributes }),

    deleteQueue: (QueueUrl: string): Promise<void> => remove('DeleteQueue', { QueueUrl }),
  };
}
