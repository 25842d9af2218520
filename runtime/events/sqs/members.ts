// What an application and a blueprint have for queues.
import type { EventDecorator } from '../decorator-type.js';
import type { UnbuiltMember } from '../unbuilt.js';
import type { SqsBatchOptions, SqsMessageOptions } from './queue-options.js';
import type { SqsBatch } from './sqs-batch.js';
import type { SqsMessage } from './sqs-message.js';

export interface SqsMembers {
  /**
   * Declares a function that gets each message of a queue by itself. A throw fails that message alone.
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
   * Declares a function that gets the messages of a queue in batches, and says which of them failed.
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
