// A batch of messages of a queue, as a function receives it.
import type { SqsMessage, SqsMessageDict } from './sqs-message.js';

/** A batch of messages. */
export type SqsBatchDict = { readonly Records: readonly SqsMessageDict[] };

/** What a batch reports about its messages, and what it asks. */
type Ledger<Body> = {
  fail(message: SqsMessage<Body>, reason: unknown): void;
  isLeftOut(message: SqsMessage<Body>): boolean;
};

/**
 * A batch of messages of a queue. Messages whose body does not fit its type are left out and count as failed.
 *
 * @example
 * ```ts
 * import { Framework, type SqsBatch } from 'framework';
 *
 * export const app = new Framework({ appName: 'shop' });
 *
 * export const audit = app.onSqsBatch({ queue: 'audit' })((batch: SqsBatch<{ id: string }>) => {
 *   for (const message of batch)
 *     if (message.body.id === '') batch.fail(message, 'an entry without id');
 * });
 * ```
 */
export class SqsBatch<Body = string> implements Iterable<SqsMessage<Body>> {
  readonly messages: readonly SqsMessage<Body>[];

  readonly #dict: SqsBatchDict;
  readonly #ledger: Ledger<Body>;

  /** @internal */
  constructor(dict: SqsBatchDict, messages: readonly SqsMessage<Body>[], ledger: Ledger<Body>) {
    this.messages = messages;
    this.#dict = dict;
    this.#ledger = ledger;
  }

  /** The number of messages. */
  get length(): number {
    return this.messages.length;
  }

  /** The messages; of a FIFO queue, without those that come after a failed one of their group. */
  *[Symbol.iterator](): Generator<SqsMessage<Body>, void, undefined> {
    for (const message of this.messages) if (!this.#ledger.isLeftOut(message)) yield message;
  }

  /**
   * Reports that a message failed: it stays in the queue, and in a FIFO queue so do the later messages of its group.
   * The reason, an error or a string, is logged.
   */
  fail(message: SqsMessage<Body>, reason?: unknown): void {
    this.#ledger.fail(message, reason);
  }

  /** The batch as AWS sends it. */
  toDict(): SqsBatchDict {
    return this.#dict;
  }
}
