// Which messages of a batch failed. In a FIFO queue a failed message also fails the later ones of its group, so that SQS
// delivers them again in order: docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
import type { SqsMessageDict } from './sqs-message.js';
import type { BatchAnswer } from '../records.js';
import { batchAnswerOf } from '../records.js';

/** The messages of one batch, by their place in it. */
export class QueueFailures {
  readonly #messages: readonly SqsMessageDict[];
  readonly #errors: Map<number, unknown> = new Map();
  /** Groups with a failed message, with the position of the first. */
  readonly #groups: Map<string, number> = new Map();

  constructor(messages: readonly SqsMessageDict[]) {
    this.#messages = messages;
  }

  /** Records a failure; false when the message had failed before. */
  add(place: number, error: unknown): boolean {
    if (this.#errors.has(place)) return false;
    this.#errors.set(place, error);
    const group = this.#groupOf(place);
    if (group !== undefined)
      this.#groups.set(group, Math.min(place, this.#groups.get(group) ?? place));
    return true;
  }

  /** Whether a message has failed, or comes after a failed one of its group. */
  has(place: number): boolean {
    const first = this.#groups.get(this.#groupOf(place) ?? '') ?? Infinity;
    return this.#errors.has(place) || first < place;
  }

  /** The response to Lambda. When every message failed, it throws, so that Lambda counts an error. */
  answer(): BatchAnswer {
    const failed = this.#messages.filter((_, place) => this.has(place));
    if (failed.length < this.#messages.length)
      return batchAnswerOf(failed.map(({ messageId }) => messageId));
    const errors = [...this.#errors.values()];
    if (errors.length === 1) throw errors[0];
    throw new AggregateError(
      errors,
      `All ${failed.length} messages failed: ${messageText(errors[0])}`,
    );
  }

  /** The name of a FIFO queue ends in `.fifo`. */
  #groupOf(place: number): string | undefined {
    const { eventSourceARN, attributes }: Partial<SqsMessageDict> = this.#messages[place] ?? {};
    return eventSourceARN?.endsWith('.fifo') ? (attributes?.MessageGroupId ?? '') : undefined;
  }
}

function messageText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
