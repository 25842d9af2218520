// How a bus is named: docs.aws.amazon.com/eventbridge/latest/APIReference/API_CreateEventBus.html
import type { SourceForm } from '../../declarations/source-forms.js';

export const BUS: SourceForm = {
  kind: 'bus',
  property: 'bus',
  services: [{ name: 'events' }],
  name: /^[A-Za-z0-9/_.-]{1,256}$/,
  resource: /^event-bus\/([A-Za-z0-9/_.-]{1,256})$/,
  examples: ['default', 'arn:aws:events:eu-west-1:123456789012:event-bus/orders'],
};
