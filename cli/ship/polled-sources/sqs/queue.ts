// An SQS queue that Lambda reads. Required actions: docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
import type { PolledKind } from '../polled-kind.js';

export const QUEUE: PolledKind<'sqs'> = {
  service: 'sqs',
  noun: 'queue',
  forms: { queue: { read: (name) => name } },
  actions: ['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage'],
  asking: { resource: 'polled-queue', sid: 'Queues' },
  hasOneReader: true,
  reading: ({ maximumConcurrency }) => ({
    maximumConcurrency,
    stream: undefined,
    startingPosition: undefined,
  }),
  find: async ({ queues }, { name, arn }) => {
    const queue = await queues.readQueue(name, arn?.account);
    return queue ? { kind: 'found', arn: queue.arn, queue } : { kind: 'missing' };
  },
  making: (name) =>
    `aws sqs create-queue --queue-name ${name}${name.endsWith('.fifo') ? ' --attributes FifoQueue=true' : ''}`,
  missing: /NonExistentQueue/i,
};
