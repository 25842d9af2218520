// How a topic is named: docs.aws.amazon.com/sns/latest/api/API_CreateTopic.html
import type { SourceForm } from '../../declarations/source-forms.js';

export const TOPIC: SourceForm = {
  kind: 'topic',
  property: 'topic',
  services: [{ name: 'sns' }],
  name: /^(?=.{1,256}$)[A-Za-z0-9_-]+(?:\.fifo)?$/,
  resource: /^([A-Za-z0-9_-]{1,256}(?:\.fifo)?)$/,
  examples: ['alerts', 'arn:aws:sns:eu-west-1:123456789012:alerts'],
};
