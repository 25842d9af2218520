// What an application and a blueprint have for streams.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { KinesisOptions } from './kinesis-options.js';
import type { KinesisRecord } from './kinesis-record.js';

export interface KinesisMembers {
  /**
   * Declares a function that gets the records of a stream.
   *
   * @example
   * ```ts
   * class Clicks {
   *   @app.onKinesisRecord({ stream: 'clicks' })
   *   click(record: KinesisRecord<{ page: string }>) {
   *     return record.data.page;
   *   }
   * }
   * ```
   */
  onKinesisRecord(
    options: KinesisOptions,
  ): EventDecorator<KinesisRecord, KinesisRecord<unknown>, 'a KinesisRecord'>;
}

export const UNBUILT_STREAM: UnbuiltMember = { leading: 0, names: ['stream'], isText: true };
