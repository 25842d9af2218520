// How a stream is named, and what is told of the records of a stream that Lambda gave up:
// docs.aws.amazon.com/kinesis/latest/APIReference/API_CreateStream.html, docs.aws.amazon.com/lambda/latest/api/API_OnFailure.html
import type { SourceForm } from '../../declarations/source-forms.js';
import { BUCKET } from '../s3/bucket-form.js';
import { TOPIC } from '../sns/topic-form.js';
import { QUEUE } from '../sqs/queue-form.js';

export const STREAM: SourceForm = {
  kind: 'stream',
  property: 'stream',
  services: [{ name: 'kinesis' }],
  name: /^[A-Za-z0-9_.-]{1,128}$/,
  resource: /^stream\/([A-Za-z0-9_.-]{1,128})$/,
  examples: ['clicks', 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks'],
};

export const DESTINATION: SourceForm = {
  kind: 'destination',
  property: 'onFailure',
  services: [QUEUE, TOPIC, BUCKET].flatMap(({ services }) => services),
  resource: /^([A-Za-z0-9._-]+)$/,
  examples: ['arn:aws:sqs:eu-west-1:123456789012:failed-orders'],
};
