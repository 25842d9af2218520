// How a bucket is named: docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html
import type { SourceForm } from '../../declarations/source-forms.js';

export const BUCKET: SourceForm = {
  kind: 'bucket',
  property: 'bucket',
  services: [{ name: 's3', isGlobal: true }],
  name: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  resource: /^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])$/,
  examples: ['uploads', 'arn:aws:s3:::uploads'],
};
