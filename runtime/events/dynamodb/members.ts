// What an application and a blueprint have for tables.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { DynamodbOptions } from './dynamodb-options.js';
import type { DynamodbRecord } from './dynamodb-record.js';

export interface DynamodbMembers {
  /**
   * Declares a function that gets the changes of the items of a table.
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
