// How a queue is named: docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
import type { SourceForm } from '../../declarations/source-forms.js';

export const QUEUE: SourceForm = {
  kind: 'queue',
  property: 'queue',
  services: [{ name: 'sqs' }],
  name: /^(?=.{1,80}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  resource: /^([A-Za-z0-9_-]{1,80}(?:\.fifo)?)$/,
  examples: ['orders', 'arn:aws:sqs:eu-west-1:123456789012:orders'],
};
