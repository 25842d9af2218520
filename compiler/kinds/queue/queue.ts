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
        'How many times a failed message is retried, from 0 to 999, before it moves to a separate queue, `<name>-failed`. By default, the message is retried until it expires.',
    },
    visibilityTimeout: {
      ...wholeOf('visibilityTimeout', { from: 0, to: 43_200 }),
      meaning:
        'How many seconds a received message is hidden from other receivers, from 0 to 43200; defaults to six times the timeout of the function that receives the messages, and to at least 30.',
    },
    retention: {
      ...wholeOf('retention', { from: 1, to: 14 }),
      meaning: 'How many days a message is kept, from 1 to 14; defaults to 4.',
    },
    deduplication: {
      ...flagOf('deduplication'),
      problems: [...flagOf('deduplication').problems, fifoOnly],
      meaning:
        'If true, a message is dropped if its content equals that of a message from the last five minutes. Only for a FIFO queue, whose name ends in `.fifo`.',
    },
  },
  describe: ({ deduplication, ...rest }) => ({
    ...rest,
    ...(deduplication === true && { deduplication }),
  }),
});
