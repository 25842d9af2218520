// A batch of messages of a queue, as a function gets it.
import type { SqsMessage, SqsMessageDict } from './sqs-message.js';

/** A batch of messages. */
export type SqsBatchDict = { readonly Records: readonly SqsMessageDict[] };

/** What a batch is told of its messages, and what it asks. */
type Ledger<Body> = {
  fail(message: SqsMessage<Body>, reason: unknown): void;
  isLeftOut(message: SqsMessage<Body>): boolean;
};

/**
 * A batch of messages of a queue. Messages whose body is not of its type are left out, and have failed.
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

  /** @internal Made of what Lambda sends. */
  constructor(dict: SqsBatchDict, messages: readonly SqsMessage<Body>[], ledger: Ledger<Body>) {
    this.messages = messages;
    this.#dict = dict;
    this.#ledger = ledger;
  }

  /** How many messages there are. */
  get length(): number {
    return this.messages.length;
  }

  /** The messages; of a FIFO queue not those behind a message of their group that has failed. */
  *[Symbol.iterator](): Generator<SqsMessage<Body>, void, undefined> {
    for (const message of this.messages) if (!this.#ledger.isLeftOut(message)) yield message;
  }

  /**
   * Says that a message failed: it stays in the queue, and those behind it of its group in a FIFO queue with it. The
   * reason, an error or a text, is logged.
   */
  fail(message: SqsMessage<Body>, reason?: unknown): void {
    this.#ledger.fail(message, reason);
  }

  /** The batch as AWS sends it. */
  toDict(): SqsBatchDict {
    return this.#dict;
  }
}
