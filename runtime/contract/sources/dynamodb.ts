// DynamoDB streams as event sources, in the manifest.
import type { SourceName, StreamSource, WrittenName } from '../events.js';

/** `app.onDynamodbRecord({ table: 'Orders' })`: the latest stream of a table, or a stream identified by its ARN. */
export type DynamodbSource = StreamSource & {
  readonly kind: 'dynamodb';
} & ({ readonly table: SourceName } | { readonly streamArn: WrittenName });
