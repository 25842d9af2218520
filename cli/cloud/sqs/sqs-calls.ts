// The calls that ask about queues which functions read: whether they are there, and what Lambda wants to know of them.
import { type ActionsOf, callOn } from '../call-needs.js';
import { unlessMissing } from '../cloud-error.js';
import type { Port, SdkService } from '../port.js';
import type { ServiceCaller } from '../service-caller.js';
import type * as sqsClient from './sqs-client.js';

export type CloudQueue = {
  readonly arn: string;
  /** Seconds. */
  readonly visibilityTimeout: number;
  /** A key of the user's own, by which messages are encrypted. */
  readonly kmsKey: string | undefined;
};

export type QueueCalls = {
  /** `account`: its owner; the own one when undefined. */
  readonly readQueue: (
    name: string,
    account: string | undefined,
  ) => Promise<CloudQueue | undefined>;
};

declare module '../cloud.js' {
  interface CloudCalls {
    readonly queues: QueueCalls;
  }
}

const ACTIONS: ActionsOf<QueueCalls> = {
  readQueue: callOn('polled-queue', 'read', 'sqs:GetQueueUrl', 'sqs:GetQueueAttributes'),
};

type Module = typeof sqsClient;
type Client = InstanceType<Module['SQSClient']>;

const SQS: SdkService<Module, Client> = {
  id: 'SQS',
  prefix: 'sqs',
  open: async (config) => {
    const sdk = await import('./sqs-client.js');
    // The URL of a queue names the host of AWS, whatever endpoint is given.
    return { sdk, client: new sdk.SQSClient({ ...config, useQueueUrlAsEndpoint: false }) };
  },
};

export const queuesPort: Port<'queues'> = {
  name: 'queues',
  actions: ACTIONS,
  open: ({ caller }) => queuesService(caller(SQS)),
};

/** The key that SQS has of its own needs no permission of a role. */
const OWN_KEY = 'alias/aws/sqs';

function queuesService(call: ServiceCaller<Module, Client>): QueueCalls {
  const queueUrl = (name: string, account: string | undefined): Promise<string | undefined> =>
    unlessMissing(
      call('GetQueueUrl', async ({ sdk, client }, options) => {
        const command = new sdk.GetQueueUrlCommand({
          QueueName: name,
          QueueOwnerAWSAccountId: account,
        });
        return (await client.send(command, options)).QueueUrl;
      }),
    );

  return {
    readQueue: async (name, account) => {
      const QueueUrl = await queueUrl(name, account);
      if (QueueUrl === undefined) return undefined;
      return unlessMissing(
        call('GetQueueAttributes', async ({ sdk, client }, options) => {
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
      );
    },
  };
}
