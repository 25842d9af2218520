// `new Queue('arrivals', { retries: 3 })`: an SQS queue.
import type { QueueEntry } from '../../../runtime/contract/manifest.js';
import { fifoOnly } from '../resource/catalogue.js';
import { flagOf, resourceKind, type ResourceKind, wholeOf } from '../resource/resource-kind.js';

/** docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html */
export const QUEUE: ResourceKind = resourceKind<
  Omit<QueueEntry, 'type' | 'name' | 'arn' | 'at' | 'deduplication'> & {
    readonly deduplication?: boolean;
  },
  QueueEntry
>({
  type: 'queue',
  example: "new Queue('arrivals', { retries: 3 })",
  table: {
    retries: {
      ...wholeOf('retries', { from: 0, to: 999 }),
      meaning:
        'How often a failed message is tried again, 0 to 999. Then it goes to a queue of its own, `<name>-failed`. Without `retries`, it is tried until it expires.',
    },
    visibilityTimeout: {
      ...wholeOf('visibilityTimeout', { from: 0, to: 43_200 }),
      meaning:
        'For how many seconds a received message is hidden from other receivers, 0 to 43200; defaults to six times the time-out of the function that receives it, and at least 30.',
    },
    retention: {
      ...wholeOf('retention', { from: 1, to: 14 }),
      meaning: 'For how many days a message is kept, 1 to 14; defaults to 4.',
    },
    deduplication: {
      ...flagOf('deduplication'),
      problems: [...flagOf('deduplication').problems, fifoOnly],
      meaning:
        'True drops a message with the content of one of the last five minutes. For a FIFO queue, whose name ends in `.fifo`.',
    },
  },
  describe: ({ deduplication, ...rest }) => ({
    ...rest,
    ...(deduplication === true && { deduplication }),
  }),
});
