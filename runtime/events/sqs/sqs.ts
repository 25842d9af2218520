// Handles messages from an SQS queue.
import { type Delivery, type EventAdapter, recordsOf } from '../adapter.js';
import { checkedPayload, readPayloadText } from '../payload.js';
import { logFailure, logUnread } from '../record-log.js';
import {
  readRecord,
  type RecordOf,
  runRecord,
  type BatchAnswer,
  batchAnswerOf,
} from '../records.js';
import type {
  EventDecorator,
  EventPattern,
  NamedSource,
  OnInvalid,
  UnbuiltMember,
} from '../source-member.js';
import type { FunctionOptions } from '../../route-types/route-decorator.js';
import type { Queue } from '../../resources.js';

/** A message from a queue in its original format: docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
export type SqsMessageDict = {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: SqsAttributes;
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>;
  readonly md5OfBody: string;
  readonly eventSource: string;
  readonly eventSourceARN: string;
  readonly awsRegion: string;
};

/** The attributes that SQS adds to a message. Times are milliseconds since 1970. */
export type SqsAttributes = {
  readonly ApproximateReceiveCount: string;
  readonly SentTimestamp: string;
  readonly SenderId: string;
  readonly ApproximateFirstReceiveTimestamp: string;
  readonly AWSTraceHeader?: string;
  readonly SequenceNumber?: string;
  readonly MessageGroupId?: string;
  readonly MessageDeduplicationId?: string;
  readonly DeadLetterQueueSourceArn?: string;
};

/** An attribute that a sender added to the message; binary values are base64. */
export type SqsMessageAttribute = {
  readonly stringValue?: string;
  readonly binaryValue?: string;
  readonly dataType: string;
};

/**
 * A message from a queue. Its body is a string, or parsed and validated JSON if a type is declared.
 * @example
 * ```ts
 * import { Framework, type SqsMessage } from 'framework';
 *
 * export const app = new Framework({ appName: 'shop' });
 *
 * export const order = app.onSqsMessage({ queue: 'orders' })(
 *   async (message: SqsMessage<{ id: string }>) => {
 *     app.log.info(message.messageId, message.body.id);
 *   },
 * );
 * ```
 */
export class SqsMessage<Body = string> {
  readonly messageId: string;
  readonly body: Body;
  readonly receiptHandle: string;
  readonly attributes: SqsAttributes;
  readonly messageAttributes: Readonly<Record<string, SqsMessageAttribute>>;
  /** How many times the message has been received, including this time. */
  readonly receiveCount: number;
  /** The message's group in a FIFO queue. */
  readonly messageGroupId: string | undefined;
  readonly eventSourceArn: string;

  readonly #dict: SqsMessageDict;

  /** @internal */
  constructor(dict: SqsMessageDict, body: Body) {
    const { attributes, messageAttributes } = dict as Partial<SqsMessageDict>; // because a manually invoked function can receive any event
    this.messageId = dict.messageId;
    this.body = body;
    this.receiptHandle = dict.receiptHandle;
    this.attributes = { ...dict.attributes };
    this.messageAttributes = messageAttributes ?? {};
    this.receiveCount = Number(attributes?.ApproximateReceiveCount ?? 1);
    this.messageGroupId = attributes?.MessageGroupId;
    this.eventSourceArn = dict.eventSourceARN;
    this.#dict = dict;
  }

  /** Returns the message in the format in which AWS sends it. */
  toDict(): SqsMessageDict {
    return this.#dict;
  }
}

type SqsBatchDict = { readonly Records: readonly SqsMessageDict[] };

/** The methods by which a batch reports failed messages and determines which messages to skip. */
type Ledger<Body> = {
  fail(message: SqsMessage<Body>, reason: unknown): void;
  isLeftOut(message: SqsMessage<Body>): boolean;
};

/**
 * A batch of messages from a queue. Messages whose body does not match its type are omitted and treated as failed.
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

  /** Iterates over the messages. For a FIFO queue, skips messages that follow a failed message of the same group. */
  *[Symbol.iterator](): Generator<SqsMessage<Body>, void, undefined> {
    for (const message of this.messages) if (!this.#ledger.isLeftOut(message)) yield message;
  }

  /**
   * Reports that a message failed. It stays in the queue; in a FIFO queue, later messages in the same group stay too. The
   * reason, an error or a string, is logged.
   */
  fail(message: SqsMessage<Body>, reason?: unknown): void {
    this.#ledger.fail(message, reason);
  }

  /** Returns the batch in the format in which AWS sends it. */
  toDict(): SqsBatchDict {
    return this.#dict;
  }
}

// Queues: one call for each message, or one call for the whole batch. Only failed messages stay in the queue
// (docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html).

function messagesOf(event: unknown): readonly SqsMessageDict[] | undefined {
  const records = recordsOf(event, 'aws:sqs', ({ messageId, eventSourceARN }) => [
    messageId,
    eventSourceARN,
  ]);
  return records as readonly SqsMessageDict[] | undefined; // because a queue sends only such records
}

function queueOf(event: unknown): string | undefined {
  return messagesOf(event)?.[0]?.eventSourceARN;
}

function queueRecord(
  dict: SqsMessageDict,
  { options, check }: Delivery,
): RecordOf<SqsMessage<unknown>> {
  return {
    title: `message ${dict.messageId}`,
    read: async () => {
      const body = readPayloadText(dict.body, options.payload, 'body');
      return new SqsMessage(dict, await checkedPayload(body, { member: 'body', check }));
    },
  };
}

