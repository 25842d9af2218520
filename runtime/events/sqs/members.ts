// `app.onSqsMessage` and `app.onSqsBatch`, with the types of their options.
import type {
  EventDecorator,
  EventFunctionOptions,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { Queue } from '../../resources.js';
import type { SqsBatch } from './sqs-batch.js';
import type { SqsMessage } from './sqs-message.js';

/** The options of `app.onSqsBatch`. */
export type SqsBatchOptions = {
  /** The queue: a `Queue`, its name or its ARN, or `process.env.NAME` for one per stage. */
  readonly queue: NamedSource | Queue;
  /** Maximum number of messages per call; defaults to 10. */
  readonly batchSize?: number;
  /** How many seconds Lambda gathers messages; defaults to 0. */
  readonly batchWindow?: number;
  /** Filter patterns; only messages that match at least one are delivered. */
  readonly filters?: readonly EventPattern[];
  /** False stops Lambda from reading messages; defaults to true. */
  readonly enabled?: boolean;
  /** How many batches Lambda delivers at once; unlimited by default. */
  readonly maximumConcurrency?: number;
  /** What happens to a message whose payload does not fit its type: it fails, or with `drop` is logged and counts as done. */
  readonly onInvalid?: OnInvalid;
} & EventFunctionOptions;

/** The options of `app.onSqsMessage`. */
export type SqsMessageOptions = SqsBatchOptions & {
  /** How many messages of a batch the function processes at once; defaults to all of them, and to 1 for a FIFO queue. */
  readonly concurrency?: number;
};

export interface SqsMembers {
  /**
   * Declares a function that is called with each message of a queue. An error fails that message alone.
   *
   * @example
   * ```ts
   * class Orders {
   *   @app.onSqsMessage({ queue: 'orders', batchSize: 10 })
   *   order(message: SqsMessage<{ id: string }>) {
   *     return message.body.id;
   *   }
   * }
   * ```
   */
  onSqsMessage(
    options: SqsMessageOptions,
  ): EventDecorator<SqsMessage, SqsMessage<unknown>, 'an SqsMessage'>;

  /**
   * Declares a function that receives the messages of a queue in batches and reports which of them failed.
   *
   * @example
   * ```ts
   * class Audit {
   *   @app.onSqsBatch({ queue: 'audit' })
   *   audit(batch: SqsBatch) {
   *     for (const message of batch) if (message.body === '') batch.fail(message, 'empty');
   *   }
   * }
   * ```
   */
  onSqsBatch(options: SqsBatchOptions): EventDecorator<SqsBatch, SqsBatch<unknown>, 'an SqsBatch'>;
}

export const UNBUILT_QUEUE: UnbuiltMember = { leading: 0, names: ['queue'], isText: true };
