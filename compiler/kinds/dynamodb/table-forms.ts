// How a table and its stream are named: docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
import type { SourceForm } from '../../declarations/source-forms.js';

const DYNAMODB_ARNS = [{ name: 'dynamodb' }] as const;

export const TABLE: SourceForm = {
  kind: 'table',
  property: 'table',
  services: DYNAMODB_ARNS,
  name: /^[A-Za-z0-9_.-]{3,255}$/,
  resource: /^table\/([A-Za-z0-9_.-]{3,255})$/,
  examples: ['Orders', 'arn:aws:dynamodb:eu-west-1:123456789012:table/Orders'],
};

export const TABLE_STREAM: SourceForm = {
  kind: 'table stream',
  property: 'streamArn',
  services: DYNAMODB_ARNS,
  resource: /^table\/([A-Za-z0-9_.-]{3,255}\/stream\/[\w:.-]+)$/,
  examples: ['arn:aws:dynamodb:eu-west-1:123456789012:table/Orders/stream/2026-11-22T00:00:00.000'],
};
