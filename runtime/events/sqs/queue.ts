// Queues: one call for each message, or one for the batch. Only failed messages stay in the queue
// (docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html).
import { type Delivery, type EventAdapter, recordsOf } from '../adapter.js';
import { checkedPayload, readPayloadText } from '../payload.js';
import { QueueFailures } from './queue-failures.js';
import { logFailure, logUnread } from '../record-log.js';
import { readRecord, type RecordOf, runRecord } from '../records.js';
import { SqsBatch } from './sqs-batch.js';
import { SqsMessage, type SqsMessageDict } from './sqs-message.js';

function messagesOf(event: unknown): readonly SqsMessageDict[] | undefined {
  const records = recordsOf(event, 'aws:sqs', ({ messageId, eventSourceARN }) => [
    messageId,
    eventSourceARN,
  ]);
  return records as readonly SqsMessageDict[] | undefined; // because a queue sends no others
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

/** `app.onSqsBatch`: the batch in one call. */
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
        const error = reason ?? new Error('The function failed it without a reason.');
        if (failures.add(place, error))
          logFailure({ app, record: `message ${message.messageId} of ${name}`, error });
      },
    });
    if (batch.length > 0) await call(batch);
    return failures.answer();
  },
};

/** Runs something for each item in order, at most `limit` concurrently. */
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
