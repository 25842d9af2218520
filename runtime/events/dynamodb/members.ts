// `app.onDynamodbRecord`, with the types of its options.
import type {
  EventDecorator,
  NamedSource,
  StreamOptions,
  UnbuiltMember,
} from '../source-member.js';
import type { Table } from '../../resources.js';
import type { DynamodbRecord } from './dynamodb-record.js';

/** The options of `app.onDynamodbRecord`. */
export type DynamodbOptions = {
  /** The table whose latest stream is read: a `Table`, its name or its ARN, or `process.env.NAME` for one per stage. */
  readonly table?: NamedSource | Table;
  /** The ARN of a stream of a table, instead of `table`. */
  readonly streamArn?: NamedSource;
} & StreamOptions;

export interface DynamodbMembers {
  /**
   * Declares a function that receives the changes of a table's items.
   *
   * @example
   * ```ts
   * class Orders {
   *   @app.onDynamodbRecord({ table: 'Orders' })
   *   changed(record: DynamodbRecord<{ id: string }>) {
   *     return record.newImage?.id;
   *   }
   * }
   * ```
   */
  onDynamodbRecord(
    options: DynamodbOptions,
  ): EventDecorator<DynamodbRecord, DynamodbRecord<unknown>, 'a DynamodbRecord'>;
}

export const UNBUILT_TABLE: UnbuiltMember = { leading: 0, names: ['table', 'streamArn'] };
