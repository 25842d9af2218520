// What the manifest says of a table whose changes Lambda reads.
import type { SourceName, StreamSource } from '../events.js';

/** `app.onDynamodbRecord({ table: 'Orders' })`: the latest stream of a table, or a stream by its ARN. */
export type DynamodbSource = StreamSource & {
  readonly kind: 'dynamodb';
} & ({ readonly table: SourceName } | { readonly streamArn: SourceName });
