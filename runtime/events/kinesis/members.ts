// `app.onKinesisRecord`, with the types of its options.
import type {
  EventDecorator,
  NamedSource,
  StreamOptions,
  UnbuiltMember,
} from '../source-member.js';
import type { KinesisRecord } from './kinesis-record.js';

/** The options of `app.onKinesisRecord`. */
export type KinesisOptions = {
  /** The name or the ARN of the stream, or `process.env.NAME` for one per stage. */
  readonly stream: NamedSource;
} & StreamOptions;

export interface KinesisMembers {
  /**
   * Declares a function that receives the records of a stream.
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