/** `app.onSqsMessage`: one message per call. */
export const sqsMessages: EventAdapter = {
  noun: 'queue',
  rank: 0,
  sourceOf: queueOf,
  deliver: async (delivery) => {
    const { app, name, event } = delivery;
    const dicts = messagesOf(event) ?? [];
    const failures = new QueueFailures(dicts);
    const run = async (dict: SqsMessageDict, place: number): Promise<void> => {
      const record = queueRecord(dict, delivery);
      if (failures.has(place)) {
        logUnread({ app, record: `${record.title} of ${name}` });
        return;
      }
      const failure = await runRecord(record, delivery);
      if (failure) failures.add(place, failure.error);
    };
    const isFifo = dicts[0]?.eventSourceARN.endsWith('.fifo') ?? false;
    const { concurrency = dicts.length } = delivery.options;
    await sideBySide(dicts, isFifo ? 1 : concurrency, run);
    return failures.answer();
  },
};

/** `app.onSqsBatch`: the whole batch in one call. */
export const sqsBatch: EventAdapter = {
  noun: 'queue',
  rank: 0,
  sourceOf: queueOf,
  deliver: async (delivery) => {
    const { app, name, event, call } = delivery;
    const dicts = messagesOf(event) ?? [];
    const failures = new QueueFailures(dicts);
    const places = new Map<SqsMessage<unknown>, number>();
    for (const [place, dict] of dicts.entries()) {
      const record = queueRecord(dict, delivery);
      if (failures.has(place)) {
        logUnread({ app, record: `${record.title} of ${name}` });
        continue;
      }
      const read = await readRecord(record, delivery);
      if ('value' in read) places.set(read.value, place);
      else if (read.failure) failures.add(place, read.failure.error);
    }
    const batch = new SqsBatch({ Records: dicts }, [...places.keys()], {
      isLeftOut: (message) => failures.has(places.get(message) ?? -1),
      fail: (message, reason) => {
        const place = places.get(message);
        if (place === undefined)
          throw new TypeError('`batch.fail` takes a message of the same batch.');
        const error = reason ?? new Error('The function gave no reason for the failure.');
        if (failures.add(place, error))
          logFailure({ app, record: `message ${message.messageId} of ${name}`, error });
      },
    });
    if (batch.length > 0) await call(batch);
    return failures.answer();
  },
};

/** Calls `run` for each item, starting in order, with at most `limit` calls at the same time. */
async function sideBySide<T>(
  items: readonly T[],
  limit: number,
  run: (item: T, place: number) => Promise<void>,
): Promise<void> {
  const left = items.entries();
  const work = async (): Promise<void> => {
    for (const [place, item] of left) await run(item, place);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
}

/**
 * The failures in one batch, whose messages are identified by their index. In a FIFO queue, a failed message also fails the
 * later messages in its group, so that SQS delivers them again in order:
 * docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
class QueueFailures {
  readonly #messages: readonly SqsMessageDict[];
  readonly #errors: Map<number, unknown> = new Map();
  /** Groups with a failed message, each with the index of the first failed message. */
  readonly #groups: Map<string, number> = new Map();

  constructor(messages: readonly SqsMessageDict[]) {
    this.#messages = messages;
  }

  /** Records a failure. Returns false if the message had already failed. */
  add(place: number, error: unknown): boolean {
    if (this.#errors.has(place)) return false;
    this.#errors.set(place, error);
    const group = this.#groupOf(place);
    if (group !== undefined)
      this.#groups.set(group, Math.min(place, this.#groups.get(group) ?? place));
    return true;
  }

  /** Returns true if a message failed, or follows a failed message in its group. */
  has(place: number): boolean {
    const first = this.#groups.get(this.#groupOf(place) ?? '') ?? Infinity;
    return this.#errors.has(place) || first < place;
  }

  /** Returns the response for Lambda. Throws if every message failed, so that Lambda counts an error. */
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

/** The options of `app.onSqsBatch`. */
export type SqsBatchOptions = {
  /** The queue: a `Queue`, the queue's name or ARN, or `process.env.NAME` for a different queue in each stage. */
  readonly queue: NamedSource | Queue;
  /** Maximum number of messages per call; defaults to 10. */
  readonly batchSize?: number;
  /** How many seconds Lambda waits to collect messages for a batch; defaults to 0. */
  readonly batchWindow?: number;
  /** Filter patterns. Only messages that match at least one of them are delivered. */
  readonly filters?: readonly EventPattern[];
  /** If false, Lambda does not read messages; defaults to true. */
  readonly enabled?: boolean;
  /** How many batches Lambda may process concurrently; unlimited by default. */
  readonly maximumConcurrency?: number;
  /**
   * What happens to a message whose payload does not match its type: by default it fails; with `drop` it is logged and treated
   * as processed.
   */
  readonly onInvalid?: OnInvalid;
} & FunctionOptions;

/** The options of `app.onSqsMessage`. */
export type SqsMessageOptions = SqsBatchOptions & {
  /** How many messages in a batch the function processes concurrently; defaults to all of them, or to 1 for a FIFO queue. */
  readonly concurrency?: number;
};

export interface SqsMembers {
  /**
   * Declares a function that is called with each message in a queue. If it throws, only that message fails.
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
   * Declares a function that receives the messages in a queue in batches and reports which of them failed.
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
